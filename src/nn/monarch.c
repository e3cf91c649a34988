/* SPDX-License-Identifier: Apache-2.0 */
/* The sequence path of the Monarch mixer is a sequence of layers and convolutions. */
#include <string.h>

#include "base/alloc.h"
#include "nn/check.h"

/* Transposes `rows` sequences of (a, b) numbers to (b, a). */
static void transpose(stet_precision precision, ptrdiff_t rows, ptrdiff_t a, ptrdiff_t b,
                      const void *from, void *to)
{
    const size_t size = precision == STET_F32 ? 4 : 8;
    for (ptrdiff_t r = 0; r < rows; r++)
        for (ptrdiff_t i = 0; i < a; i++)
            for (ptrdiff_t j = 0; j < b; j++)
                memcpy((char *)to + (size_t)((r * b + j) * a + i) * size,
                       (const char *)from + (size_t)((r * a + i) * b + j) * size, size);
}

/* x op= y for n numbers */
static void combine(stet_precision precision, int add, ptrdiff_t n, void *x, const void *y)
{
    if (precision == STET_F32) {
        float *to = (float *)x;
        const float *by = (const float *)y;
        for (ptrdiff_t i = 0; i < n; i++)
            to[i] = add ? to[i] + by[i] : to[i] * by[i];
    } else {
        double *to = (double *)x;
        const double *by = (const double *)y;
        for (ptrdiff_t i = 0; i < n; i++)
            to[i] = add ? to[i] + by[i] : to[i] * by[i];
    }
}

/* Copies one of the three parts, for all sequences, to a contiguous array. */
static void take_part(const stet_monarch_options *o, const void *all, ptrdiff_t part, void *to)
{
    const size_t size = o->precision == STET_F32 ? 4 : 8;
    const size_t bytes = (size_t)(o->channels * o->length) * size;
    for (ptrdiff_t b = 0; b < o->batch; b++)
        memcpy((char *)to + (size_t)b * bytes, (const char *)all + (size_t)(3 * b + part) * bytes,
               bytes);
}

/* Computes y = convolution of x, y not x; with a gate if there is one. */
static stet_status convolve(const stet_monarch_options *o, stet_conv_options c, const void *filter,
                            const void *reverse, const void *bias, const void *x, const void *gate,
                            void *y, double *bound)
{
    c.precision = o->precision;
    c.length = o->length;
    c.filter_length = o->filter_length;
    c.reverse_length = reverse ? o->reverse_length : 0;
    c.channels = c.filter_channels = o->channels;
    c.batch = o->batch;
    c.has_bias = bias != NULL;
    c.has_gate = gate != NULL;
    stet_conv *plan;
    stet_status status = stet_conv_create(&plan, &c, filter, reverse, bias);
    if (status)
        return status;
    stet_conv_result result = {.size = sizeof result};
    status = stet_conv_execute(plan, x, gate, y, &result);
    *bound = result.bound;
    stet_conv_destroy(plan);
    return status;
}

/* u is the input, transposed; wide holds (batch, 3 channels, length) twice; the result is in the
 * first third of the second. */
typedef struct path {
    const stet_monarch_options *o;
    ptrdiff_t one; /* numbers of (batch, channels, length) */
    size_t bytes;  /* bytes of one */
    char *u, *first, *second;
    double bounds[2];
} path;

static stet_status mix_in(path *p, const void *u)
{
    const stet_monarch_options *o = p->o;
    const ptrdiff_t three = 3 * o->channels;
    stet_status status = stet_linear(o->precision, o->linear, o->batch * o->length, o->channels,
                                     three, u, o->w_in, o->b_in, p->first);
    if (status)
        return status;
    transpose(o->precision, o->batch, o->length, three, p->first, p->second);
    status = stet_depthwise3(o->precision, o->depthwise, o->alignment, o->batch, three, o->length,
                             p->second, o->w_depth, o->b_depth, p->first);
    if (status)
        return status;
    /* second becomes x1, x2, v, each of all sequences. */
    for (ptrdiff_t part = 0; part < 3; part++)
        take_part(o, p->first, part, p->second + (size_t)part * p->bytes);
    combine(o->precision, 0, p->one, p->second + 2 * p->bytes, p->second);
    return STET_OK;
}

static stet_status mix_along(path *p, const void *u)
{
    const stet_monarch_options *o = p->o;
    const char *x2 = p->second + p->bytes, *v = x2 + p->bytes;
    char *c = p->first, *c2 = p->first + p->bytes;
    stet_status status =
        convolve(o, *o->conv, o->filter, o->reverse, o->bias, v, x2, c, &p->bounds[0]);
    if (status || !o->filter_2)
        return status;
    transpose(o->precision, o->batch, o->length, o->channels, u, p->u);
    status =
        convolve(o, *o->conv, o->filter_2, o->reverse_2, o->bias_2, p->u, NULL, c2, &p->bounds[1]);
    if (!status)
        combine(o->precision, 1, p->one, c, c2);
    return status;
}

static stet_status mix(path *p, const void *u, void *y)
{
    const stet_monarch_options *o = p->o;
    stet_status status = mix_in(p, u);
    if (!status)
        status = mix_along(p, u);
    if (status)
        return status;
    transpose(o->precision, o->batch, o->channels, o->length, p->first, p->second);
    return stet_linear(o->precision, o->linear, o->batch * o->length, o->channels, o->channels,
                       p->second, o->w_out, o->b_out, y);
}

static stet_status check(const stet_monarch_options *o, const void *u, const void *y,
                         ptrdiff_t *bytes)
{
    if (!o || !u || !y || !o->conv)
        return STET_E_NULL;
    if (o->size != sizeof *o || o->conv->size != sizeof *o->conv)
        return STET_E_OPTIONS_SIZE;
    if (!o->w_in || !o->w_depth || !o->filter || !o->w_out)
        return STET_E_NULL;
    stet_status status = stet_layer_kind(o->precision, o->linear);
    if (!status)
        status = stet_layer_kind(o->precision, o->depthwise);
    if (!status)
        status = stet_layer_bytes(o->precision, o->batch, o->length, o->channels, bytes);
    ptrdiff_t all;
    if (!status && __builtin_mul_overflow(*bytes, 8, &all))
        status = STET_E_OVERFLOW;
    if (!status && u != y && stet_overlap(u, *bytes, y, *bytes))
        status = STET_E_OVERLAP;
    return status ? status : u == y ? STET_E_OVERLAP : STET_OK;
}

stet_status stet_monarch(const stet_monarch_options *o, const void *u, void *y, double bounds[2])
{
    ptrdiff_t bytes;
    stet_status status = check(o, u, y, &bytes);
    if (status)
        return status;
    path p = {.o = o, .bytes = (size_t)bytes};
    p.one = o->batch * o->length * o->channels;
    p.u = (char *)stet_alloc(7 * p.bytes);
    if (!p.u)
        return STET_E_MEMORY;
    p.first = p.u + p.bytes;
    p.second = p.first + 3 * p.bytes;
    const uint64_t caller = stet_fpenv_enter();
    status = mix(&p, u, y);
    stet_fpenv_leave(caller);
    stet_free(p.u);
    for (int i = 0; !status && bounds && i < 2; i++)
        bounds[i] = p.bounds[i];
    return status;
}
