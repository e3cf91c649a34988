/* SPDX-License-Identifier: Apache-2.0 */
/* Between doubles and narrow numbers. A template in place of correct/kernel.h and fused_lines.h. */
#ifndef NARROW_VECTORS
#include "vec/narrow_plain.h"
#endif

#include "arith/bits.h"
#include "arith/fma.h"
#include "correct/number.h"
#include "stet.h"

#define IS_NAN(a) ((a) != (a))
#define NUMBER stet_from_bits_f64(vec_number(64, 52))
#define OF_DOUBLE(a) (a)
#define HALF_ULP 0x1p-53
#define REF_ADD(a, b) ((a) + (b))
#define REF_SUB(a, b) ((a) - (b))
#define REF_MUL(a, b) ((a) * (b))
#define REF_FMA(a, b, c) stet_soft_fma_f64(a, b, c)
#define NO_MOVES
#include "vec/numbers.h"

static float floats[ROOM];
static uint16_t words[ROOM];

static void fresh_narrow(void)
{
    fresh();
    for (int i = 0; i < ROOM; i++) {
        floats[i] = stet_from_bits_f32((uint32_t)vec_number(32, 23));
        words[i] = (uint16_t)(vec_random() >> 63 ? vec_number(16, 10) : vec_number(16, 7));
    }
}

/* What is not finite stays so; all else is exact. */
#define CHECK_WIDENED(operation, result, number)                                                   \
    do {                                                                                           \
        T narrow[VL];                                                                              \
        STORE(narrow, result);                                                                     \
        for (int l = 0; l < VL; l++) {                                                             \
            const double expected = (double)(number);                                              \
            if (memcmp(&narrow[l], &expected, sizeof(T)) != 0 &&                                   \
                !(narrow[l] - narrow[l] != 0 && expected - expected != 0))                         \
                vec_wrong(operation, l);                                                           \
        }                                                                                          \
    } while (0)

static void check_widening(void)
{
    V re, im;
    fresh_narrow();
    CHECK_WIDENED("WIDEN_F32", WIDEN_F32(floats + AT), floats[AT + l]);
    CHECK_WIDENED("WIDEN_F16", WIDEN_F16(words + AT), stet_f16_to_f32(words[AT + l]));
    CHECK_WIDENED("WIDEN_BF16", WIDEN_BF16(words + AT), stet_bf16_to_f32(words[AT + l]));
    WIDEN_PAIRS(floats + AT, &re, &im);
    CHECK_WIDENED("WIDEN_PAIRS", re, floats[AT + 2 * l]);
    CHECK_WIDENED("WIDEN_PAIRS", im, floats[AT + 2 * l + 1]);
}

static void check_sum(void)
{
    T parts[VL];
    fresh();
    memcpy(parts, x, sizeof parts);
    for (int count = VL / 2; count > 0; count /= 2)
        for (int l = 0; l < count; l++)
            parts[l] += parts[l + count];
    const double sum = SUM(LOAD(x));
    if (memcmp(&sum, parts, sizeof sum) != 0 && !(sum != sum && parts[0] != parts[0]))
        vec_wrong("SUM", 0);
    CHECK_LANES("SQRT", SQRT(a), __builtin_sqrt(x[AT + l]));
    fresh();
    for (int l = 0; l < VL; l++) {
        x[AT + l] = IS_NAN(x[AT + l]) ? 1 : x[AT + l];
        y[AT + l] = IS_NAN(y[AT + l]) || y[AT + l] == 0 ? 2 : y[AT + l];
        want[l] = x[AT + l] > y[AT + l] ? x[AT + l] : y[AT + l];
    }
    STORE(got, MAX(LOAD(x + AT), LOAD(y + AT)));
    vec_same("MAX", got, want, VL * sizeof(T));
}

#ifdef NARROW_VECTORS
static void check_order(void)
{
    V a, b;
    fresh();
    AS_PAIRS(LOAD(x), LOAD(y), &a, &b);
    STORE(got, a);
    STORE(got + VL, b);
    STORE_PAIRS(want, LOAD(x), LOAD(y));
    same("AS_PAIRS");
    AS_LANES(LOAD(x), LOAD(y), &a, &b);
    STORE(got, a);
    STORE(got + VL, b);
    STORE_LANES(want, LOAD(x), LOAD(y));
    same("AS_LANES");
    fresh_narrow();
    WIDEN_LANES(floats + AT, &a, &b);
    for (int i = 0; i < 2 * VL; i++)
        z[i] = (double)floats[AT + i];
    STORE(got, a);
    STORE(got + VL, b);
    LOAD_LANES(z, &a, &b);
    STORE(want, a);
    STORE(want + VL, b);
    same_numbers("WIDEN_LANES", got, want);
    same_numbers("WIDEN_LANES", got + VL, want + VL);
    STORE(got, WIDEN_REAL_LANES(floats + AT));
    STORE(want, LOAD_REAL_LANES(z));
    same_numbers("WIDEN_REAL_LANES", got, want);
    WIDEN_COLUMNS(floats + AT, &a, &b);
    STORE(got, a);
    STORE(got + VL, b);
    LOAD_COLUMNS(z, &a, &b);
    STORE(want, a);
    STORE(want + VL, b);
    same_numbers("WIDEN_COLUMNS", got, want);
    same_numbers("WIDEN_COLUMNS", got + VL, want + VL);
}

/* Numbers with a bound, beside midpoints of their format or anywhere. */
static double fresh_intervals(void)
{
    fresh_narrow();
    for (int l = 0; l < 2 * VL; l++) {
        const double number = (double)stet_f16_to_f32((uint16_t)vec_number(16, 10));
        x[l] = vec_random() >> 63 ? (double)floats[l] : number * (1 + 0x1p-11);
        x[l] = __builtin_isfinite(x[l]) ? x[l] : 1;
    }
    return __builtin_ldexp(1, -(int)(vec_random() % 60));
}

