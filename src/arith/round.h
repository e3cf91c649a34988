/* The one place where an integer times a power of two becomes a floating-point
 * number: the software fma, the exact sums and the half formats all round here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_ARITH_ROUND_H
#define STET_ARITH_ROUND_H

#include <stdint.h>

/* A binary interchange format of IEEE 754, or bfloat16, which is built like one. */
struct stet_format {
    int precision;     /* bits of a significand, with the implicit one */
    int quantum;       /* the smallest subnormal is 2^quantum */
    uint64_t infinity; /* the bits of +infinity */
};

#define STET_FORMAT_F64 ((struct stet_format){53, -1074, 0x7ff0000000000000})
#define STET_FORMAT_F32 ((struct stet_format){24, -149, 0x7f800000})
#define STET_FORMAT_F16 ((struct stet_format){11, -24, 0x7c00})
#define STET_FORMAT_BF16 ((struct stet_format){8, -133, 0x7f80})

/* Returns x without its last n bits (n < 64), rounded to odd: its last bit is set if any bit cut
 * off was set. So a wider integer becomes the top 62 bits that stet_round_bits() takes. */
static inline uint64_t stet_shift_odd(uint64_t x, int n)
{
    return x >> n | ((x & (((uint64_t)1 << n) - 1)) != 0);
}

/* Returns the bits of the number of format f nearest to m 2^q, ties to even; m < 2^62.
 *
 * It rounds once, to the precision that the result has: subnormals keep fewer bits. m may stand for
 * a longer significand rounded to odd, if it has at least f.precision + 2 bits itself: rounding to
 * odd first and to nearest even later equals rounding once (Boldo and Melquiond, "Emulation of FMA
 * and correctly rounded sums: proved algorithms using rounding to odd", IEEE Trans. Computers
 * 57(4), 2008).
 *
 * The exponent field is the distance of the last bit kept from the quantum. A significand that
 * rounds up to the next power of two carries into it, and so the largest finite number becomes
 * infinity. */
static inline uint64_t stet_round_bits(struct stet_format f, uint64_t m, int q)
{
    if (m == 0)
        return 0;
    int drop = 64 - __builtin_clzll(m) - f.precision;
    if (drop < f.quantum - q)
        drop = f.quantum - q;
    int field = q + drop - f.quantum;
    if (drop > 62)
        return 0; /* m 2^q is below half the quantum */
    if (field + 1 >= (int)(f.infinity >> (f.precision - 1)))
        return f.infinity;
    uint64_t kept;
    if (drop <= 0) {
        kept = m << -drop;
    } else {
        /* Adds 1 to kept if the rest exceeds one half, or equals it and kept is odd. */
        uint64_t half = (uint64_t)1 << (drop - 1);
        kept = m >> drop;
        uint64_t rest = m & (2 * half - 1);
        kept += (rest + (kept & 1) + (half - 1)) >> drop;
    }
    return ((uint64_t)field << (f.precision - 1)) + kept;
}

#endif
