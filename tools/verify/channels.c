/* SPDX-License-Identifier: Apache-2.0 */
/* Tries other readings of the input that change the shape of the spectrum: real numbers as pairs,
 * channels as one line, one row of several, every other sample. Each reading makes a new input. */
#include "verify/views.h"

#include <stdio.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
#define MOST_STEPS 16

/* Makes a new input of doubles in C order. from is the old one. */
static bool new_in(struct pair *q, int parts, int rank, const size_t *shape, struct array *from,
                   struct error *e)
{
    struct layout l = {.dtype = dtype_of(COMPONENT_F64, parts), .rank = rank};
    struct array made;
    memcpy(l.shape, shape, (size_t)rank * sizeof *shape);
    *from = q->in;
    if (!layout_count(&l) || !array_new(&made, &l, e))
        return false;
    q->in = made;
    q->owned = made.data;
    return true;
}

/* Copies the numbers in C order to an array of the same count. */
static void copy_parts(struct pair *q, const struct array *from)
{
    const int parts = from->layout.dtype->parts, to = q->in.layout.dtype->parts;
    struct walk w;
    size_t i = 0;
    walk_start(&w, &from->layout);
    for (size_t k = 0; k < from->layout.count; k++, walk_next(&w))
        for (int part = 0; part < parts; part++, i++)
            view_put(&q->in, i / (size_t)to, (int)(i % (size_t)to), view_get(from, w.at, part));
}

static bool read_as(struct pair *q, int parts, int rank, const size_t *shape, struct error *e)
{
    struct array from;
    if (!new_in(q, parts, rank, shape, &from, e))
        return false;
    copy_parts(q, &from);
    q->wav = false;
    q->request.n = 0;
    return true;
}

/* ------------------------------------------------------------ parts, pairs -- */

bool view_input_pairs(struct pair *q, char *text, size_t size, struct error *e)
{
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    size_t shape[RANK_MAX];
    int rank = in->rank;
    SAY("the real input was read as pairs: as half as many complex numbers");
    if (in->dtype->parts != 1 || out->dtype->parts != 2 || in->shape[rank - 1] % 2 != 0 ||
        q->request.kind == STET_C2R)
        return false;
    memcpy(shape, in->shape, sizeof shape);
    shape[rank - 1] /= 2;
    if (shape[rank - 1] == 1 && out->rank == rank - 1 && rank > 1) {
        rank--;
        q->request.axes = (struct axes){.count = 0};
    }
    q->request.kind = STET_C2C;
    return read_as(q, 2, rank, shape, e);
}

bool view_input_parts(struct pair *q, char *text, size_t size, struct error *e)
{
    const struct layout *in = &q->in.layout;
    size_t shape[RANK_MAX];
    SAY("the complex input was read as twice as many real numbers, its parts in turn");
    if (in->dtype->parts != 2 || q->out.layout.dtype->parts != 2)
        return false;
    memcpy(shape, in->shape, sizeof shape);
    shape[in->rank - 1] *= 2;
    q->request.kind = 0;
    return read_as(q, 1, in->rank, shape, e);
}

/* ---------------------------------------------------------------- channels -- */

/* Reports whether a spectrum of n numbers has that length. */
static bool is_spectrum(const struct pair *q, size_t bins, size_t n)
{
    return bins == n || (q->in.layout.dtype->parts == 1 && bins == n / 2 + 1);
}

bool view_interleaved(struct pair *q, char *text, size_t size, struct error *e)
{
    const struct layout *in = &q->in.layout;
    struct layout *out = &q->out.layout;
    size_t n = in->count;
    SAY("interleaved: the channels were transformed as one line of %zu numbers", n);
    if (in->rank != 2 || q->request.axes.all || q->request.axes.count > 1 || out->fortran ||
        !is_spectrum(q, out->count, n))
        return false;
    out->rank = 1;
    out->shape[0] = out->count;
    q->request.axes = (struct axes){.count = 0};
    return read_as(q, in->dtype->parts, 1, &n, e);
}

