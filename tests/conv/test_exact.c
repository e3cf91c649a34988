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
#include "conv/conv_test.h"
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
    NEAR,
    FAMILIES
};
static const char *const names[] = {"random", "integers", "ties",    "sparse", "wide",     "tiny",
                                    "huge",   "spike",    "special", "cancel", "near ties"};

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

/* At lag 0 a large tap, a small one that it swallows, and its opposite. */
static void cancel(problem *q)
{
    const double large = ldexp(1, q->p == STET_F32 ? 60 : 120);
    if (q->terms < 3)
        return;
    q->taps[0][0] = large;
    for (ptrdiff_t i = 0; i < q->term[1].count; i++)
        if (q->term[1].first + i == 0)
            q->taps[1][i] = ldexp(q->taps[1][i], -10);
    q->taps[2][0] = -large / q->term[2].times;
}

/* Midpoints, moved by far less than the errors of transforms. */
static void near_ties(problem *q)
{
    const int bits = q->p == STET_F32 ? 24 : 53, away = q->p == STET_F32 ? -56 : -112;
    for (ptrdiff_t i = 0; i < q->n; i++)
        q->u[i] = (double)((next() >> (64 - bits)) | 1);
    for (int t = 0; t < q->terms; t++)
        for (ptrdiff_t i = 0; i < q->term[t].count; i++)
            q->taps[t][i] = t == 0 && i == 0 ? 1.5 : ldexp(q->taps[t][i], away);
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
                    if (f == NEAR)
                        near_ties(&q);
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

/* ------------------------------------------------------------------- plans -- */

/* Output t of a line by the equations of stet_conv.h, as a problem of one output. */
static uint64_t oracle_of_plan(const struct conv *c, ptrdiff_t line, ptrdiff_t t)
{
    const ptrdiff_t L = c->o.length;
    struct terms s = {0, malloc((size_t)(2 * L + 2) * 8), malloc((size_t)(2 * L + 2) * 8)};
    const int halve = c->o.combine == STET_CONV_AVG && c->o.operation >= STET_CONV_TIME;
    conv_terms(c, line, t, &s);
    if (c->o.has_bias)
        for (int i = 0; i <= halve; i++)
            conv_add_term(&s, conv_number(c, c->u, line * L + t),
                          conv_number(c, c->bias, line % c->o.channels));
    for (ptrdiff_t i = 0; i < s.count / 2; i++) { /* taps go backwards */
        const double g = s.g[i];
        s.g[i] = s.g[s.count - 1 - i];
        s.g[s.count - 1 - i] = g;
    }
    const problem q = {.p = c->o.precision,
                       .terms = 1,
                       .halve = halve,
                       .term = {{0, s.count, s.g, 1}},
                       .n = s.count,
                       .u = s.u};
    const uint64_t bits = oracle(&q, s.count - 1);
    free(s.u), free(s.g);
    return bits;
}

static void compare_plan(const struct conv *c, ptrdiff_t every)
{
    const size_t size = generate_size(c->o.precision);
    for (ptrdiff_t line = 0; line < c->o.batch * c->o.channels; line++)
        for (ptrdiff_t t = 0; t < c->o.length; t += every) {
            uint64_t got = 0;
            memcpy(&got, (char *)c->y + (size_t)(line * c->o.length + t) * size, size);
            const uint64_t want = oracle_of_plan(c, line, t);
            if (got != want)
                fail_msg("operation %d, precision %d: output %td of line %td is %llx, exact %llx",
                         (int)c->o.operation, (int)c->o.precision, t, line, (unsigned long long)got,
                         (unsigned long long)want);
        }
}

static stet_conv_result run_plan(const struct conv *c)
{
    stet_conv *plan = conv_plan(c);
    stet_conv_result result = {.size = sizeof result};
    assert_int_equal(stet_conv_execute(plan, c->u, c->gate, c->y, &result), STET_OK);
    stet_conv_destroy(plan);
    return result;
}

static void test_plans(void **unused)
{
    (void)unused;
    static const ptrdiff_t shapes[][3] = {{1, 1, 1}, {9, 5, 12}, {120, 90, 70}, {300, 300, 300}};
    static const enum generate_family families[] = {GENERATE_UNIFORM, GENERATE_INTEGER,
                                                    GENERATE_MIXED, GENERATE_SUBNORMAL};
    uint64_t seed = 1;
    FOR_EACH_PRECISION (p)
        for (int o = STET_CONV_CAUSAL; o <= STET_CONV_FOLDED; o++)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++, seed++) {
                struct conv c = {.o = conv_options((stet_conv_operator)o, shapes[i][0],
                                                   shapes[i][1], shapes[i][2])};
                if (o == STET_CONV_CIRCULAR && c.o.filter_length > c.o.length)
                    c.o.filter_length = c.o.length;
                c.o.precision = p;
                c.o.level = STET_LEVEL_CORRECT;
                c.o.combine = seed % 2 ? STET_CONV_SUM : STET_CONV_AVG;
                c.o.has_bias = seed % 3 != 0;
                c.o.batch = 1 + (ptrdiff_t)(seed % 2);
                c.o.channels = 1 + (ptrdiff_t)(seed / 2 % 2);
                c.o.filter_channels = seed % 5 ? c.o.channels : 1;
                c.o.threads = 1 + (int)(seed % 3);
                conv_fill(&c, families[seed % 4], seed);
                const stet_conv_result r = run_plan(&c);
                assert_int_equal(r.stages.outputs, c.o.batch * c.o.channels * c.o.length);
                compare_plan(&c, shapes[i][0] > 100 ? 7 : 1);
                conv_free(&c);
            }
}

