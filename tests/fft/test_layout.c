/* SPDX-License-Identifier: Apache-2.0 */
/* Random layouts: every member of a batch has the bits of the transform alone, and
 * no byte outside the outputs changes. */
#include "lib/check.h"

#include <string.h>

#include "lib/guard.h"
#include "lib/trial.h"

#define TRIALS 2000

static ptrdiff_t random_length(uint64_t *state)
{
    static const ptrdiff_t lengths[] = {1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 34};
    return lengths[generate_below(state, sizeof lengths / sizeof *lengths)];
}

static void random_transform(struct trial *r, uint64_t *state)
{
    struct transform *t = &r->t;
    t->kind = (stet_kind)(1 + generate_below(state, 3));
    t->precision = (stet_precision)(1 + generate_below(state, 2));
    t->direction = t->kind == STET_R2C   ? STET_FORWARD
                   : t->kind == STET_C2R ? STET_INVERSE
                                         : (stet_direction)(1 + generate_below(state, 2));
    t->norm = (stet_norm)(1 + generate_below(state, 3));
    t->rank = 1 + (int)generate_below(state, 3);
    for (int i = 0; i < t->rank; i++)
        t->n[i] = t->rank == 1 ? 1 + (ptrdiff_t)generate_below(state, 100) : random_length(state);
    r->batch_rank = (int)generate_below(state, 3);
    for (int i = 0; i < r->batch_rank; i++)
        r->batch[i] = 1 + (ptrdiff_t)generate_below(state, 4);
}

/* Member number of the batch: its input alone, transformed alone, against what is
 * in the output. */
static void check_member(const struct trial *r, const struct guard *in, const struct guard *out,
                         size_t member)
{
    struct layout input = transform_layout(&r->t, SIDE_IN),
                  output = transform_layout(&r->t, SIDE_OUT);
    char *x = transform_alloc(&r->t, SIDE_IN, 1), *y = transform_alloc(&r->t, SIDE_OUT, 1);
    for (size_t i = 0; i < layout_count(&input); i++)
        memcpy(x + i * input.element,
               in->origin + layout_offset(&r->in, member * layout_count(&input) + i),
               input.element);
    for (size_t i = 0; i < layout_count(&output); i++)
        memcpy(y + i * output.element,
               out->origin + layout_offset(&r->out, member * layout_count(&output) + i),
               output.element);
    void *good = check_output(&r->t, x);
    assert_true(transform_same(&r->t, y, good));
    free(x), free(y), free(good);
}

static void run(const struct trial *r, uint64_t *state)
{
    struct guard in, out;
    stet_dim dims[LAYOUT_RANK];
    stet_options options = trial_options(r, dims);
    size_t count = layout_count(&r->in), members = 1, real = transform_real(&r->t);
    size_t reals = count * r->in.element / real;
    for (int i = 0; i < r->batch_rank; i++)
        members *= (size_t)r->batch[i];
    char *data = malloc(count * r->in.element);
    assert_non_null(data);
    const enum generate_family family =
        generate_below(state, 3) ? GENERATE_UNIFORM
                                 : (enum generate_family)generate_below(state, GENERATE_FAMILIES);
    generate_reals(data, r->t.precision, reals, family, *state);
    guard_open(&in, &r->in, real * generate_below(state, 4));
    guard_open(&out, &r->out, real * generate_below(state, 4));
    layout_scatter(&r->in, data, in.origin);
    guard_remember(&in);
    if (r->in_place)
        layout_scatter(&r->in, data, out.origin);
    const void *source = r->in_place ? out.origin : in.origin;
    assert_int_equal(stet_transform(&options, source, out.origin), STET_OK);
    assert_true(guard_intact(&in, NULL));
    assert_true(guard_intact(&out, &r->out));
    for (size_t member = 0; member < members; member++)
        check_member(r, &in, &out, member);
    guard_close(&in);
    guard_close(&out);
    free(data);
}

static void test_random_layouts(void **state)
{
    (void)state;
    uint64_t generator = 2026;
    for (int i = 0; i < TRIALS; i++) {
        struct trial r = {.in_place = false};
        random_transform(&r, &generator);
        r.in = trial_scattered(&r, SIDE_IN, &generator);
        r.out = trial_scattered(&r, SIDE_OUT, &generator);
        run(&r, &generator);
    }
}

/* One dimension and many lines of that length, rows or columns of a matrix: what vectors take
 * several at a time, with what is left over. */
static void many_lines(struct trial *r, ptrdiff_t n, ptrdiff_t most, uint64_t *state)
{
    random_transform(r, state);
    struct transform *t = &r->t;
    t->rank = 1;
    t->n[0] = n;
    r->batch_rank = 1;
    r->batch[0] = 1 + (ptrdiff_t)generate_below(state, (size_t)most);
    for (enum side side = SIDE_IN; side <= SIDE_OUT; side++) {
        struct layout layout = transform_layout(t, side);
        ptrdiff_t points = layout.n[0], element = (ptrdiff_t)layout.element;
        ptrdiff_t gap = generate_below(state, 2) * element;
        bool columns = generate_below(state, 2) == 1;
        layout.rank = 2;
        layout.n[0] = r->batch[0];
        layout.n[1] = points;
        layout.stride[0] = columns ? element : points * element + gap;
        layout.stride[1] = columns ? r->batch[0] * element + gap : element;
        *(side == SIDE_IN ? &r->in : &r->out) = layout;
    }
    r->in_place = t->kind == STET_C2C && generate_below(state, 3) == 0;
    if (r->in_place)
        r->in = r->out;
}

static void test_many_lines(void **state)
{
    static const ptrdiff_t lengths[] = {
        1,  2,  3,   4,   5,   8,   12,  16,  17,  24,  31,  32,  34,  48,   60,   63,   64,
        80, 96, 100, 101, 128, 144, 210, 240, 256, 300, 384, 512, 600, 1000, 1024, 1040, 2048};
    (void)state;
    uint64_t generator = 31;
    for (int i = 0; i < TRIALS; i++) {
        struct trial r;
        const ptrdiff_t n = lengths[generate_below(&generator, sizeof lengths / sizeof *lengths)];
        many_lines(&r, n, n < 300 ? 70 : 20, &generator);
        run(&r, &generator);
    }
}

/* Lines that are too long to go side by side: up to 9 columns and single lines with a stride. */
static void test_few_long_lines(void **state)
{
    enum { LONG_TRIALS = 60 };
    static const ptrdiff_t lengths[] = {4097, 4104, 4375, 5000, 8192, 10000};
    (void)state;
    uint64_t generator = 42;
    for (int i = 0; i < LONG_TRIALS; i++) {
        struct trial r;
        const ptrdiff_t n = lengths[generate_below(&generator, sizeof lengths / sizeof *lengths)];
        many_lines(&r, n, 9, &generator);
        run(&r, &generator);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_layouts),
                                       cmocka_unit_test(test_many_lines),
                                       cmocka_unit_test(test_few_long_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
