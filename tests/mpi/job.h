/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one transform over ranks and compares it bit by bit with the one of a single process. */
#ifndef STET_TESTS_MPI_JOB_H
#define STET_TESTS_MPI_JOB_H

#include "mpi/ranks.h"

#include <stdlib.h>

#include "stet_mpi.h"

#include "doors/mpi/layout/box.h"

typedef enum values { RANDOM, SMALL_INTEGERS, TONE, IMPULSE, WILD, VALUES } values;

typedef struct job {
    stet_mpi_options o;
    ptrdiff_t n[STET_MPI_MAX_RANK], blocks[2][32];
    int grid[2];
    int own_blocks[2], own_grid, in_place, with_work, same_isa, executions, is_decided;
    values values;
    uint64_t seed;
} job;

/* Returns number `index` of an array, before it is rounded to the precision. */
static inline double value_of(values what, uint64_t seed, uint64_t index)
{
    uint64_t state = seed + index * 0x2545f4914f6cdd1d;
    const uint64_t bits = next_random(&state);
    const double x = (double)(int64_t)bits * 0x1p-63;
    switch (what) {
    case SMALL_INTEGERS: return (double)((int64_t)(bits % 9) - 4);
    case TONE: return (double)((index / 2) % 8 < 4 ? 1 : -1);
    case IMPULSE: return index == seed % 7 ? 1 : 0;
    case WILD:
        return x * (bits % 8 == 0 ? 0x1p40 : bits % 8 == 1 ? 0x1p-60 : bits % 16 == 2 ? -0.0 : 1);
    default: return x;
    }
}

static inline void put_value(stet_precision p, void *array, ptrdiff_t i, double x)
{
    switch (p) {
    case STET_F64: ((double *)array)[i] = x; break;
    case STET_F32: ((float *)array)[i] = (float)x; break;
    case STET_F16: ((uint16_t *)array)[i] = stet_f16_from_f64(x); break;
    default: ((uint16_t *)array)[i] = stet_bf16_from_f64(x); break;
    }
}

static inline size_t size_of_number(stet_precision p)
{
    return p == STET_F64 ? 8 : p == STET_F32 ? 4 : 2;
}

/* Returns 1 if two numbers have the same bits or are both NaN. */
static inline int same_number(stet_precision p, const char *a, const char *b)
{
    const size_t size = size_of_number(p);
    if (memcmp(a, b, size) == 0)
        return 1;
    if (p == STET_F64) {
        double x, y;
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        return x != x && y != y;
    }
    if (p == STET_F32) {
        float x, y;
        memcpy(&x, a, 4);
        memcpy(&y, b, 4);
        return x != x && y != y;
    }
    uint16_t x, y;
    memcpy(&x, a, 2);
    memcpy(&y, b, 2);
    const uint16_t infinity = p == STET_F16 ? 0x7c00 : 0x7f80;
    return (x & 0x7fff) > infinity && (y & 0x7fff) > infinity;
}

static inline void fill_box(const job *j, const stet_mpi_box *box, char *array)
{
    const int parts = box->is_complex ? 2 : 1;
    for (ptrdiff_t site = 0; site < stet_mpi_box_sites(box); site++) {
        const stet_mpi_run run = stet_mpi_box_run(box, site, 1);
        for (ptrdiff_t i = 0; i < box->howmany * parts; i++)
            put_value(
                box->precision, array, run.offset * parts + i,
                value_of(j->values, j->seed, (uint64_t)(run.index * box->howmany * parts + i)));
    }
}

static inline int64_t count_differences(const stet_mpi_box *box, const char *array,
                                        const char *whole, int64_t *numbers)
{
    const int parts = box->is_complex ? 2 : 1;
    const size_t size = size_of_number(box->precision);
    int64_t wrong = 0;
    for (ptrdiff_t site = 0; site < stet_mpi_box_sites(box); site++) {
        const stet_mpi_run run = stet_mpi_box_run(box, site, 1);
        for (ptrdiff_t i = 0; i < box->howmany * parts; i++, ++*numbers)
            wrong += !same_number(box->precision, array + (size_t)(run.offset * parts + i) * size,
                                  whole + (size_t)(run.index * box->howmany * parts + i) * size);
    }
    return wrong;
}

/* Runs the transform in one process on rank 0, and sends the result to all. */
static inline char *single_process(const job *j, stet_status *status)
{
    stet_dim dims[STET_MPI_MAX_RANK];
    stet_dims_contiguous(j->o.kind, j->o.rank, j->n, dims);
    const stet_dim batch = {j->o.howmany, 1, 1};
    stet_mpi_box box[2] = {{.size = sizeof box[0]}, {.size = sizeof box[1]}};
    stet_mpi_options o = j->o;
    o.in = o.out = STET_MPI_NATURAL;
    o.in_blocks = o.out_blocks = NULL;
    o.grid = NULL;
    o.grid_rank = 1;
    o.padded = 0;
    char *array[2];
    for (int side = 0; side < 2; side++) {
        *status = stet_mpi_options_box(&o, 1, (stet_mpi_side)side, 0, &box[side]);
        CHECK(*status == STET_OK, "%s", stet_strerror(*status));
        array[side] = calloc((size_t)box[side].elements + 1, box[side].element);
    }
    if (rank == 0) {
        fill_box(j, &box[0], array[0]);
        stet_options s;
        stet_options_init(&s);
        s.kind = o.kind;
        s.precision = o.precision;
        s.level = o.level;
        s.direction = o.direction;
        s.norm = o.norm;
        s.rank = o.rank;
        s.half_exponent = o.half_exponent;
        for (int i = 0; i < o.rank; i++) {
            dims[i].in_stride *= o.howmany;
            dims[i].out_stride *= o.howmany;
        }
        s.dims = dims;
        s.batch_rank = 1;
        s.batch = &batch;
        *status = stet_transform(&s, array[0], array[1]);
    }
    int said = *status;
    MPI_Bcast(&said, 1, MPI_INT, 0, MPI_COMM_WORLD);
    *status = (stet_status)said;
    MPI_Bcast(array[1], (int)((size_t)box[1].elements * box[1].element), MPI_BYTE, 0,
              MPI_COMM_WORLD);
    free(array[0]);
    return array[1];
}

