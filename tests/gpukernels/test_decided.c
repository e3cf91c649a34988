/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct on devices: what the kernels decide by themselves, with the bits of the CPU, and
 * that nothing of it is left: noise, music, tones on a bin and beside one, constants, integers,
 * impulses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arith/bits.h"
#include "emulate/emulate.h"
#include "lib/generate.h"
#include "lib/transform.h"

enum { BATCH = 2 };

enum signal {
    NOISE,
    MUSIC,
    TONE,
    BESIDE,
    CONSTANT,
    INTEGERS,
    IMPULSE,
    ROW,
    SIGNALS,
    PELL,
    LESS,
    TIES
};
static const char *const names[] = {"noise",           "16-bit music", "tone on a bin",
                                    "tone beside one", "constant",     "integers",
                                    "impulse",         "one row",      "",
                                    "Pell's numbers",  "less",         "ties"};

/* sin(2 pi x), with an error that no test minds: tones are rounded anyhow, but the same numbers
 * have to come again after half a turn and a quarter. */
static double sine(double x)
{
    x -= (double)(long)x;
    if (x >= 0.5)
        return -sine(x - 0.5);
    if (x > 0.25)
        return sine(0.5 - x);
    const double a = 6.283185307179586 * x, s = a * a;
    return a * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))));
}

/* Three floats at numbers 0, 8, 16 that are p, and at 1, 9, 17 that are -2 q, p^2 - 2 q^2 = 1, p
 * being somewhat above `least`: eight turns a row give p - q sqrt 2 = 1/(p + q sqrt 2), which is no
 * zero, but its conjugate p + q sqrt 2 alone says so. */
static double pell(ptrdiff_t i, int64_t least)
{
    int64_t p = 3, q = 2;
    if (i > 17 || i % 8 > 1)
        return 0;
    while (p < least) {
        const int64_t next = 3 * p + 4 * q;
        q = 2 * p + 3 * q;
        p = next;
    }
    int64_t left = i % 8 ? -2 * q : p;
    for (; i >= 8; i -= 8)
        left -= (int64_t)(float)left;
    return (double)(float)left;
}

static double number_of(enum signal signal, ptrdiff_t i, ptrdiff_t n, int part, uint64_t *seed)
{
    const double random = (double)(generate_next(seed) >> 40) * 0x1p-23 - 1;
    const double turns = signal == TONE ? 3 * (double)(i % n) : 3.3 * (double)(i % n);
    switch (signal) {
    case MUSIC:
        return part ? 0 : (double)(long)(12000 * sine(turns / (double)n) + 9000 * random) * 0x1p-15;
    case TONE:
    case BESIDE: return sine(turns / (double)n + (part ? 0.0 : 0.25));
    case CONSTANT: return part ? 0.3 : 0.7;
    case INTEGERS: return (double)(long)(128 * random);
    case IMPULSE: return i == n / 3 && !part ? 1 : 0;
    case PELL: return part ? 0 : pell(i, (int64_t)1 << 58);
    case LESS: return part ? 0 : pell(i, (int64_t)1 << 44);
    case TIES: return i == 264 + 1 ? 256 : i == 5 * 264 + 4 ? 1 : 0;
    case ROW: return i < 4 ? 0.1 : 0;
    default: return random;
    }
}

static void put(stet_precision precision, void *x, size_t i, double v)
{
    if (precision == STET_F32)
        ((float *)x)[i] = (float)v;
    else if (precision == STET_F16)
        ((uint16_t *)x)[i] = stet_f16_from_f32((float)v);
    else
        ((uint16_t *)x)[i] = (uint16_t)(stet_bits_f32((float)v) >> 16);
}

