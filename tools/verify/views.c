/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/* Returns the axis that a half spectrum halves, which is the last named one; -1 if there is
 * none. */
static int last_axis(const struct pair *q)
{
    const struct axes *axes = &q->request.axes;
    int rank = q->in.layout.rank;
    if (axes->all || axes->count == 0)
        return !axes->all && q->wav ? 0 : rank - 1;
    int last = (int)axes->items[axes->count - 1];
    last += last < 0 ? rank : 0;
    return last < rank ? last : -1;
}

bool view_axes(const struct pair *q, int *axes, int *rank)
{
    struct axes wanted = q->request.axes;
    struct error unused;
    if (!wanted.all && wanted.count == 0)
        wanted = (struct axes){.count = 1, .items = {q->wav ? 0 : -1}};
    return axes_settle(&wanted, q->in.layout.rank, axes, rank, &unused);
}

/* Makes a new spectrum of that type, with length n along axis and all numbers zero. */
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

double view_get(const struct array *a, size_t i, int part)
{
    const struct dtype *t = a->layout.dtype;
    return component_get((const unsigned char *)a->data + i * t->size +
                             (size_t)part * component_size(t->component),
                         t->component);
}

void view_put(struct array *a, size_t i, int part, double x)
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
    if (t->parts != 1 || !is_float(&q->out) || q->request.kind == STET_C2R ||
        !new_out(q, dtype_of(t->component, 2), -1, 0, &from, e))
        return false;
    for (size_t i = 0; i < from.layout.count; i++)
        view_put(&q->out, i, 0, view_get(&from, i, 0));
    return true;
}

static bool view_full_result(struct pair *q, char *text, size_t size, struct error *e)
{
    struct array from;
    const struct dtype *t = q->out.layout.dtype;
    if (t->parts != 2 || q->in.layout.dtype->parts != 2 ||
        (q->request.kind != 0 && q->request.kind != STET_C2R))
        return false;
    for (size_t i = 0; i < q->out.layout.count; i++)
        if (view_get(&q->out, i, 1) != 0)
            return false;
    if (!new_out(q, dtype_of(t->component, 1), -1, 0, &from, e))
        return false;
    for (size_t i = 0; i < from.layout.count; i++)
        view_put(&q->out, i, 0, view_get(&from, i, 0));
    q->request.kind = STET_C2R;
    SAY("the real result of a half spectrum, stored as complex numbers");
    return true;
}

static bool view_half_as_full(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    SAY("the half spectrum was transformed as if it were a full one");
    if (q->request.kind != STET_C2R || q->out.layout.dtype->parts != 2)
        return false;
    q->request.kind = STET_C2C;
    q->request.inverse = true;
    q->request.n = 0;
    return true;
}

/* --------------------------------------------------- packed half spectra -- */

enum packing { HALFCOMPLEX, PAIRS, NYQUIST };

/* Stores the place along the axis, and the part there, of a part of bin k of n samples. Returns
 * false if the part is zero. */
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
        !is_float(&q->out) || q->request.kind == STET_C2R || q->request.inverse)
        return false;
    size_t n = q->request.n ? (size_t)q->request.n : in->shape[axis];
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
                        view_put(&q->out, (o * box.n + k) * box.inner + l, part,
                                 view_get(&from, (o * from.layout.shape[axis] + at) * box.inner + l,
                                          there));
                }
    q->request.kind = STET_R2C;
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

/* ------------------------------------------------------ parts as numbers -- */

/* The two parts of each result are neighbours along the last axis, or lie along a last axis of two,
 * or along a first axis of two. */
enum parted { IN_TURN, LAST, FIRST };

static bool join_parts(struct pair *q, enum parted how, struct error *e)
{
    const struct array from = q->out;
    struct layout l = from.layout;
    struct array made;
    struct walk w;
    const int rank = q->in.layout.rank;
    if (l.dtype->parts != 1 || !is_float(&from) || q->request.kind == STET_C2R ||
        l.rank != rank + (how == IN_TURN ? 0 : 1) || l.count % 2 != 0)
        return false;
    if (how == IN_TURN ? l.shape[rank - 1] % 2 != 0 : l.shape[how == LAST ? rank : 0] != 2)
        return false;
    if (how == IN_TURN)
        l.shape[rank - 1] /= 2;
    if (how == FIRST)
        memmove(l.shape, l.shape + 1, (size_t)rank * sizeof *l.shape);
    l.rank = rank;
    l.fortran = false;
    l.dtype = dtype_of(l.dtype->component, 2);
    if (l.dtype == NULL || !layout_count(&l) || !array_new(&made, &l, e))
        return false;
    q->out = made;
    q->owned = made.data;
    walk_start(&w, &from.layout);
    for (size_t i = 0; i < from.layout.count; i++, walk_next(&w))
        view_put(&q->out, how == FIRST ? i % l.count : i / 2,
                 (int)(how == FIRST ? i / l.count : i % 2), view_get(&from, w.at, 0));
    return true;
}