bool view_channels(struct pair *q, char *text, size_t size, struct error *e)
{
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    size_t n = in->shape[0], channels = 0;
    (void)e;
    if (in->rank != 1 || out->rank != 2)
        return false;
    for (int axis = 1; axis >= 0 && channels == 0; axis--) {
        size_t c = out->shape[axis];
        if (c < 2 || c > MOST_STEPS || n % c != 0 || !is_spectrum(q, out->shape[1 - axis], n / c))
            continue;
        channels = c;
        q->in.layout.rank = 2;
        q->in.layout.shape[axis] = c;
        q->in.layout.shape[1 - axis] = n / c;
        q->in.layout.fortran = axis == 0;
        q->request.axes = (struct axes){.count = 1, .items = {1 - axis}};
        q->request.n = 0;
        q->wav = false;
    }
    SAY("the input was taken as %zu interleaved channels", channels);
    return channels > 0;
}

bool view_blocks(struct pair *q, char *text, size_t size, struct error *e)
{
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    size_t n = in->shape[0], rows = out->shape[0];
    (void)e;
    SAY("the input was cut into %zu rows, each transformed alone", rows);
    if (in->rank != 1 || out->rank != 2 || rows < 2 || n % rows != 0 ||
        !is_spectrum(q, out->shape[1], n / rows))
        return false;
    q->in.layout.rank = 2;
    q->in.layout.shape[0] = rows;
    q->in.layout.shape[1] = n / rows;
    q->request.axes = (struct axes){.count = 0};
    q->request.n = 0;
    q->wav = false;
    return true;
}

/* Reads the numbers, in the same order, with the two lengths of the shape exchanged. */
bool view_input_reshaped(struct pair *q, char *text, size_t size, struct error *e)
{
    const struct layout *in = &q->in.layout;
    const size_t shape[2] = {in->shape[1], in->shape[0]};
    int axes[RANK_MAX], rank;
    SAY("the input was read as %zu rows of %zu, and it is %zu of %zu", shape[0], shape[1], shape[1],
        shape[0]);
    if (in->rank != 2 || shape[0] == shape[1] || !view_axes(q, axes, &rank) || rank != 1)
        return false;
    q->request.axes = (struct axes){.count = 1, .items = {1 - axes[0]}};
    return read_as(q, in->dtype->parts, 2, shape, e);
}

/* --------------------------------------------------------------------- rows -- */

/* Returns the axis that is not transformed and that the spectrum lacks or has shortened, or -1. */
static int lost_axis(const struct pair *q, bool *shorter)
{
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    int axes[RANK_MAX], rank;
    *shorter = in->rank == out->rank;
    if (in->rank < 2 || !view_axes(q, axes, &rank) || (!*shorter && out->rank != in->rank - 1))
        return -1;
    for (int axis = in->rank - 1; axis >= 0; axis--) {
        bool transformed = false, fits = true;
        for (int i = 0; i < rank; i++)
            transformed = transformed || axes[i] == axis;
        for (int i = 0; i < out->rank; i++) {
            int of = *shorter || i < axis ? i : i + 1;
            bool same = of != axis;
            for (int k = 0; k < rank; k++)
                same = same && axes[k] != of;
            fits = fits && (!same || out->shape[i] == in->shape[of]);
        }
        if (!transformed && fits && (!*shorter || out->shape[axis] < in->shape[axis]))
            return axis;
    }
    return -1;
}

/* Takes the input without the axis, or only some rows of it: the first, or the mean of all. */
static bool keep_rows(struct pair *q, int axis, bool shorter, bool mean, struct error *e)
{
    const struct layout in = q->in.layout;
    int axes[RANK_MAX], rank, parts = in.dtype->parts;
    size_t shape[RANK_MAX], rows = shorter ? q->out.layout.shape[axis] : 1, inner = 1;
    struct array from;
    struct walk w;
    if (rows == 0 || !view_axes(q, axes, &rank))
        return false;
    for (int i = 0, k = 0; i < in.rank; i++) {
        if (i != axis || shorter)
            shape[k++] = i == axis ? rows : in.shape[i];
        inner *= i > axis ? in.shape[i] : 1;
    }
    if (!new_in(q, parts, in.rank - (shorter ? 0 : 1), shape, &from, e))
        return false;
    walk_start(&w, &from.layout);
    for (size_t i = 0; i < in.count; i++, walk_next(&w)) {
        size_t row = w.index[axis], outer = i / inner / in.shape[axis];
        size_t to = (outer * rows + (mean ? 0 : row)) * inner + i % inner;
        for (int part = 0; part < parts && (mean || row < rows); part++)
            view_put(&q->in, to, part,
                     view_get(&q->in, to, part) +
                         view_get(&from, w.at, part) / (mean ? (double)in.shape[axis] : 1));
    }
    q->request.axes = (struct axes){.count = rank};
    for (int i = 0; i < rank; i++)
        q->request.axes.items[i] = axes[i] - (!shorter && axes[i] > axis ? 1 : 0);
    q->wav = false;
    return true;
}