static void check_narrowing(void)
{
    float stated[ROOM];
    const double e = fresh_intervals();
    memcpy(stated, floats, sizeof stated);
    NARROW_F32(floats + AT, LOAD(x));
    for (int l = 0; l < VL; l++)
        stated[AT + l] = (float)x[l];
    vec_same("NARROW_F32", floats, stated, sizeof stated);
    unsigned set = NARROW_BOTH(SUB(LOAD(x), SET1(e)), ADD(LOAD(x), SET1(e)), floats + AT),
             want_set = 0;
    for (int l = 0; l < VL; l++) {
        stated[AT + l] = (float)(x[l] - e);
        want_set |= (unsigned)(stet_bits_f32((float)(x[l] - e)) != stet_bits_f32((float)(x[l] + e)))
                    << l;
    }
    vec_same("NARROW_BOTH", floats, stated, sizeof stated);
    if (set != want_set)
        vec_wrong("NARROW_BOTH", -1);
    ptrdiff_t list[2 * VL], count = LIST(set, 100, list), next = 0;
    for (int l = 0; l < VL; l++)
        if (set >> l & 1 && (next >= count || list[next++] != 100 + l))
            vec_wrong("LIST", l);
    if (next != count)
        vec_wrong("LIST", -1);
}

/* Number i of STORE_PAIRS or STORE_LANES is number place[i] of x and then those of its second half.
 */
static void check_narrowing_ordered(const char *name, unsigned narrow(V re, V im, V e, float *p),
                                    void plain(float *p, V re, V im), const int *place)
{
    float stated[ROOM];
    const double e = fresh_intervals();
    int differ = 0;
    memcpy(stated, floats, sizeof stated);
    const unsigned set = narrow(LOAD(x), LOAD(x + VL), SET1(e), floats + AT);
    for (int i = 0; i < 2 * VL; i++) {
        const double number = x[place[i]];
        stated[AT + i] = (float)number;
        differ |= (stet_bits_f64(number - e) ^ stet_bits_f64(number + e)) >> 28 != 0;
    }
    vec_same(name, floats, stated, sizeof stated);
    if ((set != 0) != differ)
        vec_wrong(name, -1);
    plain(floats + AT, LOAD(x), LOAD(x + VL));
    for (int i = 0; i < 2 * VL; i++)
        stated[AT + i] = (float)x[place[i]];
    vec_same(name, floats, stated, sizeof stated);
}

static unsigned narrow_pairs(V re, V im, V e, float *p) { return NARROW_PAIRS(re, im, e, p); }
static unsigned narrow_lanes(V re, V im, V e, float *p) { return NARROW_LANES(re, im, e, p); }
static void plain_pairs(float *p, V re, V im) { NARROW_PAIRS_F32(p, re, im); }
static void plain_lanes(float *p, V re, V im) { NARROW_LANES_F32(p, re, im); }

static void check_narrowing_pairs(void)
{
    double re[VL], im[VL], pairs[2 * VL];
    int place[2 * VL];
    for (int l = 0; l < VL; l++) {
        re[l] = l;
        im[l] = VL + l;
        place[2 * l] = l;
        place[2 * l + 1] = VL + l;
    }
    check_narrowing_ordered("NARROW_PAIRS", narrow_pairs, plain_pairs, place);
    STORE_LANES(pairs, LOAD(re), LOAD(im));
    for (int i = 0; i < 2 * VL; i++)
        place[i] = (int)pairs[i];
    check_narrowing_ordered("NARROW_LANES", narrow_lanes, plain_lanes, place);
}

/* It may leave numbers open, but not most of those that have room. */
static void check_16(const int is_f16)
{
    uint16_t stated[ROOM];
    static int left[2], all[2];
    const double e = fresh_intervals();
    memcpy(stated, words, sizeof stated);
    const unsigned set = NARROW_16(is_f16, LOAD(x), LOAD(x + VL), SET1(e), words + AT);
    for (int l = 0; l < 2 * VL; l++) {
        const uint16_t low = stet_to_16(is_f16, x[l] - e), high = stet_to_16(is_f16, x[l] + e);
        stated[AT + l] = set >> l & 1 ? words[AT + l] : low;
        if (!(set >> l & 1) && low != high)
            vec_wrong("NARROW_16", l);
        left[is_f16] += low == high && (low & 0x7fff) > 0x0400 && (set >> l & 1);
        all[is_f16] += low == high && (low & 0x7fff) > 0x0400;
    }
    vec_same("NARROW_16", words, stated, sizeof stated);
#ifdef DECIDE_16
    const unsigned decided = DECIDE_16(is_f16, LOAD(x), SET1(e), words + AT);
    for (int l = 0; l < VL; l++) {
        stated[AT + l] = stet_to_16(is_f16, x[l] - e);
        if ((decided >> l & 1) != (stated[AT + l] != stet_to_16(is_f16, x[l] + e)))
            vec_wrong("DECIDE_16", l);
    }
    vec_same("DECIDE_16", words, stated, sizeof stated);
#endif
    if (all[is_f16] > 1000 && left[is_f16] > all[is_f16] / 2)
        vec_wrong("NARROW_16 decides too little", is_f16);
}
#endif

void CHECK_OF(KERNELS)(void);
void CHECK_OF(KERNELS)(void)
{
    for (int i = 0; i < VEC_TRIALS; i++) {
        check_arithmetic();
        check_widening();
        check_sum();
#ifdef NARROW_VECTORS
        check_order();
        check_narrowing();
        check_narrowing_pairs();
        check_16(0);
        check_16(1);
#endif
    }
}
