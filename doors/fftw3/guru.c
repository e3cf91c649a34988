/* SPDX-License-Identifier: Apache-2.0 */
/* The guru planners: any loops and strides, of int and of ptrdiff_t, on pairs and on split arrays.
 * Strides count elements; for split arrays they count real numbers. */
#include <stdlib.h>

#include "api.h"
#include "report.h"

/* A list of either type; the other pointer is NULL. */
typedef struct list {
    int count;
    const iodim *narrow;
    const iodim64 *wide;
} list;

static int are_there(const list *l) { return l->count <= 0 || l->narrow || l->wide; }

static iodim64 take(const list *l, int i)
{
    if (l->wide)
        return l->wide[i];
    return (iodim64){l->narrow[i].n, l->narrow[i].is, l->narrow[i].os};
}

/* Converts the list to dims, for elements of in_parts and out_parts real numbers; returns 0 if a
 * stride overflows. */
static int expand(iodim64 *dims, const list *l, int in_parts, int out_parts)
{
    for (int i = 0; i < l->count; i++) {
        dims[i] = take(l, i);
        if (__builtin_mul_overflow(dims[i].is, (ptrdiff_t)in_parts, &dims[i].is) ||
            __builtin_mul_overflow(dims[i].os, (ptrdiff_t)out_parts, &dims[i].os))
            return 0;
    }
    return 1;
}

/* Checks the lengths: at least 1 for a dimension, at least 0 for a loop. */
static int are_good(const problem *p, const list *dims, const list *loops)
{
    if (dims->count < 0 || dims->count == FFTW_RANK_NONE || loops->count < 0 || !are_there(dims))
        return 0;
    if (p->kind == R2R && dims->count > 0 && !p->r2r)
        return 0;
    for (int i = 0; i < dims->count; i++)
        if (take(dims, i).n <= 0)
            return 0;
    if (loops->count == FFTW_RANK_NONE)
        return 1;
    for (int i = 0; i < loops->count; i++)
        if (!are_there(loops) || take(loops, i).n < 0)
            return 0;
    return 1;
}

static plan *guru(problem *p, const list *dims, const list *loops, int is_split)
{
    list turns = *loops;
    if (!are_good(p, dims, loops))
        return stet_fftw_refuse(REFUSED_ARGUMENT);
    p->idle = loops->count == FFTW_RANK_NONE;
    if (p->idle)
        turns.count = 0;
    p->rank = dims->count;
    p->loops = turns.count;
    const size_t count = (size_t)p->rank + (size_t)p->loops + 1;
    p->dims = malloc(count * sizeof *p->dims);
    if (!p->dims)
        return stet_fftw_refuse(REFUSED_MEMORY);
    const int in_parts = is_split ? 1 : stet_fftw_parts(p, 0);
    const int out_parts = is_split ? 1 : stet_fftw_parts(p, 1);
    const int fits = expand(p->dims, &turns, in_parts, out_parts) &&
                     expand(p->dims + p->loops, dims, in_parts, out_parts);
    for (int i = 0; i < p->loops; i++)
        p->idle |= p->dims[i].n == 0;
    plan *made = fits ? stet_fftw_plan(p) : stet_fftw_refuse(REFUSED_LIMIT);
    free(p->dims);
    return made;
}

/* The sixteen functions differ in their names, the type of the lists and the arrays. */
#define LISTS(member)                                                                              \
    &(list){.count = rank, .member = dims}, &(list) { .count = loops, .member = loop }
#define PAIRS {in, stet_fftw_im(in), out, stet_fftw_im(out)}

#define DEFINE_GURU(prefix, type, member)                                                          \
    plan *X(prefix##_dft)(int rank, const type *dims, int loops, const type *loop, real *in,       \
                          real *out, int sign, unsigned flags)                                     \
    {                                                                                              \
        const int backward = sign != FFTW_FORWARD;                                                 \
        problem p = {.kind = C2C, .backward = backward, .at = PAIRS, .flags = flags};              \
        return guru(&p, LISTS(member), 0);                                                         \
    }                                                                                              \
    plan *X(prefix##_dft_r2c)(int rank, const type *dims, int loops, const type *loop, real *in,   \
                              real *out, unsigned flags)                                           \
    {                                                                                              \
        problem p = {.kind = R2C, .at = PAIRS, .flags = flags};                                    \
        return guru(&p, LISTS(member), 0);                                                         \
    }                                                                                              \
    plan *X(prefix##_dft_c2r)(int rank, const type *dims, int loops, const type *loop, real *in,   \
                              real *out, unsigned flags)                                           \
    {                                                                                              \
        problem p = {.kind = C2R, .at = PAIRS, .flags = flags};                                    \
        return guru(&p, LISTS(member), 0);                                                         \
    }                                                                                              \
    plan *X(prefix##_r2r)(int rank, const type *dims, int loops, const type *loop, real *in,       \
                          real *out, const int *kind, unsigned flags)                              \
    {                                                                                              \
        problem p = {.kind = R2R, .at = PAIRS, .r2r = kind, .flags = flags};                       \
        return guru(&p, LISTS(member), 0);                                                         \
    }                                                                                              \
    plan *X(prefix##_split_dft)(int rank, const type *dims, int loops, const type *loop, real *ri, \
                                real *ii, real *ro, real *io, unsigned flags)                      \
    {                                                                                              \
        problem p = {.kind = C2C, .at = {ri, ii, ro, io}, .flags = flags};                         \
        return guru(&p, LISTS(member), 1);                                                         \
    }                                                                                              \
    plan *X(prefix##_split_dft_r2c)(int rank, const type *dims, int loops, const type *loop,       \
                                    real *in, real *ro, real *io, unsigned flags)                  \
    {                                                                                              \
        problem p = {.kind = R2C, .at = {in, NULL, ro, io}, .flags = flags};                       \
        return guru(&p, LISTS(member), 1);                                                         \
    }                                                                                              \
    plan *X(prefix##_split_dft_c2r)(int rank, const type *dims, int loops, const type *loop,       \
                                    real *ri, real *ii, real *out, unsigned flags)                 \
    {                                                                                              \
        problem p = {.kind = C2R, .at = {ri, ii, out, NULL}, .flags = flags};                      \
        return guru(&p, LISTS(member), 1);                                                         \
    }

DEFINE_GURU(plan_guru, iodim, narrow)
DEFINE_GURU(plan_guru64, iodim64, wide)
