/* SPDX-License-Identifier: Apache-2.0 */
/* The ways that golden.c runs its cases in, here the kernels as C: doors/gpu/emulate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulate/emulate.h"
#include "lib/ways.h"

const struct way ways[] = {
    {.name = "emulated"},
    {.name = "emulated, threads the other way round, in place", .in_place = true},
    {.name = "emulated, little shared memory: several passes"},
    {.name = "emulated, member 2 of 3", .batch = 3, .member = 2, .limit = 16384},
    {.name = "emulated, strided", .in_step = 3, .out_step = 2, .limit = 16384},
    {.name = "emulated, first axis fastest", .fortran = true},
};
const size_t way_count = sizeof ways / sizeof *ways;

/* What each of them has of shared memory, threads, and workspace of a chunk; 0: the usual. */
static const stet_gpu_limits limits[] = {{0, 0, 0},          {0, 0, 0}, {5 << 10, 64, 0},
                                         {16 << 10, 256, 1}, {0, 0, 0}, {0, 0, 0}};

bool way_fits(const struct way *way, const struct transform *t)
{
    if (t->level == STET_LEVEL_CORRECT && t->precision == STET_F64)
        return false; /* no kernel does it */
    if (way->limit > 0 && transform_reals(t, SIDE_OUT) > way->limit)
        return false;
    if (way->in_place)
        return t->kind == STET_C2C &&
               t->level != STET_LEVEL_CORRECT; /* that reads its input later */
    return !way->fortran || t->rank > 1;
}

/* Bytes of an element of a side. */
static size_t element(const struct transform *t, enum side side)
{
    return transform_real(t) * (transform_is_complex(t, side) ? 2 : 1);
}

/* Strides of a side in elements, into a packed array or one of the way's. */
static void strides(const struct way *way, const struct transform *t, enum side side, bool packed,
                    ptrdiff_t *stride)
{
    const int step = packed ? 0 : side == SIDE_IN ? way->in_step : way->out_step;
    ptrdiff_t next = step > 0 ? step : 1;
    for (int k = 0; k < t->rank; k++) {
        const int i = way->fortran && !packed ? k : t->rank - 1 - k;
        stride[i] = next;
        next *= transform_length(t, side, i);
    }
    stride[t->rank] = next;
}

/* From a packed array to one of the way, or back. */
static void copy(const struct way *way, const struct transform *t, enum side side, char *array,
                 char *flat, bool back)
{
    ptrdiff_t to[TRANSFORM_RANK + 1], from[TRANSFORM_RANK + 1];
    const size_t size = element(t, side);
    strides(way, t, side, false, to);
    strides(way, t, side, true, from);
    for (ptrdiff_t i = 0; i < from[t->rank]; i++) {
        ptrdiff_t at = 0;
        for (int k = 0; k < t->rank; k++)
            at += i / from[k] % transform_length(t, side, k) * to[k];
        char *a = array + (size_t)at * size, *b = flat + (size_t)i * size;
        memcpy(back ? b : a, back ? a : b, size);
    }
}

/* Level correct: how many of the transforms were left to the CPU, which is then asked; told at the
 * end. */
static long transforms, left;

static void account(void)
{
    if (transforms > 0)
        printf("level correct: %ld transforms, %ld left to the CPU\n", transforms, left);
}

const char *way_run(const struct way *way, const struct transform *t, const void *in, void *out)
{
    stet_dim dims[TRANSFORM_RANK], batch;
    stet_options o = transform_options(t, dims);
    ptrdiff_t is[TRANSFORM_RANK + 1], os[TRANSFORM_RANK + 1];
    strides(way, t, SIDE_IN, false, is);
    strides(way, t, SIDE_OUT, false, os);
    for (int i = 0; i < t->rank; i++)
        dims[i].in_stride = is[i], dims[i].out_stride = os[i];
    const size_t members = way->batch > 0 ? (size_t)way->batch : 1;
    batch = (stet_dim){(ptrdiff_t)members, is[t->rank], os[t->rank]};
    o.batch = &batch;
    o.batch_rank = way->batch > 0;
    const size_t in_size = (size_t)is[t->rank] * element(t, SIDE_IN);
    const size_t out_size = (size_t)os[t->rank] * element(t, SIDE_OUT);
    const stet_gpu_limits *limit = &limits[way - ways];
    stet_gpu_lowering *plan;
    static bool told;
    if (!told)
        atexit(account);
    told = true;
    const stet_status status = stet_gpu_lower(&plan, &o, limit->shared > 0 ? limit : NULL);
    if (status == STET_OK && plan->open < 0) { /* no kernel: the CPU is asked */
        stet_gpu_lowering_destroy(plan);
        return transform_run(t, in, out) ? "not run" : NULL;
    }
    if (status)
        return "no lowering";
    char *x = malloc(members * in_size), *y = way->in_place ? x : malloc(members * out_size);
    void *work = malloc(plan->workspace + 1);
    memset(x, 0xff, members * in_size);
    if (!way->in_place)
        memset(y, 0xff, members * out_size);
    memset(work, 0xff, plan->workspace);
    copy(way, t, SIDE_IN, x + (size_t)way->member * in_size, (char *)(uintptr_t)in, false);
    const stet_gpu_arrays arrays = {x, y, work, way->in_place};
    const bool failed = stet_gpu_emulate(plan, &arrays) != STET_OK;
    copy(way, t, SIDE_OUT, y + (size_t)way->member * out_size, out, true);
    if (plan->transforms > 0 && !failed) {
        transforms++;
        if (((const uint32_t *)(void *)((char *)work + plan->open))[way->member] != 0) {
            left++;
            transform_run(t, in, out);
        }
    }
    stet_gpu_lowering_destroy(plan);
    if (!way->in_place)
        free(y);
    free(x);
    free(work);
    return failed ? "not emulated" : NULL;
}
