/* SPDX-License-Identifier: Apache-2.0 */
/* The proved bounds hold, are not far off, and would be caught if they did not: error over bound of
 * every output, against Arb. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "correct/correct.h"
#include "lib/inside.h"
#include "correct/families.h"
#include "lib/oracle.h"

/* What stage double makes of an input: its spectrum and the bound of every number. */
struct double_stage {
    stet_plan *plan;
    struct stet_correct *c;
    double *x, *y, *bounds;
};

static void double_open(struct double_stage *l, const struct transform *t)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    options.precision = STET_F32;
    options.level = STET_LEVEL_CORRECT;
    assert_int_equal(stet_plan_create(&l->plan, &options), STET_OK);
    l->c = inside_correct(l->plan);
    assert_non_null(l->c->native);
    const size_t n = (size_t)l->c->n, period = (size_t)l->c->period;
    l->x = stet_alloc(2 * n * sizeof(double));
    l->y = stet_alloc(2 * n * sizeof(double));
    l->bounds = stet_alloc(2 * period * sizeof(double));
    assert_true(l->x && l->y && l->bounds);
}

static void double_close(struct double_stage *l)
{
    stet_plan_destroy(l->plan);
    stet_free(l->x);
    stet_free(l->y);
    stet_free(l->bounds);
}

static void double_run(struct double_stage *l)
{
    const struct stet_correct *c = l->c;
    const size_t period = (size_t)c->period;
    double *sums = stet_alloc(2 * period * sizeof(double)),
           *work = stet_alloc(4 * period * sizeof(double));
    float *out = stet_alloc(2 * (size_t)c->n * sizeof(float));
    ptrdiff_t *list = stet_alloc((2 * (size_t)c->n + 8) * sizeof(ptrdiff_t));
    assert_true(sums && work && out && list);
    assert_int_equal(inside_run(&stet_native_engine, c->native, l->x, l->y), STET_OK);
    const uint64_t caller = stet_fpenv_enter();
    c->narrow->certify_summing(l->y, 2 * c->n, c->period, 1, 1, sums, out, list);
    c->kernels->bounds(&c->bound, sums, c->period, 1, 1, l->bounds, work);
    stet_fpenv_leave(caller);
    stet_free(sums);
    stet_free(work);
    stet_free(out);
    stet_free(list);
}

/* The largest error over bound, the bound being divided by `less`. */
static double worst_of(const struct double_stage *l, const struct oracle *oracle, double less)
{
    double worst = 0;
    for (size_t i = 0; i < oracle->reals; i++) {
        const double error = fabs((l->y[i] - oracle->hi[i]) - oracle->lo[i]);
        worst = fmax(worst, error * less / l->bounds[i % (2 * (size_t)l->c->period)]);
    }
    return worst;
}

/* Over all families, and with the bound divided by `less`. Arb takes seconds for a long transform,
 * which has every tenth family. */
static double worst_of_families(struct transform t, double less)
{
    enum { LONG = 10000 };
    struct double_stage l;
    double worst = 0;
    t.precision = STET_F64; /* of the oracle: floats as doubles */
    double_open(&l, &t);
    const int every = l.c->n > LONG ? 10 : 1;
    for (int i = 0; i < family_count; i += every) {
        struct oracle oracle;
        if (strncmp(families[i].name, "f64", 3) == 0)
            continue;
        families[i].fill(l.x, l.c->n, false, (uint64_t)i + 1);
        double_run(&l);
        oracle_open(&oracle, &t, l.x);
        worst = fmax(worst, worst_of(&l, &oracle, less));
        oracle_close(&oracle);
    }
    double_close(&l);
    return worst;
}

static const struct transform shapes[] = {
    {.rank = 1, .n = {8}},           {.rank = 1, .n = {64}},        {.rank = 1, .n = {1024}},
    {.rank = 1, .n = {4096}},        {.rank = 1, .n = {3}},         {.rank = 1, .n = {13}},
    {.rank = 1, .n = {60}},          {.rank = 1, .n = {1155}},      {.rank = 1, .n = {1000}},
    {.rank = 1, .n = {17}},          {.rank = 1, .n = {34}},        {.rank = 1, .n = {323}},
    {.rank = 2, .n = {8, 8}},        {.rank = 2, .n = {12, 5}},     {.rank = 3, .n = {4, 6, 17}},
    {.rank = 1, .n = {31}},          {.rank = 1, .n = {61}},        {.rank = 1, .n = {127}},
    {.rank = 1, .n = {289}},         {.rank = 1, .n = {263}},       {.rank = 1, .n = {17 * 131}},
    {.rank = 1, .n = {4 * 17 * 19}}, {.rank = 1, .n = {131 * 137}}, {.rank = 2, .n = {131, 4}},
};

