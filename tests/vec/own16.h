/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of vectors that compute in binary16, for the checks of those vectors: T is moved, and
 * compared as bits, for the emulated ones have no arithmetic of single numbers. */
#ifndef STET_TESTS_VEC_OWN16_H
#define STET_TESTS_VEC_OWN16_H

#include "arith/round16.h"
#include "stet.h"

static inline uint16_t bits16(T a)
{
    uint16_t bits;
    __builtin_memcpy(&bits, &a, sizeof bits);
    return bits;
}
static inline T from_bits16(uint16_t bits)
{
    T a;
    __builtin_memcpy(&a, &bits, sizeof a);
    return a;
}
static inline float wide(T a) { return stet_f16_to_f32(bits16(a)); }
static inline T narrow(float a) { return from_bits16(stet_f16_from_f32(a)); }

#define IS_NAN(a) ((bits16(a) & 0x7fff) > 0x7c00)
#define OF_DOUBLE(a) narrow((float)(a))
#define HALF_ULP 0x1p-11
#define NUMBER from_bits16((uint16_t)vec_number(16, 10))
#define REF_ADD(a, b) narrow(stet_add16(wide(a), wide(b)))
#define REF_SUB(a, b) narrow(stet_sub16(wide(a), wide(b)))
#define REF_MUL(a, b) narrow(stet_mul16(wide(a), wide(b)))
#define REF_FMA(a, b, c) narrow(stet_fma16(wide(a), wide(b), wide(c)))

#endif
