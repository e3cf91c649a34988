/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/* The axis whose half a half spectrum is: the last that is named. -1: there is none. */
static int last_axis(const struct pair *q)
{
    const struct axes *axes = &q->wish.axes;
    int rank = q->in.layout.rank;
    if (axes->all || axes->count == 0)
        return !axes->all && q->wav ? 0 : rank - 1;
    int last = (int)axes->items[axes->count - 1];
    last += last < 0 ? rank : 0;
    return last < rank ? last : -1;
}

/* A new spectrum of that type, of length n along axis; all zero. */
static bool new_out(struct pair *q, const struct dtype *type, int axis, size_t n,
                    struct array *from, struct error *e)
{
    struct layout l = q->out.layout;
    struct array made;
    *from = q->out;
    l.dtype = type;
    if (axis >= 0)
        l.shape[axis] = n;
    if (type == NULL || !layout_count(&l) || !array_new(&made, &l, e))
        return false;
    q->out = made;
    q->owned = made.data;
    return true;
}

static double get(const struct array *a, size_t i, int part)
{
    const struct dtype *t = a->layout.dtype;
    return component_get((const unsigned char *)a->data + i * t->size +
                             (size_t)part * component_size(t->component),
                         t->component);
}

static void put(struct array *a, size_t i, int part, double x)
{
    const struct dtype *t = a->layout.dtype;
    component_put((unsigned char *)a->data + i * t->size +
                      (size_t)part * component_size(t->component),
                  t->component, x);
}

static bool is_float(const struct array *a)
{
    const enum component c = a->layout.dtype->component;
    return c != COMPONENT_I16 && c != COMPONENT_U16;
}

/* ----------------------------------------------------- real, complex -- */

static bool view_real(struct pair *q, char *text, size_t size, struct error *e)
{
    struct array from;
    const struct dtype *t = q->out.layout.dtype;
    (void)text;
    (void)size;
    if (t->parts != 1 || !is_float(&q->out) || q->wish.kind == STET_C2R ||
        !new_out(q, dtype_of(t->component, 2), -1, 0, &from, e))
        return false;
    for (size_t i = 0; i < from.layout.count; i++)
        put(&q->out, i, 0, get(&from, i, 0));
    return true;
}

static bool view_full_result(struct pair *q, char *text, size_t size, struct error *e)
{
    struct array from;
    const struct dtype *t = q->out.layout.dtype;
    if (t->parts != 2 || q->in.layout.dtype->parts != 2 || q->wish.kind != 0)
        return false;
    for (size_t i = 0; i < q->out.layout.count; i++)
        if (get(&q->out, i, 1) != 0)
            return false;
    if (!new_out(q, dtype_of(t->component, 1), -1, 0, &from, e))
        return false;
    for (size_t i = 0; i < from.layout.count; i++)
        put(&q->out, i, 0, get(&from, i, 0));
    q->wish.kind = STET_C2R;
    SAY("the real result of a half spectrum, stored as complex numbers");
    return true;
}

/* --------------------------------------------------- packed half spectra -- */

enum packing { HALFCOMPLEX, PAIRS, NYQUIST };

/* The place, along the axis, of a part of bin k of n samples; *part: there. False: it is zero. */
static bool packed_at(enum packing how, size_t n, size_t k, int part, size_t *at, int *there)
{
    bool edge = k == 0 || 2 * k == n;
    *there = 0;
    if (edge && part == 1)
        return false;
    if (how == HALFCOMPLEX) {
        *at = part == 0 ? k : n - k;
    } else if (how == PAIRS) {
        *at = k == 0 ? 0 : 2 * k - (part == 0 ? 1 : 0);
    } else {
        *at = 2 * k == n ? 0 : k;
        *there = 2 * k == n ? 1 : part;
    }
    return true;
}

static bool unpack(struct pair *q, enum packing how, struct error *e)
{
    struct array from;
    int axis = last_axis(q), parts = how == NYQUIST ? 2 : 1;
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    if (axis < 0 || in->rank != out->rank || in->dtype->parts != 1 || out->dtype->parts != parts ||
        !is_float(&q->out) || q->wish.kind == STET_C2R || q->wish.inverse)
        return false;
    size_t n = q->wish.n ? (size_t)q->wish.n : in->shape[axis];
    if (n < 2 || out->shape[axis] != (how == NYQUIST ? n / 2 : n) || (how == NYQUIST && n % 2 != 0))
        return false;
    if (!new_out(q, dtype_of(out->dtype->component, 2), axis, n / 2 + 1, &from, e))
        return false;
    struct box box = layout_box(&q->out.layout, axis);
    for (size_t o = 0; o < box.outer; o++)
        for (size_t k = 0; k < box.n; k++)
            for (size_t l = 0; l < box.inner; l++)
                for (int part = 0; part < 2; part++) {
                    size_t at;
                    int there;
                    if (packed_at(how, n, k, part, &at, &there))
                        put(&q->out, (o * box.n + k) * box.inner + l, part,
                            get(&from, (o * from.layout.shape[axis] + at) * box.inner + l, there));
                }
    q->wish.kind = STET_R2C;
    return true;
}