static struct transform shape(size_t i)
{
    struct transform t = shapes[i];
    t.kind = STET_C2C;
    t.direction = i % 2 ? STET_INVERSE : STET_FORWARD;
    t.norm = i % 2 ? STET_NORM_FORWARD : STET_NORM_BACKWARD; /* no scale */
    return t;
}

static void test_bound_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const double worst = worst_of_families(shape(i), 1);
        print_message("lengths %td..%td: error/bound at most %.4f\n", shapes[i].n[0],
                      shapes[i].n[shapes[i].rank - 1], worst);
        if (worst > 1)
            fail_msg("the bound of double is wrong");
    }
}

/* The classes of bound.h are those of an array whose last dimension is transformed first: the
 * native transforms of this level are such in both directions, those of level native are not. */
static void test_last_dimension_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int inverse = 0; inverse < 2 && shapes[i].rank > 1; inverse++) {
            struct double_stage l;
            struct transform t = shape((size_t)inverse);
            t.precision = STET_F64;
            t.rank = shapes[i].rank;
            memcpy(t.n, shapes[i].n, sizeof t.n);
            double_open(&l, &t);
            generate_reals(l.x, STET_F64, 2 * (size_t)l.c->n, GENERATE_UNIFORM, 3);
            assert_int_equal(inside_run(&stet_native_engine, l.c->native, l.x, l.y), STET_OK);
            for (int axis = t.rank - 1; axis >= 0; axis--)
                transform_along_axis(&t, axis, l.x);
            assert_true(transform_same(&t, l.x, l.y));
            double_close(&l);
        }
}

/* Were the bound 64 times smaller than it is proved to be, this test would say so, for powers of
 * two and for direct sums. */
static void test_small_bound_is_caught(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (i < 4 || (shapes[i].rank == 1 && stet_is_direct(shapes[i].n[0])))
            assert_true(worst_of_families(shape(i), 64) > 1);
}

/* ------------------------------------------------------------------- blocks -- */

/* Stage double as it is run, of every kind: the bound of one class, from the input; and of long
 * transforms, which an energy too large on purpose makes it look at again, those of all classes. */
struct block_run {
    struct double_stage l;
    stet_correct_block b;
    stet_correct_stats stats;
    double squares, bound;
    uint8_t known;
    size_t numbers;
};

static void block_open(struct block_run *r, const struct transform *t)
{
    double_open(&r->l, t);
    const struct stet_correct *c = r->l.c;
    const size_t n = (size_t)c->n;
    r->numbers = t->kind == STET_R2C ? n : t->kind == STET_C2R ? n / 2 * 2 + 2 : 2 * n;
    assert_int_equal(c->half, t->kind != STET_C2C);
    r->b = (stet_correct_block){.c = c, .lines = 1, .x = r->l.x, .y = r->l.y, .stats = &r->stats};
    r->b.squares = &r->squares;
    r->b.bound = &r->bound;
    r->b.known = &r->known;
    r->known = 0;
    r->b.out = stet_alloc((2 * n + 2) * sizeof(float));
    r->b.list = stet_alloc((2 * n + 10) * sizeof(ptrdiff_t));
    r->b.work = stet_alloc(stet_plan_workspace(r->l.plan));
    assert_true(r->b.out && r->b.list && r->b.work);
}

static void block_close(struct block_run *r)
{
    stet_free(r->b.out);
    stet_free(r->b.list);
    stet_free(r->b.work);
    double_close(&r->l);
}

static void block_run(struct block_run *r, double larger)
{
    const uint64_t caller = stet_fpenv_enter();
    r->squares = r->l.c->kernels->squares(r->l.x, (ptrdiff_t)r->numbers);
    r->squares *= larger * (r->l.c->kind == STET_C2R ? 2 : 1);
    stet_correct_stage_double(&r->b);
    stet_fpenv_leave(caller);
}