static bool view_parts_in_turn(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("complex results whose parts are stored as real numbers, in turn");
    return join_parts(q, IN_TURN, e);
}

static bool view_parts_last(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("complex results whose parts are stored as real numbers, along a last axis of two");
    return join_parts(q, LAST, e);
}

static bool view_parts_first(struct pair *q, char *text, size_t size, struct error *e)
{
    SAY("complex results whose real parts are stored first, as real numbers, and then all "
        "imaginary parts");
    return join_parts(q, FIRST, e);
}

/* --------------------------------------------------------- other lengths -- */

/* Pads missing numbers with zeros. */
static bool extend(struct pair *q, bool real, struct error *e)
{
    struct array from;
    int axis = last_axis(q);
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    if (axis < 0 || in->rank != out->rank || out->dtype->parts != 2 ||
        (in->dtype->parts == 1) != real || q->request.kind == STET_C2R)
        return false;
    size_t n = q->request.n ? (size_t)q->request.n : in->shape[axis], bins = real ? n / 2 + 1 : n;
    size_t have = out->shape[axis];
    if (have >= bins || (real ? have + 1 != bins : have < bins / 2 || have > bins / 2 + 1) ||
        !new_out(q, out->dtype, axis, bins, &from, e))
        return false;
    struct box box = layout_box(&from.layout, axis);
    for (size_t o = 0; o < box.outer; o++)
        memcpy((unsigned char *)q->out.data + o * bins * box.inner * out->dtype->size,
               (const unsigned char *)from.data + o * box.n * box.inner * out->dtype->size,
               box.n * box.inner * out->dtype->size);
    q->request.kind = real ? STET_R2C : STET_C2C;
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

/* These values say how the lengths of the transform follow from the shape of the spectrum. */
enum told { FULL, EVEN, ODD, RESULT };

static void say_length(char *text, size_t size, int axis, size_t n, size_t have, size_t asked)
{
    size_t used = strlen(text);
    const char *and = used > 0 ? "; " : "";
    if (n == have)
        snprintf(text + used, size - used,
                 "%sthe input was transformed in its own length, %zu, along axis %d, and %zu was "
                 "asked for",
                     and, n, axis, asked);
    else
        snprintf(text + used, size - used, "%sthe input was %s %zu along axis %d, it has %zu", and,
                 n > have ? "zero padded to" : "truncated to", n, axis, have);
}

static void say_result(char *text, size_t size, int axis, size_t n, size_t have, size_t asked)
{
    size_t used = strlen(text), bins = n / 2 + 1;
    const char *and = used > 0 ? "; " : "";
    if (bins == have)
        snprintf(text + used, size - used,
                 "%sthe result has %zu samples along axis %d, and %zu were asked for: both have "
                 "%zu bins",
                     and, n, axis, asked, bins);
    else
        snprintf(text + used, size - used,
                 "%sthe result has %zu samples along axis %d: it was made of %zu bins%s, and there "
                 "are %zu",
                     and, n, axis, bins, bins > have ? ", zeros among them" : "", have);
}

static bool may_tell(const struct pair *q, enum told how)
{
    const struct request *request = &q->request;
    const int in = q->in.layout.dtype->parts, out = q->out.layout.dtype->parts;
    if (q->in.layout.rank != q->out.layout.rank)
        return false;
    switch (how) {
    case FULL:
        return request->kind == STET_R2R ||
               ((request->kind == 0 || request->kind == STET_C2C) && out == 2);
    case RESULT: return (request->kind == 0 || request->kind == STET_C2R) && in == 2 && out == 1;
    default:
        return (request->kind == 0 || request->kind == STET_R2C) && in == 1 && out == 2 &&
               !request->inverse;
    }
}

/* Tries an input that was padded or cut off along some axes, to the lengths that the spectrum's
 * shape tells. */
static bool other_lengths(struct pair *q, enum told how, char *text, size_t size)
{
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    const size_t asked = (size_t)q->request.n;
    bool longer = false, shorter = false, differs = false;
    int axes[RANK_MAX], rank;
    text[0] = 0;
    if (!may_tell(q, how) || !view_axes(q, axes, &rank) ||
        (asked != 0 && rank > 1 && how != RESULT))
        return false;
    for (int i = 0; i < rank; i++) {
        bool last = i == rank - 1;
        size_t have = in->shape[axes[i]], n = out->shape[axes[i]];
        if (n > PTRDIFF_MAX / 4)
            return false;
        if (last && n > 0 && (how == EVEN || how == ODD))
            n = 2 * (n - 1) + (how == ODD);
        if (n == 0)
            return false;
        q->request.lengths[i] = n;
        if (last && how == RESULT) {
            if (asked != 0 ? n == asked : n / 2 + 1 == have)
                continue;
            say_result(text, size, axes[i], n, have, asked);
            longer = shorter = differs = true;
            continue;
        }
        if (n == (last && asked != 0 ? asked : have))
            continue;
        say_length(text, size, axes[i], n, have, asked);
        longer = longer || n >= have;
        shorter = shorter || n <= have;
        differs = true;
    }
    q->name = longer && shorter ? "other_length" : longer ? "padded" : "truncated";
    q->request.n = 0;
    if (q->request.kind != STET_R2R)
        q->request.kind = how == FULL ? STET_C2C : how == RESULT ? STET_C2R : STET_R2C;
    return differs;
}

static bool view_full_lengths(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_lengths(q, FULL, text, size);
}

static bool view_even_lengths(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_lengths(q, EVEN, text, size);
}

static bool view_odd_lengths(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_lengths(q, ODD, text, size);
}

static bool view_result_lengths(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    return other_lengths(q, RESULT, text, size);
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
            if (!isfinite(view_get(&made, i, part)))
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

/* Gives the spectrum the expected shape if the count of numbers is the same. */
static bool view_shape(struct pair *q, char *text, size_t size, struct error *e)
{
    (void)e;
    int axis = last_axis(q);
    struct layout l = q->in.layout, *out = &q->out.layout;
    const size_t n = axis < 0 ? 0 : q->request.n ? (size_t)q->request.n : l.shape[axis];
    l.dtype = out->dtype;
    l.fortran = out->fortran;
    SAY("the right number of results in another shape");
    if (n == 0 || l.count == 0)
        return false;
    l.shape[axis] = n;
    if (q->in.layout.dtype->parts == 1 && l.dtype->parts == 2 &&
        (q->request.kind == STET_R2C || !layout_count(&l) || l.count != out->count))
        l.shape[axis] = n / 2 + 1;
    if (q->in.layout.dtype->parts == 2 && l.dtype->parts == 1)
        l.shape[axis] = out->count / (q->in.layout.count / q->in.layout.shape[axis]);
    if (!layout_count(&l) || l.count != out->count ||
        (l.rank == out->rank && memcmp(l.shape, out->shape, (size_t)l.rank * sizeof *l.shape) == 0))
        return false;
    *out = l;
    return true;
}

/* Reverses all axes, which turns an array in C order into one in Fortran order. */
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
        (!q->request.axes.all && q->request.axes.count != rank))
        return false;
    reverse_axes(&q->in.layout);
    reverse_axes(&q->out.layout);
    return true;
}

