/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of long double, computed in double-double: 106 bits for the 64 of x87, rounded once
 * at the end. The lines are those of level extended of double; no other code of the library is
 * used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith/dd.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/isa.h"
#include "base/size.h"
#include "lines/lines.h"
#include "transform.h"

enum { MAX_RANK = 32 };

typedef struct stet_long_plan stet_long_plan;
struct stet_long_plan {
    stet_kind kind;
    int inverse, rank;
    ptrdiff_t batch, points; /* points: of one transform, the product of n */
    ptrdiff_t n[MAX_RANK], longest;
    size_t work; /* bytes of workspace for the largest line */
    stet_line_plan line[MAX_RANK];
};

/* ---------------------------------------------------------------- lines -- */

/* Computes the second half of a Hermitian spectrum from the first half in x. */
static void extend(stet_ddc *x, ptrdiff_t n)
{
    x[0].im = (stet_dd){0, 0};
    if (n % 2 == 0)
        x[n / 2].im = (stet_dd){0, 0};
    for (ptrdiff_t k = n / 2 + 1; k < n; k++)
        x[k] = (stet_ddc){x[n - k].re, stet_dd_neg(x[n - k].im)};
}

/* Transforms one line x of n numbers in place; y is scratch of the same length. Real numbers are
 * the real parts of x. */
static void run_line(const stet_long_plan *p, int i, stet_ddc *x, stet_ddc *y, void *work)
{
    const stet_line_plan *l = &p->line[i];
    const ptrdiff_t n = p->n[i];
    const stet_lines there = {x, y, 1, 1, n, n, 1}, back = {y, x, 1, 1, n, n, 1};
    if (p->kind == STET_R2R) {
        stet_dd *in = &y->re, *out = &x->re;
        for (ptrdiff_t k = 0; k < n; k++)
            in[k] = x[k].re;
        l->kernel(l->fft, &back, 0, 1, work, NULL);
        for (ptrdiff_t k = n; k-- > 0;)
            x[k].re = out[k];
        return;
    }
    if (p->kind == STET_C2R && i == p->rank - 1)
        extend(x, n);
    l->kernel(l->fft, &there, p->inverse, 1, work, NULL);
    memcpy(x, y, (size_t)n * sizeof *x);
}

/* Transforms all lines along dimension i of the array a. */
static void run_axis(const stet_long_plan *p, int i, stet_ddc *a, stet_ddc *x, void *work)
{
    stet_ddc *y = x + p->longest;
    ptrdiff_t stride = 1;
    for (int k = p->rank - 1; k > i; k--)
        stride *= p->n[k];
    for (ptrdiff_t at = 0; at < p->points; at++) {
        if (at / stride % p->n[i] != 0)
            continue;
        for (ptrdiff_t k = 0; k < p->n[i]; k++)
            x[k] = a[at + k * stride];
        run_line(p, i, x, y, work);
        for (ptrdiff_t k = 0; k < p->n[i]; k++)
            a[at + k * stride] = x[k];
    }
}

/* ----------------------------------------------------------- conversion -- */

/* Returns a power of two that scales the largest number to near 1: double has 11 bits of exponent,
 * x87 has 15. Numbers that become too small for a double are too small to matter. */