static inline const char *job_text(const job *j)
{
    static char text[512];
    int at = snprintf(text, sizeof text, "kind %d precision %d level %d direction %d norm %d n",
                      j->o.kind, j->o.precision, j->o.level, j->o.direction, j->o.norm);
    for (int i = 0; i < j->o.rank; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %td", j->n[i]);
    snprintf(text + at, sizeof text - (size_t)at,
             " howmany %td padded %d threads %d grid %d: %d x %d layouts %d %d blocks %d %d "
             "exchange %d chunks %d "
             "in place %d values %d gather_limit %zu seed %llu",
             j->o.howmany, j->o.padded, j->o.threads, j->o.grid_rank, j->grid[0], j->grid[1],
             j->o.in, j->o.out, j->own_blocks[0], j->own_blocks[1], j->o.exchange, j->o.chunks,
             j->in_place, j->values, j->o.gather_limit, (unsigned long long)j->seed);
    return text;
}

/* Runs a plan, and adds to the counts. */
static inline int64_t run_plan(const job *j, stet_mpi_plan *plan, const char *want,
                               stet_status wanted, int64_t *numbers)
{
    stet_mpi_box box[2] = {{.size = sizeof box[0]}, {.size = sizeof box[1]}};
    size_t size[2];
    char *array[2];
    for (int side = 0; side < 2; side++) {
        stet_mpi_plan_box(plan, (stet_mpi_side)side, rank, &box[side]);
        size[side] = (size_t)box[side].elements * box[side].element;
    }
    const size_t element = box[0].element > box[1].element ? box[0].element : box[1].element;
    const size_t room = (size_t)stet_mpi_plan_local(plan) * element;
    CHECK(room >= size[0] && room >= size[1], "%s", job_text(j));
    for (int side = 0; side < 2; side++) {
        array[side] = malloc(room + 1);
        memset(array[side], 0x5a, room + 1);
    }
    if (j->in_place) {
        free(array[1]);
        array[1] = array[0];
    }
    int64_t wrong = 0;
    for (int i = 0; i < j->executions; i++) {
        fill_box(j, &box[0], array[0]);
        if (!j->in_place)
            memset(array[1], 0x5a, room);
        char *copy = malloc(size[0] + 1);
        memcpy(copy, array[0], size[0]);
        const size_t bytes = stet_mpi_plan_workspace(plan);
        char *work = j->with_work ? malloc(bytes) : NULL;
        const stet_status status =
            j->with_work ? stet_mpi_execute_with(plan, array[0], array[1], work, bytes)
                         : stet_mpi_execute(plan, array[0], array[1]);
        CHECK(status == wanted || (status == STET_E_GATHER && j->o.gather_limit && !j->is_decided),
              "%s: %s", stet_strerror(status), job_text(j));
        CHECK(array[0][room] == 0x5a && array[1][room] == 0x5a, "written behind the end: %s",
              job_text(j));
        CHECK(j->in_place || memcmp(copy, array[0], size[0]) == 0, "the input was written: %s",
              job_text(j));
        if (status == wanted)
            wrong += count_differences(&box[1], array[1], want, numbers);
        free(copy);
        free(work);
    }
    free(array[0]);
    if (!j->in_place)
        free(array[1]);
    return wrong;
}

/* Returns how many numbers were compared on this rank. */
static inline int64_t run_job(job *j)
{
    static const char *const isas[] = {NULL, "sse2", "avx2", "soft"};
    stet_status wanted = STET_OK;
    int64_t numbers = 0;
    j->o.n = j->n;
    j->o.grid = j->own_grid ? j->grid : NULL;
    j->o.in_blocks = j->own_blocks[0] ? j->blocks[0] : NULL;
    j->o.out_blocks = j->own_blocks[1] ? j->blocks[1] : NULL;
    stet_isa_select(NULL);
    char *want = single_process(j, &wanted);
    if (!j->same_isa) /* a set that was not built, or that the CPU lacks, is not chosen */
        (void)stet_isa_select(isas[rank % 4]);
    stet_mpi_plan *plan = NULL;
    const stet_status status = stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &j->o);
    CHECK(status == STET_OK, "%s: %s", stet_strerror(status), job_text(j));
    if (plan) {
        const int64_t wrong = run_plan(j, plan, want, wanted, &numbers);
        CHECK(wrong == 0, "%lld of %lld numbers differ: %s", (long long)wrong, (long long)numbers,
              job_text(j));
    }
    stet_mpi_plan_destroy(plan);
    free(want);
    return numbers;
}

#endif
