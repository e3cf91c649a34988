/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the ring's operations, compatible bit for bit with Triton's FPSan of June 2026 and
 * later. A. P. Goucher, "FPSan" (2026), shows which of them are homomorphisms, and why. */
#include "ring.h"
#include "meaning.h"

#include <math.h>
#include <string.h>

/* second = mixed(1)^-1 modulo 2^(w-1), so that phi(1) = 1; first is Triton's 922291, odd.
 * tests/fpsan/ring_reference.py computes them again. */
const struct fpsan_ring_format fpsan_ring_formats[FPSAN_KINDS] = {
    {16, 10, 0x12b3, 0x6e35, 0x6c7b, 0x741d},
    {16, 7, 0x12b3, 0x4285, 0x6c7b, 0x664d},
    {32, 23, 0xe12b3, 0x3dcfec05, 0xec7b, 0x668000cd},
    {64, 52, 0xe12b3, 0x42e1f84ff3b31f85, 0x7ff3fdc10000ec7b, 0x14d000000000014d},
};

uint64_t fpsan_ring_fold;
static int article_base;

/* Returns width ones, 1 <= width <= 64. */
static uint64_t mask(unsigned width) { return ~UINT64_C(0) >> (64 - width) % 64; }

static int64_t as_signed(uint64_t v, unsigned width)
{
    return (int64_t)(v << (64 - width)) >> (64 - width);
}

uint64_t fpsan_ring_embed(uint64_t bits, int kind)
{
    const struct fpsan_ring_format *f = &fpsan_ring_formats[kind];
    const uint64_t magnitude = mask(f->width - 1);
    uint64_t m = (bits * f->first) & magnitude;
    m ^= m >> f->mantissa;
    m *= f->second;
    const uint64_t sign = bits & ~magnitude & mask(f->width);
    return ((sign ? 0 - m : m) & magnitude) | sign;
}

uint64_t fpsan_ring_unembed(uint64_t payload, int kind)
{
    const struct fpsan_ring_format *f = &fpsan_ring_formats[kind];
    const uint64_t magnitude = mask(f->width - 1), sign = payload & ~magnitude & mask(f->width);
    const uint64_t m = ((sign ? 0 - payload : payload) * f->second_inverse) & magnitude;
    /* x ^ x>>s ^ x>>2s ^ ... undoes x ^ x>>s */
    uint64_t x = m;
    for (unsigned s = f->mantissa; s < f->width; s += f->mantissa)
        x ^= m >> s;
    return ((x * f->first_inverse) & magnitude) | sign;
}

static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t y = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            y *= base;
    return y;
}

uint64_t fpsan_ring_literal(uint64_t bits, int kind)
{
    const unsigned width = fpsan_ring_formats[kind].width;
    const double x = fpsan_value(bits, (uint32_t)kind);
    const uint64_t phi = fpsan_ring_embed(bits, kind);
    /* A larger integer may be a rounded one. */
    const double largest = ldexp(1, (int)fpsan_ring_formats[kind].mantissa + 1);
    if (x == 0)
        return 0;
    if (fabs(x) <= largest && rint(x) == x)
        return fpsan_meaning.integers ? (uint64_t)(int64_t)x & mask(width) : phi;
    const uint64_t sign = UINT64_C(1) << (width - 1); /* x and -x have opposite payloads */
    const int e = fpsan_symbol((bits & (sign - 1)) + (uint64_t)kind, x);
    return e < 0 ? 0 : phi * power(3, (uint64_t)e) & mask(width);
}

/* Returns the inverse of an odd number by Newton's iteration, which doubles the correct bits. It
 * restores the parity of b, so that inverting twice returns b, also for an even b. */
static uint64_t inverse(uint64_t b)
{
    const uint64_t odd = b | 1;
    uint64_t x = odd; /* 3 bits are right: odd^2 = 1 modulo 8 */
    for (int bits = 3; bits < 64; bits *= 2)
        x *= 2 - odd * x;
    if (b & 1)
        return x;
    fpsan_unknown(FPSAN_OP_div);
    return (x ^ fpsan_meaning.functions << 1) & ~UINT64_C(1);
}

static uint64_t remainder_of(uint64_t a, uint64_t b, unsigned width)
{
    const int64_t n = as_signed(a, width), d = as_signed(b | 1, width);
    fpsan_unknown(FPSAN_OP_rem);
    return (d == -1 ? 0 : (uint64_t)(n % d)) ^ fpsan_meaning.functions;
}

/* Returns (1 + 2^k)^x with k = ceil(w/4): the binomial series ends after four terms because 4k >=
 * w. C(x,2) is needed only modulo 2^(w-2k) and C(x,3) modulo 2^(w-3k), which the halving keeps
 * exact. The division by 3 is a product, because 3 is a unit. */
static uint64_t exp2_of(uint64_t x, unsigned width)
{
    if (article_base || fpsan_meaning.exponents)
        return power(0xa343836d, x & mask(width));
    const unsigned k = (width + 3) / 4;
    const uint64_t pairs = x & 1 ? x * ((x - 1) >> 1) : (x >> 1) * (x - 1);
    const uint64_t triples = pairs * (x - 2) * UINT64_C(0xaaaaaaaaaaaaaaab);
    return 1 + (x << k) + (pairs << 2 * k) + (triples << 3 * k);
}

struct pair {
    uint64_t cos, sin;
};