/* The same bits from every instruction set, in pieces of a stream, and with a gate the product. */
static void test_ways(void **unused)
{
    (void)unused;
    FOR_EACH_PRECISION (p) {
        struct conv c = {.o = conv_options(STET_CONV_CAUSAL, 3000, 200, 0)};
        c.o.precision = p;
        c.o.level = STET_LEVEL_CORRECT;
        conv_fill(&c, GENERATE_UNIFORM, 5);
        run_plan(&c);
        const size_t bytes = conv_bytes(&c);
        unsigned char *first = malloc(bytes);
        memcpy(first, c.y, bytes);
        int run;
        const char *name;
        for (int i = 0; (name = stet_isa_built(i, &run)) != NULL; i++) {
            if (!run)
                continue;
            assert_int_equal(stet_isa_select(name), STET_OK);
            memset(c.y, 0, bytes);
            run_plan(&c);
            assert_memory_equal(first, c.y, bytes);
        }
        assert_int_equal(stet_isa_select(NULL), STET_OK);
        stet_conv *plan = conv_plan(&c);
        stet_conv_stream *stream;
        assert_int_equal(stet_conv_stream_create(&stream, plan), STET_OK);
        const size_t size = generate_size(p);
        ptrdiff_t done = 0, written;
        memset(c.y, 0, bytes);
        for (ptrdiff_t at = 0, piece = 1; at < 3000; at += piece, piece = piece * 3 % 1000 + 1) {
            piece = piece < 3000 - at ? piece : 3000 - at;
            assert_int_equal(stet_conv_stream_push(stream, piece, (char *)c.u + (size_t)at * size,
                                                   NULL, (char *)c.y + (size_t)done * size,
                                                   3000 - done, &written),
                             STET_OK);
            done += written;
        }
        assert_int_equal(stet_conv_stream_finish(stream, (char *)c.y + (size_t)done * size,
                                                 3000 - done, &written),
                         STET_OK);
        assert_int_equal(done + written, 3000);
        assert_memory_equal(first, c.y, bytes);
        stet_conv_stream_destroy(stream);
        stet_conv_destroy(plan);
        free(first);
        conv_free(&c);
    }
}

/* A sum beside a midpoint M = 1 + 2^-24, in two words, whose rounding is lost: while the low word
 * holds 2^-60, 16 products of 2^-114 are, so that 2^-111 above M it is as much below. All go to one
 * lane, 64 apart. The bound covers it by 2^26; without it, or with 1e-9 of it, the float below M
 * comes out. */