/* Copies the numbers of a in Fortran order to an array of the same shape in C order. */
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

const struct view views[] = {{NULL, view_real, false, false, false},
                             {"packed", view_halfcomplex, false, false, false},
                             {"packed", view_pairs, false, false, false},
                             {"packed", view_nyquist, false, false, false},
                             {"parts_as_reals", view_parts_in_turn, false, false, false},
                             {"parts_as_reals", view_parts_last, false, false, false},
                             {"parts_as_reals", view_parts_first, false, false, false},
                             {"padded", view_full_lengths, false, false, false},
                             {"padded", view_even_lengths, false, false, false},
                             {"padded", view_odd_lengths, false, false, false},
                             {"other_length", view_result_lengths, false, false, false},
                             {"half_spectrum", view_bins_missing, false, true, false},
                             {"last_bin_missing", view_last_missing, false, true, false},
                             {"full_result", view_full_result, false, false, false},
                             {"half_as_full", view_half_as_full, false, false, false},
                             {"other_shape", view_shape, false, false, false},
                             {"half_axis", view_half_axis, false, false, false},
                             {"rearranged", view_places, false, false, true},
                             {"magnitude", view_real_places, false, false, true},
                             {"pairs_as_complex", view_input_pairs, false, false, false},
                             {"complex_as_pairs", view_input_parts, false, false, false},
                             {"interleaved", view_interleaved, true, false, false},
                             {"input_other_shape", view_input_reshaped, false, false, false},
                             {"channels", view_channels, false, false, false},
                             {"channels", view_blocks, false, false, false},
                             {"rows_missing", view_one_row, false, false, false},
                             {"averaged", view_mean, false, false, false},
                             {"decimated", view_decimated, false, false, false},
                             {"repeated", view_repeated, false, false, false},
                             {"byte_swapped", view_bytes, true, false, false},
                             {"byte_swapped", view_input_bytes, true, false, false},
                             {"other_order", view_order, true, false, false},
                             {"other_order", view_order_back, true, false, false},
                             {"input_other_order", view_input_order, true, false, false},
                             {"input_other_order", view_input_order_back, true, false, false},
                             {NULL, NULL, false, false, false}};
