/* SPDX-License-Identifier: Apache-2.0 */
/* The form of the filters in a plan: spectra, or numbers of g. */
#include <string.h>

#include "arith/dd.h"
#include "base/alloc.h"
#include "conv/floating.h"
#include "conv/kernels.h"

/* Holds temporary arrays of P + 2 numbers, and the transform of the filter. */
typedef struct {
    const stet_conv *plan;
    const stet_conv_floating *s;
    const stet_conv_filters *f;
    stet_conv_transform *transform;
    void *g, *spectrum, *other, *work;
} maker;

static stet_status transform_of(const maker *m, ptrdiff_t row, int what, int mirrored, void *to)
{
    const stet_conv *plan = m->plan;
    const int wider = m->s->in.transform;
    memset(m->g, 0, (size_t)(plan->points + 2) * stet_conv_number(plan, wider));
    stet_conv_place(plan, m->f, row, what, mirrored, wider, m->g, plan->points);
    return stet_conv_transform_run(m->transform, m->g, to, m->work);
}

#define ADD_SPECTRA(name, T)                                                                       \
    static void name(T *x, const T *y, int conjugate, ptrdiff_t count)                             \
    {                                                                                              \
        for (ptrdiff_t k = 0; k < count; k++) {                                                    \
            x[2 * k] += y[2 * k];                                                                  \
            x[2 * k + 1] += conjugate ? -y[2 * k + 1] : y[2 * k + 1];                              \
        }                                                                                          \
    }

ADD_SPECTRA(add_f32, float)
ADD_SPECTRA(add_f64, double)

static void add_pairs(double *x, const double *y, int conjugate, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < 4 * count; i += 2) {
        const double sign = conjugate && i % 4 == 2 ? -1 : 1;
        const stet_dd a = {x[i], x[i + 1]}, b = {sign * y[i], sign * y[i + 1]};
        const stet_dd sum = stet_dd_add(a, b);
        x[i] = sum.hi;
        x[i + 1] = sum.lo;
    }
}

/* Adds two filters in the frequency domain. The spectrum of a reverse filter in the other direction
 * is the conjugate of that of the mirrored filter. */
static stet_status spectrum_of(const maker *m, ptrdiff_t row)
{
    const stet_conv *plan = m->plan;
    const stet_conv_options *o = &plan->o;
    if (!stet_conv_has_reverse(o->operation) || o->space == STET_CONV_SPACE_TIME)
        return transform_of(m, row, stet_conv_has_reverse(o->operation) ? 3 : 1, 0, m->spectrum);
    const int conjugate = o->operation == STET_CONV_TIME || o->operation == STET_CONV_CONJ;
    stet_status status = transform_of(m, row, 1, 0, m->spectrum);
    if (!status)
        status = transform_of(m, row, 2, conjugate, m->other);
    if (status)
        return status;
    if (m->s->in.transform && o->precision == STET_F64)
        add_pairs((double *)m->spectrum, (const double *)m->other, conjugate, plan->points / 2 + 1);
    else if (m->s->in.transform || o->precision == STET_F64)
        add_f64((double *)m->spectrum, (const double *)m->other, conjugate, plan->points / 2 + 1);
    else
        add_f32((float *)m->spectrum, (const float *)m->other, conjugate, plan->points / 2 + 1);
    return STET_OK;
}

/* Rounds a spectrum from the precision of the transform through that of spectra to that of the
 * product. */
static void keep(const maker *m, void *to)
{
    const stet_conv *plan = m->plan;
    const stet_conv_inside in = m->s->in;
    const ptrdiff_t count = 2 * (plan->points / 2 + 1);
    if (in.transform > in.spectra)
        stet_conv_narrow(plan, m->spectrum, count, to);
    else if (in.product > in.spectra)
        stet_conv_widen(plan, m->spectrum, count, to);
    else
        memcpy(to, m->spectrum, (size_t)count * stet_conv_number(plan, in.product));
}

static stet_status make_spectra(stet_conv *plan, stet_conv_floating *s, maker *m)
{
    const int divided = plan->o.norm == STET_NORM_FORWARD;
    stet_status status =
        stet_conv_transform_create(&m->transform, plan, STET_R2C, s->in.transform, divided);
    m->work = status ? NULL : stet_alloc(stet_conv_transform_workspace(m->transform));
    if (!status && !m->work)
        status = STET_E_MEMORY;
    for (ptrdiff_t row = 0; row < plan->o.filter_channels && !status; row++) {
        status = spectrum_of(m, row);
        if (!status)
            keep(m, (char *)s->rows +
                        (size_t)(row * s->stride) * stet_conv_number(plan, s->in.product));
    }
    stet_conv_transform_destroy(m->transform);
    stet_free(m->work);
    return status;
}

static stet_status spectra(stet_conv *plan, stet_conv_floating *s, const stet_conv_filters *f)
{
    const size_t size =
        (size_t)(plan->points + 2) * stet_conv_number(plan, s->in.transform) + STET_ALIGN;
    maker m = {plan, s, f, NULL, stet_alloc(size), stet_alloc(size), stet_alloc(size), NULL};
    const stet_status status =
        m.g && m.spectrum && m.other ? make_spectra(plan, s, &m) : STET_E_MEMORY;
    stet_free(m.g);
    stet_free(m.spectrum);
    stet_free(m.other);
    return status;
}

/* Stores g from lag -after on. It is placed in a circle of its own length, where lag d is at d or d
 * + T, and rotated. */
static stet_status chains(stet_conv *plan, stet_conv_floating *s, const stet_conv_filters *f)
{
    const size_t number = stet_conv_number(plan, s->in.last);
    const size_t size = (size_t)plan->taps * number, after = (size_t)plan->after * number;
    char *circle = (char *)stet_alloc(size);
    if (!circle)
        return STET_E_MEMORY;
    const int what = stet_conv_has_reverse(plan->o.operation) ? 3 : 1;
    for (ptrdiff_t row = 0; row < plan->o.filter_channels; row++) {
        char *to = (char *)s->rows + (size_t)(row * s->stride) * number;
        memset(circle, 0, size);
        stet_conv_place(plan, f, row, what, 0, s->in.last, circle, plan->taps);
        memcpy(to, circle + size - after, after);
        memcpy(to + after, circle, size - after);
    }
    stet_free(circle);
    return STET_OK;
}

stet_status stet_conv_floating_filters(stet_conv *plan, stet_conv_floating *s,
                                       const stet_conv_filters *f)
{
    const int fft = plan->points > 0;
    size_t all;
    s->stride = fft ? plan->points + 2 : plan->taps;
    if (__builtin_mul_overflow((size_t)s->stride * 2 * sizeof(double),
                               (size_t)plan->o.filter_channels, &all))
        return STET_E_OVERFLOW;
    s->rows =
        stet_alloc(all / sizeof(double) * stet_conv_number(plan, fft ? s->in.product : s->in.last));
    if (!s->rows)
        return STET_E_MEMORY;
    return fft ? spectra(plan, s, f) : chains(plan, s, f);
}