/* Transforms of a batch that were left to the CPU; the others have its bits. */
static int left_of(const struct transform *t, enum signal signal, uint64_t seed)
{
    stet_dim dims[TRANSFORM_RANK], batch;
    stet_options o = transform_options(t, dims);
    const size_t in = transform_reals(t, SIDE_IN), out = transform_reals(t, SIDE_OUT);
    const size_t parts = transform_is_complex(t, SIDE_IN) ? 2 : 1;
    batch = (stet_dim){BATCH, (ptrdiff_t)(in / parts),
                       (ptrdiff_t)(out / (transform_is_complex(t, SIDE_OUT) ? 2 : 1))};
    o.batch = &batch;
    o.batch_rank = 1;
    void *x = transform_alloc(t, SIDE_IN, BATCH), *y = transform_alloc(t, SIDE_OUT, BATCH);
    void *want = transform_alloc(t, SIDE_OUT, BATCH);
    for (size_t i = 0; i < in * BATCH; i++)
        put(t->precision, x, i,
            number_of(signal, (ptrdiff_t)(i % in / parts), (ptrdiff_t)(in / parts),
                      (int)(i % parts), &seed));
    stet_gpu_lowering *plan;
    assert_int_equal(stet_gpu_lower(&plan, &o, NULL), STET_OK);
    char *work = malloc(plan->workspace + 1);
    memset(work, 0xff, plan->workspace);
    const stet_gpu_arrays arrays = {x, y, work, (int)(seed & 1)};
    assert_int_equal(stet_gpu_emulate(plan, &arrays), STET_OK);
    assert_int_equal(stet_transform(&o, x, want), STET_OK);
    int left = 0;
    for (size_t b = 0; b < BATCH; b++) {
        const size_t at = b * transform_bytes(t, SIDE_OUT);
        uint32_t open;
        memcpy(&open, work + plan->open + 4 * b, 4);
        left += open != 0;
        const size_t first = first_difference((char *)y + at, (char *)want + at, t->precision, out);
        if (open == 0 && first < out)
            fail_msg("%s, kind %d, precision %d, %td x %td: number %zu of %zu differs",
                     names[signal], (int)t->kind, (int)t->precision, t->n[0], t->n[1], first, b);
    }
    stet_gpu_lowering_destroy(plan);
    free(work);
    free(x);
    free(y);
    free(want);
    return left;
}

static struct transform transform_of(stet_kind kind, stet_precision precision, stet_norm norm,
                                     int inverse, ptrdiff_t n, ptrdiff_t m)
{
    struct transform t = {.kind = kind,
                          .precision = precision,
                          .level = STET_LEVEL_CORRECT,
                          .norm = norm,
                          .half_mode = STET_HALF_IO,
                          .rank = m > 1 ? 2 : 1,
                          .n = {n, m}};
    t.direction = kind == STET_R2C || (kind == STET_C2C && !inverse) ? STET_FORWARD : STET_INVERSE;
    return t;
}

/* Nothing of one dimension is left, whatever it is. */
static void test_lines(void **state)
{
    static const ptrdiff_t lengths[] = {1,  2,  3,  4,  5,  8,   12,  16,
                                        17, 30, 48, 64, 94, 100, 105, 256};
    (void)state;
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int kind = STET_C2C; kind <= STET_C2R; kind++)
            for (int s = 0; s < SIGNALS; s++) {
                const stet_precision precision =
                    (stet_precision[]){STET_F32, STET_F16, STET_BF16}[seed % 5 / 2];
                const struct transform t = transform_of(
                    (stet_kind)kind, precision, STET_NORM_BACKWARD, (int)(seed % 2), lengths[i], 1);
                const int left = left_of(&t, (enum signal)s, ++seed);
                if (left > 0)
                    fail_msg("%s, kind %d, precision %d, %td: %d left", names[s], kind,
                             (int)precision, lengths[i], left);
            }
}

/* Nor of longer ones in float. */
static void test_long(void **state)
{
    static const ptrdiff_t lengths[] = {1000, 1024, 4096};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int s = 0; s < SIGNALS; s++) {
            const struct transform t =
                transform_of(s % 2 ? STET_R2C : STET_C2C, STET_F32,
                             s % 3 ? STET_NORM_FORWARD : STET_NORM_BACKWARD, 0, lengths[i], 1);
            const int left = left_of(&t, (enum signal)s, (uint64_t)s + 7);
            if (left > 0)
                fail_msg("%s, %td: %d left", names[s], lengths[i], left);
        }
}

/* Above 65536 points there are no sums, and rounds decide all. */
static void test_longest(void **state)
{
    static const enum signal signals[] = {NOISE, MUSIC, TONE};
    (void)state;
    for (size_t s = 0; s < sizeof signals / sizeof *signals; s++) {
        const struct transform t = transform_of(signals[s] == MUSIC ? STET_R2C : STET_C2C, STET_F32,
                                                STET_NORM_BACKWARD, 0, 66150, 1);
        const int left = left_of(&t, signals[s], 3);
        if (left > 0)
            fail_msg("%s, %td: %d left", names[signals[s]], t.n[0], left);
    }
}

