/* SPDX-License-Identifier: Apache-2.0 */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

static ptrdiff_t number_bytes(stet_precision precision)
{
    return precision == STET_F64 ? 8 : precision == STET_F32 ? 4 : 2;
}

/* Computes the bytes that a side covers. A plan of these options exists, so nothing overflows. */
static void measure(stet_gpu_extent *side)
{
    side->low = 0;
    side->high = side->element;
    for (int i = 0; i < side->rank; i++) {
        const ptrdiff_t reach = (side->axis[i].n - 1) * side->axis[i].stride;
        *(reach < 0 ? &side->low : &side->high) += reach;
    }
}

static void fill(stet_gpu_shape *shape, const stet_options *o)
{
    const int batch = o->batch_rank, rank = batch + o->rank;
    stet_gpu_axis *in = shape->in.axis, *out = shape->out.axis;
    for (int i = 0; i < rank; i++) {
        const stet_dim *d = i < batch ? &o->batch[i] : &o->dims[i - batch];
        const int is_last = i == rank - 1;
        in[i].n = is_last && o->kind == STET_C2R ? d->n / 2 + 1 : d->n;
        out[i].n = is_last && o->kind == STET_R2C ? d->n / 2 + 1 : d->n;
        in[i].stride = d->in_stride * shape->in.element;
        out[i].stride = d->out_stride * shape->out.element;
        /* R2C and C2R: the strides of the last dimension count different units on the two sides. */
        if (shape->in.element != shape->out.element && is_last)
            shape->in_place &= d->in_stride == 1 && d->out_stride == 1;
        else
            shape->in_place &= d->n == 1 || in[i].stride == out[i].stride;
    }
}

static ptrdiff_t gcd_with(ptrdiff_t g, const stet_gpu_extent *side)
{
    for (int i = 0; i < side->rank; i++) {
        ptrdiff_t stride = side->axis[i].n == 1 ? 0 : side->axis[i].stride;
        while (stride != 0) {
            const ptrdiff_t rest = g % stride;
            g = stride;
            stride = rest;
        }
    }
    return g < 0 ? -g : g;
}

/* Half spectra in place overlap if they do not fit into the rows of the real array, although the
 * rows themselves do not. Reports whether the rows are far enough apart. */
static int rows_apart(const stet_gpu_extent *side)
{
    const stet_gpu_axis last = side->axis[side->rank - 1];
    for (int i = 0; i < side->rank - 1; i++) {
        const stet_gpu_axis a = side->axis[i];
        if (a.n > 1 && (a.stride < 0 ? -a.stride : a.stride) < last.n * side->element)
            return 0;
    }
    return 1;
}

stet_gpu_shape *stet_gpu_shape_create(const stet_options *o)
{
    const int rank = o->batch_rank + o->rank;
    stet_gpu_shape *shape = calloc(1, sizeof *shape + 2 * (size_t)rank * sizeof(stet_gpu_axis));
    if (!shape)
        return NULL;
    const ptrdiff_t number = number_bytes(o->precision);
    shape->in.element = o->kind == STET_R2C || o->kind == STET_R2R ? number : 2 * number;
    shape->out.element = o->kind == STET_C2R || o->kind == STET_R2R ? number : 2 * number;
    shape->in.rank = shape->out.rank = rank;
    shape->in.axis = shape->axes;
    shape->out.axis = shape->axes + rank;
    shape->batch_rank = o->batch_rank;
    shape->in_place = 1;
    fill(shape, o);
    shape->one_in = shape->in;
    shape->one_out = shape->out;
    shape->one_in.rank = shape->one_out.rank = o->rank;
    shape->one_in.axis += o->batch_rank;
    shape->one_out.axis += o->batch_rank;
    measure(&shape->in);
    measure(&shape->out);
    measure(&shape->one_in);
    measure(&shape->one_out);
    if (o->kind == STET_C2R && o->rank + o->batch_rank > 1)
        shape->in_place &= rows_apart(&shape->in);
    shape->gcd = gcd_with(gcd_with(0, &shape->in), &shape->out);
    return shape;
}

ptrdiff_t stet_gpu_shape_transform(const stet_gpu_shape *shape, const stet_gpu_extent *side,
                                   ptrdiff_t i)
{
    ptrdiff_t at = 0;
    for (int k = shape->batch_rank - 1; k >= 0; k--) {
        at += i % side->axis[k].n * side->axis[k].stride;
        i /= side->axis[k].n;
    }
    return at;
}

static void copy(const stet_gpu_extent *side, int axis, char *to, const char *from)
{
    if (axis == side->rank) {
        memcpy(to, from, (size_t)side->element);
        return;
    }
    const stet_gpu_axis a = side->axis[axis];
    if (axis == side->rank - 1 && a.stride == side->element) {
        memcpy(to, from, (size_t)(a.n * a.stride));
        return;
    }
    for (ptrdiff_t i = 0; i < a.n; i++)
        copy(side, axis + 1, to + i * a.stride, from + i * a.stride);
}

void stet_gpu_extent_copy(const stet_gpu_extent *side, void *to, const void *from)
{
    copy(side, 0, (char *)to - side->low, (const char *)from - side->low);
}

int stet_gpu_shape_disjoint(const stet_gpu_shape *shape, ptrdiff_t apart)
{
    const stet_gpu_extent *in = &shape->in, *out = &shape->out;
    if (in->high <= out->low + apart || out->high + apart <= in->low)
        return 1;
    if (shape->gcd == 0)
        return 0;
    /* Strides are multiples of the gcd, so elements of the two arrays can interleave without
     * overlap. */
    const ptrdiff_t ahead = (apart % shape->gcd + shape->gcd) % shape->gcd;
    return ahead >= in->element && shape->gcd - ahead >= out->element;
}