static void test_pairs(void **unused)
{
    (void)unused;
    enum { APART = 64, LOST = 16, PRODUCTS = LOST + 5, N = APART * PRODUCTS };
    static const int half[PRODUCTS - LOST] = {0, -12, -30, -30, -56};
    problem q = {.p = STET_F32, .n = N, .first = N - 1, .count = 1, .terms = 1};
    q.u = calloc(N, sizeof *q.u);
    q.taps[0] = calloc(N, sizeof *q.u);
    assert_true(q.u != NULL && q.taps[0] != NULL);
    q.term[0] = (stet_conv_term){0, N, q.taps[0], 1};
    for (int i = 0; i < PRODUCTS; i++) {
        const int own = i < 3 ? i : i - LOST; /* of half[]; between 3 and 3 + LOST: what is lost */
        const bool is_lost = i >= 3 && own < 3;
        q.u[APART * i] = ldexp(1, is_lost ? -57 : half[own]);
        q.taps[0][N - 1 - APART * i] = is_lost   ? ldexp(1, -57)
                                       : own < 3 ? ldexp(1, half[own])
                                                 : -ldexp(1, own == 4 ? -55 : -30);
    }
    const stet_conv_counts c = check(&q, 1, "beside a midpoint");
    assert_int_equal(c.by_exact, 1);
    give_back(&q);
}

/* Two taps that cancel on a periodic signal leave its integers, which no interval decides but the
 * grid does; then the taps grow, and with them the error. Its bound is so far above it that a limit
 * 200 times as large as that of the grid gives no wrong bit here, one 400 times as large does. The
 * same is true of the bound's own parts: over all blocks of this program the largest error of the
 * stage in double is 1/86 of its bound, and 1/29 of what is left without the part of the transforms
 * of signal and filter (2 stet_bound_l2() in choose_units()), which no input here can show. */
static void test_grid(void **unused)
{
    (void)unused;
    enum { N = 256, TAPS = 128, MOST = 64 };
    ptrdiff_t by_grid = 0;
    for (int period = 4; period <= 64; period *= 4)
        for (int k = 1; k <= MOST; k++) {
            problem q = make(STET_F32, INTEGERS, CAUSAL, N, TAPS, 0, 0);
            memset(q.taps[0], 0, TAPS * sizeof(double));
            q.taps[0][0] = ldexp(0xffffff >> (k < 24 ? 24 - k : 0), k < 24 ? 0 : k - 24);
            q.taps[0][period] = -q.taps[0][0];
            q.taps[0][period / 2 + 1] = 1;
            for (ptrdiff_t i = 0; i < N; i++)
                q.u[i] = i < period ? (double)(next() >> (40 + next() % 20) | 1) : q.u[i - period];
            by_grid += check(&q, 1, "grid").by_grid;
            give_back(&q);
        }
    assert_true(by_grid > 100);
}

/* Of random data the first stage decides more than 999 of 1000; a filter that dies away and a
 * signal that jumps go to double-double; what has no product is zero. */
static void test_stages(void **unused)
{
    (void)unused;
    enum { N = 8192 };
    problem q = make(STET_F32, RANDOM, CAUSAL, N, N, 0, 1);
    stet_conv_counts c = check(&q, 97, "random f32");
    assert_true(c.by_double > N * 0.999);
    give_back(&q);
    q = make(STET_F64, RANDOM, CAUSAL, N, N, 0, 1);
    c = check(&q, 97, "random f64");
    assert_int_equal(c.by_dd, N);
    give_back(&q);
    q = make(STET_F32, RANDOM, CAUSAL, 2 * N, 2 * N, 0, 0);
    for (ptrdiff_t i = 0; i < 2 * N; i++) {
        q.u[i] = (double)(float)ldexp(q.u[i], i < N ? 30 : 0);
        q.taps[0][i] = i < 100 ? q.taps[0][i] : (double)(float)ldexp(q.taps[0][i], -40);
    }
    c = check(&q, 997, "small beside large");
    assert_true(c.by_dd > N / 2);
    give_back(&q);
    q = make(STET_F32, RANDOM, CAUSAL, N, N, 0, 0);
    for (ptrdiff_t i = 0; i < N; i++) {
        q.u[i] = i % 1024 == 5 ? q.u[i] : 0;
        q.taps[0][i] = i % 4 == 0 ? q.taps[0][i] : 0;
    }
    c = check(&q, 97, "sparse");
    assert_true(c.by_zeros > N / 2);
    give_back(&q);
    q = make(STET_F32, INTEGERS, CAUSAL, N, N, 0, 0);
    c = check(&q, 97, "integers");
    assert_true(c.by_double + c.by_grid == N && c.by_grid > 0);
    give_back(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families), cmocka_unit_test(test_plans),
        cmocka_unit_test(test_ways),     cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_grid),     cmocka_unit_test(test_stages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
