/* SPDX-License-Identifier: Apache-2.0 */
/* A level is a row of the table of engines: this program has a table of its own, with a level that
 * the library has not. Nothing of api/ knows the difference. */
#include "lib/check.h"

#include <string.h>

#include "api/engines.h"
#include "base/alloc.h"

enum { LEVEL = 2, WORK = 1000, EXPONENT = -7 };

/* What it does not take. */
static const stet_half_mode other_mode = STET_HALF_STORE;

/* What the engine has been asked for. */
static struct {
    int created, destroyed, run;
    stet_status create, result;
    const void *work;
    stet_correct_stats *stats;
} seen;

static stet_status accepts(const stet_options *o)
{
    return o->half_mode == other_mode ? STET_E_HALF_MODE : STET_OK;
}

static stet_status create(void **state, const stet_options *o)
{
    ptrdiff_t *n = (ptrdiff_t *)stet_alloc(sizeof *n);
    *n = o->dims[0].n;
    *state = n;
    if (seen.create) {
        stet_free(n);
        *state = NULL;
    } else {
        seen.created++;
    }
    return seen.create;
}

static void destroy(void *state)
{
    seen.destroyed += state != NULL;
    stet_free(state);
}

static size_t workspace(const void *state) { return WORK + (size_t)*(const ptrdiff_t *)state; }

/* Numbers change their order. */
static stet_status run(const void *state, const void *in, void *out, char *work,
                       stet_correct_stats *stats)
{
    const ptrdiff_t n = *(const ptrdiff_t *)state;
    seen.run++;
    seen.work = work;
    seen.stats = stats;
    memset(work, 0x5a, workspace(state));
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        ((float *)out)[i] = ((const float *)in)[2 * n - 1 - i];
    if (stats)
        stats->numbers += n;
    return seen.result;
}

static int half_exponent(const void *state)
{
    (void)state;
    return EXPONENT;
}

static void bound(const void *state, stet_error_bound *b)
{
    (void)state;
    b->each = 0.25;
}

static stet_engine engine = {.name = "reversed",
                             .accepts = accepts,
                             .create = create,
                             .destroy = destroy,
                             .workspace = workspace,
                             .run = run,
                             .has_stats = 1,
                             .half_exponent = half_exponent,
                             .bound = bound};

/* Instead of that of the archive. */
const stet_engine *stet_engine_of(stet_level level, stet_kind kind)
{
    (void)kind;
    return (int)level == LEVEL ? &engine : NULL;
}

static stet_options options_of(const stet_dim *dim)
{
    stet_options o;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.level = (stet_level)LEVEL;
    o.rank = 1;
    o.dims = dim;
    memset(&seen, 0, sizeof seen);
    return o;
}

static void test_life(void **state)
{
    enum { N = 5 };
    const stet_dim dim = {N, 1, 1};
    const stet_options o = options_of(&dim);
    _Alignas(STET_ALIGN) char work[WORK + N + STET_ALIGN + 1];
    float in[2 * N], out[2 * N];
    stet_plan *plan;
    (void)state;
    for (int i = 0; i < 2 * N; i++)
        in[i] = (float)i;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_plan_workspace(plan), WORK + N + STET_ALIGN);
    assert_int_equal(stet_plan_half_exponent(plan), EXPONENT);
    assert_int_equal(stet_execute(plan, in, out), STET_OK);
    for (int i = 0; i < 2 * N; i++)
        assert_true(out[i] == (float)(2 * N - 1 - i));
    assert_int_equal(stet_execute_with(plan, in, out, work + 1, sizeof work - 1), STET_OK);
    assert_ptr_equal(seen.work, work + STET_ALIGN);
    assert_null(seen.stats);
    assert_int_equal(stet_execute_with(plan, in, out, work, WORK), STET_E_WORKSPACE);
    assert_int_equal(stet_execute(plan, in, in + 1), STET_E_OVERLAP);
    assert_int_equal(seen.run, 2);
    seen.result = STET_E_HALF_RANGE;
    assert_int_equal(stet_execute(plan, in, out), STET_E_HALF_RANGE);
    stet_plan_destroy(plan);
    assert_int_equal(seen.created, 1);
    assert_int_equal(seen.destroyed, 1);
}

/* Statistics are for levels that count. */
static void test_statistics(void **state)
{
    const stet_dim dim = {4, 1, 1};
    const stet_options o = options_of(&dim);
    float in[8] = {0}, out[8];
    stet_correct_stats stats = {.size = sizeof stats, .numbers = 3};
    stet_plan *plan;
    (void)state;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_execute_stats(plan, in, out, &stats), STET_OK);
    assert_int_equal(stats.numbers, 7);
    engine.has_stats = 0;
    assert_int_equal(stet_execute_stats(plan, in, out, &stats), STET_E_LEVEL);
    engine.has_stats = 1;
    assert_int_equal(stats.numbers, 7);
    assert_int_equal(seen.run, 1);
    stet_plan_destroy(plan);
}

static void test_refusals(void **state)
{
    const stet_dim dim = {4, 1, 1};
    stet_options o = options_of(&dim);
    stet_plan *plan;
    (void)state;
    o.half_mode = other_mode; /* the engine is asked in every precision */
    assert_int_equal(stet_plan_create(&plan, &o), STET_E_HALF_MODE);
    o = options_of(&dim);
    seen.create = STET_E_MEMORY;
    assert_int_equal(stet_plan_create(&plan, &o), STET_E_MEMORY);
    assert_null(plan);
    o = options_of(&dim);
    for (int level = -2; level < 100; level++) {
        o.level = (stet_level)level;
        assert_int_equal(stet_plan_create(&plan, &o), level == LEVEL ? STET_OK : STET_E_LEVEL);
        stet_plan_destroy(plan);
    }
    assert_int_equal(seen.destroyed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_life),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