/* The largest error over bound of a family: [0] with the one bound, [1] with those of classes. */
static void block_worst(struct block_run *r, const struct transform *t, int family, double worst[2])
{
    const struct stet_correct *c = r->l.c;
    struct oracle oracle;
    families[family].fill(r->l.x, (ptrdiff_t)r->numbers, true, (uint64_t)family + 1);
    if (t->kind == STET_C2R)
        r->l.x[1] = r->l.x[r->numbers - 1] = 0;
    assert_int_equal(inside_run(&stet_native_engine, c->native, r->l.x, r->l.y), STET_OK);
    oracle_open(&oracle, t, r->l.x);
    for (int classes = 0; classes <= (c->n > STET_MOST_SHORT); classes++) {
        block_run(r, classes ? 0x1p80 : 1);
        const double *bounds = (const double *)(r->b.work + c->pieces.bounds);
        const double scale = c->scale.hi;
        for (size_t i = 0; i < oracle.reals && r->squares > 0; i++) {
            const double error = fabs((r->l.y[i] - oracle.hi[i]) - oracle.lo[i]) * scale;
            const double bound = classes ? bounds[i % (2 * (size_t)c->period)] : r->bound;
            worst[classes] = fmax(worst[classes], error / bound);
        }
    }
    oracle_close(&oracle);
}

static void test_blocks(void **state)
{
    static const ptrdiff_t lengths[] = {2,   4,   6,   16,  34,   60,   254,
                                        256, 262, 526, 646, 1000, 2048, 4096};
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    (void)state;
    for (size_t i = 0; i < 3 * sizeof lengths / sizeof *lengths; i++) {
        struct transform t = transform_1d(kinds[i % 3], STET_F64, lengths[i / 3]);
        double worst[2] = {0, 0};
        struct block_run r;
        t.direction = t.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        t.norm = t.kind == STET_C2R ? STET_NORM_FORWARD : STET_NORM_BACKWARD; /* no scale */
        memset(&r.stats, 0, sizeof r.stats);
        block_open(&r, &t);
        for (int family = 0; family < family_count; family++)
            if (strncmp(families[family].name, "f64", 3) != 0)
                block_worst(&r, &t, family, worst);
        block_close(&r);
        print_message("kind %d, length %td: error/bound at most %.4f, of classes %.4f\n",
                      (int)t.kind, lengths[i / 3], worst[0], worst[1]);
        assert_true(worst[0] <= 1 && worst[1] <= 1);
        assert_true(lengths[i / 3] < 16 || worst[0] > 0x1p-10);
        assert_true(lengths[i / 3] <= STET_MOST_SHORT || worst[1] > 0x1p-10);
    }
}

/* One contiguous line stays within the workspace that is said to be enough for it. */
static void test_lone_work(void **state)
{
    enum { GUARD = 4096 };
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    (void)state;
    for (ptrdiff_t n = 1; n <= 8192; n += n < 140 ? 1 : n / 2 * 2 == n ? n - 1 : 1)
        for (int i = 0; i < 3; i++) {
            stet_dim dim = {n, 1, 1};
            stet_options o;
            stet_plan *plan;
            stet_options_init(&o);
            o.kind = kinds[i], o.rank = 1, o.dims = &dim;
            o.direction = i == 2 ? STET_INVERSE : STET_FORWARD;
            assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
            const stet_lone lone = *stet_native_lone(plan->state);
            const size_t size = inside_stages(plan)->stages[0].line.work;
            double *x = stet_alloc((2 * (size_t)n + 2) * sizeof *x);
            double *y = stet_alloc((2 * (size_t)n + 2) * sizeof *y);
            unsigned char *work = stet_alloc(size + GUARD);
            assert_true(x && y && work);
            generate_reals(x, STET_F64, 2 * (size_t)n + 2, GENERATE_UNIFORM, 7);
            memset(work + size, 0xa5, GUARD);
            const stet_lines line = {x, y, 1, 1, 0, 0, 1};
            lone.kernel(lone.fft, &line, lone.swap, lone.scale, work, NULL);
            for (size_t byte = 0; byte < GUARD; byte++)
                assert_int_equal(work[size + byte], 0xa5);
            stet_free(x), stet_free(y), stet_free(work);
            stet_plan_destroy(plan);
        }
}

