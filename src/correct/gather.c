/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between the caller's strided arrays and the contiguous complex ones that the stages work
 * on. */
#include <string.h>

#include "correct/correct.h"

/* Iterates over all lines along the last dimension, row-major in the contiguous array. */
typedef struct {
    const struct stet_correct *c;
    const char *in;
    char *out;
    double *x;
    const char *from;
    int finite;
    double squares;
} walk;

typedef void visit_line(walk *w, ptrdiff_t in, ptrdiff_t out, ptrdiff_t line);

static void visit(walk *w, int depth, ptrdiff_t in, ptrdiff_t out, ptrdiff_t line, visit_line *f)
{
    if (depth == w->c->rank - 1) {
        f(w, in, out, line);
        return;
    }
    const stet_dim *d = &w->c->dims[depth];
    for (ptrdiff_t i = 0; i < d->n; i++)
        visit(w, depth + 1, in + i * d->in_stride, out + i * d->out_stride, line * d->n + i, f);
}

static const stet_dim *last_of(const struct stet_correct *c) { return &c->dims[c->rank - 1]; }

static int parts_of(const struct stet_correct *c, stet_kind real)
{
    return c->kind == real ? 1 : 2;
}

/* Converts count contiguous numbers of a narrow format to double, from number i of the array on. */
static void widen(walk *w, ptrdiff_t i, double *x, ptrdiff_t count)
{
    const ptrdiff_t number = (ptrdiff_t)stet_number_size(w->c->precision);
    const double squares = w->c->narrow->widen(w->in + i * number, x, count);
    w->finite &= squares - squares == 0;
    w->squares += squares;
}

/* Gathers one line of reals in a narrow format. */
static void gather_reals(walk *w, ptrdiff_t in, double *x)
{
    const stet_dim *d = last_of(w->c);
    if (d->in_stride == 1) {
        widen(w, in, x, d->n);
        return;
    }
    for (ptrdiff_t i = 0; i < d->n; i++) {
        x[i] = stet_number_at(w->c->precision, w->in, in + i * d->in_stride);
        w->finite &= x[i] - x[i] == 0;
        w->squares += x[i] * x[i];
    }
}

static void gather_line(walk *w, ptrdiff_t in, ptrdiff_t out, ptrdiff_t line)
{
    (void)out;
    const struct stet_correct *c = w->c;
    const stet_dim *d = last_of(c);
    const int parts = parts_of(c, STET_R2C);
    const ptrdiff_t count = c->kind == STET_C2R ? d->n / 2 + 1 : d->n;
    double *x = w->x + 2 * line * d->n;
    if (parts == 2 && d->in_stride == 1 && c->narrow) {
        widen(w, 2 * in, x, 2 * count);
        return;
    }
    if (c->half && c->kind == STET_R2C) {
        gather_reals(w, in, x);
        return;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t at = parts * (in + i * d->in_stride);
        x[2 * i] = stet_number_at(c->precision, w->in, at);
        x[2 * i + 1] = parts == 2 ? stet_number_at(c->precision, w->in, at + 1) : 0;
        w->finite &= x[2 * i] - x[2 * i] == 0 && x[2 * i + 1] - x[2 * i + 1] == 0;
        w->squares += x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1];
    }
}

/* Sets X[-k] = conj X[k] for the indices that a half spectrum leaves out. C2R is the real part of
 * the transform; the imaginary parts of index 0, and of n/2, which it ignores in one dimension, are
 * therefore cleared. */
static void complete(const struct stet_correct *c, double *x)
{
    const ptrdiff_t n = last_of(c)->n, lines = c->n / n;
    for (ptrdiff_t line = 0; line < lines; line++) {
        double *to = x + 2 * line * n;
        const double *from = x + 2 * stet_opposite_index(c->rank - 1, c->lengths, line) * n;
        for (ptrdiff_t k = n / 2 + 1; k < n; k++) {
            to[2 * k] = from[2 * (n - k)];
            to[2 * k + 1] = -from[2 * (n - k) + 1];
        }
    }
    if (c->rank == 1) {
        x[1] = 0;
        if (n % 2 == 0)
            x[n + 1] = 0;
    }
}

/* Reports whether C2R ignores imaginary parts of its half spectrum, which may then have any value:
 * it does in one dimension. */
static int ignores(const struct stet_correct *c) { return c->kind == STET_C2R && c->rank == 1; }

void stet_correct_expand(const struct stet_correct *c, const double *half, double *x)
{
    if (c->kind == STET_C2R) {
        memcpy(x, half, (size_t)(c->n + 2) * sizeof *x);
        complete(c, x);
        return;
    }
    for (ptrdiff_t i = 0; i < c->n; i++) {
        x[2 * i] = half[i];
        x[2 * i + 1] = 0;
    }
}

/* The sum of |X_k|^2 over the whole spectrum is at most twice that of its half. The squares of
 * ignored numbers stay in the sum if they are less than half of it. */
