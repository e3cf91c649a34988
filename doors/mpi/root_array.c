/* SPDX-License-Identifier: Apache-2.0 */
#include "root_array.h"

#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "layout/box.h"

/* Returns the bytes of the whole array of one side. */
static size_t whole_size(const stet_mpi_plan *plan, stet_mpi_side side)
{
    size_t size = plan->box[side].element * (size_t)plan->box[side].howmany;
    for (int i = 0; i < plan->box[side].rank; i++)
        size *= (size_t)plan->box[side].axis[i].n;
    return size;
}

static size_t larger_side(const stet_mpi_plan *plan)
{
    const size_t in = whole_size(plan, STET_MPI_IN), out = whole_size(plan, STET_MPI_OUT);
    return in > out ? in : out;
}

static size_t site_size(const stet_mpi_box *box) { return box->element * (size_t)box->howmany; }

static size_t packed_size(const stet_mpi_box *box)
{
    return (size_t)stet_mpi_box_sites(box) * site_size(box);
}

void stet_mpi_root_array_prepare(stet_mpi_plan *plan, stet_mpi_root_array *root)
{
    const size_t in = packed_size(&plan->box[0]), out = packed_size(&plan->box[1]);
    root->plan = NULL;
    root->local = in > out ? in : out;
    plan->gather_size = 2 * larger_side(plan);
}

void stet_mpi_root_array_destroy(stet_mpi_root_array *root) { stet_plan_destroy(root->plan); }

/* Makes the plan of the whole array; its howmany transforms are interleaved. */
static stet_status make_plan(const stet_mpi_plan *plan, stet_mpi_root_array *root)
{
    if (root->plan)
        return STET_OK;
    stet_dim dims[STET_MPI_MAX_RANK];
    stet_options o = plan->problem.transform;
    const ptrdiff_t howmany = plan->problem.options.howmany;
    const stet_dim batch = {howmany, 1, 1};
    for (int i = 0; i < o.rank; i++)
        dims[i] =
            (stet_dim){o.dims[i].n, o.dims[i].in_stride * howmany, o.dims[i].out_stride * howmany};
    o.dims = dims;
    o.batch_rank = howmany > 1;
    o.batch = &batch;
    return stet_plan_create(&root->plan, &o);
}

/* Copies the boxes of all ranks, packed one after the other, into the whole array or out of it. */
static void copy_boxes(const stet_mpi_plan *plan, stet_mpi_side side, int to_whole, char *packed,
                       char *array)
{
    const size_t site = site_size(&plan->box[side]);
    for (int q = 0; q < plan->problem.ranks; q++) {
        stet_mpi_box box = {.size = sizeof box};
        stet_mpi_problem_box(&plan->problem, side, q, &box);
        const ptrdiff_t sites = stet_mpi_box_sites(&box);
        for (ptrdiff_t done = 0; done < sites;) {
            const stet_mpi_run run = stet_mpi_box_run(&box, done, sites - done);
            char *here = array + (size_t)run.index * site;
            const size_t bytes = (size_t)run.count * site;
            memcpy(to_whole ? here : packed, to_whole ? packed : here, bytes);
            packed += bytes;
            done += run.count;
        }
    }
}

typedef struct {
    MPI_Datatype type; /* one site: howmany elements */
    int *counts;       /* per rank, on rank 0; then the beginnings */
} messages;

static stet_status make_messages(const stet_mpi_plan *plan, stet_mpi_side side, messages *m)
{
    const int p = plan->problem.ranks;
    ptrdiff_t at = 0;
    m->type = MPI_DATATYPE_NULL;
    m->counts = (int *)stet_alloc_array(2 * (size_t)p, sizeof(int));
    if (!m->counts)
        return STET_E_MEMORY;
    for (int q = 0; q < p; q++) {
        stet_mpi_box box = {.size = sizeof box};
        stet_mpi_problem_box(&plan->problem, side, q, &box);
        m->counts[q] = (int)stet_mpi_box_sites(&box);
        m->counts[p + q] = (int)at;
        at += stet_mpi_box_sites(&box);
    }
    if (at > INT_MAX || site_size(&plan->box[side]) > INT_MAX)
        return STET_E_GATHER;
    if (MPI_Type_contiguous((int)site_size(&plan->box[side]), MPI_BYTE, &m->type) != MPI_SUCCESS ||
        MPI_Type_commit(&m->type) != MPI_SUCCESS)
        return STET_E_MPI;
    return STET_OK;
}