/* ------------------------------------------------------------ double-double -- */

struct compared {
    const struct oracle *oracle;
    double error; /* the bound */
    double worst;
};

static void compare_dd(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                       const double *z)
{
    struct compared *c = data;
    for (ptrdiff_t i = 0; i < count; i++)
        for (int part = 0; part < 2; part++) {
            const size_t k = 2 * (size_t)(first + i * step) + (size_t)part;
            const double *word = z + stet_dd_at(i) + (ptrdiff_t)(2 * part * STET_DD_BLOCK);
            const double error =
                fabs((word[0] - c->oracle->hi[k]) + (word[STET_DD_BLOCK] - c->oracle->lo[k]));
            c->worst = fmax(c->worst, error / c->error);
        }
}

static void test_double_double(void **state)
{
    static const ptrdiff_t lengths[] = {1,   2,    3,    5,    16,   20,   30,   32,  36,  64,
                                        77,  91,   96,   99,   100,  127,  128,  243, 256, 343,
                                        512, 1000, 1024, 1155, 1331, 2197, 3000, 4096};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const ptrdiff_t n = lengths[i];
        const struct transform t = transform_1d(STET_C2C, STET_F64, n);
        double *x = stet_alloc(2 * (size_t)n * sizeof *x), norm = 0, most = 0;
        stet_dd_fft *f = stet_dd_fft_create(n, stet_correct_kernels_in_use());
        void *work = stet_alloc(stet_dd_fft_work(f));
        assert_true(x && f && work);
        generate_reals(x, STET_F64, 2 * (size_t)n, GENERATE_UNIFORM, 5);
        for (ptrdiff_t j = 0; j < 2 * n; j++)
            norm += x[j] * x[j], most = fmax(most, hypot(x[j], x[j ^ 1]));
        struct oracle oracle;
        oracle_open(&oracle, &t, x);
        struct compared c = {&oracle, stet_dd_fft_error(f) * sqrt(norm), 0};
        stet_dd_fft_run(f, x, STET_PAIRS, NULL, compare_dd, &c, work);
        print_message("double-double, length %td: error/bound at most %.5f\n", n, c.worst);
        assert_true(c.worst <= 1);
        assert_true(n < 16 || (n & (n - 1)) != 0 || c.worst > 1e-5);
        const stet_dd_size size = {sqrt(norm), most};
        const double on_grid = stet_dd_fft_grid_error(f, size);
        assert_true(isfinite(on_grid));
        if (isfinite(on_grid)) {
            c = (struct compared){&oracle, on_grid, 0};
            stet_dd_fft_run_on_grid(f, x, STET_PAIRS, size, NULL, compare_dd, &c, work);
            print_message("on a grid, length %td: error/bound at most %.5f\n", n, c.worst);
            assert_true(c.worst <= 1);
            assert_true(n < 16 || c.worst > 1e-6);
        }
        oracle_close(&oracle);
        stet_dd_fft_destroy(f);
        stet_free(x);
        stet_free(work);
    }
}

/* All outputs, and then of those that are wanted how many words are the same. */
struct picked {
    uint8_t *wanted;
    double *all;
    ptrdiff_t n, found;
};

static void pick(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    struct picked *p = data;
    for (ptrdiff_t i = 0; i < count; i++)
        for (int word = 0; word < STET_DD_WORDS; word++) {
            double *at = p->all + word * p->n + first + i * step;
            if (p->wanted == NULL)
                *at = z[stet_dd_at(i) + (ptrdiff_t)(word * STET_DD_BLOCK)];
            else if (p->wanted[first + i * step])
                p->found += *at == z[stet_dd_at(i) + (ptrdiff_t)(word * STET_DD_BLOCK)];
        }
}

