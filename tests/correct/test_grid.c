/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms on a grid against double-double, whose error is far below theirs: within the bound,
 * which is not far above what is seen; real inputs as such, and outputs that are not all wanted,
 * have the same bits. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "correct/dd_fft.h"
#include "correct/families.h"

enum { SHORTEST = 64, LONGEST = 8192 };

/* Were the bound so many times smaller, this test would fail. */
#define MOST_ABOVE 500.0

typedef struct {
    ptrdiff_t n;
    stet_dd_fft *f;
    double *x;    /* pairs */
    double *real; /* their real parts */
    double norm, most;
    void *work;
} setup;

/* Words in natural order, four a number, and how often each was put. */
typedef struct {
    ptrdiff_t n;
    double *words;
    int *times;
} outputs;

static void keep(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    const outputs *o = data;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = first + i * step;
        assert_in_range(k, 0, o->n - 1);
        o->times[k]++;
        for (int w = 0; w < STET_DD_WORDS; w++)
            o->words[STET_DD_WORDS * k + w] = z[stet_dd_at(i) + (ptrdiff_t)(w * STET_DD_BLOCK)];
    }
}

static outputs new_outputs(ptrdiff_t n)
{
    outputs o = {n, malloc(STET_DD_WORDS * (size_t)n * sizeof(double)),
                 calloc((size_t)n, sizeof(int))};
    assert_true(o.words && o.times);
    memset(o.words, 0xff, STET_DD_WORDS * (size_t)n * sizeof(double)); /* NaN */
    return o;
}

static void free_outputs(outputs *o)
{
    free(o->words);
    free(o->times);
}

static outputs run_double_double(const setup *s)
{
    outputs o = new_outputs(s->n);
    const uint64_t caller = stet_fpenv_enter();
    stet_dd_fft_run(s->f, s->x, STET_PAIRS, NULL, keep, &o, s->work);
    stet_fpenv_leave(caller);
    return o;
}

static outputs run_on_grid(const setup *s, int source, const uint8_t *wanted)
{
    outputs o = new_outputs(s->n);
    const stet_dd_size size = {s->norm, s->most};
    memset(s->work, 0xff, stet_dd_fft_work(s->f));
    const uint64_t caller = stet_fpenv_enter();
    stet_dd_fft_run_on_grid(s->f, source == STET_REALS ? s->real : s->x, source, size, wanted, keep,
                            &o, s->work);
    stet_fpenv_leave(caller);
    for (ptrdiff_t k = 0; k < s->n; k++)
        assert_true(o.times[k] == 1 || (wanted && !wanted[k] && o.times[k] == 0));
    return o;
}

/* As in stage_pairs.c, or as near as it can be: then the numbers of a class reach the top of its
 * grid.
 */
static void set_input(setup *s, const double *x, int is_near)
{
    double squares, largest = 0, modulus = 0;
    for (ptrdiff_t i = 0; i < 2 * s->n; i++) {
        s->x[i] = (double)(float)x[i];
        largest = fmax(largest, fabs(s->x[i]));
    }
    for (ptrdiff_t j = 0; j < s->n; j++) {
        s->real[j] = s->x[2 * j];
        modulus = fmax(modulus, hypot(s->x[2 * j], s->x[2 * j + 1]));
    }
    assert_int_equal(stet_dot_f64(2 * s->n, s->x, 1, s->x, 1, &squares), STET_OK);
    s->norm = sqrt(squares) * (1 + (is_near ? 0x1p-50 : 0x1p-20));
    s->most = is_near ? modulus * (1 + 0x1p-50) : largest * 0x1.6a09e8p0;
}

/* The largest error over bound. */
static double check_errors(const setup *s, const char *name, const outputs *got,
                           const outputs *want)
{
    const stet_dd_size size = {s->norm, s->most};
    const double bound = stet_dd_fft_grid_error(s->f, size) + 0x1p-900;
    double worst = 0;
    assert_true(isfinite(bound));
    assert_true(bound > 256 * stet_dd_fft_error(s->f) * s->norm); /* else it says nothing */
    for (ptrdiff_t k = 0; k < s->n; k++) {
        const double *g = got->words + STET_DD_WORDS * k, *w = want->words + STET_DD_WORDS * k;
        const double off = hypot((g[0] - w[0]) + (g[1] - w[1]), (g[2] - w[2]) + (g[3] - w[3]));
        worst = fmax(worst, off / bound);
        if (!(off <= bound))
            fail_msg("%s, %td points, output %td: off by %g, bound %g", name, s->n, k, off, bound);
        if (g[0] + g[1] != g[0] || g[2] + g[3] != g[2])
            fail_msg("%s, %td points, output %td: not the nearest high word", name, s->n, k);
    }
    return worst;
}

static void check_same(const setup *s, const char *name, const outputs *got, const outputs *want)
{
    for (ptrdiff_t i = 0; i < STET_DD_WORDS * s->n; i++)
        if (got->times[i / STET_DD_WORDS] && !(got->words[i] == want->words[i]))
            fail_msg("%s, %td points, output %td: other words", name, s->n, i / STET_DD_WORDS);
}