bool view_one_row(struct pair *q, char *text, size_t size, struct error *e)
{
    bool shorter;
    int axis = lost_axis(q, &shorter);
    SAY("only the first %zu of %zu rows along axis %d were transformed",
        axis >= 0 && shorter ? q->out.layout.shape[axis] : (size_t)1,
        axis >= 0 ? q->in.layout.shape[axis] : 0, axis);
    return axis >= 0 && keep_rows(q, axis, shorter, false, e);
}

bool view_mean(struct pair *q, char *text, size_t size, struct error *e)
{
    bool shorter;
    int axis = lost_axis(q, &shorter);
    SAY("the mean of all rows along axis %d was transformed", axis);
    return axis >= 0 && (!shorter || q->out.layout.shape[axis] == 1) &&
           keep_rows(q, axis, shorter, true, e);
}

/* ------------------------------------------------------------------ samples -- */

/* Resamples the line: number j of the new line is number j * step / times of the old one. */
static bool resample(struct pair *q, int axis, size_t n, size_t step, size_t times, struct error *e)
{
    const struct layout in = q->in.layout;
    size_t shape[RANK_MAX], stride[RANK_MAX];
    struct array from;
    struct walk w;
    memcpy(shape, in.shape, sizeof shape);
    shape[axis] = n;
    if (!new_in(q, in.dtype->parts, in.rank, shape, &from, e))
        return false;
    layout_strides(&from.layout, stride);
    walk_start(&w, &q->in.layout);
    for (size_t i = 0; i < q->in.layout.count; i++, walk_next(&w)) {
        size_t at = 0;
        for (int a = 0; a < in.rank; a++)
            at += stride[a] * (a == axis ? w.index[a] * step / times : w.index[a]);
        for (int part = 0; part < in.dtype->parts; part++)
            view_put(&q->in, w.at, part, view_get(&from, at, part));
    }
    q->request.n = 0;
    return true;
}

/* Returns the only axis that is transformed. -1: there are several, or the ranks differ. */
static int only_axis(const struct pair *q)
{
    int axes[RANK_MAX], rank;
    bool ok = q->in.layout.rank == q->out.layout.rank && q->out.layout.dtype->parts == 2 &&
              view_axes(q, axes, &rank) && rank == 1;
    return ok ? axes[0] : -1;
}

bool view_decimated(struct pair *q, char *text, size_t size, struct error *e)
{
    int axis = only_axis(q);
    size_t have = axis < 0 ? 0 : q->in.layout.shape[axis];
    for (size_t step = 2; step <= MOST_STEPS && have > 0; step++) {
        size_t n = (have + step - 1) / step;
        if (!is_spectrum(q, q->out.layout.shape[axis], n) || n < 4)
            continue;
        SAY("only samples 0, %zu, %zu ... of the input were transformed, %zu of %zu", step,
            2 * step, n, have);
        return resample(q, axis, n, step, 1, e);
    }
    return false;
}

bool view_repeated(struct pair *q, char *text, size_t size, struct error *e)
{
    int axis = only_axis(q);
    size_t have = axis < 0 ? 0 : q->in.layout.shape[axis];
    for (size_t times = 2; times <= MOST_STEPS && have >= 4; times++) {
        if (!is_spectrum(q, q->out.layout.shape[axis], times * have))
            continue;
        SAY("each sample of the input was transformed %zu times, one after the other", times);
        return resample(q, axis, times * have, 1, times, e);
    }
    return false;
}
