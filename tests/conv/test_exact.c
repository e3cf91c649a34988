/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of convolutions against the exact sum in MPFR, rounded once. */
#include "lib/check.h"

#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "conv/exact.h"

enum { EXACT = 4400 }; /* bits: any sum of products of doubles */

typedef struct {
    stet_precision p;
    double *taps[STET_CONV_TERMS];
    int terms, halve, is_circular;
    stet_conv_term term[STET_CONV_TERMS];
    ptrdiff_t n, first, count; /* numbers of the signal; outputs */
    double *u;                 /* widened */
} problem;

static double absent(const problem *q, ptrdiff_t t)
{
    if (q->is_circular)
        t = ((t % q->n) + q->n) % q->n;
    return t < 0 || t >= q->n ? (double)NAN : q->u[t];
}

/* The bits of the exact sum, rounded. */
static uint64_t oracle(const problem *q, ptrdiff_t t)
{
    mpfr_t sum, a, b;
    bool special = false;
    mpfr_init2(sum, EXACT);
    mpfr_init2(a, 53);
    mpfr_init2(b, 53);
    mpfr_set_zero(sum, 1);
    for (int k = 0; k < q->terms; k++)
        for (ptrdiff_t i = 0; i < q->term[k].count; i++) {
            const ptrdiff_t at = t - q->term[k].first - i;
            if (!q->is_circular && (at < 0 || at >= q->n))
                continue;
            const double x = absent(q, at), g = q->term[k].g[i];
            special = special || !isfinite(x) || !isfinite(g);
            mpfr_set_d(a, x, MPFR_RNDN);
            mpfr_set_d(b, g * q->term[k].times, MPFR_RNDN);
            assert_int_equal(mpfr_fma(sum, a, b, sum, MPFR_RNDN), 0);
        }
    if (q->halve)
        mpfr_div_2ui(sum, sum, 1, MPFR_RNDN);
    uint64_t bits;
    if (q->p == STET_F32)
        bits = special ? 0x7fc00000 : stet_bits_f32(mpfr_get_flt(sum, MPFR_RNDN));
    else
        bits = special ? 0x7ff8000000000000 : stet_bits_f64(mpfr_get_d(sum, MPFR_RNDN));
    if (!special && mpfr_zero_p(sum))
        bits = 0;
    mpfr_clears(sum, a, b, (mpfr_ptr)NULL);
    return bits;
}

/* The window of all outputs: absent numbers are zero. */
static double *window_of(const problem *q, ptrdiff_t taps)
{
    ptrdiff_t last = 0;
    for (int k = 0; k < q->terms; k++)
        if (k == 0 || q->term[k].first + q->term[k].count - 1 > last)
            last = q->term[k].first + q->term[k].count - 1;
    double *w = malloc((size_t)(q->count + taps - 1) * sizeof *w);
    for (ptrdiff_t i = 0; i < q->count + taps - 1; i++) {
        ptrdiff_t at = q->first + i - last;
        if (q->is_circular)
            at = ((at % q->n) + q->n) % q->n;
        w[i] = at < 0 || at >= q->n ? 0 : q->u[at];
    }
    return w;
}

/* All outputs, every so many compared, and that nothing else is written. */
static stet_conv_counts check(const problem *q, ptrdiff_t every, const char *what)
{
    stet_conv_exact *e;
    stet_conv_counts counts = {0};
    const uint64_t env = stet_fpenv_enter();
    const size_t size = q->p == STET_F32 ? 4 : 8;
    assert_int_equal(stet_conv_exact_create(&e, q->p, q->terms, q->term, q->halve, q->count),
                     STET_OK);
    double *w = window_of(q, stet_conv_exact_taps(e));
    void *work = stet_alloc(stet_conv_exact_workspace(e));
    for (size_t stride = 1; stride <= 2; stride++) {
        const size_t numbers = (size_t)q->count * stride;
        unsigned char *y = malloc(numbers * size);
        memset(y, 0xa5, numbers * size);
        memset(work, 0xff, stet_conv_exact_workspace(e));
        counts = (stet_conv_counts){0};
        assert_int_equal(stet_conv_exact_run(e, w, q->count, y, (ptrdiff_t)stride, work, &counts),
                         STET_OK);
        assert_int_equal(counts.outputs, q->count);
        for (size_t i = 0; i < numbers; i++)
            if (i % stride != 0)
                assert_int_equal(y[i * size], 0xa5);
        for (ptrdiff_t i = 0; i < q->count; i += every) {
            uint64_t got = 0;
            memcpy(&got, y + (size_t)i * stride * size, size);
            const uint64_t want = oracle(q, q->first + i);
            if (got != want)
                fail_msg("%s: output %td of %td: %llx, exact %llx", what, q->first + i, q->count,
                         (unsigned long long)got, (unsigned long long)want);
        }
        free(y);
    }
    stet_free(work);
    free(w);
    stet_conv_exact_destroy(e);
    stet_fpenv_leave(env);
    return counts;
}

/* ------------------------------------------------------------------- data -- */

enum family {
    RANDOM,
    INTEGERS,
    TIES,
    SPARSE,
    WIDE,
    TINY,
    HUGE_ONES,
    SPIKE,
    SPECIAL,
    CANCEL,
    FAMILIES
};
static const char *const names[] = {"random", "integers", "ties",  "sparse",  "wide",
                                    "tiny",   "huge",     "spike", "special", "cancel"};

