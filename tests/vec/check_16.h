/* SPDX-License-Identifier: Apache-2.0 */
/* What reads and writes 16 bits as floats. A template in place of half/direct.h. */
#include "arith/bits.h"
#include "arith/fma.h"
#include "lines/method.h"

#ifdef STET_OWN_F16_VECTORS
#include "vec/own16.h"
#define NUMBER16 ((uint16_t)vec_number(16, 10))
#define HALF_STEP 0x1000
#define WIDE from_bits16
#define NARROW bits16
#elif defined(STET_BF16_LINES)
static float near_number16(void);
/* NaN as kernels have them: the lower half is zero. (gcc 12 makes a test of a != a here nothing.)
 */
static inline float narrowable(float a)
{
    const uint32_t bits = stet_bits_f32(a);
    return (bits & 0x7fffffff) > 0x7f800000 ? stet_from_bits_f32(bits & 0xffff0000) : a;
}
#define NUMBER16 ((uint16_t)vec_number(16, 7))
#define NUMBER narrowable(near_number16())
#define HALF_STEP 0x8000
#define WIDE stet_bf16_to_f32
#define NARROW stet_bf16_from_f32
#else
static float near_number16(void);
#define NUMBER16 ((uint16_t)vec_number(16, 10))
#define NUMBER near_number16()
#define HALF_STEP 0x1000
#define WIDE stet_f16_to_f32
#define NARROW stet_f16_from_f32
#endif
#ifndef STET_OWN_F16_VECTORS
#define IS_NAN(a) ((a) != (a))
#define OF_DOUBLE(a) ((T)(a))
#define HALF_ULP 0x1p-24
#define REF_ADD(a, b) ((a) + (b))
#define REF_SUB(a, b) ((a) - (b))
#define REF_MUL(a, b) ((a) * (b))
#define REF_FMA(a, b, c) stet_soft_fma_f32(a, b, c)
#endif
#include "vec/numbers.h"

#ifndef STET_OWN_F16_VECTORS
/* Any float, or one at or beside the midpoint of two numbers of 16 bits. */
static float near_number16(void)
{
    const uint64_t r = vec_random();
    const uint32_t beside = HALF_STEP + (uint32_t)(r >> 32) % 3 - 1;
    return r & 1 ? stet_from_bits_f32((uint32_t)vec_number(32, 23))
                 : stet_from_bits_f32(stet_bits_f32(WIDE(NUMBER16)) + beside);
}
#endif

static uint16_t in[ROOM], out[ROOM], stated[ROOM];

static void fresh16(void)
{
    fresh();
    for (int i = 0; i < ROOM; i++) {
        in[i] = NUMBER16;
        stated[i] = NUMBER16;
    }
    memcpy(out, stated, sizeof out);
}

static int is_nan16(uint16_t a) { return (a & 0x7fff) > INFINITE; }

static void same16(const char *operation)
{
    for (int i = 0; i < ROOM; i++)
        if (out[i] != stated[i] && !(is_nan16(out[i]) && is_nan16(stated[i])))
            vec_wrong(operation, i);
}

/* Two vectors that were read are numbers number(l) and, if a pair, the next ones. */
#define CHECK_READ(operation, re, im, number)                                                      \
    do {                                                                                           \
        T lanes[2 * VL], numbers[2 * VL];                                                          \
        STORE(lanes, re);                                                                          \
        STORE(lanes + VL, im);                                                                     \
        for (int l = 0; l < VL; l++) {                                                             \
            numbers[l] = WIDE(in[AT + (number)]);                                                  \
            numbers[VL + l] = WIDE(in[AT + 1 + (number)]);                                         \
        }                                                                                          \
        same_numbers(operation, lanes, numbers);                                                   \
        same_numbers(operation, lanes + VL, numbers + VL);                                         \
    } while (0)

/* See check_numbers.h. */
#ifdef STET_OWN_F16_VECTORS
enum { INSIDE = 2 };
#else
enum { INSIDE = 1 };
#endif
static int place_loaded(int l)
{
    int place = 0;
    for (int e = 0; e < LOG2_VL; e++)
        place |= (l >> stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e) & 1) << (LOG2_VL - 1 - e);
    return place;
}
static int place_stored(int l)
{
    return (l >> INSIDE & 1) * (VL / 2) + (l >> (INSIDE + 1) << INSIDE) + (l & ((1 << INSIDE) - 1));
}