int stet_correct_clear_ignored(const struct stet_correct *c, double *x, double *squares)
{
    const ptrdiff_t n = c->n;
    const double ignored = x[1] * x[1] + x[n + 1] * x[n + 1];
    x[1] = x[n + 1] = 0;
    if (!(ignored < *squares / 2)) /* true also if both are infinite */
        *squares = c->kernels->squares(x, n + 2);
    *squares *= 2;
    return *squares - *squares == 0;
}

int stet_correct_gather(const struct stet_correct *c, const void *in, double *x, double *squares)
{
    walk w = {c, (const char *)in, NULL, x, NULL, 1, 0};
    visit(&w, 0, 0, 0, 0, gather_line);
    *squares = w.squares;
    if (c->kind != STET_C2R)
        return w.finite;
    if (c->half)
        return stet_correct_clear_ignored(c, x, squares);
    complete(c, x);
    if (!w.finite && ignores(c)) {
        w.finite = 1;
        for (ptrdiff_t i = 0; i < 2 * c->n; i++)
            w.finite &= x[i] - x[i] == 0;
    }
    if (c->narrow)
        *squares = c->kernels->squares(x, 2 * c->n);
    return w.finite;
}

double *stet_correct_line(const stet_correct_block *b, ptrdiff_t line)
{
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = stet_correct_inputs(c);
    double *x = b->x + line * numbers, squares;
    if (b->is_fused && !(b->known[line] & STET_KNOWN_IN_X)) {
        c->narrow->widen_lines(b->floats + line * b->floats_step, 0, x, numbers, 1, &squares);
        if (c->kind == STET_C2R)
            (void)stet_correct_clear_ignored(c, x, &squares);
        b->known[line] |= STET_KNOWN_IN_X;
    }
    return x;
}

static void scatter_line(walk *w, ptrdiff_t in, ptrdiff_t out, ptrdiff_t line)
{
    (void)in;
    const struct stet_correct *c = w->c;
    const stet_dim *d = last_of(c);
    const size_t number = stet_number_size(c->precision);
    const size_t element = number * (size_t)parts_of(c, STET_C2R);
    const ptrdiff_t count = c->kind == STET_R2C ? d->n / 2 + 1 : d->n;
    const char *from = w->from + 2 * number * (size_t)(line * d->n);
    const size_t step = c->kind == STET_C2R && c->half ? number : 2 * number;
    for (ptrdiff_t i = 0; i < count; i++)
        memcpy(w->out + (out + i * d->out_stride) * (ptrdiff_t)element, from + step * (size_t)i,
               element);
}

void stet_correct_scatter(const struct stet_correct *c, const void *from, void *out)
{
    walk w = {c, NULL, (char *)out, NULL, (const char *)from, 1, 0};
    visit(&w, 0, 0, 0, 0, scatter_line);
}

/* Copies number i of one array to number j of another, both in the narrow format. */
static inline void copy_number(const struct stet_correct *c, const void *from, ptrdiff_t i,
                               void *to, ptrdiff_t j)
{
    if (c->precision == STET_F32)
        ((float *)to)[j] = ((const float *)from)[i];
    else
        ((uint16_t *)to)[j] = ((const uint16_t *)from)[i];
}

void stet_correct_spread(const struct stet_correct *c, const void *half, void *all)
{
    const ptrdiff_t step = c->kind == STET_C2R ? 2 : 1;
    for (ptrdiff_t i = 0; i < 2 * c->points; i++)
        copy_number(c, half, i, all, step * i);
}

void stet_correct_take_back(const struct stet_correct *c, void *half, const void *all)
{
    const ptrdiff_t step = c->kind == STET_C2R ? 2 : 1;
    for (ptrdiff_t i = 0; i < 2 * c->points; i++)
        copy_number(c, all, step * i, half, i);
}

int stet_correct_is_direct(const struct stet_correct *c)
{
    ptrdiff_t stride = 1;
    for (int i = c->rank - 1; i >= 0; i--) {
        if (c->dims[i].out_stride != stride && c->dims[i].n > 1)
            return 0;
        stride *= c->dims[i].n;
    }
    return c->kind == STET_C2C || c->half;
}

void stet_correct_fill_nan(const struct stet_correct *c, void *numbers)
{
    const struct stet_format f = stet_number_format(c->precision);
    const uint64_t nan = f.infinity | (uint64_t)1 << (f.precision - 2);
    for (ptrdiff_t i = 0; i < 2 * c->points; i++)
        stet_number_put(c->precision, numbers, i, nan);
}

int stet_correct_is_requested(const struct stet_correct *c, ptrdiff_t number)
{
    const ptrdiff_t n = last_of(c)->n;
    if (c->requested)
        return c->requested[number >> 1] >> (number & 1) & 1;
    if (c->kind == STET_C2R)
        return number % 2 == 0;
    return c->kind == STET_C2C || number / 2 % n <= n / 2;
}
