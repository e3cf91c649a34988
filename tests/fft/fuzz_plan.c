/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: bytes become options, valid or not; a plan that is made of them is
 * run on guarded buffers, apart and in one buffer. Nothing may crash, leak, write
 * outside the outputs, accept two outputs at one address, or give two results. */
#include <stdbool.h>
#include <string.h>

#include "lib/fuzz.h"
#include "lib/generate.h"
#include "lib/guard.h"
#include "lib/inside.h"
#include "lib/parallel.h"

#define MAX_ELEMENTS 8192
#define MAX_BYTES (1 << 20)

/* Small as a rule, sometimes near a limit of ptrdiff_t. */
static ptrdiff_t take_number(struct bytes *b, ptrdiff_t bias)
{
    static const ptrdiff_t limits[] = {PTRDIFF_MAX,      PTRDIFF_MIN,      PTRDIFF_MAX / 4,
                                       PTRDIFF_MAX / 16, -PTRDIFF_MAX / 8, (ptrdiff_t)1 << 62};
    unsigned first = take(b);
    if (first >= 250)
        return limits[first - 250];
    return (ptrdiff_t)(first % 125) + (first >= 125 ? (ptrdiff_t)take(b) : 0) - bias;
}

/* A value of an enumeration 1..last, or now and then some other number. */
static void take_enum(struct bytes *b, void *field, unsigned last)
{
    unsigned first = take(b);
    int value = first < 240 ? (int)(1 + first % last) : (int)(first - 245);
    memcpy(field, &value, sizeof value);
}

static void take_dims(struct bytes *b, stet_dim *dims, int rank)
{
    for (int i = 0; i < rank; i++) {
        dims[i].n = take_number(b, 0);
        dims[i].in_stride = take_number(b, 60);
        dims[i].out_stride = take_number(b, 60);
    }
}

/* Contiguous strides are rare among random ones: offered on request. */
static void take_options(struct bytes *b, stet_options *o, stet_dim dims[4], stet_dim batch[3])
{
    stet_options_init(o);
    unsigned shape = take(b);
    o->rank = (int)(shape % 5);
    o->batch_rank = (int)(shape / 5 % 5) - 1;
    take_enum(b, &o->kind, 3);
    take_enum(b, &o->precision, 4);
    take_enum(b, &o->level, 1);
    take_enum(b, &o->direction, 2);
    take_enum(b, &o->norm, 3);
    if (shape / 25 % 2 == 0 && o->kind != STET_C2C)
        o->direction = o->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    take_dims(b, dims, o->rank);
    take_dims(b, batch, o->batch_rank);
    if (shape / 50 % 2 == 0) {
        ptrdiff_t n[4];
        for (int i = 0; i < o->rank; i++)
            n[i] = dims[i].n;
        (void)stet_dims_contiguous(o->kind, o->rank, n, dims);
    }
    o->dims = shape == 255 ? NULL : dims;
    o->batch = shape == 254 ? NULL : batch;
    o->size += shape == 253;
    o->threads = (int)(take(b) % 8) - 2;
    o->parallel = parallel_reverse;
    take_enum(b, &o->half_mode, 3);
    unsigned exponent = take(b);
    if (exponent % 2 == 1)
        o->half_exponent = (int)exponent - 128;
}

/* The elements of one side, batch and transform; false if there are too many. */
static bool layout_of(const stet_options *o, bool input, struct layout *layout)
{
    size_t real = generate_size(o->precision), count = 1, bytes = 0;
    bool complex_side = o->kind != (input ? STET_R2C : STET_C2R);
    *layout = (struct layout){.element = complex_side ? 2 * real : real};
    for (int i = 0; i < o->rank + o->batch_rank; i++) {
        const stet_dim *d = i < o->batch_rank ? &o->batch[i] : &o->dims[i - o->batch_rank];
        bool half = o->kind != STET_C2C && complex_side && i == o->rank + o->batch_rank - 1;
        ptrdiff_t stride = input ? d->in_stride : d->out_stride, n = half ? d->n / 2 + 1 : d->n;
        if (n > MAX_ELEMENTS || (n > 1 && (stride > MAX_BYTES || stride < -MAX_BYTES)))
            return false;
        layout->n[i] = n;
        layout->stride[i] = n > 1 ? stride * (ptrdiff_t)layout->element : 0;
        count *= (size_t)n;
        bytes += (size_t)(n - 1) * (size_t)llabs(layout->stride[i]);
        if (count > MAX_ELEMENTS || bytes > MAX_BYTES)
            return false;
    }
    layout->rank = o->rank + o->batch_rank;
    return true;
}

/* Set the bytes of the layout in a map of the buffer; how many were set before. */
static size_t mark(const struct layout *layout, ptrdiff_t origin, unsigned char *map)
{
    size_t count = layout_count(layout), again = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < layout->element; j++) {
            unsigned char *byte = map + origin + layout_offset(layout, i) + (ptrdiff_t)j;
            again += *byte;
            *byte = 1;
        }
    return again;
}

