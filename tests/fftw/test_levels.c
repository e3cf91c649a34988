/* SPDX-License-Identifier: Apache-2.0 */
/* STET_LEVEL: every kind of transform at every level has the bits of stet.h, and bits of its own;
 * what a precision does not have gives NULL. */
#include "fftw_test.h"

enum { MOST = 4000, ROWS = 3, COLUMNS = 30, SIZE = ROWS * COLUMNS };

static real in[MOST], out[MOST], expected[MOST];
static uint64_t state = 7;
static const ptrdiff_t lengths[2] = {ROWS, COLUMNS};

static const struct {
    const char *name;
    stet_level level;
} levels[] = {{"native", STET_LEVEL_NATIVE},
              {"extended", STET_LEVEL_EXTENDED},
#if STET_FFTW_BITS == 32
              {"extended-ff", STET_LEVEL_EXTENDED_FF},
#endif
              {"correct", STET_LEVEL_CORRECT}};
enum { LEVELS = sizeof levels / sizeof *levels };

static int clean(void **unused)
{
    (void)unused;
    return unsetenv("STET_LEVEL");
}

static FFTW(plan) plan_of(kind k)
{
    pair *const pairs_in = (pair *)in, *const pairs_out = (pair *)out;
    switch (k) {
    case C2C: return FFTW(plan_dft_2d)(ROWS, COLUMNS, pairs_in, pairs_out, 1, FFTW_ESTIMATE);
    case R2C: return FFTW(plan_dft_r2c_2d)(ROWS, COLUMNS, in, pairs_out, FFTW_ESTIMATE);
    default: return FFTW(plan_dft_c2r_2d)(ROWS, COLUMNS, pairs_in, out, FFTW_ESTIMATE);
    }
}

static void run(FFTW(plan) p)
{
    memset(out, 0xff, sizeof out);
    assert_non_null(p);
    FFTW(execute)(p);
    FFTW(destroy_plan)(p);
}

/* The spectrum of a real array, so that c2r has one. */
static void fill_spectrum(void)
{
    fill_random(&state, expected, SIZE);
    stet_reference(R2C, 0, 2, lengths, expected, in, STET_LEVEL_NATIVE);
}

static void fourier(void **unused)
{
    (void)unused;
    for (int k = C2C; k <= C2R; k++) {
        const size_t count = reals_of((kind)k, 1, 2, lengths);
        real native[MOST];
        int differ = 0;
        fill_random(&state, in, 2 * (size_t)SIZE);
        if (k == C2R)
            fill_spectrum();
        for (int i = 0; i < LEVELS; i++) {
            setenv("STET_LEVEL", levels[i].name, 1);
            run(plan_of((kind)k));
            stet_reference((kind)k, 1, 2, lengths, in, expected, levels[i].level);
            assert_same_bits(out, expected, count);
            if (i == 0)
                memcpy(native, out, sizeof native);
            differ += memcmp(native, out, count * sizeof *out) != 0;
        }
        assert_int_equal(differ, LEVELS - 1);
    }
}

static void real_to_real(void **unused)
{
    (void)unused;
    for (int which = 0; which < R2R_KINDS; which++) {
        const int kinds[2] = {which, R2R_KINDS - 1 - which};
        int differ = 0;
        real native[SIZE];
        fill_random(&state, in, SIZE);
        for (int i = 0; i < LEVELS; i++) {
            setenv("STET_LEVEL", levels[i].name, 1);
            run(FFTW(plan_r2r_2d)(ROWS, COLUMNS, in, out, (FFTW(r2r_kind))kinds[0],
                                  (FFTW(r2r_kind))kinds[1], FFTW_ESTIMATE));
            stet_reference_r2r(2, lengths, kinds, in, expected, levels[i].level);
            assert_same_bits(out, expected, SIZE);
            if (i == 0)
                memcpy(native, out, sizeof native);
            differ += memcmp(native, out, sizeof native) != 0;
        }
        assert_int_equal(differ, LEVELS - 1);
    }
}

/* Split arrays with their numbers in reverse, which goes through memory of the plan. */
static void through_memory(void **unused)
{
    (void)unused;
    const FFTW(iodim64) dim = {COLUMNS, -1, 1};
    real pairs[2 * COLUMNS];
    fill_random(&state, in, 2 * COLUMNS);
    for (int j = 0; j < COLUMNS; j++) {
        pairs[2 * j] = in[COLUMNS - 1 - j];
        pairs[2 * j + 1] = in[2 * COLUMNS - 1 - j];
    }
    for (int i = 0; i < LEVELS; i++) {
        setenv("STET_LEVEL", levels[i].name, 1);
        run(FFTW(plan_guru64_split_dft)(1, &dim, 0, NULL, in + COLUMNS - 1, in + 2 * COLUMNS - 1,
                                        out, out + COLUMNS, FFTW_ESTIMATE));
        stet_reference(C2C, 0, 1, &lengths[1], pairs, expected, levels[i].level);
        for (int j = 0; j < COLUMNS; j++) {
            assert_same_bits(&out[j], &expected[2 * j], 1);
            assert_same_bits(&out[COLUMNS + j], &expected[2 * j + 1], 1);
        }
    }
}

static void refused(void **unused)
{
    (void)unused;
    setenv("STET_LEVEL", "extended-ff", 1);
    FFTW(plan) p = plan_of(C2C);
    assert_int_equal(p != NULL, STET_FFTW_BITS == 32);
    FFTW(destroy_plan)(p);
    setenv("STET_LEVEL", "extended-dd", 1);
    assert_null(plan_of(C2C));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(fourier, clean),
                                       cmocka_unit_test_teardown(real_to_real, clean),
                                       cmocka_unit_test_teardown(through_memory, clean),
                                       cmocka_unit_test_teardown(refused, clean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
