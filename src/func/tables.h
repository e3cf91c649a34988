/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the constants that scripts/gen-func-tables makes: tables.c, and erfcx.c alone. */
#ifndef STET_FUNC_TABLES_H
#define STET_FUNC_TABLES_H

#include <stdint.h>

#include "arith/dd.h"
#include "base/private.h"

/* 2^(j/64) - 1 for j = -32 to 32; the entry of j is at 32 + j. */
extern const stet_dd stet_func_power[65];

/* ln(2)/64 in three words. The first two have 36 bits, so that their products with an integer below
 * 2^17 are exact; the error of the sum is 2^-131. */
extern const double stet_func_step[3];

/* 1/n!, 1/(2 n + 1), and the coefficients e[n] of erf x = sum e[n] x^(2 n + 1). */
extern const stet_dd stet_func_factorial[30], stet_func_atanh[10], stet_func_erf[24];

/* 1/c rounded to 11 bits, and minus its logarithm, for c = j/128, j = 90 to 182. */
typedef struct stet_func_inverse {
    double inverse;
    stet_dd log;
} stet_func_inverse;
extern const stet_func_inverse stet_func_log[93];

/* The bits of 2/pi, the highest first: 256 zeros before the point, and 1408 bits after it. */
extern const uint64_t stet_func_two_over_pi[26];

/* exp(x^2) erfc(x) on [2^e (1 + j/8), 2^e (1 + (j + 1)/8)], row 8 (e + 1) + j for e = -1 to 4: a
 * polynomial in s, which goes from -1 to 1 over the piece. The first STET_ERFCX_WIDE coefficients
 * have two words, the next STET_ERFCX_NARROW one. Its relative error is below 2^-109. */
#define STET_ERFCX_WIDE 14
#define STET_ERFCX_NARROW 9
extern const double stet_func_erfcx[48][2 * STET_ERFCX_WIDE + STET_ERFCX_NARROW];

extern const stet_dd stet_func_ln2, stet_func_sqrt_half;
STET_PRIVATE extern const stet_dd stet_func_half_pi;

/* 2 sqrt(2/pi) and that times 0.044715: GELU takes tanh of half of a x + b x^3. */
extern const stet_dd stet_func_tanh_linear, stet_func_tanh_cubic;

#endif
