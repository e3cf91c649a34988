/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges, in place or not, and copies, for random layouts, against every element one by one. */
#include "host/shape.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/generate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { ROOM = 1 << 16 };

/* Offset of each element of a side, in bytes from its element 0. */
static int each(const stet_options *o, bool out, ptrdiff_t element, ptrdiff_t *at)
{
    int count = 1;
    at[0] = 0;
    for (int i = 0; i < o->batch_rank + o->rank; i++) {
        const bool is_last = i == o->batch_rank + o->rank - 1;
        const stet_dim d = i < o->batch_rank ? o->batch[i] : o->dims[i - o->batch_rank];
        const bool half = is_last && (out ? o->kind == STET_R2C : o->kind == STET_C2R);
        const ptrdiff_t n = half ? d.n / 2 + 1 : d.n, step = out ? d.out_stride : d.in_stride;
        for (ptrdiff_t k = n - 1; k >= 0; k--)
            for (int j = 0; j < count; j++)
                at[k * count + j] = at[j] + k * step * element;
        count *= (int)n;
    }
    return count;
}

static void check_side(const stet_options *o, const stet_gpu_extent *side, bool out)
{
    static ptrdiff_t at[ROOM];
    static char from[ROOM], to[ROOM], expected[ROOM];
    const int count = each(o, out, side->element, at);
    ptrdiff_t low = 0, high = side->element;
    for (int i = 0; i < count; i++) {
        low = at[i] < low ? at[i] : low;
        high = at[i] + side->element > high ? at[i] + side->element : high;
    }
    assert_int_equal(side->low, low);
    assert_int_equal(side->high, high);
    assert_true(high - low <= ROOM);
    for (ptrdiff_t i = 0; i < high - low; i++) {
        from[i] = (char)(i * 7 + 1);
        expected[i] = to[i] = (char)(i * 5 + 3);
    }
    for (int i = 0; i < count; i++)
        memcpy(expected + (at[i] - low), from + (at[i] - low), (size_t)side->element);
    stet_gpu_extent_copy(side, to, from);
    assert_memory_equal(to, expected, (size_t)(high - low));
}

/* Whether two arrays share a byte, by looking at all. disjoint() may say no more than that. */
static bool share(const stet_options *o, const stet_gpu_shape *s, ptrdiff_t apart)
{
    static ptrdiff_t in[ROOM], out[ROOM];
    const int ins = each(o, false, s->in.element, in), outs = each(o, true, s->out.element, out);
    for (int i = 0; i < ins; i++)
        for (int j = 0; j < outs; j++)
            if (in[i] < out[j] + apart + s->out.element && out[j] + apart < in[i] + s->in.element)
                return true;
    return false;
}

static void test_random(void **state)
{
    uint64_t seed = 1;
    int apart_count = 0, transforms = 0;
    (void)state;
    for (int trial = 0; trial < 400; trial++) {
        stet_dim dims[2], batch[2];
        stet_options o;
        stet_options_init(&o);
        o.kind = (stet_kind)(1 + generate_below(&seed, 3));
        o.direction = o.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        o.precision = (stet_precision)(1 + generate_below(&seed, 4));
        o.rank = 1 + (int)generate_below(&seed, 2);
        o.batch_rank = (int)generate_below(&seed, 3);
        ptrdiff_t step = 1;
        for (int i = o.rank + o.batch_rank - 1; i >= 0; i--) {
            stet_dim *d = i < o.batch_rank ? &batch[i] : &dims[i - o.batch_rank];
            d->n = 1 + (ptrdiff_t)generate_below(&seed, 4);
            d->in_stride = step * (generate_below(&seed, 3) == 0 ? -1 : 1);
            d->out_stride = step;
            step *= d->n + 1 + (ptrdiff_t)generate_below(&seed, 2);
        }
        o.dims = dims;
        o.batch = batch;
        stet_plan *plan;
        assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
        stet_plan_destroy(plan);
        stet_gpu_shape *s = stet_gpu_shape_create(&o);
        assert_non_null(s);
        check_side(&o, &s->in, false);
        check_side(&o, &s->out, true);
        for (ptrdiff_t d = -40; d < 40; d += 1 + (ptrdiff_t)generate_below(&seed, 9))
            if (stet_gpu_shape_disjoint(s, d)) {
                assert_false(share(&o, s, d));
                apart_count++;
            }
        assert_true(stet_gpu_shape_disjoint(s, s->in.high - s->out.low));
        assert_true(stet_gpu_shape_disjoint(s, s->in.low - s->out.high));
        /* Transforms, the last dimension of the batch the fastest. */
        ptrdiff_t i = 0;
        for (ptrdiff_t a = 0; a < (o.batch_rank > 0 ? batch[0].n : 1); a++)
            for (ptrdiff_t b = 0; b < (o.batch_rank > 1 ? batch[1].n : 1); b++, i++, transforms++) {
                ptrdiff_t at = 0;
                if (o.batch_rank > 0)
                    at += a * batch[0].in_stride * s->in.element;
                if (o.batch_rank > 1)
                    at += b * batch[1].in_stride * s->in.element;
                assert_int_equal(stet_gpu_shape_transform(s, &s->in, i), at);
            }
        free(s);
    }
    assert_true(apart_count > 100 && transforms > 400);
}

static void test_in_place(void **state)
{
    (void)state;
    stet_dim dims[2] = {{4, 6, 3}, {5, 1, 1}};
    stet_options o;
    stet_options_init(&o);
    o.kind = STET_R2C;
    o.rank = 2;
    o.dims = dims;
    stet_gpu_shape *s = stet_gpu_shape_create(&o);
    assert_true(s->in_place); /* rows of 6 reals, 3 complex numbers */
    free(s);
    o.kind = STET_C2R;
    o.direction = STET_INVERSE;
    dims[0] = (stet_dim){4, 3, 6};
    s = stet_gpu_shape_create(&o);
    assert_true(s->in_place);
    free(s);
    dims[0] = (stet_dim){4, 2, 4};
    s = stet_gpu_shape_create(&o);
    assert_false(s->in_place); /* half spectra that meet */
    free(s);
    o.kind = STET_C2C;
    dims[0] = (stet_dim){4, 5, 6};
    s = stet_gpu_shape_create(&o);
    assert_false(s->in_place);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
