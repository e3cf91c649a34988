/* SPDX-License-Identifier: Apache-2.0 */
/* Between arrays of 16-bit numbers and floats. A template in place of half/convert_kernel.h. */
#include "arith/bits.h"
#include "arith/fma.h"
#include "stet.h"
#include "vec/check.h"

#define IS_NAN(a) ((a) != (a))
#define NUMBER near_number16()
#define OF_DOUBLE(a) ((T)(a))
#define HALF_ULP 0x1p-24
#define REF_ADD(a, b) ((a) + (b))
#define REF_SUB(a, b) ((a) - (b))
#define REF_MUL(a, b) ((a) * (b))
#define REF_FMA(a, b, c) stet_soft_fma_f32(a, b, c)
/* Any float, or one at or beside the midpoint of two numbers of either format. */
static inline float near_number16(void)
{
    const uint64_t r = vec_random();
    const uint32_t bits = (uint32_t)vec_number(32, 23), beside = (uint32_t)(r >> 32) % 3 - 1;
    if (r & 1)
        return stet_from_bits_f32(bits);
    return stet_from_bits_f32(r & 2 ? (bits & 0xffff0000) + 0x8000 + beside
                                    : (bits & 0xffffe000) + 0x1000 + beside);
}
#include "vec/numbers.h"

static uint16_t in[ROOM], out[ROOM], stated[ROOM];

static void fresh16(void)
{
    fresh();
    for (int i = 0; i < ROOM; i++)
        in[i] = stated[i] = (uint16_t)(vec_random() >> 63 ? vec_number(16, 10) : vec_number(16, 7));
    memcpy(out, stated, sizeof out);
}

static int is_nan_of(uint16_t a, unsigned infinity) { return (a & 0x7fffu) > infinity; }

static void check_words(void)
{
    unsigned largest = 0;
    fresh16();
    STORE_WORDS(out + AT, LOAD_WORDS(in + AT));
    memcpy(stated + AT, in + AT, VL * sizeof *in);
    vec_same("LOAD_WORDS, STORE_WORDS", out, stated, sizeof out);
    Words most = NO_WORDS();
    for (int i = 0; i < 2; i++)
        most = LARGER_SIZE(most, LOAD_WORDS(in + AT + i * VL));
    for (int i = 0; i < 2 * VL; i++)
        largest = largest < (in[AT + i] & 0x7fffu) ? in[AT + i] & 0x7fffu : largest;
    if (LARGEST_WORD(most) != largest)
        vec_wrong("NO_WORDS, LARGER_SIZE, LARGEST_WORD", 0);
}

#define CHECK_TO(operation, scalar, infinity)                                                      \
    do {                                                                                           \
        fresh16();                                                                                 \
        STORE_WORDS(out, operation(LOAD(x)));                                                      \
        for (int l = 0; l < VL; l++) {                                                             \
            const uint16_t number = scalar(x[l]);                                                  \
            if (out[l] != number && !(is_nan_of(out[l], infinity) && is_nan_of(number, infinity))) \
                vec_wrong(#operation, l);                                                          \
        }                                                                                          \
    } while (0)

static void check_pairs_product(void)
{
    T lanes[VL], numbers[VL];
    fresh();
    STORE(lanes, SET1_PAIR(x + AT));
    for (int l = 0; l < VL; l++)
        numbers[l] = x[AT + l % 2];
    vec_same("SET1_PAIR", lanes, numbers, sizeof lanes);
    for (int conjugate = 0; conjugate < 2; conjugate++) {
        STORE(lanes, CONJUGATED(conjugate, LOAD(x + AT)));
        for (int l = 0; l < VL; l++)
            numbers[l] = l % 2 && !conjugate ? -x[AT + l] : x[AT + l];
        same_numbers("CONJUGATED", lanes, numbers);
    }
    STORE(lanes, TIMES_PAIRS(LOAD(x), LOAD(y)));
    for (int l = 0; l < VL; l += 2) {
        numbers[l] = REF_FMA(x[l], y[l], -(x[l + 1] * y[l + 1]));
        numbers[l + 1] = REF_FMA(x[l + 1], y[l], x[l] * y[l + 1]);
    }
    same_numbers("TIMES_PAIRS", lanes, numbers);
}

void CHECK_OF(KERNELS)(void);
void CHECK_OF(KERNELS)(void)
{
    for (int i = 0; i < VEC_TRIALS; i++) {
        check_arithmetic();
        check_moves();
        check_words();
        fresh16();
        CHECK_LANES("FROM_F16", FROM_F16(LOAD_WORDS(in)), stet_f16_to_f32(in[l]));
        CHECK_LANES("FROM_BF16", FROM_BF16(LOAD_WORDS(in)), stet_bf16_to_f32(in[l]));
        CHECK_TO(TO_F16, stet_f16_from_f32, 0x7c00);
        CHECK_TO(TO_BF16, stet_bf16_from_f32, 0x7f80);
        check_pairs_product();
    }
}