/* In several dimensions, in both arithmetics; of some outputs, which have the same bits. */
static void check_axes(const struct transform *t)
{
    const stet_correct_kernels *kernels = stet_correct_kernels_in_use();
    stet_dd_fft *fft[3];
    stet_dd_axes a = {t->rank, t->n, fft, 1};
    for (int i = 0; i < t->rank; i++) {
        assert_non_null(fft[i] = stet_dd_fft_create(t->n[i], kernels));
        a.n *= t->n[i];
    }
    double *x = stet_alloc(2 * (size_t)a.n * sizeof *x), norm = 0, most = 0;
    void *work = stet_alloc(stet_dd_axes_work(&a));
    assert_true(x && work);
    generate_reals(x, STET_F64, 2 * (size_t)a.n, GENERATE_UNIFORM, 9);
    for (ptrdiff_t j = 0; j < 2 * a.n; j++)
        norm += x[j] * x[j], most = fmax(most, hypot(x[j], x[j ^ 1]));
    const stet_dd_size size = {sqrt(norm), most};
    struct oracle oracle;
    oracle_open(&oracle, t, x);
    for (int on_grid = 0; on_grid < 2; on_grid++) {
        const double bound =
            on_grid ? stet_dd_axes_grid_error(&a, size) : stet_dd_axes_error(&a) * sqrt(norm);
        struct compared c = {&oracle, bound, 0};
        struct picked p = {calloc((size_t)a.n, 1), calloc((size_t)a.n * STET_DD_WORDS, 8), a.n, 0};
        uint8_t *const wanted = p.wanted;
        stet_dd_axes_run(&a, x, STET_PAIRS, on_grid ? &size : NULL, NULL, compare_dd, &c, work);
        print_message("%td x %td, %s: error/bound at most %.6f\n", t->n[0], a.n / t->n[0],
                      on_grid ? "on a grid" : "double-double", c.worst);
        assert_true(isfinite(bound) && c.worst <= 1 && c.worst > (on_grid ? 1e-4 : 1e-6));
        p.wanted = NULL;
        stet_dd_axes_run(&a, x, STET_PAIRS, on_grid ? &size : NULL, NULL, pick, &p, work);
        wanted[1] = wanted[a.n / 2] = wanted[a.n - 3] = 1;
        p.wanted = wanted;
        stet_dd_axes_run(&a, x, STET_PAIRS, on_grid ? &size : NULL, wanted, pick, &p, work);
        assert_int_equal(p.found, 3 * STET_DD_WORDS);
        free(wanted), free(p.all);
    }
    oracle_close(&oracle);
    for (int i = 0; i < t->rank; i++)
        stet_dd_fft_destroy(fft[i]);
    stet_free(x), stet_free(work);
}

static void test_axes(void **state)
{
    static const ptrdiff_t lengths[][3] = {{64, 64, 1}, {20, 30, 1}, {5, 17, 1}, {8, 12, 10},
                                           {1, 9, 4},   {16, 8, 16}, {2, 300, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct transform t = transform_1d(STET_C2C, STET_F64, lengths[i][0]);
        t.rank = lengths[i][2] > 1 ? 3 : 2;
        memcpy(t.n, lengths[i], sizeof lengths[i]);
        check_axes(&t);
    }
}

/* Only what is wanted is computed, and it has the same bits. */
static void test_some_outputs(void **state)
{
    (void)state;
    for (ptrdiff_t n = 64; n <= 8192; n *= 2) {
        double *x = stet_alloc(2 * (size_t)n * sizeof *x);
        uint8_t *wanted = calloc((size_t)n, 1);
        struct picked p = {NULL, calloc((size_t)n * STET_DD_WORDS, sizeof(double)), n, 0};
        stet_dd_fft *f = stet_dd_fft_create(n, stet_correct_kernels_in_use());
        void *work = stet_alloc(stet_dd_fft_work(f));
        assert_true(x && wanted && p.all && f && work);
        generate_reals(x, STET_F64, 2 * (size_t)n, GENERATE_UNIFORM, 6);
        stet_dd_fft_run(f, x, STET_PAIRS, NULL, pick, &p, work);
        wanted[1] = wanted[n / 2] = wanted[n - 3] = 1;
        p.wanted = wanted;
        stet_dd_fft_run(f, x, STET_PAIRS, wanted, pick, &p, work);
        assert_int_equal(p.found, 3 * STET_DD_WORDS);
        stet_dd_fft_destroy(f);
        stet_free(x), stet_free(work);
        free(wanted), free(p.all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound_holds),
        cmocka_unit_test(test_small_bound_is_caught),
        cmocka_unit_test(test_last_dimension_first),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_lone_work),
        cmocka_unit_test(test_double_double),
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_some_outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
