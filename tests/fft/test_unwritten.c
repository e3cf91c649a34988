/* SPDX-License-Identifier: Apache-2.0 */
/* No operation reads what nobody has written: with a workspace and an output full of subnormal
 * numbers the flag that says that one was an operand stays down. Lanes whose results are dropped
 * change no bit, but on Intel's CPUs a subnormal number there takes 150 cycles an operation. */
#include "lib/check.h"

#include <string.h>

#include "lib/environment.h"

#if defined(__x86_64__)

enum { LINES = 19, FLAG = 2 }; /* lines: no multiple of the lanes */

/* A length, one line or several, as rows or columns. */
struct call {
    struct transform t;
    ptrdiff_t lines;
    bool columns;
};

static stet_plan *plan_of(const struct call *c)
{
    const ptrdiff_t in = transform_length(&c->t, SIDE_IN, 0);
    const ptrdiff_t out = transform_length(&c->t, SIDE_OUT, 0);
    const stet_dim batch = {c->lines, c->columns ? 1 : in, c->columns ? 1 : out};
    stet_dim dim;
    stet_options o = transform_options(&c->t, &dim);
    if (c->columns)
        dim.in_stride = dim.out_stride = c->lines;
    o.batch_rank = 1;
    o.batch = &batch;
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    return plan;
}

static bool reads_subnormals(const struct call *c)
{
    stet_plan *plan = plan_of(c);
    const size_t lines = (size_t)c->lines, size = stet_plan_workspace(plan);
    const size_t count = size / transform_real(&c->t);
    void *in = malloc(lines * transform_bytes(&c->t, SIDE_IN));
    void *out = malloc(lines * transform_bytes(&c->t, SIDE_OUT)), *work = malloc(size + 1);
    generate_reals(in, c->t.precision, lines * transform_reals(&c->t, SIDE_IN), GENERATE_UNIFORM,
                   (uint64_t)c->t.n[0]);
    generate_reals(out, c->t.precision, lines * transform_reals(&c->t, SIDE_OUT),
                   GENERATE_SUBNORMAL, 1);
    generate_reals(work, c->t.precision, count, GENERATE_SUBNORMAL, 2);
    const uint64_t before = get_environment();
    set_environment(before & ~(uint64_t)FLAGS);
    assert_int_equal(stet_execute_with(plan, in, out, work, size), STET_OK);
    const bool seen = (get_environment() & FLAG) != 0;
    set_environment(before);
    free(in);
    free(out);
    free(work);
    stet_plan_destroy(plan);
    return seen;
}

static void check(const struct transform *t)
{
    for (int layout = 0; layout < 3; layout++) {
        const struct call c = {*t, layout > 0 ? LINES : 1, layout == 2};
        if ((layout == 0 || t->n[0] <= 130) && reads_subnormals(&c))
            fail_msg("kind %d r2r %d precision %d length %td layout %d", (int)t->kind,
                     (int)t->r2r[0], (int)t->precision, t->n[0], layout);
    }
}

/* Multiplications and additions of one's own fma have subnormal numbers of their own. */
static bool has_fma(void)
{
    return strcmp(stet_isa_name(), "soft") != 0 && strcmp(stet_isa_name(), "sse2") != 0;
}

static void test_complex_and_half_spectra(void **state)
{
    (void)state;
    if (!has_fma())
        skip();
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (ptrdiff_t n = 1; n <= 520; n += STET_TEST_STEP) {
                const struct transform t = transform_1d(kind, precision, n);
                check(&t);
            }
}

static void test_real(void **state)
{
    (void)state;
    if (!has_fma())
        skip();
    for (stet_r2r_kind r2r = STET_R2HC; r2r <= STET_DST4; r2r++)
        FOR_EACH_PRECISION (precision)
            for (ptrdiff_t n = 2; n <= 260; n += STET_TEST_STEP) {
                const struct transform t = transform_r2r_1d(r2r, precision, n);
                check(&t);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complex_and_half_spectra),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 0; }

#endif
