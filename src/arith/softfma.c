/* The software fma computes the bits of the fma instruction on CPUs that lack it.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * Both precisions avoid rounding twice by rounding to odd first, by theorems of
 *   [BM] Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved
 *        algorithms using rounding to odd", IEEE Trans. Computers 57(4), 2008.
 *
 * There are no branches on ordinary data: a mispredicted one would cost more than the
 * rest. */
#include "arith/fma.h"

#include "arith/bits.h"
#include "arith/eft.h"
#include "arith/round.h"

/* Returns a + b rounded to odd: the exact sum if it is a double, else the one of the two doubles
 * around it whose last bit is set. It comes from the sum s rounded to nearest and its error e: if e
 * points towards zero, s goes back to that neighbour, and the last bit is set. If s is infinite or
 * NaN, e is NaN and the comparisons leave s as it is. */
static inline double add_odd(double a, double b)
{
    double e;
    double s = stet_two_sum_f64(a, b, &e);
    uint64_t inexact = (e < 0) | (e > 0);
    uint64_t back = inexact & ((stet_bits_f64(s) ^ stet_bits_f64(e)) >> 63);
    return stet_from_bits_f64((stet_bits_f64(s) - back) | inexact);
}

/* The product of floats is exact in double: it has 48 bits, and an exponent far from the ends. The
 * sum rounded to odd has 53 >= 24 + 2 bits, two more than the result (which has fewer than 24 bits
 * if it is subnormal), so the result is the exact sum rounded once ([BM], double rounding through
 * odd). */
float stet_soft_fma_f32(float a, float b, float c)
{
    return (float)add_odd((double)a * (double)b, (double)c);
}

#define FRACTION_F64 (((uint64_t)1 << 52) - 1)

static inline int exponent_field(uint64_t bits) { return (int)(bits >> 52 & 0x7ff); }

/* Returns a rounded to 26 bits. The remainder has 26 bits too, and a sign. */
static inline double upper_half(uint64_t bits)
{
    return stet_from_bits_f64((bits + ((uint64_t)1 << 26)) & ~(((uint64_t)1 << 27) - 1));
}

/* Computes fma if nothing underflows or overflows on the way: see stet_soft_fma_f64().
 *
 * First p + e = a b, exactly (Dekker 1971): in units of ulp(a) ulp(b), p >= 2^104 is a
 * multiple of 2^52 and |e| <= 2^52, a_hi and b_hi are multiples of 2^27 below or at 2^53,
 * |a_lo| and |b_lo| at most 2^26. So the four products have 52 bits, and the sums, each
 * equal to e without the terms to come, have at most 53:
 *   a_hi b_hi - p             is a multiple of 2^52 of size at most 2^80 + 2^53;
 *   that + a_hi b_lo          is a multiple of 2^27, at most 2^79 + 2^53;
 *   that + a_lo b_hi          is a multiple of 2^27, at most 2^53;
 *   that + a_lo b_lo          is e.
 * Then it computes p + e + c with one rounding ([BM], emulation of the FMA: the errors of t = c + e
 * and of v = p + t are added with rounding to odd, and v + that is rounded to nearest). */