/* Nor of several dimensions: outputs v k have ties and zeros together. */
static void test_planes(void **state)
{
    static const ptrdiff_t sides[][2] = {{4, 6}, {16, 16}, {5, 12}, {32, 9}, {8, 64}};
    static const enum signal signals[] = {NOISE,    MUSIC,    TONE,    BESIDE,
                                          CONSTANT, INTEGERS, IMPULSE, ROW};
    (void)state;
    uint64_t seed = 5;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int kind = STET_C2C; kind <= STET_C2R; kind++)
            for (size_t s = 0; s < sizeof signals / sizeof *signals; s++) {
                const struct transform t =
                    transform_of((stet_kind)kind, seed % 3 ? STET_F32 : STET_F16, STET_NORM_ORTHO,
                                 (int)(seed % 2), sides[i][0], sides[i][1]);
                const int left = left_of(&t, signals[s], ++seed);
                if (left > 0)
                    fail_msg("%s, kind %d, %td x %td: %d left", names[signals[s]], kind, t.n[0],
                             t.n[1], left);
            }
}

/* Nor of what is decided by rounds, that is in double-double: tones, of which sums of double leave
 * thousands of numbers; and ties and zeros of several dimensions. */
static void test_rounds(void **state)
{
    static const ptrdiff_t sides[][2] = {{2100, 1}, {2311, 1}, {4096, 1}, {48, 64}, {45, 51}};
    static const enum signal signals[] = {TONE, CONSTANT};
    (void)state;
    uint64_t seed = 9;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int kind = STET_C2C; kind <= STET_C2R; kind++)
            for (size_t s = 0; s < sizeof signals / sizeof *signals; s++) {
                const struct transform t =
                    transform_of((stet_kind)kind, seed % 4 ? STET_F32 : STET_BF16,
                                 seed % 3 ? STET_NORM_BACKWARD : STET_NORM_ORTHO, (int)(seed % 2),
                                 sides[i][0], sides[i][1]);
                const int left = left_of(&t, signals[s], ++seed);
                if (left > 0)
                    fail_msg("%s, kind %d, precision %d, %td x %td: %d left", names[signals[s]],
                             kind, (int)t.precision, t.n[0], t.n[1], left);
            }
    const struct transform t = transform_of(STET_C2C, STET_F32, STET_NORM_BACKWARD, 0, 1 << 14, 1);
    assert_int_equal(left_of(&t, TONE, 14), 0);
}

/* What is as near to 0 as no sum tells is not taken for 0: it is left. */
static void test_no_zero(void **state)
{
    static const ptrdiff_t sides[][2] = {{8, 8}, {4096, 1}, {64, 64}, {1 << 17, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const struct transform t =
            transform_of(STET_R2C, STET_F32, STET_NORM_BACKWARD, 0, sides[i][0], sides[i][1]);
        assert_int_equal(left_of(&t, i == 0 ? LESS : PELL, 1), BATCH);
    }
}

/* 257 i/2 is an output at (66, 88) of 264 x 264, a tie of bfloat16; of its conjugates half a
 * spectrum has a mirror image alone. */
static void test_mirrored(void **state)
{
    (void)state;
    const struct transform t = transform_of(STET_R2C, STET_BF16, STET_NORM_BACKWARD, 0, 264, 264);
    assert_int_equal(left_of(&t, TIES, 1), 0);
}

/* A table: how many of some transforms of each kind of signal are left to the CPU, complex, float.
 */
static int print_table(int most, int least)
{
    printf("%8s", "points");
    for (int s = 0; s < SIGNALS; s++)
        printf("  %s", names[s]);
    printf("\n");
    for (int log2 = least; log2 <= most; log2++) {
        const struct transform t =
            transform_of(STET_C2C, STET_F32, STET_NORM_BACKWARD, 0, (ptrdiff_t)1 << log2, 1);
        printf("%8td", t.n[0]);
        for (int s = 0; s < SIGNALS; s++)
            printf("  %*d", (int)strlen(names[s]), left_of(&t, (enum signal)s, (uint64_t)log2));
        printf("\n");
        (void)fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return print_table(atoi(argv[1]), argc > 2 ? atoi(argv[2]) : 4);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),    cmocka_unit_test(test_long),
        cmocka_unit_test(test_longest),  cmocka_unit_test(test_planes),
        cmocka_unit_test(test_rounds),   cmocka_unit_test(test_no_zero),
        cmocka_unit_test(test_mirrored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
