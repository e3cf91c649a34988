/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread that makes plans and executes them takes of its stack, against what stet.h says. */
#include "lib/check.h"

#include "lib/stack.h"

enum { MOST = 24 << 10 }; /* stet.h, "Stack" */

static const struct transform shapes[] = {
    {.rank = 1, .n = {1}},      {.rank = 1, .n = {16}},  {.rank = 1, .n = {47}},
    {.rank = 1, .n = {360}},    {.rank = 1, .n = {211}}, {.rank = 3, .n = {2, 3, 4}},
    {.rank = 2, .n = {12, 20}}, /* the last one for several threads */
};

struct work {
    struct transform t;
    stet_effort effort;
    int threads, wrong; /* wrong: so many have a status that none may have */
};

static void run(struct work *w)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options o = transform_options(&w->t, dims);
    void *in = transform_alloc(&w->t, SIDE_IN, 1), *out = transform_alloc(&w->t, SIDE_OUT, 1);
    stet_plan *plan = NULL;
    generate_reals(in, w->t.precision, transform_reals(&w->t, SIDE_IN), GENERATE_UNIFORM, 1);
    o.effort = w->effort;
    o.threads = w->threads;
    stet_status status = stet_plan_create(&plan, &o);
    if (status == STET_OK)
        status = stet_execute(plan, in, out);
    w->wrong += status != STET_OK && status != STET_E_HALF_RANGE && /* or there is no plan: */
                status != STET_E_LENGTH && status != STET_E_HALF_LENGTH &&
                status != STET_E_HALF_MODE && status != STET_E_PRECISION;
    stet_plan_destroy(plan);
    free(in);
    free(out);
}

static void *every_kind(void *context)
{
    struct work *w = context;
    for (int kind = STET_C2C; kind <= STET_C2R; kind++) {
        w->t.kind = (stet_kind)kind;
        w->t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        run(w);
    }
    w->t.kind = STET_R2R;
    w->t.direction = STET_FORWARD;
    for (int r2r = STET_R2HC; r2r <= STET_DST4 && w->t.precision <= STET_F64; r2r++) {
        for (int i = 0; i < w->t.rank; i++)
            w->t.r2r[i] = (stet_r2r_kind)r2r;
        run(w);
    }
    return NULL;
}

/* The most so far. */
static size_t most;

static void measure(struct work w)
{
    const size_t used = stack_of(every_kind, &w);
    if (used > most)
        print_message("%zu bytes: level %d, precision %d, %td points, rank %d, %d threads\n", used,
                      (int)w.t.level, (int)w.t.precision, w.t.n[0], w.t.rank, w.threads);
    most = used > most ? used : most;
    assert_true(used > 0);
    assert_int_equal(w.wrong, 0);
    assert_true(used <= MOST);
}

static void every_level(struct work w)
{
    static const stet_half_mode modes[] = {STET_HALF_IO, STET_HALF_STORE, STET_HALF_NATIVE};
    w.t.norm = STET_NORM_ORTHO;
    for (int precision = STET_F32; precision <= STET_BF16; precision++)
        for (int level = STET_LEVEL_NATIVE; level <= STET_LEVEL_EXTENDED_FF; level++)
            for (int mode = 0; mode < (precision >= STET_F16 ? 3 : 1); mode++) {
                w.t.precision = (stet_precision)precision;
                w.t.level = (stet_level)level;
                w.t.half_mode = modes[mode];
                measure(w);
            }
}

static void test_estimate(void **state)
{
    (void)state;
    enum { LAST = sizeof shapes / sizeof *shapes - 1 };
    for (size_t i = 0; i <= LAST; i++)
        every_level((struct work){.t = shapes[i], .threads = i == LAST ? 3 : 1});
}

static void test_measure(void **state)
{
    (void)state;
    every_level((struct work){.t = shapes[1], .threads = 1, .effort = STET_EFFORT_MEASURE});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_estimate),
                                       cmocka_unit_test(test_measure)};
    return STACK_AS_SHIPPED ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
