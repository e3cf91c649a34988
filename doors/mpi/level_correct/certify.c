/* SPDX-License-Identifier: Apache-2.0 */
#include "level_correct/certify.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/precision.h"
#include "correct/number.h"
#include "graph/norm.h"
#include "native/native.h"

/* MAX_CLASSES bounds the number of classes whose energies the ranks add up; finer classes would
 * change the bound by some hundredths. The list of undecided numbers has space for 1/LISTED of the
 * numbers, plus MORE. */
enum { MAX_CLASSES = 1 << 12, LISTED = 32, MORE = 4096 };

/* A slice has about this many outputs. */
enum { SLICE = 1 << 15 };

/* -------------------------------------------------------------- creation -- */

static stet_status make_bound(const stet_mpi_problem *s, stet_bound *bound, int *is_known)
{
    const stet_fft1d *lines[STET_MPI_MAX_RANK];
    ptrdiff_t n[STET_MPI_MAX_RANK];
    stet_options o = s->transform;
    void *native;
    o.precision = STET_F64;
    o.level = STET_LEVEL_NATIVE;
    o.threads = 1;
    const stet_status status = stet_native_engine.create(&native, &o);
    if (status)
        return status;
    for (int i = 0; i < o.rank; i++) { /* lines[] begins with the axis that runs last */
        const int axis = stet_mpi_axis_of_stage(s, o.rank - 1 - i);
        lines[i] = stet_native_axis(native, axis);
        n[i] = s->dims[axis].n;
    }
    *is_known = stet_lines_bound(bound, o.rank, n, o.kind, lines);
    stet_native_engine.destroy(native);
    return STET_OK;
}

/* Chooses the classes. Axes are taken whole, in the order of their transforms, while the number of
 * classes allows it. */
static void choose_classes(const stet_mpi_problem *s, stet_mpi_certify *c)
{
    stet_bound *b = &c->bound;
    for (; b->finest > 0 && b->length[b->finest] > MAX_CLASSES; b->finest--)
        b->beyond += b->weight[b->finest];
    c->classes = b->length[b->finest];
    ptrdiff_t before = 1;
    for (int i = 0; i < s->transform.rank; i++) {
        const int axis = stet_mpi_axis_of_stage(s, i);
        const ptrdiff_t n = s->dims[axis].n, left = c->classes / before;
        c->modulus[axis] = left < n ? left : n;
        c->weight[axis] = before;
        before *= c->modulus[axis];
    }
}

static const stet_correct_narrow *narrow_of(const stet_correct_kernels *k, stet_precision p)
{
    return p == STET_F16 ? &k->f16 : p == STET_BF16 ? &k->bf16 : &k->f32;
}

/* Chooses the largest block that is not larger than all classes. A slice has several blocks if all
 * blocks have the same classes, that is if the axes around a block have one class. */
static void choose_blocks(const stet_mpi_box *box, stet_mpi_certify *c)
{
    int has_one = 1;
    c->block = c->row;
    for (int found = 1; found;) { /* takes the next axis in memory */
        found = 0;
        for (int i = 0; i < box->rank && !found; i++) {
            const stet_mpi_axis *a = &box->axis[i];
            found = a->stride == c->block && a->count > 1 && c->block * a->count <= MAX_CLASSES;
            c->block *= found ? a->count : 1;
        }
    }
    for (int i = 0; i < box->rank; i++)
        has_one &= box->axis[i].stride < c->block || c->modulus[i] == 1;
    c->slice = c->block;
    if (has_one && c->block > 0 && c->block < SLICE)
        c->slice = SLICE / c->block * c->block;
}

/* Returns the axis along which outputs are neighbours in memory. */
static const stet_mpi_axis *row_axis(const stet_mpi_box *box)
{
    const stet_mpi_axis *row = &box->axis[0];
    for (int i = 1; i < box->rank; i++)
        if (box->axis[i].stride < row->stride || row->count == 1)
            row = &box->axis[i];
    return row;
}

stet_status stet_mpi_certify_prepare(const stet_mpi_plan *plan, stet_mpi_certify *c)
{
    const stet_mpi_problem *s = &plan->problem;
    int is_known = 0;
    memset(c, 0, sizeof *c);
    c->kernels = stet_correct_kernels_in_use();
    c->narrow = narrow_of(c->kernels, s->transform.precision);
    const stet_status status = make_bound(s, &c->bound, &is_known);
    if (status || !is_known)
        return status;
    choose_classes(s, c);
    c->row = row_axis(&plan->box[1])->count;
    choose_blocks(&plan->box[1], c);
    c->capacity = 2 * plan->box[1].elements / LISTED + MORE;
    return STET_OK;
}

/* ------------------------------------------------------------------ work -- */

/* The workspace has these parts, counted in doubles: energies of a block; energies of the classes,
 * followed by the count of listed numbers; bounds of the classes, and scratch memory for them; the
 * list of a slice, and the list of all slices. */
typedef struct {
    double *block, *energies, *bounds, *bounds_work;
    ptrdiff_t *slice_list, *list;
} pieces;

static pieces pieces_of(const stet_mpi_certify *c, void *work)
{
    pieces p = {.block = (double *)work};
    p.energies = p.block + 2 * c->block;
    p.bounds = p.energies + c->classes + 1;
    p.bounds_work = p.bounds + 2 * c->classes;
    p.slice_list = (ptrdiff_t *)(p.bounds_work + 4 * c->classes);
    p.list = p.slice_list + 2 * c->slice + 8;
    return p;
}

size_t stet_mpi_certify_work(const stet_mpi_certify *c)
{
    return (size_t)(2 * c->block + 7 * c->classes + 1 + 2 * c->slice + 8 + c->capacity) *
           sizeof(double);
}

