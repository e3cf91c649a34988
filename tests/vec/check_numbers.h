/* SPDX-License-Identifier: Apache-2.0 */
/* The vectors of float and double, of binary16 in floats, and of binary16. A template in place of
 * lines/kernel.h. */
#include "arith/bits.h"
#include "arith/fma.h"
#include "lines/method.h"

#ifdef STET_OWN_F16_VECTORS
#include "vec/own16.h"
#elif defined(DOUBLE_WORDS)
#include "vec/double_word_reference.h"
#else
#define IS_NAN(a) ((a) != (a))
#define OF_DOUBLE(a) ((T)(a))
#endif
#ifdef SCALAR_ROUND
#define IS_F16
#elif VL == 1 && defined(STET_ARITH_ROUND16_H)
#define IS_F16
#endif

#ifdef STET_OWN_F16_VECTORS
#define SCALAR_ROUND
#elif defined(DOUBLE_WORDS)
/* has them all */
#elif defined(IS_F16)
#include "arith/round16.h"
#define HALF_ULP 0x1p-11
#define NUMBER stet_f16_to_f32((uint16_t)vec_number(16, 10))
#define REF_ADD(a, b) stet_add16(a, b)
#define REF_SUB(a, b) stet_sub16(a, b)
#define REF_MUL(a, b) stet_mul16(a, b)
#define REF_FMA(a, b, c) stet_fma16(a, b, c)
#else
#define HALF_ULP (sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53)
#define NUMBER                                                                                     \
    (sizeof(T) == sizeof(float) ? (T)stet_from_bits_f32((uint32_t)vec_number(32, 23))              \
                                : (T)stet_from_bits_f64(vec_number(64, 52)))
#define REF_ADD(a, b) ((a) + (b))
#define REF_SUB(a, b) ((a) - (b))
#define REF_MUL(a, b) ((a) * (b))
#define REF_FMA(a, b, c)                                                                           \
    (sizeof(T) == sizeof(float) ? (T)stet_soft_fma_f32((float)(a), (float)(b), (float)(c))         \
                                : (T)stet_soft_fma_f64((double)(a), (double)(b), (double)(c)))
#endif
#include "vec/numbers.h"

#if VL > 1
#ifndef SCALAR_ROUND
#ifdef DOUBLE_WORDS
static void check_scalar(void)
{
    fresh();
    for (int l = 0; l < VL; l++) {
        const T alone[] = {SCALAR_ADD(x[l], y[l]), SCALAR_SUB(x[l], y[l]), SCALAR_MUL(x[l], y[l])};
        const T lane[] = {REF_ADD(x[l], y[l]), REF_SUB(x[l], y[l]), REF_MUL(x[l], y[l])};
        for (int i = 0; i < 3; i++)
            if (memcmp(&alone[i], &lane[i], sizeof(T)) != 0 &&
                !(IS_NAN(alone[i]) && IS_NAN(lane[i])))
                vec_wrong("SCALAR_ADD, SCALAR_SUB, SCALAR_MUL", i);
    }
    CHECK_LANES("NEGATE", NEGATE(a), -x[AT + l]);
}
#else
static void check_scalar(void)
{
    fresh();
    got[0] = SCALAR_FMA(x[0], y[0], z[0]);
    want[0] = REF_FMA(x[0], y[0], z[0]);
    if (memcmp(got, want, sizeof(T)) != 0 && !(IS_NAN(got[0]) && IS_NAN(want[0])))
        vec_wrong("SCALAR_FMA", 0);
}
#endif
#endif

static void check_constants(void)
{
    if (VL != 1 << LOG2_VL || ROWS != 1 << LOG2_ROWS || ROWS != stet_rows_of(VL) ||
        (PRECISION_BITS == STET_F32) != (sizeof(T) == sizeof(float)))
        vec_wrong("VL, ROWS, PRECISION_BITS", 0);
}

/* In `got`: a multiple of a vector. */
static int aligned_place(void)
{
    int at = 0;
    while ((uintptr_t)(got + at) % sizeof(V) != 0)
        at++;
    return at;
}

#ifdef STORE_BACK
/* Does the work of STORE_BACK() by other functions. */
static void copy_back(T *p, T *q)
{
    const V re = REVERSE_RUNS(LOAD(x)), im = REVERSE_RUNS(LOAD(y));
#if ROWS < VL
    STORE_RUNS(p, q, re, im);
#else
    T pairs[2 * VL];
    STORE_LANES(pairs, re, im);
    memcpy(p, pairs, VL * sizeof(T));
    memcpy(q, pairs + VL, VL * sizeof(T));
#endif
}
#endif