static long double scale_of(const long double *x, ptrdiff_t count)
{
    long double most = 0, scale = 1;
    for (ptrdiff_t i = 0; i < count; i++) {
        const long double size = x[i] < 0 ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    if (most > 0x1p16000L || most == 0) /* covers infinity, and keeps 1/scale finite */
        return most == 0 || most > 0x1.fffffffffffffffep16383L ? 1 : 0x1p-15800L;
    for (; most * scale > 0x1p500L;)
        scale *= 0x1p-400L;
    for (; most * scale < 0x1p-100L && scale < 0x1p15600L;)
        scale *= 0x1p200L;
    return scale;
}

static stet_dd split(long double x)
{
    const double hi = (double)x;
    return (stet_dd){hi, hi - hi == 0 ? (double)(x - (long double)hi) : 0};
}

static long double join(stet_dd x, long double scale)
{
    return ((long double)x.hi + (long double)x.lo) / scale;
}

static ptrdiff_t last_of(const stet_long_plan *p) { return p->n[p->rank - 1]; }

static int has_pairs(const stet_long_plan *p, int output)
{
    return p->kind == STET_C2C || p->kind == (output ? STET_R2C : STET_C2R);
}

/* Returns the number of elements of a row of the caller's array. */
static ptrdiff_t row_of(const stet_long_plan *p, int output)
{
    return has_pairs(p, output) && p->kind != STET_C2C ? last_of(p) / 2 + 1 : last_of(p);
}

static ptrdiff_t reals_of(const stet_long_plan *p, int output)
{
    return p->points / last_of(p) * row_of(p, output) * (has_pairs(p, output) ? 2 : 1);
}

static void load(const stet_long_plan *p, const long double *in, long double scale, stet_ddc *a)
{
    const ptrdiff_t n = last_of(p), row = row_of(p, 0);
    const int pairs = has_pairs(p, 0);
    memset(a, 0, (size_t)p->points * sizeof *a);
    for (ptrdiff_t at = 0; at < p->points; at++) {
        if (at % n >= row)
            continue;
        a[at].re = split(*in++ * scale);
        if (pairs)
            a[at].im = split(*in++ * scale);
    }
}

static void store(const stet_long_plan *p, const stet_ddc *a, long double scale, long double *out)
{
    const ptrdiff_t n = last_of(p), row = row_of(p, 1);
    const int pairs = has_pairs(p, 1);
    for (ptrdiff_t at = 0; at < p->points; at++) {
        if (at % n >= row)
            continue;
        *out++ = join(a[at].re, scale);
        if (pairs)
            *out++ = join(a[at].im, scale);
    }
}

/* ------------------------------------------------------------------ plan -- */

static stet_status add_dimension(stet_long_plan *p, const stet_options *o, int i)
{
    const ptrdiff_t n = o->dims[i].n;
    if (o->kind == STET_R2R && o->r2r[i] == STET_DCT1 && n < 2)
        return STET_E_LENGTH;
    if (n > (ptrdiff_t)1 << 32 || __builtin_mul_overflow(p->points, n, &p->points) ||
        p->points > (ptrdiff_t)1 << 40)
        return STET_E_OVERFLOW;
    const stet_kind kind = o->kind == STET_R2R ? stet_r2r_line_kind(o->r2r[i]) : STET_C2C;
    stet_fft1d *f = stet_fft1d_acquire(n, kind, STET_DD, stet_isa_in_use(), NULL);
    if (!f)
        return STET_E_MEMORY;
    p->n[i] = n;
    p->longest = n > p->longest ? n : p->longest;
    p->line[i] = stet_lines_plan(f, 1, 1);
    p->work = p->line[i].work > p->work ? p->line[i].work : p->work;
    return STET_OK;
}

stet_status stet_long_create(stet_long_plan **made, const stet_options *o)
{
    *made = NULL;
    if (o->level != STET_LEVEL_NATIVE && o->level != STET_LEVEL_EXTENDED)
        return STET_E_LEVEL;
    if (o->rank > MAX_RANK)
        return STET_E_RANK;
    stet_long_plan *p = calloc(1, sizeof *p);
    if (!p)
        return STET_E_MEMORY;
    *p = (stet_long_plan){.kind = o->kind, .rank = o->rank, .batch = 1, .points = 1};
    p->inverse = o->direction == STET_INVERSE && o->kind != STET_R2R;
    stet_status status = STET_OK;
    for (int i = 0; i < o->batch_rank; i++)
        p->batch *= o->batch[i].n; /* cannot overflow: the array fits in memory */
    const uint64_t caller = stet_fpenv_enter();
    for (int i = 0; i < o->rank && !status; i++)
        status = add_dimension(p, o, i);
    stet_fpenv_leave(caller);
    if (status)
        stet_long_destroy(p);
    else
        *made = p;
    return status;
}

void stet_long_destroy(stet_long_plan *p)
{
    for (int i = 0; p && i < p->rank; i++)
        stet_fft1d_release(p->line[i].fft);
    free(p);
}

/* Returns the size of an array and two lines, a multiple of the alignment of the lines'
 * workspace. */
static size_t numbers_of(const stet_long_plan *p)
{
    const size_t count = (size_t)(p->points + 2 * p->longest) * sizeof(stet_ddc);
    return stet_round_to_line(count);
}

static size_t memory_of(const stet_long_plan *p)
{
    return numbers_of(p) + stet_round_to_line(p->work);
}

/* Transforms the last dimension first. For c2r the last dimension, which becomes real, comes
 * last. */
stet_status stet_long_execute(const stet_long_plan *p, const void *in, void *out)
{
    const long double *x = in;
    long double *y = out;
    stet_ddc *a = aligned_alloc(STET_ALIGN, memory_of(p));
    if (!a)
        return STET_E_MEMORY;
    void *work = (char *)a + numbers_of(p);
    const uint64_t caller = stet_fpenv_enter();
    for (ptrdiff_t b = 0; b < p->batch; b++) {
        const long double scale = scale_of(x, reals_of(p, 0));
        load(p, x, scale, a);
        for (int i = 0; i < p->rank; i++)
            run_axis(p, p->kind == STET_C2R ? i : p->rank - 1 - i, a, a + p->points, work);
        store(p, a, scale, y);
        x += reals_of(p, 0);
        y += reals_of(p, 1);
    }
    stet_fpenv_leave(caller);
    free(a);
    return STET_OK;
}

size_t stet_long_describe(const stet_long_plan *p, char *text, size_t size)
{
    return (size_t)snprintf(text, size, "inside: double-double\nworkspace: %zu\n", memory_of(p));
}
