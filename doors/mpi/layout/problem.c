/* SPDX-License-Identifier: Apache-2.0 */
#include "layout/problem.h"

#include <stddef.h>
#include <string.h>

#include "api/options.h"
#include "arith/integers.h"
#include "base/alloc.h"
#include "base/precision.h"
#include "graph/norm.h"
#include "native/native.h"
#include "layout/size.h"
#include "range/range.h"

void stet_mpi_options_init_size(stet_mpi_options *options, size_t size)
{
    const stet_mpi_options defaults = {.size = size,
                                       .kind = STET_C2C,
                                       .precision = STET_F64,
                                       .level = STET_LEVEL_NATIVE,
                                       .direction = STET_FORWARD,
                                       .norm = STET_NORM_BACKWARD,
                                       .howmany = 1,
                                       .in = STET_MPI_NATURAL,
                                       .out = STET_MPI_NATURAL,
                                       .half_mode = STET_HALF_IO,
                                       .half_exponent = STET_HALF_SAFE};
    if (!options)
        return;
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

int stet_mpi_side_is_complex(const stet_mpi_problem *s, stet_mpi_side side)
{
    return s->transform.kind != (side == STET_MPI_IN ? STET_R2C : STET_C2R);
}

ptrdiff_t stet_mpi_side_length(const stet_mpi_problem *s, stet_mpi_side side, int axis)
{
    const int is_half = s->transform.kind != STET_C2C && stet_mpi_side_is_complex(s, side);
    const ptrdiff_t n = s->dims[axis].n;
    return is_half && axis == s->transform.rank - 1 ? n / 2 + 1 : n;
}

size_t stet_mpi_inner_element_size(const stet_mpi_problem *s)
{
    return 2 * stet_lines_number_size(stet_norm_inside(&s->transform));
}

void stet_mpi_balanced_blocks(ptrdiff_t n, int parts, ptrdiff_t *start)
{
    for (int i = 0; i <= parts; i++)
        start[i] = stet_mpi_chunk(n, parts, i);
}

/* ------------------------------------------------------------------ grids - */

/* Splits the ranks into two nearly equal factors. The larger one comes first because the messages
 * along that dimension of the grid are longer. */
static void near_square(int ranks, int grid[2])
{
    int small = 1;
    for (int i = 1; i <= ranks / i; i++)
        if (ranks % i == 0)
            small = i;
    grid[0] = ranks / small;
    grid[1] = small;
}

/* Returns the number of ranks that have planes on both sides of a slab's exchange. */
static ptrdiff_t slab_ranks(const stet_mpi_problem *s)
{
    const ptrdiff_t n0 = s->dims[0].n, n1 = s->transform.rank > 1 ? s->dims[1].n : n0;
    return stet_smaller(n0, n1);
}

static stet_status choose_grid(const stet_mpi_options *o, stet_mpi_problem *s)
{
    const int r = s->transform.rank;
    if (o->grid_rank < 0 || o->grid_rank > 2 || (o->grid_rank == 0 && o->grid))
        return STET_E_GRID;
    const int cyclic = o->in == STET_MPI_CYCLIC || o->out == STET_MPI_CYCLIC;
    s->grid_rank = o->grid_rank;
    if (s->grid_rank == 0)
        s->grid_rank = r >= 3 && !cyclic && s->ranks > slab_ranks(s) ? 2 : 1;
    s->grid[0] = s->ranks;
    s->grid[1] = 1;
    if (s->grid_rank == 2 && (r < 3 || cyclic))
        return STET_E_GRID;
    if (s->grid_rank == 2 && !o->grid)
        near_square(s->ranks, s->grid);
    for (int d = 0; o->grid && d < s->grid_rank; d++)
        s->grid[d] = o->grid[d];
    if (s->grid[0] < 1 || s->grid[1] < 1 || s->ranks % s->grid[0] != 0 ||
        s->ranks / s->grid[0] != s->grid[1])
        return STET_E_GRID;
    return STET_OK;
}

/* -------------------------------------------------------- parts of the graph - */

/* Compares cuts by their common residues first, then by the smaller part. */
static ptrdiff_t common_residues(ptrdiff_t A, ptrdiff_t B)
{
    const ptrdiff_t G = stet_gcd(A, B);
    return G > 1 ? G * A * B + stet_smaller(A, B) : 0;
}

/* Returns the cut A of n for which `measure` is largest; 0 if it never exceeds 1. */
static ptrdiff_t best_cut(ptrdiff_t n, ptrdiff_t (*measure)(ptrdiff_t A, ptrdiff_t B))
{
    const stet_graph g = stet_graph_of(n);
    ptrdiff_t best = 0, most = 1, A = 1;
    for (int i = 0; i <= g.odd_count + g.levels; i++) {
        const ptrdiff_t has = i < g.rough_count ? 0 : measure(A, n / A);
        if (has > most) {
            most = has;
            best = A;
        }
        A *= i < g.odd_count ? g.odd[i] : 2;
    }
    return best;
}

ptrdiff_t stet_mpi_complex_length(const stet_mpi_problem *s)
{
    const ptrdiff_t n = s->dims[0].n;
    return s->transform.kind == STET_C2R && n % 2 == 0 ? n / 2 : n;
}

/* Stores the parts A and B. An inverse transform swaps A and B if n/A is a cut too; it then begins
 * with the layout in which a forward transform leaves TRANSPOSED output. */
static void choose_cut(stet_mpi_problem *s, ptrdiff_t n, ptrdiff_t A)
{
    s->A = A;
    if (A && s->transform.direction == STET_INVERSE && n / A > 1 && stet_graph_cuts(n, n / A))
        s->A = n / A;
    s->B = A ? n / s->A : 0;
}

static stet_status choose_modulus(stet_mpi_problem *s)
{
    const int forward = s->transform.direction == STET_FORWARD;
    const int cyclic = (s->layout[0] == STET_MPI_CYCLIC) + (s->layout[1] == STET_MPI_CYCLIC);
    for (int side = 0; side < 2; side++)
        if (s->layout[side] == STET_MPI_TRANSPOSED) {
            if (!s->A || s->transform.kind != STET_C2C || forward != (side == STET_MPI_OUT))
                return STET_E_LAYOUT;
            s->modulus[side] = forward ? s->A : s->B;
        }
    if (cyclic == 1 || (cyclic && (!s->A || s->transform.kind != STET_C2C)))
        return STET_E_LAYOUT;
    if (cyclic)
        s->modulus[0] = s->modulus[1] = stet_gcd(s->A, s->B);
    return STET_OK;
}

/* CYCLIC in two and more dimensions: chooses the axis with the most residues. The last axis is
 * never cut, so that its numbers stay together. */
static stet_status choose_axis(stet_mpi_problem *s)
{
    ptrdiff_t best = 0;
    for (int i = 0; i < s->transform.rank - 1; i++) {
        const ptrdiff_t n = s->dims[i].n, A = best_cut(n, common_residues);
        if (A == 0 || stet_gcd(A, n / A) < s->modulus[0])
            continue;
        s->modulus[0] = stet_gcd(A, n / A);
        s->axis = i;
        best = A;
    }
    if (best == 0 || s->layout[0] != s->layout[1])
        return STET_E_LAYOUT;
    choose_cut(s, s->dims[s->axis].n, best);
    s->modulus[1] = s->modulus[0];
    return STET_OK;
}

/* ----------------------------------------------------------------- layouts - */

/* Returns the axis that dimension d of the grid cuts. */
static int cut_axis(const stet_mpi_problem *s, stet_mpi_side side, int d)
{
    if (s->layout[side] == STET_MPI_CYCLIC)
        return s->axis;
    return s->transform.rank > 1 && s->layout[side] == STET_MPI_TRANSPOSED ? d + 1 : d;
}

static stet_status check_layouts(const stet_mpi_options *o, stet_mpi_problem *s)
{
    s->layout[0] = o->in;
    s->layout[1] = o->out;
    for (int side = 0; side < 2; side++) {
        const stet_mpi_layout layout = s->layout[side];
        if (layout < STET_MPI_NATURAL || layout > STET_MPI_CYCLIC)
            return STET_E_LAYOUT;
        /* the rows of a real array may not be cut */
        if (s->transform.rank > 1 && layout != STET_MPI_CYCLIC &&
            !stet_mpi_side_is_complex(s, (stet_mpi_side)side) &&
            cut_axis(s, (stet_mpi_side)side, s->grid_rank - 1) == s->transform.rank - 1)
            return STET_E_LAYOUT;
    }
    if (s->transform.rank > 1)
        return o->in == STET_MPI_CYCLIC || o->out == STET_MPI_CYCLIC ? choose_axis(s) : STET_OK;
    const ptrdiff_t n = stet_mpi_complex_length(s);
    choose_cut(s, n, best_cut(n, stet_smaller));
    return choose_modulus(s);
}

static stet_status fill_blocks(const stet_mpi_options *o, stet_mpi_problem *s)
{
    const size_t each = (size_t)s->grid[0] + 1 + (size_t)s->grid[1] + 1;
    s->block = stet_alloc_array(2 * each, sizeof(ptrdiff_t));
    if (!s->block)
        return STET_E_MEMORY;
    ptrdiff_t *next = (ptrdiff_t *)s->block;
    for (int side = 0; side < 2; side++) {
        const ptrdiff_t *given = side == STET_MPI_IN ? o->in_blocks : o->out_blocks;
        for (int d = 0; d < 2; d++) {
            const int parts = s->grid[d];
            const int axis = d < s->grid_rank ? cut_axis(s, (stet_mpi_side)side, d) : 0;
            const ptrdiff_t n = s->modulus[side]
                                    ? s->modulus[side]
                                    : stet_mpi_side_length(s, (stet_mpi_side)side, axis);
            ptrdiff_t *start = s->start[side][d] = next;
            next += parts + 1;
            stet_mpi_balanced_blocks(n, parts, start);
            if (!given || d >= s->grid_rank)
                continue;
            for (int i = 0; i < parts; i++) {
                if (given[i] < 0 || given[i] > n - start[i])
                    return STET_E_BLOCKS;
                start[i + 1] = start[i] + given[i];
            }
            if (start[parts] != n)
                return STET_E_BLOCKS;
            given += parts;
        }
    }
    return STET_OK;
}

/* ------------------------------------------------------------------ checks - */

static stet_status check_transform(const stet_mpi_options *o, stet_mpi_problem *s)
{
    stet_options *w = &s->transform;
    if (o->kind == STET_R2R)
        return STET_E_KIND;
    if (o->rank < 1 || o->rank > STET_MPI_MAX_RANK)
        return STET_E_RANK;
    if (!o->n)
        return STET_E_NULL;
    stet_options_init(w);
    w->kind = o->kind;
    w->precision = o->precision;
    w->level = o->level;
    w->direction = o->direction;
    w->norm = o->norm;
    w->rank = o->rank;
    w->dims = s->dims;
    w->threads = o->threads;
    w->policy = o->policy;
    w->half_mode = o->half_mode;
    w->half_exponent = o->half_exponent;
    stet_options checked;
    stet_status status = stet_options_take(w, &checked);
    if (!status)
        status = stet_dims_contiguous(o->kind, o->rank, o->n, s->dims);
    if (status)
        return status;
    if (stet_is_half(o->precision) && o->half_mode != STET_HALF_IO)
        return STET_E_HALF_MODE;
    ptrdiff_t points = 32 * o->howmany; /* bytes of the widest numbers inside */
    if (o->howmany < 1)
        return STET_E_LENGTH;
    for (int i = 0; i < o->rank; i++) {
        if (o->n[i] > STET_MAX_LENGTH)
            return STET_E_LENGTH;
        if (__builtin_mul_overflow(points, o->n[i] + 2, &points))
            return STET_E_OVERFLOW;
    }
    return STET_OK;
}

static stet_status check_rest(const stet_mpi_options *o)
{
    if (o->padded != 0 && o->padded != 1)
        return STET_E_FLAG;
    if (o->exchange < STET_MPI_AUTO || o->exchange > STET_MPI_SHARED || o->chunks < 0 ||
        o->chunks > STET_MPI_MAX_CHUNKS)
        return STET_E_EXCHANGE;
    return STET_OK;
}

stet_status stet_mpi_problem_create(const stet_mpi_options *o, int ranks, stet_mpi_problem *s)
{
    memset(s, 0, sizeof *s);
    if (!o)
        return STET_E_NULL;
    if (o->size != sizeof *o)
        return STET_E_OPTIONS_SIZE;
    s->options = *o;
    s->ranks = ranks;
    stet_status status = check_transform(o, s);
    if (!status)
        status = check_rest(o);
    if (!status)
        status = choose_grid(o, s);
    if (!status)
        status = check_layouts(o, s);
    if (!status)
        status = fill_blocks(o, s);
    if (status)
        stet_mpi_problem_destroy(s);
    return status;
}

void stet_mpi_problem_destroy(stet_mpi_problem *s)
{
    stet_free(s->block);
    s->block = NULL;
}

/* ------------------------------------------------------------------- boxes - */

static stet_mpi_axis axis_of(const stet_mpi_problem *s, stet_mpi_side side, int axis, int rank)
{
    const ptrdiff_t n = stet_mpi_side_length(s, side, axis);
    stet_mpi_axis a = {n, 0, n, n, 0, 0};
    for (int d = 0; d < s->grid_rank; d++) {
        if (cut_axis(s, side, d) != axis)
            continue;
        const int at = d == 0 ? rank / s->grid[1] : rank % s->grid[1];
        const ptrdiff_t *start = s->start[side][d];
        a.start = start[at];
        a.count = a.width = start[at + 1] - start[at];
    }
    if (s->modulus[side] && axis == cut_axis(s, side, 0)) {
        a.step = s->modulus[side];
        a.count *= n / a.step;
    }
    if (a.width == 0)
        a.width = 1;
    return a;
}

void stet_mpi_problem_box(const stet_mpi_problem *s, stet_mpi_side side, int rank,
                          stet_mpi_box *box)
{
    const int r = s->transform.rank, complex = stet_mpi_side_is_complex(s, side);
    const int swapped = r > 1 && s->layout[side] == STET_MPI_TRANSPOSED;
    const size_t size = box->size;
    memset(box, 0, sizeof *box);
    box->size = size;
    box->precision = s->transform.precision;
    box->is_complex = complex;
    box->element = stet_number_size(box->precision) * (complex ? 2 : 1);
    if (s->wide_out && side == STET_MPI_OUT)
        box->element = stet_mpi_inner_element_size(s);
    box->rank = r;
    box->howmany = s->options.howmany;
    ptrdiff_t stride = box->howmany;
    for (int i = r - 1; i >= 0; i--) {
        const int axis = swapped && i < 2 ? 1 - i : i;
        stet_mpi_axis *a = &box->axis[axis];
        *a = axis_of(s, side, axis, rank);
        a->stride = stride;
        stride *=
            axis == r - 1 && r > 1 && !complex && s->options.padded ? 2 * (a->n / 2 + 1) : a->count;
    }
    box->elements = stride;
}

stet_status stet_mpi_options_box(const stet_mpi_options *options, int ranks, stet_mpi_side side,
                                 int rank, stet_mpi_box *box)
{
    if (!box)
        return STET_E_NULL;
    if (box->size != sizeof *box)
        return STET_E_STATS_SIZE;
    if (ranks < 1 || rank < 0 || rank >= ranks || (side != STET_MPI_IN && side != STET_MPI_OUT))
        return STET_E_RANKS;
    stet_mpi_problem problem;
    const stet_status status = stet_mpi_problem_create(options, ranks, &problem);
    if (status)
        return status;
    stet_mpi_problem_box(&problem, side, rank, box);
    stet_mpi_problem_destroy(&problem);
    return STET_OK;
}