static inline double fma_fast(double a, double b, double c)
{
    double a_hi = upper_half(stet_bits_f64(a));
    double b_hi = upper_half(stet_bits_f64(b));
    double a_lo = a - a_hi;
    double b_lo = b - b_hi;
    double p = a * b;
    double e = ((a_hi * b_hi - p) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;

    double t_lo, v_lo;
    double t = stet_two_sum_f64(c, e, &t_lo);
    double v = stet_two_sum_f64(p, t, &v_lo);
    return v + add_odd(t_lo, v_lo);
}

/* An addend is a nonzero number (-1)^negative m 2^q. */
struct addend {
    stet_u128 m;
    int q;
    uint64_t negative;
};

/* Unpacks a finite nonzero double; 2^52 <= m < 2^53. */
static struct addend unpack(double x)
{
    uint64_t bits = stet_bits_f64(x);
    uint64_t fraction = bits & FRACTION_F64;
    int field = exponent_field(bits);
    if (field != 0)
        return (struct addend){fraction | (FRACTION_F64 + 1), field - 1075, bits >> 63};
    int shift = __builtin_clzll(fraction) - 11;
    return (struct addend){fraction << shift, -1074 - shift, bits >> 63};
}

/* Returns x without its last n bits (0 <= n < 128), rounded to odd. */
static stet_u128 shift_odd(stet_u128 x, int n)
{
    stet_u128 kept = x >> n;
    return kept | (kept << n != x);
}

/* Computes the fma of three finite nonzero numbers in integers.
 *
 * The product has 2^123 <= m < 2^125, with 19 zero bits at its end; the addend c gets 2^123 <= m <
 * 2^124, with 71. The one with the lower q is shifted right to the q of the other, rounded to odd.
 * The other is even, so their sum is the exact sum rounded to odd. If the shift is at most 19,
 * nothing is lost and cancellation is exact. If it is more, the sum is above 2^122, and its upper
 * half has 58 bits or more, enough for stet_round_bits(). It is below 2^126, its upper half below
 * 2^62. */
static double fma_integer(double a, double b, double c)
{
    struct addend x = unpack(a), y = unpack(b), z = unpack(c);
    struct addend high = {(x.m * y.m) << 19, x.q + y.q - 19, x.negative ^ y.negative};
    struct addend low = {z.m << 71, z.q - 71, z.negative};
    if (high.q < low.q) {
        struct addend swap = high;
        high = low;
        low = swap;
    }
    int shift = high.q - low.q < 127 ? high.q - low.q : 127;
    low.m = shift_odd(low.m, shift);

    stet_u128 sum = high.negative == low.negative ? high.m + low.m : high.m - low.m;
    uint64_t negative = high.negative;
    if (sum >> 127 != 0) {
        sum = -sum;
        negative = low.negative;
    }
    if (sum == 0)
        return 0;
    uint64_t top = (uint64_t)(sum >> 64);
    int zeros = top != 0 ? __builtin_clzll(top) : 64 + __builtin_clzll((uint64_t)sum);
    sum <<= zeros - 2;
    uint64_t m = (uint64_t)(sum >> 64) | ((uint64_t)sum != 0);
    int q = high.q + 64 - (zeros - 2);
    return stet_from_bits_f64(negative << 63 | stet_round_bits(STET_FORMAT_F64, m, q));
}

/* Leaves infinities, NaN and zeros to IEEE arithmetic: a b is then infinite, NaN or an exact zero;
 * or c decides; or c is 0 and is not added, because c = +0 could turn -0, a negative product that
 * underflows, into +0. */
static double fma_extreme(double a, double b, double c)
{
    int ea = exponent_field(stet_bits_f64(a));
    int eb = exponent_field(stet_bits_f64(b));
    if (a == 0 || b == 0 || ea == 0x7ff || eb == 0x7ff)
        return a * b + c;
    if (c == 0)
        return a * b;
    if (exponent_field(stet_bits_f64(c)) == 0x7ff)
        return c + c; /* not a b + c: a b may overflow to the other infinity */
    return fma_integer(a, b, c);
}

/* The fast path is for a b within about 2^+-900, normal a and b that upper_half() can round up, and
 * any finite c. Then p and e are multiples of 2^-1004, and sums of them and c are exact if they are
 * subnormal, as sums always are. The result is not subnormal: if |c| is below 2^-902 it stays near
 * p, and otherwise it is a multiple of 2^-1004, too. It overflows only with c, because p is below a
 * quarter of an ulp of the largest double. */
double stet_soft_fma_f64(double a, double b, double c)
{
    unsigned ea = (unsigned)exponent_field(stet_bits_f64(a));
    unsigned eb = (unsigned)exponent_field(stet_bits_f64(b));
    unsigned ec = (unsigned)exponent_field(stet_bits_f64(c));
    /* One unsigned comparison each tests the first three for 0 <= x <= limit. */
    if ((ea - 1 > 2044) | (eb - 1 > 2044) | (ea + eb - 1146 > 1800) | (ec == 0x7ff))
        return fma_extreme(a, b, c);
    return fma_fast(a, b, c);
}