static uint64_t state = 1;
static uint64_t next(void)
{
    state += 0x9e3779b97f4a7c15;
    uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
static double unit(void) { return (double)(int64_t)next() * 0x1p-63; }

/* A number of the precision. */
static double draw(stet_precision p, enum family f, int is_tap)
{
    const double sign = next() % 2 ? 1 : -1;
    double x = unit();
    const int bits = p == STET_F32 ? 24 : 53, range = p == STET_F32 ? 60 : 500;
    switch (f) {
    case INTEGERS: x = (double)((int64_t)(next() % 65536) - 32768); break;
    /* Products of 2^bits with small odd numbers and halves of their last bits. */
    case TIES:
        x = is_tap ? sign * (double)(next() % 3) * 0.5
                   : sign * ((double)(next() >> (64 - bits)) + (next() % 8 == 0));
        break;
    case SPARSE: x = next() % 16 == 0 ? x : 0; break;
    case WIDE: x = ldexp(x, (int)(next() % (unsigned)(2 * range)) - range); break;
    case TINY: x = ldexp(x, p == STET_F32 ? -72 : -535); break;
    case HUGE_ONES: x = ldexp(x, p == STET_F32 ? 62 : 510); break;
    case SPIKE: x = next() % 97 == 0 && !is_tap ? ldexp(x, p == STET_F32 ? 40 : 70) : x; break;
    case SPECIAL:
        x = next() % 61 == 0 && !is_tap ? (double)(next() % 2 ? INFINITY : NAN) : x;
        break;
    default: break;
    }
    return p == STET_F32 ? (double)(float)x : x;
}

static double *drawn(stet_precision p, enum family f, ptrdiff_t n, int is_tap)
{
    double *x = malloc((size_t)n * sizeof *x);
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = draw(p, f, is_tap);
    return x;
}

/* The operators of the guide as terms. */
enum operator_ { CAUSAL, CIRCULAR, V1_TIME, V2_CONJ, V3_FREQ, V4_FOLDED, OPERATORS };

static void add(problem *q, enum family f, ptrdiff_t first, ptrdiff_t count, int times)
{
    double *taps = q->taps[q->terms] = drawn(q->p, f, count, 1);
    q->term[q->terms++] = (stet_conv_term){first, count, taps, times};
}

static problem make(stet_precision p, enum family f, enum operator_ o, ptrdiff_t n, ptrdiff_t taps,
                    int halve, int with_bias)
{
    problem q = {.p = p,
                 .n = n,
                 .count = n,
                 .halve = halve,
                 .is_circular = o == CIRCULAR,
                 .u = drawn(p, f, n, 0)};
    add(&q, f, 0, taps, 1);
    if (o >= V1_TIME) {
        const ptrdiff_t first = o == V1_TIME ? -taps : o == V2_CONJ ? -(taps - 1) : 0;
        add(&q, f, first, taps, 1);
    }
    if (with_bias)
        add(&q, f, 0, 1, 1 + halve);
    return q;
}

/* The large parts of two terms cancel in the middle of the filter, before the third is added. */
static void cancel(problem *q)
{
    const double large = ldexp(1, q->p == STET_F32 ? 40 : 60);
    if (q->terms < 3)
        return;
    q->taps[0][0] = large;
    for (ptrdiff_t i = 0; i < q->term[1].count; i++)
        if (q->term[1].first + i == 0)
            q->taps[1][i] = -large * (1 + ldexp(1, q->p == STET_F32 ? -20 : -50));
    q->taps[2][0] = large * ldexp(1, q->p == STET_F32 ? -20 : -50) / q->term[2].times;
}

static void give_back(problem *q)
{
    for (int t = 0; t < q->terms; t++)
        free(q->taps[t]);
    free(q->u);
}

static void test_families(void **s)
{
    (void)s;
    static const ptrdiff_t shapes[][2] = {{1, 1}, {7, 3}, {60, 60}, {200, 130}, {500, 70}};
    FOR_EACH_PRECISION (p)
        for (int f = 0; f < FAMILIES; f++)
            for (int o = 0; o < OPERATORS; o++)
                for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                    problem q = make(p, (enum family)f, (enum operator_)o, shapes[i][0],
                                     shapes[i][1], o % 2, o % 3 == 0);
                    if (f == CANCEL)
                        cancel(&q);
                    char what[100];
                    snprintf(what, sizeof what, "f%d, %s, operator %d, %td numbers, %td taps",
                             p == STET_F32 ? 32 : 64, names[f], o, shapes[i][0], shapes[i][1]);
                    const stet_conv_counts c = check(&q, shapes[i][0] > 100 ? 3 : 1, what);
                    assert_true(c.by_double + c.by_dd + c.by_grid + c.by_zeros + c.by_pairs +
                                    c.by_exact ==
                                c.outputs);
                    if (getenv("VERBOSE"))
                        print_message(
                            "%s: double %d dd %d grid %d zeros %d pairs %d exact %d nan %d\n", what,
                            (int)c.by_double, (int)c.by_dd, (int)c.by_grid, (int)c.by_zeros,
                            (int)c.by_pairs, (int)c.by_exact, (int)c.not_finite);
                    give_back(&q);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_families)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
