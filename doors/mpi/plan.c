/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: all ranks create, run and destroy them together. */
#include "plan.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/precision.h"
#include "native/native.h"
#include "exchange/agree.h"

/* ---------------------------------------------------------------- agreement - */

stet_status stet_mpi_agree(stet_mpi_plan *plan, stet_status mine)
{
    if (plan->is_dead)
        return STET_E_MPI;
    const stet_status worst = stet_mpi_worst_status(plan->comm, mine);
    plan->is_dead = worst == STET_E_MPI;
    return worst;
}

/* Adds bytes to an FNV-1a hash; data may be NULL. */
static uint64_t add_hash(uint64_t hash, const void *data, size_t size)
{
    for (size_t i = 0; data && i < size; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t add_number(uint64_t hash, int64_t number)
{
    return add_hash(hash, &number, sizeof number);
}

static int64_t hash_of(const stet_mpi_problem *s)
{
    const stet_mpi_options *o = &s->options;
    const int64_t numbers[] = {o->kind,      o->precision,     o->level,
                               o->direction, o->norm,          o->rank,
                               o->howmany,   o->padded,        s->grid[0],
                               s->grid[1],   s->grid_rank,     o->in,
                               o->out,       o->exchange,      o->chunks,
                               o->policy,    o->half_exponent, (int64_t)o->gather_limit};
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = add_number(hash, numbers[i]);
    for (int i = 0; i < o->rank; i++)
        hash = add_number(hash, s->dims[i].n);
    for (int side = 0; side < 2; side++)
        for (int d = 0; d < 2; d++)
            for (int i = 0; i <= s->grid[d]; i++)
                hash = add_number(hash, s->start[side][d][i]);
    return (int64_t)(hash >> 2);
}

/* Returns the worst status of all ranks, or STET_E_RANKS if their options differ. */
static stet_status agree_on_options(stet_mpi_plan *plan, stet_status status)
{
    const int64_t hash = status ? 0 : hash_of(&plan->problem);
    const int64_t mine[3] = {status, hash, -hash};
    int64_t all[3];
    if (MPI_Allreduce(mine, all, 3, MPI_INT64_T, MPI_MIN, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    return all[0] ? (stet_status)all[0] : all[1] != -all[2] ? STET_E_RANKS : STET_OK;
}

/* ------------------------------------------------------------ shared memory - */

enum { PAGE = 4096 };

const char *stet_mpi_shared_memory(const stet_mpi_plan *plan, int rank)
{
    return plan->shared - (plan->rank - rank) * (ptrdiff_t)plan->shared_size;
}

stet_status stet_mpi_shared_barrier(stet_mpi_plan *plan)
{
    if (MPI_Win_sync(plan->window) != MPI_SUCCESS || MPI_Barrier(plan->comm) != MPI_SUCCESS ||
        MPI_Win_sync(plan->window) != MPI_SUCCESS)
        return STET_E_MPI;
    return STET_OK;
}

/* Resolves STET_MPI_AUTO, and refuses STET_MPI_SHARED if the ranks are on several nodes. */
static stet_status choose_exchange(stet_mpi_plan *plan)
{
    int mine, least;
    if (MPI_Comm_split_type(plan->comm, MPI_COMM_TYPE_SHARED, plan->rank, MPI_INFO_NULL,
                            &plan->node) != MPI_SUCCESS)
        return STET_E_MPI;
    MPI_Comm_size(plan->node, &mine);
    if (MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    const int one_node = least == plan->problem.ranks;
    plan->exchange = plan->problem.options.exchange;
    if (plan->exchange == STET_MPI_AUTO)
        plan->exchange = one_node ? STET_MPI_SHARED : STET_MPI_ALLTOALLV;
    return plan->exchange == STET_MPI_SHARED && !one_node ? STET_E_EXCHANGE : STET_OK;
}

/* Allocates the shared memory of all ranks. The parts of the ranks follow one another and are
 * whole pages, so that each page is on the processor that writes it first. Open MPI 4.1 begins the
 * memory 8 bytes after a multiple of 64; then most vectors cross a cache line (128^3 takes 1.15
 * times as long). If that distance is the same on all ranks, the parts are moved up to a multiple
 * of 64. */
static stet_status make_window(stet_mpi_plan *plan)
{
    if (plan->exchange != STET_MPI_SHARED)
        return STET_OK;
    uint64_t most = plan->shared_size;
    if (MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    const size_t size = (most + PAGE - 1) / PAGE * PAGE;
    plan->shared_size = size;
    const MPI_Aint bytes = (MPI_Aint)(size + (plan->rank == plan->problem.ranks - 1 ? PAGE : 0));
    if (MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, plan->node, &plan->shared,
                                &plan->window) != MPI_SUCCESS) {
        plan->window = MPI_WIN_NULL;
        return STET_E_MPI;
    }
    const int skip = (int)(-(uintptr_t)plan->shared % STET_ALIGN);
    int least[2] = {skip, -skip};
    if (MPI_Allreduce(MPI_IN_PLACE, least, 2, MPI_INT, MPI_MIN, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    if (least[0] == -least[1])
        plan->shared += skip;
    return MPI_Win_lock_all(MPI_MODE_NOCHECK, plan->window) == MPI_SUCCESS ? STET_OK : STET_E_MPI;
}

/* ------------------------------------------------------------------- plans -- */

static void free_plan(stet_mpi_plan *plan)
{
    if (plan->algorithm && plan->state)
        plan->algorithm->destroy(plan);
    if (plan->window != MPI_WIN_NULL) {
        MPI_Win_unlock_all(plan->window);
        MPI_Win_free(&plan->window);
    }
    if (plan->node != MPI_COMM_NULL)
        MPI_Comm_free(&plan->node);
    if (plan->comm != MPI_COMM_NULL)
        MPI_Comm_free(&plan->comm);
    stet_mpi_problem_destroy(&plan->problem);
    stet_free(plan->work);
    stet_free(plan);
}

static const stet_mpi_algorithm *algorithm_of(const stet_mpi_problem *s, stet_mpi_exchange exchange)
{
    if (stet_mpi_nd_cyclic_serves(s))
        return &stet_mpi_nd_cyclic;
    if (s->transform.rank > 1 && s->transform.level != STET_LEVEL_CORRECT &&
        s->layout[0] != STET_MPI_CYCLIC)
        return exchange == STET_MPI_SHARED ? &stet_mpi_nd_shared : &stet_mpi_nd_messages;
    if (stet_mpi_level_correct_serves(s))
        return &stet_mpi_level_correct;
    if (stet_mpi_1d_serves(s))
        return &stet_mpi_1d;
    return stet_mpi_bluestein_serves(s) ? &stet_mpi_bluestein : &stet_mpi_on_root;
}

/* Makes the parts of a plan that need the other ranks. The ranks agree on a status after each
 * step, so all of them stop at the same step. */
static stet_status make(stet_mpi_plan *plan, stet_status status)
{
    status = agree_on_options(plan, status);
    if (!status)
        status = stet_mpi_agree(plan, choose_exchange(plan));
    if (status)
        return status;
    for (int side = 0; side < 2; side++)
        stet_mpi_problem_box(&plan->problem, (stet_mpi_side)side, plan->rank, &plan->box[side]);
    plan->algorithm = algorithm_of(&plan->problem, plan->exchange);
    status = stet_mpi_agree(plan, plan->algorithm->create(plan));
    return status ? status : stet_mpi_agree(plan, make_window(plan));
}

static stet_status check_mpi(const stet_mpi_options *o)
{
    int is_on = 0, is_off = 0, level = MPI_THREAD_SINGLE;
    MPI_Initialized(&is_on);
    MPI_Finalized(&is_off);
    if (!is_on || is_off)
        return STET_E_MPI_INIT;
    MPI_Query_thread(&level);
    return o && o->size == sizeof *o && (o->threads > 1 || o->threads == STET_THREADS_ALL) &&
                   level < MPI_THREAD_FUNNELED
               ? STET_E_MPI_INIT
               : STET_OK;
}

stet_status stet_mpi_plan_create(stet_mpi_plan **result, MPI_Comm comm,
                                 const stet_mpi_options *options)
{
    return stet_mpi_plan_create_wide(result, comm, options, 0);
}

stet_status stet_mpi_plan_create_wide(stet_mpi_plan **result, MPI_Comm comm,
                                      const stet_mpi_options *options, int wide_out)
{
    stet_status status = check_mpi(options);
    int is_on = 0, is_off = 0;
    if (result)
        *result = NULL;
    MPI_Initialized(&is_on);
    MPI_Finalized(&is_off);
    if (!is_on || is_off)
        return STET_E_MPI_INIT;
    MPI_Comm own = MPI_COMM_NULL;
    if (comm == MPI_COMM_NULL || MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return STET_E_MPI;
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    stet_mpi_plan *plan = (stet_mpi_plan *)stet_alloc(sizeof *plan), none;
    stet_mpi_plan *p = plan ? plan : &none; /* without memory this rank still takes part */
    memset(p, 0, sizeof *p);
    p->comm = own;
    p->node = MPI_COMM_NULL;
    p->window = MPI_WIN_NULL;
    p->box[0].size = p->box[1].size = sizeof(stet_mpi_box);
    int ranks;
    MPI_Comm_rank(own, &p->rank);
    MPI_Comm_size(own, &ranks);
    if (!result)
        status = STET_E_NULL;
    if (!plan)
        status = STET_E_MEMORY;
    if (!status)
        status = stet_mpi_problem_create(options, ranks, &p->problem);
    p->problem.wide_out = wide_out;
    status = make(p, status);
    if (!plan) {
        MPI_Comm_free(&own);
        return status;
    }
    if (status)
        free_plan(plan);
    else
        *result = plan;
    return status;
}

void stet_mpi_plan_destroy(stet_mpi_plan *plan)
{
    if (plan)
        free_plan(plan);
}

/* --------------------------------------------------------------- execution - */

/* Checks the bytes that the arrays cover: they may be the same array, but must not overlap
 * otherwise. */
static stet_status check_arrays(const stet_mpi_plan *plan, const void *in, const void *out)
{
    const size_t size[2] = {(size_t)plan->box[0].elements * plan->box[0].element,
                            (size_t)plan->box[1].elements * plan->box[1].element};
    if ((!in && size[0]) || (!out && size[1]))
        return STET_E_NULL;
    const uintptr_t i = (uintptr_t)in, o = (uintptr_t)out;
    return i != o && size[0] && size[1] && i < o + size[1] && o < i + size[0] ? STET_E_OVERLAP
                                                                              : STET_OK;
}

static stet_status execute(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    plan->half_flags = 0;
    char *aligned = work + (STET_ALIGN - (uintptr_t)work % STET_ALIGN) % STET_ALIGN;
    stet_status status = plan->algorithm->run(plan, in, out, aligned);
    if (status == STET_E_MPI)
        plan->is_dead = 1;
    if (status || !stet_is_half(plan->problem.transform.precision) ||
        plan->algorithm == &stet_mpi_on_root || plan->algorithm == &stet_mpi_level_correct)
        return status;
    int all;
    if (MPI_Allreduce(&plan->half_flags, &all, 1, MPI_INT, MPI_BOR, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    return stet_native_overflowed(all) ? STET_E_HALF_RANGE : STET_OK;
}

stet_status stet_mpi_execute(stet_mpi_plan *plan, const void *in, void *out)
{
    if (!plan)
        return STET_E_NULL;
    stet_status status = check_arrays(plan, in, out);
    if (!status && !plan->work) {
        plan->work = (char *)stet_alloc(stet_mpi_plan_workspace(plan));
        status = plan->work ? STET_OK : STET_E_MEMORY;
    }
    status = stet_mpi_agree(plan, status);
    return status ? status : execute(plan, in, out, plan->work);
}

stet_status stet_mpi_execute_with(stet_mpi_plan *plan, const void *in, void *out, void *work,
                                  size_t work_size)
{
    if (!plan)
        return STET_E_NULL;
    stet_status status = check_arrays(plan, in, out);
    if (!status && !work)
        status = STET_E_NULL;
    if (!status && work_size < stet_mpi_plan_workspace(plan))
        status = STET_E_WORKSPACE;
    status = stet_mpi_agree(plan, status);
    return status ? status : execute(plan, in, out, (char *)work);
}

/* ---------------------------------------------------------------- questions - */

stet_status stet_mpi_plan_box(const stet_mpi_plan *plan, stet_mpi_side side, int rank,
                              stet_mpi_box *box)
{
    if (!plan || !box)
        return STET_E_NULL;
    if (box->size != sizeof *box)
        return STET_E_STATS_SIZE;
    if (rank < 0 || rank >= plan->problem.ranks || (side != STET_MPI_IN && side != STET_MPI_OUT))
        return STET_E_RANKS;
    stet_mpi_problem_box(&plan->problem, side, rank, box);
    return STET_OK;
}

MPI_Comm stet_mpi_plan_comm(const stet_mpi_plan *plan) { return plan ? plan->comm : MPI_COMM_NULL; }

ptrdiff_t stet_mpi_plan_local(const stet_mpi_plan *plan)
{
    if (!plan)
        return 0;
    const stet_mpi_box *in = &plan->box[0], *out = &plan->box[1];
    const size_t a = (size_t)in->elements * in->element, b = (size_t)out->elements * out->element;
    const size_t element = in->element > out->element ? in->element : out->element;
    return (ptrdiff_t)(((a > b ? a : b) + element - 1) / element);
}

size_t stet_mpi_plan_workspace(const stet_mpi_plan *plan)
{
    return plan ? plan->work_size + STET_ALIGN : 0;
}

size_t stet_mpi_plan_gather(const stet_mpi_plan *plan) { return plan ? plan->gather_size : 0; }

int stet_mpi_plan_exchanges(const stet_mpi_plan *plan) { return plan ? plan->exchanges : 0; }

int64_t stet_mpi_plan_bytes(const stet_mpi_plan *plan) { return plan ? plan->bytes : 0; }

size_t stet_mpi_plan_describe(const stet_mpi_plan *plan, char *text, size_t size)
{
    static const char *const names[] = {"", "alltoallv", "alltoallw", "shared"};
    stet_text to = {text, size, 0};
    if (size)
        *text = 0;
    if (!plan)
        return 0;
    const stet_mpi_problem *s = &plan->problem;
    stet_put(&to, "algorithm: %s\n", plan->algorithm->name);
    stet_put(&to, "grid: %d", s->grid[0]);
    if (s->grid_rank == 2)
        stet_put(&to, " x %d", s->grid[1]);
    stet_put(&to, "\nexchange: %s\nexchanges: %d\n", names[plan->exchange], plan->exchanges);
    stet_put(&to, "bytes sent: %lld\nworkspace: %zu\n", (long long)plan->bytes,
             plan->work_size + plan->shared_size);
    plan->algorithm->describe(&to, plan);
    return to.used;
}