static bool view_halfcomplex(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("a half spectrum packed as halfcomplex: real parts of bins 0 to N/2, then imaginary parts "
        "backwards");
    return unpack(q, HALFCOMPLEX, e);
}

static bool view_pairs(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("a half spectrum packed as re 0, re 1, im 1, re 2 ... (fftpack)");
    return unpack(q, PAIRS, e);
}

static bool view_nyquist(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("a half spectrum whose last bin is the imaginary part of bin 0");
    return unpack(q, NYQUIST, e);
}

/* --------------------------------------------------------- other lengths -- */

/* Fill up with zeros what is not there. */
static bool extend(struct pair *q, bool real, struct error *e)
{
    struct array from;
    int axis = last_axis(q);
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    if (axis < 0 || in->rank != out->rank || out->dtype->parts != 2 ||
        (in->dtype->parts == 1) != real || q->wish.kind == STET_C2R)
        return false;
    size_t n = q->wish.n ? (size_t)q->wish.n : in->shape[axis], bins = real ? n / 2 + 1 : n;
    size_t have = out->shape[axis];
    if (have >= bins || (real ? have + 1 != bins : have < bins / 2) ||
        !new_out(q, out->dtype, axis, bins, &from, e))
        return false;
    struct box box = layout_box(&from.layout, axis);
    for (size_t o = 0; o < box.outer; o++)
        memcpy((unsigned char *)q->out.data + o * bins * box.inner * out->dtype->size,
               (const unsigned char *)from.data + o * box.n * box.inner * out->dtype->size,
               box.n * box.inner * out->dtype->size);
    q->wish.kind = real ? STET_R2C : STET_C2C;
    return true;
}

static bool view_bins_missing(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("a half spectrum, where a full one was expected");
    return extend(q, false, e);
}

static bool view_last_missing(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("a half spectrum without its last bin, N/2");
    return extend(q, true, e);
}

/* Real input, padded or cut to a length that its half spectrum tells but for one. */
static bool other_length(struct pair *q, size_t odd, bool longer, char *text, size_t size)
{
    int axis = last_axis(q);
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    if (axis < 0 || in->rank != out->rank || in->dtype->parts != 1 || out->dtype->parts != 2 ||
        (q->wish.kind != 0 && q->wish.kind != STET_R2C) || q->wish.n != 0 || q->wish.inverse ||
        q->wish.axes.all || q->wish.axes.count > 1 || out->shape[axis] < 2 ||
        out->shape[axis] > PTRDIFF_MAX / 2)
        return false;
    size_t n = 2 * (out->shape[axis] - 1) + odd, have = in->shape[axis];
    q->wish.n = (ptrdiff_t)n;
    q->wish.kind = STET_R2C;
    SAY("the input was %s %zu along axis %d, it has %zu",
        longer ? "zero padded to" : "truncated to", n, axis, have);
    return longer ? n > have : n < have;
}

static bool view_padded(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_length(q, 0, true, text, size);
}

static bool view_padded_odd(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_length(q, 1, true, text, size);
}

static bool view_truncated(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_length(q, 0, false, text, size);
}

static bool view_truncated_odd(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_length(q, 1, false, text, size);
}

/* A real result of another length than the half spectrum has. */
static bool view_result_length(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    int axis = last_axis(q);
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    if (axis < 0 || in->rank != out->rank || in->dtype->parts != 2 || out->dtype->parts != 1 ||
        (q->wish.kind != 0 && q->wish.kind != STET_C2R) || q->wish.n != 0 || q->wish.axes.all ||
        q->wish.axes.count > 1 || out->shape[axis] == 0 || out->shape[axis] > PTRDIFF_MAX)
        return false;
    size_t n = out->shape[axis], bins = n / 2 + 1, have = in->shape[axis];
    q->wish.n = (ptrdiff_t)n;
    q->wish.kind = STET_C2R;
    SAY("the result has %zu samples along axis %d: it was made of %zu bins%s, and there are %zu", n,
        axis, bins, bins > have ? ", zeros among them" : "", have);
    return bins != have;
}

/* ---------------------------------------------------------- other orders -- */