/* A layout of one dimension that spans both arrays, out at in + shift bytes. */
static struct layout span(const struct layout *in, const struct layout *out, ptrdiff_t shift,
                          ptrdiff_t *in_origin)
{
    ptrdiff_t in_low, in_high, out_low, out_high;
    layout_range(in, &in_low, &in_high);
    layout_range(out, &out_low, &out_high);
    out_low += shift, out_high += shift;
    ptrdiff_t low = in_low < out_low ? in_low : out_low;
    ptrdiff_t high = in_high > out_high ? in_high : out_high;
    *in_origin = -low;
    return (struct layout){.element = 1, .rank = 1, .n = {high - low}, .stride = {1}};
}

/* An overflow of 16 bits leaves its output and counts as success. */
static stet_status run(const stet_plan *plan, bool with, const void *in, void *out)
{
    size_t size = stet_plan_workspace(plan);
    void *work = with ? malloc(size) : NULL;
    REQUIRE(!with || work != NULL);
    stet_status status =
        with ? stet_execute_with(plan, in, out, work, size) : stet_execute(plan, in, out);
    free(work);
    return status == STET_E_HALF_RANGE ? STET_OK : status;
}

/* Both arrays in one buffer, the output shift bytes after the input, against what the
 * transform gives with the arrays apart. */
static void run_together(const stet_plan *plan, const struct layout *in, const struct layout *out,
                         ptrdiff_t shift, const void *data, const void *good, size_t reals)
{
    struct guard g;
    ptrdiff_t at;
    struct layout whole = span(in, out, shift, &at);
    guard_open(&g, &whole, 0);
    unsigned char *map = calloc(1, (size_t)whole.n[0]), *x = g.origin + at, *y = x + shift;
    char *result = malloc(reals * 8);
    REQUIRE(map != NULL && result != NULL);
    (void)mark(in, at, map);
    bool apart = mark(out, at + shift, map) == 0;
    layout_scatter(in, data, x);
    guard_remember(&g);
    stet_status status = run(plan, false, x, y);
    REQUIRE(status == STET_OK || status == STET_E_OVERLAP);
    REQUIRE(status != STET_OK || apart || shift == 0);
    if (status == STET_OK) {
        struct layout moved = *out;
        layout_gather(&moved, y, result);
        size_t count = layout_count(out) * out->element;
        REQUIRE(memcmp(result, good, count) == 0);
    } else {
        REQUIRE(guard_intact(&g, NULL));
    }
    free(map);
    free(result);
    guard_close(&g);
}

static void run_apart(const stet_plan *plan, const stet_options *o, struct bytes *b)
{
    struct layout in, out;
    if (!layout_of(o, true, &in) || !layout_of(o, false, &out))
        return;
    size_t real = generate_size(o->precision), count = layout_count(&in);
    size_t results = layout_count(&out) * out.element;
    struct guard x, y;
    guard_open(&x, &in, real * (take(b) % 4));
    guard_open(&y, &out, real * (take(b) % 4));
    ptrdiff_t low, high;
    layout_range(&out, &low, &high);
    unsigned char *map = calloc(1, (size_t)(high - low)), *data = malloc(count * in.element);
    unsigned char *good = malloc(results);
    REQUIRE(map != NULL && data != NULL && good != NULL);
    REQUIRE(mark(&out, -low, map) == 0); /* no two outputs at one address */
    generate_reals(data, o->precision, count * in.element / real, GENERATE_UNIFORM, take(b));
    layout_scatter(&in, data, x.origin);
    layout_gather(&in, x.origin, data); /* what a stride of 0 has left */
    guard_remember(&x);
    REQUIRE(run(plan, take(b) % 2 == 1, x.origin, y.origin) == STET_OK);
    REQUIRE(guard_intact(&x, NULL));
    REQUIRE(guard_intact(&y, &out));
    layout_gather(&out, y.origin, good);
    run_together(plan, &in, &out, 0, data, good, results / real);
    run_together(plan, &in, &out, (ptrdiff_t)(real * take(b)), data, good, results / real);
    free(map), free(data), free(good);
    guard_close(&x);
    guard_close(&y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    stet_options options;
    stet_dim dims[4], batch[3];
    stet_plan *plan = (stet_plan *)&options;
    take_options(&b, &options, dims, batch);
    stet_status status = stet_plan_create(&plan, &options);
    REQUIRE((status == STET_OK) == (plan != NULL));
    REQUIRE(status != STET_E_MEMORY && strcmp(stet_strerror(status), stet_strerror(1)) != 0);
    if (plan)
        inside_least_points(plan, 1 + (ptrdiff_t)(take(&b) % 4) * 1000);
    if (status == STET_OK)
        run_apart(plan, &options, &b);
    stet_plan_destroy(plan);
    return 0;
}