static void free_messages(messages *m)
{
    stet_free(m->counts);
    if (m->type != MPI_DATATYPE_NULL)
        MPI_Type_free(&m->type);
}

typedef struct {
    messages in, out;
    char *first, *second; /* on rank 0: each has space for a whole array */
} root_buffers;

static stet_status prepare(stet_mpi_plan *plan, stet_mpi_root_array *root, root_buffers *r)
{
    const size_t limit = plan->problem.options.gather_limit, size = larger_side(plan);
    stet_status status = make_messages(plan, STET_MPI_IN, &r->in);
    const stet_status other = make_messages(plan, STET_MPI_OUT, &r->out);
    status = status < other ? status : other;
    if (status || plan->rank != 0)
        return status;
    status = make_plan(plan, root);
    if (status)
        return status;
    plan->gather_size = 2 * size + stet_plan_workspace(root->plan);
    if (limit && plan->gather_size > limit)
        return STET_E_GATHER;
    r->first = (char *)stet_alloc(size);
    r->second = (char *)stet_alloc(size);
    return r->first && r->second ? STET_OK : STET_E_GATHER;
}

static stet_status transform(stet_mpi_plan *plan, stet_mpi_root_array *root, root_buffers *r,
                             const void *in, void *out, char *work)
{
    const int p = plan->problem.ranks;
    const stet_mpi_box *box = plan->box;
    const ptrdiff_t sites[2] = {stet_mpi_box_sites(&box[0]), stet_mpi_box_sites(&box[1])};
    stet_mpi_box_pack(&box[0], 0, sites[0], in, work);
    if (MPI_Gatherv(work, (int)sites[0], r->in.type, r->first, r->in.counts, r->in.counts + p,
                    r->in.type, 0, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    stet_status status = STET_OK;
    if (plan->rank == 0) {
        copy_boxes(plan, STET_MPI_IN, 1, r->first, r->second);
        status = stet_execute(root->plan, r->second, r->first);
        copy_boxes(plan, STET_MPI_OUT, 0, r->second, r->first);
    }
    const stet_status all = stet_mpi_agree(plan, status);
    if (all && all != STET_E_HALF_RANGE)
        return all;
    if (MPI_Scatterv(r->second, r->out.counts, r->out.counts + p, r->out.type, work, (int)sites[1],
                     r->out.type, 0, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    stet_mpi_box_unpack(&box[1], 0, sites[1], work, out);
    return all;
}

stet_status stet_mpi_root_array_run(stet_mpi_plan *plan, stet_mpi_root_array *root, const void *in,
                                    void *out, char *work)
{
    root_buffers r = {{MPI_DATATYPE_NULL, NULL}, {MPI_DATATYPE_NULL, NULL}, NULL, NULL};
    stet_status status = stet_mpi_agree(plan, prepare(plan, root, &r));
    if (!status)
        status = transform(plan, root, &r, in, out, work);
    free_messages(&r.in);
    free_messages(&r.out);
    stet_free(r.first);
    stet_free(r.second);
    return status;
}

/* ---------------------------------------------------- the algorithm of a plan -- */

static stet_status create(stet_mpi_plan *plan)
{
    stet_mpi_root_array *root = (stet_mpi_root_array *)stet_alloc(sizeof *root);
    plan->state = root;
    if (!root)
        return STET_E_MEMORY;
    stet_mpi_root_array_prepare(plan, root);
    plan->work_size = root->local;
    return plan->rank == 0 ? make_plan(plan, root) : STET_OK;
}

static void destroy(stet_mpi_plan *plan)
{
    if (plan->state)
        stet_mpi_root_array_destroy((stet_mpi_root_array *)plan->state);
    stet_free(plan->state);
    plan->state = NULL;
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    return stet_mpi_root_array_run(plan, (stet_mpi_root_array *)plan->state, in, out, work);
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    stet_put(to, "gathered on rank 0: %zu bytes\n", plan->gather_size);
}

const stet_mpi_algorithm stet_mpi_on_root = {"gather", create, destroy, run, describe};