/* ------------------------------------------------------------------- run -- */

/* Returns the contribution of index k along an axis to the number of the class. */
static ptrdiff_t class_along(const stet_mpi_certify *c, int axis, ptrdiff_t k)
{
    return c->weight[axis] * (k % c->modulus[axis]);
}

/* Returns the class of the output that is `at` elements after the first. */
static ptrdiff_t class_at(const stet_mpi_certify *c, const stet_mpi_box *box, ptrdiff_t at)
{
    ptrdiff_t class = 0;
    for (int i = 0; i < box->rank; i++) {
        const stet_mpi_axis *a = &box->axis[i];
        class += class_along(c, i, a->start + at / a->stride % a->count);
    }
    return class;
}

/* Adds the energies of a row to their classes. */
static void add_row(const stet_mpi_certify *c, const stet_mpi_box *box, ptrdiff_t at,
                    const double *row, double *energies)
{
    const stet_mpi_axis *a = row_axis(box);
    const int axis = (int)(a - box->axis);
    const ptrdiff_t weight = c->weight[axis], modulus = c->modulus[axis];
    double *to = energies + class_at(c, box, at) - class_along(c, axis, a->start);
    ptrdiff_t k = a->start % modulus;
    for (ptrdiff_t j = 0; j < a->count; j++) {
        to[weight * k] += row[j];
        k = k + 1 < modulus ? k + 1 : 0;
    }
}

/* Certifies all numbers with one bound. Returns the number of undecided ones. */
static ptrdiff_t certify_all(const stet_mpi_plan *plan, const stet_mpi_certify *c, const double *y,
                             double bound, char *out, const pieces *p)
{
    const stet_mpi_box *box = &plan->box[1];
    const size_t number = stet_number_size(plan->problem.transform.precision);
    ptrdiff_t count = 0;
    for (ptrdiff_t at = 0; at < box->elements; at += c->slice) {
        const ptrdiff_t left = box->elements - at, outputs = left < c->slice ? left : c->slice;
        const ptrdiff_t found =
            c->narrow->certify_summing(y + 2 * at, 2 * outputs, c->block, 1, bound, p->block,
                                       out + 2 * (size_t)at * number, p->slice_list);
        for (ptrdiff_t i = 0; i < c->block; i += c->row)
            add_row(c, box, at + i, p->block + i, p->energies);
        for (ptrdiff_t i = 0; i < found && count + i < c->capacity; i++)
            p->list[count + i] = 2 * at + p->slice_list[i];
        count += found;
    }
    return count;
}

/* Replaces the energies of a half spectrum by those of the whole spectrum: outputs k and -k are
 * conjugates. A class that contains both is counted twice, which only enlarges the bound. */
static void add_conjugate_energies(const stet_mpi_plan *plan, const stet_mpi_certify *c,
                                   double *energies)
{
    for (ptrdiff_t class = 0; class < c->classes; class ++) {
        ptrdiff_t opposite = 0;
        for (int i = 0; i < plan->problem.transform.rank; i++) {
            const ptrdiff_t k = class / c->weight[i] % c->modulus[i];
            opposite += class_along(c, i, c->modulus[i] - k);
        }
        if (opposite >= class)
            energies[class] = energies[opposite] = energies[class] + energies[opposite];
    }
}

/* Certifies the listed numbers with the bounds of their classes. Returns the number of undecided
 * ones. */
static ptrdiff_t certify_listed(const stet_mpi_plan *plan, const stet_mpi_certify *c,
                                const double *y, char *out, const pieces *p, ptrdiff_t count)
{
    const size_t number = stet_number_size(plan->problem.transform.precision);
    ptrdiff_t left = 0, again[9];
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t at = p->list[i];
        const double *bound = p->bounds + 2 * class_at(c, &plan->box[1], at / 2);
        p->list[left] = at;
        left +=
            c->narrow->certify_lines(y + at, 1, 1, 1, bound, out + (size_t)at * number, 0, again);
    }
    return left;
}

/* The factor of the norm, the product with it and the ends of an interval are rounded: 5 u R, as
 * in bounds() of correct/certify.h with scale_is_exact 0. The ranks' energies are added in any
 * order, which changes them by less than the factor 1 + 2^-20. */
stet_status stet_mpi_certify_run(const stet_mpi_plan *plan, const stet_mpi_certify *c,
                                 const double *y, double norm, void *out, void *work,
                                 ptrdiff_t **list, ptrdiff_t *count)
{
    const pieces p = pieces_of(c, work);
    const double one = 0x1p-53 * STET_BOUND_SLACK * (c->bound.all + 5) * norm + STET_BOUND_TINY;
    memset(p.energies, 0, (size_t)c->classes * sizeof(double));
    uint64_t caller = stet_fpenv_enter();
    *list = p.list;
    *count = certify_all(plan, c, y, one, (char *)out, &p);
    stet_fpenv_leave(caller);
    p.energies[c->classes] = (double)*count;
    if (MPI_Allreduce(MPI_IN_PLACE, p.energies, (int)c->classes + 1, MPI_DOUBLE, MPI_SUM,
                      plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    if (*count == 0 || *count > c->capacity)
        return STET_OK;
    caller = stet_fpenv_enter();
    if (plan->problem.transform.kind == STET_R2C)
        add_conjugate_energies(plan, c, p.energies);
    c->kernels->bounds(&c->bound, p.energies, c->classes, 1 + 0x1p-20, 0, p.bounds, p.bounds_work);
    *count = certify_listed(plan, c, y, (char *)out, &p, *count);
    stet_fpenv_leave(caller);
    return STET_OK;
}
