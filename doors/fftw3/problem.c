/* SPDX-License-Identifier: Apache-2.0 */
#include "problem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const refusals[REFUSALS] = {
    [REFUSED_ARGUMENT] = "an argument that FFTW refuses: a length, rank or pointer",
    [REFUSED_IN_PLACE] = "an in-place transform needs the same places for input and output",
    [REFUSED_PRESERVE] = "FFTW_PRESERVE_INPUT is not possible for a c2r of several dimensions",
    [REFUSED_WISDOM] = "FFTW_WISDOM_ONLY is set, but there is no wisdom for this transform",
    [REFUSED_LEVEL] = "STET_LEVEL is not a level that this library has",
    [REFUSED_AXES] = "r2r of several dimensions over ranks exists only at level native",
    [REFUSED_LIMIT] = "the transform is larger than stet's limit or than memory",
    [REFUSED_MEMORY] = "not enough memory for the plan",
    [REFUSED_EXECUTE] = "fftw_execute() with a NULL plan, or without arrays",
};

const char *stet_fftw_refusal(refusal why) { return refusals[why]; }

const char *stet_fftw_kind(problem_kind kind)
{
    static const char *const names[PROBLEM_KINDS] = {"c2c", "r2c", "c2r", "r2r"};
    return names[kind];
}

int stet_fftw_dims(const problem *p) { return p->loops + p->rank; }

int stet_fftw_is_in_place(const problem *p) { return p->at.in == p->at.out; }

int stet_fftw_parts(const problem *p, int is_output)
{
    return p->kind == C2C || p->kind == (is_output ? R2C : C2R) ? 2 : 1;
}

void stet_fftw_axes(const problem *p, int is_output, axis *axes, ptrdiff_t *reals)
{
    const int count = stet_fftw_dims(p), parts = stet_fftw_parts(p, is_output);
    ptrdiff_t total = parts;
    for (int i = 0; i < count; i++) {
        const iodim64 d = p->dims[i];
        const int halved = p->kind != C2C && parts == 2 && p->rank > 0 && i == count - 1;
        axes[i] = (axis){halved ? d.n / 2 + 1 : d.n, is_output ? d.os : d.is};
        if (__builtin_mul_overflow(total, axes[i].n, &total))
            total = 0;
    }
    *reals = total > PTRDIFF_MAX / (ptrdiff_t)sizeof(real) ? 0 : total;
}

/* ------------------------------------------------------------- in place -- */

static size_t magnitude(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

static int by_stride(const void *a, const void *b)
{
    const axis *x = a, *y = b;
    const size_t dx = magnitude(x->stride), dy = magnitude(y->stride);
    return dx != dy ? (dx < dy) - (dx > dy) : (x->n > y->n) - (x->n < y->n);
}

/* Brings the places of an array into a normal form: no axis of length 1, largest stride first,
 * axes that continue each other merged. Returns the number of axes. */
static int settle(axis *axes, int count)
{
    int left = 0;
    for (int i = 0; i < count; i++)
        if (axes[i].n != 1)
            axes[left++] = axes[i];
    count = left;
    qsort(axes, (size_t)count, sizeof *axes, by_stride);
    left = 0;
    for (int i = 0; i < count; i++) {
        axis *last = left > 0 ? &axes[left - 1] : NULL;
        ptrdiff_t whole, n;
        if (last && !__builtin_mul_overflow(axes[i].stride, axes[i].n, &whole) &&
            last->stride == whole && !__builtin_mul_overflow(last->n, axes[i].n, &n))
            *last = (axis){n, axes[i].stride};
        else
            axes[left++] = axes[i];
    }
    return left;
}

/* Reports whether input and output use the same places: FFTW's condition for c2c and r2r in
 * place. */
static int same_places(const problem *p)
{
    const int count = stet_fftw_dims(p);
    axis *in = count ? malloc(2 * (size_t)count * sizeof *in) : NULL;
    ptrdiff_t reals;
    if (count == 0 || in == NULL)
        return count == 0;
    axis *out = in + count;
    stet_fftw_axes(p, 0, in, &reals);
    stet_fftw_axes(p, 1, out, &reals);
    const int left = settle(in, count);
    int same = left == settle(out, count);
    for (int i = 0; same && i < left; i++)
        same = in[i].n == out[i].n && in[i].stride == out[i].stride;
    free(in);
    return same;
}

static refusal check_in_place(const problem *p)
{
    const arrays *a = &p->at;
    const real *imaginary = p->kind == R2C ? a->out_im : a->in_im;
    if ((p->kind == R2C || p->kind == C2R) && imaginary != NULL)
        return imaginary == (p->kind == R2C ? a->in : a->out) ? REFUSED_ARGUMENT : REFUSALS;
    if (p->kind == C2C && (a->in == a->out) != (a->in_im == a->out_im))
        return REFUSED_ARGUMENT;
    const int halved = p->kind == R2C || p->kind == C2R;
    return a->in == a->out && !halved && !p->idle && !same_places(p) ? REFUSED_IN_PLACE : REFUSALS;
}

/* FFTW has no c2r of several dimensions that keeps its input. stet has one, but programs ask for a
 * plan in order to learn this, so it is refused too. */
static int cannot_preserve(const problem *p)
{
    if (p->kind != C2R || p->idle || stet_fftw_is_in_place(p) || !(p->flags & FFTW_PRESERVE_INPUT))
        return 0;
    for (int i = 0; i + 1 < p->rank; i++)
        if (p->dims[p->loops + i].n > 1)
            return 1;
    return 0;
}

refusal stet_fftw_check(const problem *p)
{
    const refusal why = check_in_place(p);
    if (why != REFUSALS)
        return why;
    return cannot_preserve(p) ? REFUSED_PRESERVE : REFUSALS;
}
