/* SPDX-License-Identifier: Apache-2.0 */
/* The vectors of floats and integers. A template in place of cudatrig/kernel.h. */
#include "arith/bits.h"
#include "arith/fma.h"

typedef float T;
#define IS_NAN(a) ((a) != (a))
#define OF_DOUBLE(a) ((T)(a))
#define HALF_ULP 0x1p-24
#define NUMBER stet_from_bits_f32((uint32_t)vec_number(32, 23))
#define FNMA(a, b, c) FMA(SUB(SET1(-0.0f), a), b, c)
#define REF_ADD(a, b) ((a) + (b))
#define REF_SUB(a, b) ((a) - (b))
#define REF_MUL(a, b) ((a) * (b))
#define REF_FMA(a, b, c) stet_soft_fma_f32(a, b, c)
#define NO_MOVES
#include "vec/numbers.h"

static float nearest(float a)
{
    const float size = __builtin_fabsf(a);
    return size < 0x1p23f ? __builtin_copysignf((size + 0x1p23f) - 0x1p23f, a) : a;
}

static void check_integers(void)
{
    int32_t in[ROOM], out[ROOM], stated[ROOM];
    for (int i = 0; i < ROOM; i++) {
        in[i] = (int32_t)(vec_random() >> 34) - (1 << 29);
        out[i] = stated[i] = (int32_t)vec_random();
    }
    STORE_INT(out + AT, ADD_INT(LOAD_INT(in + AT), in[0]));
    for (int l = 0; l < VL; l++)
        stated[AT + l] = in[AT + l] + in[0];
    vec_same("LOAD_INT, STORE_INT, ADD_INT", out, stated, sizeof out);
    STORE_INT(out + AT, TO_INT(ROUND(LOAD(x + AT))));
    for (int l = 0; l < VL; l++) {
        const float a = nearest(x[AT + l]);
        if (a > -0x1p31f && a < 0x1p31f ? out[AT + l] != (int32_t)a : (out[AT + l] & 3) != 0)
            vec_wrong("TO_INT", l);
    }
}

/* A truth value where `lane` is, and nowhere else. */
#define CHECK_TRUTH(operation, truth, lane)                                                        \
    do {                                                                                           \
        T lanes[VL];                                                                               \
        const M m = truth;                                                                         \
        int any = 0;                                                                               \
        STORE(lanes, SELECT(m, LOAD(y + AT), LOAD(z + AT)));                                       \
        for (int l = 0; l < VL; l++) {                                                             \
            const T *stated = (lane) ? &y[AT + l] : &z[AT + l];                                    \
            any |= (lane);                                                                         \
            if (memcmp(&lanes[l], stated, sizeof(T)) != 0)                                         \
                vec_wrong(operation, l);                                                           \
        }                                                                                          \
        if ((ANY(m) != 0) != any)                                                                  \
            vec_wrong("ANY of " operation, 0);                                                     \
    } while (0)

static void check_truth(void)
{
    int32_t in[VL];
    const float least = __builtin_fabsf(z[0]);
    fresh();
    for (int l = 0; l < VL; l++) {
        in[l] = (int32_t)vec_random();
        x[AT + l] = vec_random() >> 63 ? x[AT + l] : y[AT + l];
    }
    CHECK_TRUTH("BIT", BIT(LOAD_INT(in), 2), (in[l] & 2) != 0);
    CHECK_TRUTH("EQUAL", EQUAL(LOAD(x + AT), LOAD(y + AT)), x[AT + l] == y[AT + l]);
    if (least == least)
        CHECK_TRUTH("NOT_BELOW", NOT_BELOW(LOAD(x + AT), least),
                    !(__builtin_fabsf(x[AT + l]) < least));
}

void CHECK_OF(KERNELS)(void);
void CHECK_OF(KERNELS)(void)
{
    for (int i = 0; i < VEC_TRIALS; i++) {
        check_arithmetic();
        CHECK_LANES("ROUND", ROUND(a), nearest(x[AT + l]));
        check_integers();
        check_truth();
    }
}