static void check_runs(void)
{
    fresh();
    STORE(got, REVERSE(LOAD(x + AT)));
    for (int l = 0; l < VL; l++)
        want[l] = x[AT + VL - 1 - l];
    same("REVERSE");
    fresh();
    STORE(got, REVERSE_RUNS(LOAD(x + AT)));
    for (int l = 0; l < VL; l++)
        want[l] = x[AT + (ROWS - 1 - l / (VL / ROWS)) * (VL / ROWS) + l % (VL / ROWS)];
    same("REVERSE_RUNS");
    fresh();
    V low, high;
    INTERLEAVE(LOAD(x), LOAD(y), &low, &high);
    STORE(got + AT, low);
    STORE(got + AT + VL, high);
    for (int l = 0; l < VL; l++)
        state_pair(x, y, l, want + AT, l);
    same("INTERLEAVE");
    fresh();
    STREAM(got + aligned_place(), LOAD(x));
    STREAM_END();
    memcpy(want + aligned_place(), x, VL * sizeof(T));
    same("STREAM");
#if ROWS < VL
    fresh();
    STORE_RUNS(got + AT, got + AT + VL + 5, LOAD(x), LOAD(y));
    for (int l = 0; l < VL; l++)
        state_pair(x, y, l, want + AT + l % 2 * (VL + 5), l / 2);
    same("STORE_RUNS");
#endif
#ifdef STORE_BACK
    fresh();
    T *const q = got + AT + (ROWS < VL ? VL + 5 : VL);
    STORE_BACK(got + AT, q, LOAD(x), LOAD(y));
    copy_back(want + AT, want + (q - got));
    same("STORE_BACK");
#endif
}

#ifdef OWN_ROWS
static int row(int l) { return ROWS < VL ? l / 2 : column(l); }

static void check_rows(void)
{
    T rows[ROWS * VL];
    V a, b, columns[ROWS];
    fresh();
    PACK_ROWS(got + AT, x, y);
    for (int r = 0; r < ROWS; r++) {
        want[AT + stet_packed_place(PRECISION_BITS, VL, 0, r)] = x[r];
        want[AT + stet_packed_place(PRECISION_BITS, VL, 1, r)] = y[r];
    }
    same("PACK_ROWS");
    LOAD_PACKED(got + AT, &a, &b);
    STORE(got, a);
    STORE(got + VL, b);
    for (int l = 0; l < VL; l++) {
        want[l] = x[row(l)];
        want[VL + l] = y[row(l)];
    }
    same("LOAD_PACKED");
    for (int i = 0; i < ROWS * VL; i++)
        rows[i] = (T)i;
    LOAD_TRANSPOSED(rows, VL, columns);
    for (int i = 0; i < ROWS; i++) {
        STORE(got, columns[i]);
        for (int l = 0; l < VL; l++)
            for (int from = 0; from < VL; from++)
                if (column(from) == i * (VL / ROWS) + l % (VL / ROWS))
                    want[l] = rows[row(l) * VL + from];
        same("LOAD_TRANSPOSED");
    }
}
#endif

#ifndef STET_NO_SMALL
/* What a lane has among the pairs in memory: exchange e of small.h is of this bit of the lane, and
 * has found it as bit log2 VL - 1 - e of the place. */
static int place_loaded(int l)
{
    int place = 0;
    for (int e = 0; e < LOG2_VL; e++)
        place |= (l >> stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e) & 1) << (LOG2_VL - 1 - e);
    return place;
}

/* Pairs are interleaved within 16 bytes: the lowest bit of the lane that is beyond a run of those,
 * 0 of double, 1 of float and 2 of binary16, goes to the top. */
static int place_stored(int l)
{
    const int bit = sizeof(T) == 2 ? 2 : sizeof(T) == 4 ? 1 : 0; /* floats may hold binary16 */
    return (l >> bit & 1) * (VL / 2) + (l >> (bit + 1) << bit) + (l & ((1 << bit) - 1));
}

static void check_small(void)
{
    V re, im;
    fresh();
    LOAD_LANES(x + AT, &re, &im);
    STORE(got, re);
    STORE(got + VL, im);
    for (int l = 0; l < VL; l++) {
        want[l] = x[AT + 2 * place_loaded(l)];
        want[VL + l] = x[AT + 2 * place_loaded(l) + 1];
    }
    same("LOAD_LANES");
    fresh();
    STORE(got, LOAD_REAL_LANES(x + AT));
    for (int l = 0; l < VL; l++)
        want[l] = x[AT + place_loaded(l)];
    same("LOAD_REAL_LANES");
    fresh();
    STORE_LANES(got + AT, LOAD(x), LOAD(y));
    for (int l = 0; l < VL; l++)
        state_pair(x, y, l, want + AT, place_stored(l));
    same("STORE_LANES");
}
#endif
#endif

void CHECK_OF(KERNELS)(void);
void CHECK_OF(KERNELS)(void)
{
#if VL > 1
    check_constants();
#endif
    for (int i = 0; i < VEC_TRIALS; i++) {
        check_arithmetic();
#if VL > 1
        check_moves();
        check_runs();
#ifdef OWN_ROWS
        check_rows();
#endif
#ifndef STET_NO_SMALL
        check_small();
#endif
#ifndef SCALAR_ROUND
        check_scalar();
#endif
#endif
    }
}