/* Of zeros the signs too. */
static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* One output, a class, few and many. */
static void choose(uint8_t *wanted, ptrdiff_t n, int turn, uint64_t seed)
{
    uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
    for (ptrdiff_t k = 0; k < n; k++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        const uint64_t some = state >> 33;
        wanted[k] = turn == 0   ? k == (ptrdiff_t)(seed * 37 % (uint64_t)n)
                    : turn == 1 ? k % 16 == (ptrdiff_t)(seed % 16)
                    : turn == 2 ? some % (uint64_t)n < 6
                                : (uint8_t)(1 + some % 3) * (some % 4 < 3);
    }
}

static void check_wanted(const setup *s, const char *name, int source, const outputs *all,
                         uint64_t seed)
{
    uint8_t *wanted = calloc((size_t)s->n, 1);
    assert_non_null(wanted);
    for (int turn = 0; turn < 4; turn++) {
        choose(wanted, s->n, turn, seed);
        outputs some = run_on_grid(s, source, wanted);
        for (ptrdiff_t i = 0; i < STET_DD_WORDS * s->n; i++)
            if (wanted[i / STET_DD_WORDS] && bits_of(some.words[i]) != bits_of(all->words[i]))
                fail_msg("%s, %td points, output %td: other bits where not all are wanted", name,
                         s->n, i / STET_DD_WORDS);
        free_outputs(&some);
    }
    free(wanted);
}

static double check_complex_input(setup *s, const char *name, uint64_t seed)
{
    if (s->norm == 0)
        return 0; /* callers have no use for it */
    outputs want = run_double_double(s), got = run_on_grid(s, STET_PAIRS, NULL);
    const double worst = check_errors(s, name, &got, &want);
    check_wanted(s, name, STET_PAIRS, &got, seed);
    free_outputs(&want);
    free_outputs(&got);
    return worst;
}

/* Inputs of float as such: the same operations. */
static void check_floats(const setup *s, const char *name, const outputs *pairs)
{
    float *x = malloc(2 * (size_t)s->n * sizeof *x);
    assert_non_null(x);
    for (ptrdiff_t i = 0; i < 2 * s->n; i++)
        x[i] = (float)s->x[i];
    setup floats = *s;
    floats.x = (double *)(void *)x;
    outputs got = run_on_grid(&floats, STET_FLOAT_PAIRS, NULL);
    check_same(s, name, &got, pairs);
    free_outputs(&got);
    free(x);
}

static double check_real_input(setup *s, const char *name, uint64_t seed)
{
    if (s->norm == 0)
        return 0;
    outputs want = run_double_double(s), pairs = run_on_grid(s, STET_PAIRS, NULL);
    outputs reals = run_on_grid(s, STET_REALS, NULL);
    const double worst = check_errors(s, name, &reals, &want);
    check_same(s, name, &reals, &pairs);
    check_floats(s, name, &pairs);
    check_wanted(s, name, STET_REALS, &reals, seed);
    free_outputs(&want);
    free_outputs(&pairs);
    free_outputs(&reals);
    return worst;
}

static double check_length(ptrdiff_t n, double worst[2])
{
    setup s = {.n = n, .f = stet_dd_fft_create(n, stet_correct_kernels_in_use())};
    assert_non_null(s.f);
    s.x = stet_alloc(2 * (size_t)n * sizeof(double));
    s.real = stet_alloc((size_t)n * sizeof(double));
    s.work = stet_alloc(stet_dd_fft_work(s.f));
    double *x = stet_alloc(2 * (size_t)n * sizeof(double));
    assert_true(s.x && s.real && s.work && x);
    for (int i = 0; i < family_count; i++)
        for (int is_near = 0; is_near < 2 && family_fits(&families[i], STET_F32); is_near++) {
            families[i].fill(x, n, false, (uint64_t)(n + i));
            set_input(&s, x, is_near);
            worst[0] = fmax(worst[0], check_complex_input(&s, families[i].name, (uint64_t)i));
            for (ptrdiff_t j = 0; j < n; j++)
                x[2 * j + 1] = 0;
            set_input(&s, x, is_near);
            worst[1] = fmax(worst[1], check_real_input(&s, families[i].name, (uint64_t)i));
        }
    stet_dd_fft_destroy(s.f);
    stet_free(s.x);
    stet_free(s.real);
    stet_free(s.work);
    stet_free(x);
    return fmax(worst[0], worst[1]);
}

static void test_grid(void **state)
{
    (void)state;
    for (ptrdiff_t n = SHORTEST; n <= LONGEST; n *= 2) {
        double worst[2] = {0, 0};
        const double both = check_length(n, worst);
        print_message("%td points: error/bound at most %.5f, of real inputs %.5f\n", n, worst[0],
                      worst[1]);
        assert_true(both <= 1);
        if (both <= 1 / MOST_ABOVE)
            fail_msg("%td points: the bound could be %g times smaller", n, 1 / both);
    }
}

/* Other radices than 2 and 4, columns that are no multiple of eight, short leaves; and
 * convolutions, whose bound is looser. */
static void test_other_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {2,   3,   7,   15,   16,   18,   20,   32,   36,
                                        60,  77,  91,  96,   99,   100,  127,  243,  253,
                                        343, 360, 637, 1000, 1001, 1009, 1155, 1331, 2197};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        double worst[2] = {0, 0};
        const double both = check_length(lengths[i], worst);
        print_message("%td points: error/bound at most %.6f, of real inputs %.6f\n", lengths[i],
                      worst[0], worst[1]);
        assert_true(both <= 1);
        if (lengths[i] > 15 && both <= 1 / (100 * MOST_ABOVE))
            fail_msg("%td points: the bound could be %g times smaller", lengths[i], 1 / both);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_other_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
