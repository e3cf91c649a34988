/* SPDX-License-Identifier: Apache-2.0 */
/* The vectors of the CPU's own binary16. A template in place of half/native.h. */
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
#include "vec/numbers.h"

static void check_largest(void)
{
    unsigned largest = 0;
    fresh();
    for (int i = 0; i < 2 * VL; i++)
        largest = largest < (bits16(x[AT + i]) & 0x7fffu) ? bits16(x[AT + i]) & 0x7fffu : largest;
    if (LARGEST(x + AT, (ptrdiff_t)2 * VL) != largest)
        vec_wrong("LARGEST", 0);
}

void CHECK_OF(KERNELS)(void);
void CHECK_OF(KERNELS)(void)
{
    for (int i = 0; i < VEC_TRIALS; i++) {
        check_arithmetic();
        check_moves();
        check_largest();
    }
}