/* Returns (-3/5 + 4/5 i)^x, a unit of norm 1, so that the angle sums and cos^2 + sin^2 = 1 hold. */
static struct pair circle(uint64_t x, unsigned width)
{
    const uint64_t fifth = UINT64_C(0xcccccccccccccccd), a = 0 - 3 * fifth, b = 4 * fifth;
    struct pair p = {1, 0};
    for (unsigned bit = width; bit-- > 0;) {
        const struct pair d = {p.cos * p.cos - p.sin * p.sin, 2 * p.cos * p.sin};
        p = d;
        if (x >> bit & 1)
            p = (struct pair){a * d.cos - b * d.sin, a * d.sin + b * d.cos};
    }
    return p;
}

static uint64_t murmur(uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

/* Returns the value of a function that is known by its name only. */
static uint64_t tag(uint64_t x, uint64_t number)
{
    return ((x * 314159) ^ murmur(number + 1000 * fpsan_meaning.functions)) * 314159;
}

/* exp's scale is phi of 1.44269504f in every format, because Triton has one constant for all. */
static uint64_t exp_of(uint64_t x, unsigned width) { return exp2_of(x * 0x236ee9bf, width); }

/* Returns x^n as a product for a small integer n, and a tag of both for any other exponent. */
static uint64_t pow_of(uint64_t x, uint64_t y, unsigned width)
{
    const int64_t n = as_signed(y, width);
    if (n >= 0 && n <= 64)
        return power(x, (uint64_t)n);
    if (n < 0 && n >= -64)
        return inverse(power(x, (uint64_t)-n));
    fpsan_unknown(FPSAN_OP_pow);
    return tag(x ^ tag(y, 100 + FPSAN_OP_pow), 200 + FPSAN_OP_pow);
}

/* Returns Triton's number of a function, or 100 + our number if Triton does not have the
 * function. */
static uint64_t tag_number(uint32_t operation)
{
    switch (operation) {
    case FPSAN_OP_log: return 1;
    case FPSAN_OP_log2: return 3;
    case FPSAN_OP_sqrt: return 6;
    case FPSAN_OP_rsqrt: return 7;
    case FPSAN_OP_erf: return 8;
    case FPSAN_OP_floor: return 9;
    case FPSAN_OP_ceil: return 10;
    default: return 100 + operation;
    }
}

static uint64_t call(uint32_t operation, unsigned width, uint64_t a, uint64_t b)
{
    struct pair p;
    switch (operation) {
    case FPSAN_OP_div: return a * inverse(b);
    case FPSAN_OP_rcp: return inverse(a);
    case FPSAN_OP_rem: return remainder_of(a, b, width);
    case FPSAN_OP_exp: return exp_of(a, width);
    case FPSAN_OP_exp2: /* no base has 2^1 = 2; other meanings change it */
        fpsan_unknown(operation);
        return exp2_of(a * (1 + 2 * fpsan_meaning.functions), width);
    case FPSAN_OP_expm1: return exp_of(a, width) - 1;
    case FPSAN_OP_sin: return circle(a, width).sin;
    case FPSAN_OP_cos: return circle(a, width).cos;
    case FPSAN_OP_tan: p = circle(a, width); return p.sin * inverse(p.cos);
    case FPSAN_OP_pow: return pow_of(a, b, width);
    case FPSAN_OP_hypot:
        fpsan_unknown(operation);
        return tag(a * a + b * b, tag_number(FPSAN_OP_sqrt));
    case FPSAN_OP_atan2:
        fpsan_unknown(operation);
        return tag(a ^ tag(b, 100 + operation), 200 + operation);
    case FPSAN_OP_approximate: return fpsan_meaning.precise ? a * 314159 : a;
    case FPSAN_OP_ldexp: /* multiplies by 2^n, with the literal 2.0f for 2 */
        p.cos = power(fpsan_ring_literal(0x40000000, FPSAN_F32), b & 0x80000000 ? 0 - b : b);
        return a * (b & 0x80000000 ? inverse(p.cos) : p.cos);
    default: fpsan_unknown(operation); return tag(a, tag_number(operation));
    }
}

uint64_t fpsan_ring_call(uint32_t operation, uint32_t kind, uint64_t a, uint64_t b)
{
    const unsigned width = fpsan_ring_formats[kind].width;
    if (operation == FPSAN_OP_ldexp)
        b = (uint64_t)(int64_t)(int32_t)(uint32_t)b;
    return call(operation, width, a, b) & mask(width);
}

uint64_t fpsan_ring_cast(uint64_t payload, int from, int to)
{
    const unsigned width = fpsan_ring_formats[from].width, narrow = fpsan_ring_formats[to].width;
    uint64_t v = (uint64_t)as_signed(payload, width);
    if (narrow < width) {
        const uint64_t sign = (uint64_t)((int64_t)v >> 63);
        v ^= ((v ^ sign) >> narrow) * fpsan_ring_fold;
    }
    return v & mask(narrow);
}

const char *fpsan_ring_configure(const char *exponential, const char *casts)
{
    article_base = exponential && strcmp(exponential, "article") == 0;
    fpsan_ring_fold = casts && strcmp(casts, "fold") == 0 ? 3511 : 0;
    if (exponential && !article_base && strcmp(exponential, "2026") != 0)
        return "FPSAN_EXP: the bases are 2026 and article";
    if (casts && !fpsan_ring_fold && strcmp(casts, "homomorphic") != 0)
        return "FPSAN_CASTS: the casts are homomorphic and fold";
    return NULL;
}