static bool copy_swapped(struct pair *q, struct array *a, struct error *e)
{
    struct array made;
    const struct dtype *t = a->layout.dtype;
    if (!array_new(&made, &a->layout, e))
        return false;
    q->owned = made.data;
    memcpy(made.data, a->data, layout_bytes(&a->layout));
    swap_bytes(made.data, component_size(t->component), a->layout.count * (size_t)t->parts);
    *a = made;
    for (size_t i = 0; i < made.layout.count; i++)
        for (int part = 0; part < t->parts; part++)
            if (!isfinite(get(&made, i, part)))
                return false;
    return true;
}

static bool view_bytes(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("the bytes of each number are in the other order (big and little endian)");
    return copy_swapped(q, &q->out, e);
}

static bool view_input_bytes(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("the transform of the input with the bytes of each number in the other order");
    return copy_swapped(q, &q->in, e);
}

static bool view_order(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    SAY("the numbers are in the other order of axes (C and Fortran), in this shape");
    q->out.layout.fortran = !q->out.layout.fortran;
    return q->out.layout.rank > 1;
}

static bool view_input_order(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    SAY("the input was read in the other order of axes (C and Fortran)");
    q->in.layout.fortran = !q->in.layout.fortran;
    return q->in.layout.rank > 1;
}

/* The shape that was to be, if it has as many numbers. */
static bool view_shape(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    int axis = last_axis(q);
    struct layout l = q->in.layout;
    l.dtype = q->out.layout.dtype;
    l.fortran = q->out.layout.fortran;
    SAY("the right number of results in another shape");
    if (axis < 0 || l.dtype->parts != 2 || q->out.layout.rank == l.rank)
        return false;
    if (q->in.layout.dtype->parts == 1 && q->out.layout.count != l.count)
        l.shape[axis] = l.shape[axis] / 2 + 1;
    if (!layout_count(&l) || l.count != q->out.layout.count)
        return false;
    q->out.layout = l;
    return true;
}

/* All axes backwards: an array in C order is one in Fortran order then. */
static void reverse_axes(struct layout *l)
{
    l->fortran = !l->fortran;
    for (int a = 0; a < l->rank / 2; a++) {
        size_t t = l->shape[a];
        l->shape[a] = l->shape[l->rank - 1 - a];
        l->shape[l->rank - 1 - a] = t;
    }
}

static bool view_half_axis(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    int rank = q->in.layout.rank, wanted = last_axis(q);
    SAY("the half spectrum is along axis %d, not along axis %d", rank - 1 - wanted, wanted);
    if (wanted < 0 || rank != q->out.layout.rank || rank < 2 || q->in.layout.dtype->parts != 1 ||
        (!q->wish.axes.all && q->wish.axes.count != rank))
        return false;
    reverse_axes(&q->in.layout);
    reverse_axes(&q->out.layout);
    return true;
}

/* The numbers of a in Fortran order, as those of an array of its shape in C order. */
static bool copy_reordered(struct pair *q, struct array *a, struct error *e)
{
    struct array made;
    struct layout l = a->layout, backwards = a->layout;
    struct walk w;
    l.fortran = false;
    if (l.rank < 2 || !array_new(&made, &l, e))
        return false;
    q->owned = made.data;
    reverse_axes(&backwards);
    walk_start(&w, &backwards);
    for (size_t i = 0; i < l.count; i++, walk_next(&w))
        memcpy((unsigned char *)made.data + i * l.dtype->size,
               (const unsigned char *)a->data + w.at * l.dtype->size, l.dtype->size);
    *a = made;
    return true;
}

static bool view_order_back(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("the numbers are in the other order of axes (Fortran and C), in this shape");
    return copy_reordered(q, &q->out, e);
}

static bool view_input_order_back(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("the input was read in the other order of axes (Fortran and C)");
    return copy_reordered(q, &q->in, e);
}

const struct view views[] = {{NULL, view_real, false, false},
                             {"packed", view_halfcomplex, false, false},
                             {"packed", view_pairs, false, false},
                             {"packed", view_nyquist, false, false},
                             {"padded", view_padded, false, false},
                             {"padded", view_padded_odd, false, false},
                             {"truncated", view_truncated, false, false},
                             {"truncated", view_truncated_odd, false, false},
                             {"other_length", view_result_length, false, false},
                             {"half_spectrum", view_bins_missing, false, true},
                             {"last_bin_missing", view_last_missing, false, true},
                             {"full_result", view_full_result, false, false},
                             {"other_shape", view_shape, false, false},
                             {"half_axis", view_half_axis, false, false},
                             {"byte_swapped", view_bytes, true, false},
                             {"byte_swapped", view_input_bytes, true, false},
                             {"other_order", view_order, true, false},
                             {"other_order", view_order_back, true, false},
                             {"input_other_order", view_input_order, true, false},
                             {"input_other_order", view_input_order_back, true, false},
                             {NULL, NULL, false, false}};
