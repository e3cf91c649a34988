/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of T, and the operations that all vector types of them have. A template; before it come T,
 * V and what these say: NUMBER          a random T OF_DOUBLE(a)    as T, which holds it HALF_ULP of
 * 1, in double IS_NAN(a)       of a T REF_ADD, REF_SUB, REF_MUL, REF_FMA    the operations, of
 * numbers */
#include <string.h>

#include "vec/check.h"

#ifndef REF_FNMA
#define REF_FNMA(a, b, c) REF_FMA(-(a), b, c)
#endif

/* Two complex vectors and what lies before and behind. */
enum { ROOM = 4 * VL + 16 };
#define AT vec_at

static T x[ROOM], y[ROOM], z[ROOM], got[ROOM], want[ROOM];

/* x y + z is a midpoint of two numbers or so near to one that it may be taken for it. */
static void near_midpoint(T *a, T *b, T *c)
{
    const uint64_t r = vec_random();
    const double h = HALF_ULP, i = (double)(r & 3), j = (double)(r >> 2 & 7);
    const double k = (double)(r >> 8 & 0x3ff), sign = r >> 63 ? -1 : 1;
    *a = OF_DOUBLE(sign * h * (1 + 2 * h * i));
    *b = OF_DOUBLE((r >> 62 & 1 ? -1 : 1) * (1 - h * j));
    *c = OF_DOUBLE(sign * (1 + 2 * h * k));
}

static void fresh(void)
{
    for (int i = 0; i < ROOM; i++) {
        x[i] = NUMBER;
        y[i] = NUMBER;
        z[i] = NUMBER;
        if (vec_random() >> 62 == 0)
            near_midpoint(&x[i], &y[i], &z[i]);
        want[i] = NUMBER;
    }
    memcpy(got, want, sizeof got);
}

static void same(const char *operation) { vec_same(operation, got, want, sizeof got); }

/* Results of arithmetic: NaN may have any payload. */
static void same_numbers(const char *operation, const T *a, const T *b)
{
    for (int l = 0; l < VL; l++)
        if (memcmp(&a[l], &b[l], sizeof(T)) != 0 && !(IS_NAN(a[l]) && IS_NAN(b[l])))
            vec_wrong(operation, l);
}

#define CHECK_LANES(operation, result, lane)                                                       \
    do {                                                                                           \
        fresh();                                                                                   \
        const V a = LOAD(x + AT), b = LOAD(y + AT), c = LOAD(z + AT);                              \
        T lanes[VL], expected[VL];                                                                 \
        (void)a, (void)b, (void)c;                                                                 \
        STORE(lanes, result);                                                                      \
        for (int l = 0; l < VL; l++)                                                               \
            expected[l] = lane;                                                                    \
        same_numbers(operation, lanes, expected);                                                  \
    } while (0)

static void check_arithmetic(void)
{
    fresh();
    STORE(got + AT, LOAD(x + AT));
    memcpy(want + AT, x + AT, VL * sizeof(T));
    same("LOAD, STORE");
    CHECK_LANES("SET1", SET1(x[AT]), x[AT]);
    CHECK_LANES("ADD", ADD(a, b), REF_ADD(x[AT + l], y[AT + l]));
    CHECK_LANES("SUB", SUB(a, b), REF_SUB(x[AT + l], y[AT + l]));
    CHECK_LANES("MUL", MUL(a, b), REF_MUL(x[AT + l], y[AT + l]));
    CHECK_LANES("FMA", FMA(a, b, c), REF_FMA(x[AT + l], y[AT + l], z[AT + l]));
    CHECK_LANES("FNMA", FNMA(a, b, c), REF_FNMA(x[AT + l], y[AT + l], z[AT + l]));
}

#if VL > 1 && !defined(NO_MOVES)
/* Column of lane l in the last part of a transform: vec/README.md. */
#ifndef OWN_ROWS
static int column(int l) { return l; }
#elif ROWS < VL && defined STET_OWN_F16_VECTORS
static int column(int l) { return l; }
#elif ROWS < VL
static int column(int l) { return l % 2 + l / 2 % 2 * (VL / 2) + l / 4 * 2; }
#else
static int column(int l) { return l / 2 + l % 2 * (VL / 2); }
#endif

/* Lane l of the vectors of real and of imaginary parts becomes pair `to` at p. */
static void state_pair(const T *re, const T *im, int l, T *p, int to)
{
    p[2 * to] = re[l];
    p[2 * to + 1] = im[l];
}

static void check_select(void)
{
    T mask[VL], lanes[VL];
    fresh();
    memset(mask, 0, sizeof mask);
    for (int l = 0; l < VL; l++) {
        const int b = (int)(vec_random() >> 63);
        memset(&mask[l], b ? 0xff : 0, sizeof(T));
        want[l] = b ? y[AT + l] : x[AT + l];
    }
    STORE(lanes, SELECT(LOAD(mask), LOAD(x + AT), LOAD(y + AT)));
    vec_same("SELECT", lanes, want, sizeof lanes);
}

static void check_pairs(void)
{
    V re, im;
    fresh();
    LOAD_PAIRS(x + AT, &re, &im);
    STORE(got, re);
    STORE(got + VL, im);
    for (int l = 0; l < VL; l++) {
        want[l] = x[AT + 2 * l];
        want[VL + l] = x[AT + 2 * l + 1];
    }
    same("LOAD_PAIRS");
    fresh();
    STORE_PAIRS(got + AT, LOAD(x), LOAD(y));
    for (int l = 0; l < VL; l++)
        state_pair(x, y, l, want + AT, l);
    same("STORE_PAIRS");
}

static void check_columns(void)
{
    V re, im;
    fresh();
    LOAD_COLUMNS(x + AT, &re, &im);
    STORE(got, re);
    STORE(got + VL, im);
    for (int l = 0; l < VL; l++) {
        want[l] = x[AT + 2 * column(l)];
        want[VL + l] = x[AT + 2 * column(l) + 1];
    }
    same("LOAD_COLUMNS");
    fresh();
    STORE(got, LOAD_REAL_COLUMNS(x + AT));
    for (int l = 0; l < VL; l++)
        want[l] = x[AT + column(l)];
    same("LOAD_REAL_COLUMNS");
}

static void check_transpose(void)
{
    for (int h = 1; h < VL; h *= 2) {
        fresh();
        V a = LOAD(x), b = LOAD(y);
        TRANSPOSE(h, &a, &b);
        STORE(got, a);
        STORE(got + VL, b);
        for (int l = 0; l < VL; l++) {
            want[l] = l & h ? y[l - h] : x[l];
            want[VL + l] = l & h ? y[l] : x[l + h];
        }
        same("TRANSPOSE");
    }
}

static void check_moves(void)
{
    check_select();
    check_pairs();
    check_columns();
    check_transpose();
}
#endif
