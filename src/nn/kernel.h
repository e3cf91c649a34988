/* SPDX-License-Identifier: Apache-2.0 */
/* The layers of one instruction set; the including file defines KERNELS. */
#include <string.h>

#include "arith/bits.h"
#include "func/func.h"
#include "func/tables.h"
#include "nn/layers.h"
#include "nn/position.h"

static inline float of_dd_f32(stet_dd z)
{
    /* Rounds to odd, so that the rounding to float is the only one (Boldo and Melquiond, "Emulation
     * of FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE TC 57(4),
     * 2008). */
    uint64_t bits = stet_bits_f64(z.hi);
    if (z.lo != 0 && z.lo - z.lo == 0 && !(bits & 1))
        bits = (z.lo > 0) == (z.hi > 0) ? bits + 1 : bits - 1;
    return (float)stet_from_bits_f64(bits);
}

static inline stet_dd fma_dd(stet_dd x, stet_dd y, stet_dd z)
{
    return stet_dd_add(z, stet_dd_mul(x, y));
}

#define PLAIN_ADD(x, y) ((x) + (y))
#define PLAIN_MUL(x, y) ((x) * (y))
#define PLAIN_DIV(x, y) ((x) / (y))

#define NAME(x) x##_f32
#define STORED float
#define NUMBER float
#define LOAD(x) (x)
#define STORE(z) (z)
#define ADD PLAIN_ADD
#define MUL PLAIN_MUL
#define FMA stet_fma_f32
#define DIV PLAIN_DIV
#define ROOT __builtin_sqrtf
#define FUNC(f, z) ((float)stet_func_in_double(f, (double)(z)))
#define OF_DD of_dd_f32
#include "nn/loops.h"

#define NAME(x) x##_f64
#define STORED double
#define NUMBER double
#define LOAD(x) (x)
#define STORE(z) (z)
#define ADD PLAIN_ADD
#define MUL PLAIN_MUL
#define FMA stet_fma_f64
#define DIV PLAIN_DIV
#define ROOT __builtin_sqrt
#define FUNC(f, z) (stet_func_in_two_words(f, stet_dd_from(z)).hi)
#define OF_DD(z) ((z).hi)
#include "nn/loops.h"

#define NAME(x) x##_f32_in_f64
#define STORED float
#define NUMBER double
#define LOAD(x) ((double)(x))
#define STORE(z) ((float)(z))
#define ADD PLAIN_ADD
#define MUL PLAIN_MUL
#define FMA stet_fma_f64
#define DIV PLAIN_DIV
#define ROOT __builtin_sqrt
#define FUNC stet_func_in_double
#define OF_DD(z) ((z).hi)
#include "nn/loops.h"

#define NAME(x) x##_f64_in_dd
#define STORED double
#define NUMBER stet_dd
#define LOAD(x) stet_dd_from(x)
#define STORE(z) ((z).hi)
#define ADD stet_dd_add
#define MUL stet_dd_mul
#define FMA fma_dd
#define DIV stet_dd_div
#define ROOT stet_dd_sqrt
#define FUNC stet_func_in_two_words
#define OF_DD(z) (z)
#include "nn/loops.h"

#define LOOPS(suffix) {depthwise_##suffix, linear_##suffix, norm_##suffix, filter_##suffix}

extern const struct stet_layers_kernels KERNELS;
const struct stet_layers_kernels KERNELS = {.of = {
                                                [STET_NUMBER_F32] = LOOPS(f32),
                                                [STET_NUMBER_F64] = LOOPS(f64),
                                                [STET_NUMBER_F32_IN_F64] = LOOPS(f32_in_f64),
                                                [STET_NUMBER_F64_IN_DD] = LOOPS(f64_in_dd),
                                            }};