static void check_reading(void)
{
    V re, im;
    fresh16();
    widen_pairs(load_pairs(in + AT), &re, &im);
    CHECK_READ("load_pairs, widen_pairs", re, im, 2 * l);
    read_columns(in + AT, &re, &im);
    CHECK_READ("read_columns", re, im, 2 * column(l));
    read_lanes(in + AT, &re, &im);
    CHECK_READ("read_lanes", re, im, 2 * place_loaded(l));
    CHECK_READ("read_reals", read_reals(in + AT), read_reals(in + AT + 1), l);
    CHECK_READ("read_real_columns", read_real_columns(in + AT), read_real_columns(in + AT + 1),
               column(l));
    for (int l = 0; l < VL; l++) {
        const T one = read_one(in + AT + l), number = WIDE(in[AT + l]);
        if (memcmp(&one, &number, sizeof one) != 0 && !IS_NAN(one))
            vec_wrong("read_one", l);
    }
}

static void state_narrow(int l, int to)
{
    stated[to] = NARROW(x[l]);
    stated[to + 1] = NARROW(y[l]);
}

/* Whether all numbers written are finite is known afterwards. */
static void check_most(const char *operation, Most most)
{
    int finite = 1;
    for (int l = 0; l < VL; l++)
        finite &= (NARROW(x[l]) & 0x7fff) < INFINITE && (NARROW(y[l]) & 0x7fff) < INFINITE;
    if (IS_FINITE(most) != finite)
        vec_wrong(operation, -1);
    const Most before = LARGER(most, NOTHING_YET(NULL));
    if (IS_FINITE(before) != finite)
        vec_wrong("LARGER, NOTHING_YET", -1);
}

/* All finite but for one number, or for none. */
static void fresh_narrow(void)
{
    fresh16();
    const int odd = (int)(vec_random() % (4 * VL));
    for (int l = 0; l < VL; l++) {
        x[l] = l == odd || (NARROW(x[l]) & 0x7fff) < INFINITE ? x[l] : WIDE(0);
        y[l] = VL + l == odd || (NARROW(y[l]) & 0x7fff) < INFINITE ? y[l] : WIDE(0);
    }
}

static void check_writing(void)
{
    Most most = NOTHING_YET(NULL);
    fresh_narrow();
    store_pairs(out + AT, narrow_pairs(LOAD(x), LOAD(y)));
    for (int l = 0; l < VL; l++)
        state_narrow(l, AT + 2 * l);
    same16("narrow_pairs, store_pairs");
    note(load_pairs(out + AT), &most);
    check_most("note", most);
    most = NOTHING_YET(NULL);
    fresh_narrow();
    write_lanes(out + AT, LOAD(x), LOAD(y), &most);
    for (int l = 0; l < VL; l++)
        state_narrow(l, AT + 2 * place_stored(l));
    same16("write_lanes");
    check_most("write_lanes", most);
#if ROWS < VL
    most = NOTHING_YET(NULL);
    fresh_narrow();
    write_runs(out + AT, out + AT + VL + 5, LOAD(x), LOAD(y), &most);
    for (int l = 0; l < VL; l++)
        state_narrow(l, AT + l / 2 * 2 + l % 2 * (VL + 5));
    same16("write_runs");
    check_most("write_runs", most);
#endif
    most = NOTHING_YET(NULL);
    fresh_narrow();
    write_pairs(out + AT, LOAD(x), LOAD(y), &most);
    for (int l = 0; l < VL; l++)
        state_narrow(l, AT + 2 * l);
    same16("write_pairs");
    check_most("write_pairs", most);
}

void CHECK_OF(KERNELS)(void);
void CHECK_OF(KERNELS)(void)
{
    for (int i = 0; i < VEC_TRIALS; i++) {
        check_arithmetic();
        check_moves();
#ifndef STET_OWN_F16_VECTORS
        CHECK_LANES("FMS", FMS(a, b, c), REF_FMA(x[AT + l], y[AT + l], -z[AT + l]));
#endif
        check_reading();
        check_writing();
    }
}
