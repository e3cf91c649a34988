/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the launches of a plan in order. At level CORRECT the CPU then computes the transforms that
 * the launches did not decide. */
#include "plan.h"

#include "kernels.h"

#include <stdlib.h>
#include <string.h>

/* The arrays of one execution; offsets are those of element 0. */
typedef struct run {
    stet_gpu_plan *plan;
    void *queue;
    stet_gpu_places at;
    int in_place;
} run;

static stet_gpu_extent side_of(const stet_gpu_shape *shape, stet_gpu_place place)
{
    return place == STET_GPU_IN ? shape->in : shape->out;
}

/* ------------------------------------------------------------------ checks -- */

static int same_memory(stet_gpu_api api, stet_gpu_memory a, stet_gpu_memory b)
{
    return api == STET_GPU_CUDA || a.object == b.object;
}

/* Returns the distance in bytes from in's element 0 to out's, if both are in one memory. */
static int64_t distance(const run *r)
{
    const stet_gpu_places *at = &r->at;
    int64_t d = (int64_t)(at->offset[STET_GPU_OUT] - at->offset[STET_GPU_IN]);
    if (r->plan->gpu->backend->api == STET_GPU_CUDA)
        d += (int64_t)(at->memory[STET_GPU_OUT].address - at->memory[STET_GPU_IN].address);
    return d;
}

static int check_overlap(run *r)
{
    const stet_gpu_places *at = &r->at;
    const stet_gpu_shape *shape = r->plan->shape;
    if (!same_memory(r->plan->gpu->backend->api, at->memory[STET_GPU_IN], at->memory[STET_GPU_OUT]))
        return STET_OK;
    const int64_t d = distance(r);
    r->in_place = d == 0;
    return (d == 0 ? shape->in_place : stet_gpu_shape_disjoint(shape, (ptrdiff_t)d))
               ? STET_OK
               : STET_E_OVERLAP;
}

/* Checks an array; its element 0 need not have the lowest address. */
static int check_array(const run *r, stet_gpu_place place)
{
    stet_gpu *gpu = r->plan->gpu;
    const stet_gpu_extent side = side_of(r->plan->shape, place);
    const int64_t lowest = (int64_t)r->at.offset[place] + side.low;
    stet_gpu_memory memory = r->at.memory[place];
    if ((r->at.memory[place].address * (gpu->backend->api == STET_GPU_CUDA) + r->at.offset[place]) %
            (size_t)side.element !=
        0)
        return stet_gpu_fail(
            STET_GPU_E_POINTER,
            "the array must begin at a multiple of %d bytes, the size of its numbers",
            (int)side.element);
    if (gpu->backend->api == STET_GPU_OPENCL && lowest < 0)
        return stet_gpu_fail(STET_GPU_E_POINTER,
                             "the array begins %lld bytes before its cl_mem: give a larger offset",
                             (long long)-lowest);
    return gpu->backend->check_memory(gpu, memory, (size_t)lowest, (size_t)(side.high - side.low));
}

static int check(run *r, int has_work)
{
    stet_gpu_plan *plan = r->plan;
    stet_gpu *gpu = plan->gpu;
    if (__atomic_load_n(&plan->broken, __ATOMIC_ACQUIRE))
        return STET_GPU_E_UNUSABLE;
    if (plan->workspace > 0 && !has_work)
        return STET_E_WORKSPACE;
    int status = gpu->backend->check_queue(gpu, r->queue, plan->one != NULL);
    if (!status)
        status = check_array(r, STET_GPU_IN);
    if (!status)
        status = check_array(r, STET_GPU_OUT);
    if (!status && plan->workspace > 0)
        status = gpu->backend->check_memory(gpu, r->at.memory[STET_GPU_WORK], 0, plan->workspace);
    return status ? status : check_overlap(r);
}

/* --------------------------------------------------------- level CORRECT -- */

/* Copies the input if the transform is in place: the launches read the input after they have
 * written output. */
static int save_input(run *r)
{
    const stet_gpu_extent *side = &r->plan->shape->in;
    stet_gpu *gpu = r->plan->gpu;
    if (!r->in_place || r->plan->lowering->count == 0)
        return STET_OK;
    const size_t from = (size_t)((int64_t)r->at.offset[STET_GPU_IN] + side->low);
    const int status =
        gpu->backend->copy(gpu, r->queue, r->at.memory[STET_GPU_WORK], r->plan->copy,
                           r->at.memory[STET_GPU_IN], from, (size_t)(side->high - side->low));
    r->at.memory[STET_GPU_IN] = r->at.memory[STET_GPU_WORK];
    r->at.offset[STET_GPU_IN] = (size_t)((int64_t)r->plan->copy - side->low);
    return status;
}

/* Computes transform i on the CPU. The bytes between its numbers belong to other transforms; they
 * are read and written back unchanged. No other work is pending on the arrays. */
static int on_cpu(const run *r, ptrdiff_t i, char *in, char *out)
{
    const stet_gpu_shape *shape = r->plan->shape;
    stet_gpu *gpu = r->plan->gpu;
    const stet_gpu_extent *a = &shape->one_in, *b = &shape->one_out;
    const stet_gpu_memory from = r->at.memory[STET_GPU_IN], to = r->at.memory[STET_GPU_OUT];
    const int64_t offset = (int64_t)r->at.offset[STET_GPU_IN] + a->low +
                           stet_gpu_shape_transform(shape, &shape->in, i);
    const int64_t place = (int64_t)r->at.offset[STET_GPU_OUT] + b->low +
                          stet_gpu_shape_transform(shape, &shape->out, i);
    const size_t in_bytes = (size_t)(a->high - a->low), out_bytes = (size_t)(b->high - b->low);
    int status = gpu->backend->read(gpu, r->queue, in, from, (size_t)offset, in_bytes);
    if (!status)
        status = gpu->backend->read(gpu, r->queue, out, to, (size_t)place, out_bytes);
    if (!status)
        status = stet_execute(r->plan->one, in - a->low, out - b->low);
    if (status == STET_E_HALF_RANGE) /* the output is written all the same */
        status = STET_OK;
    return status ? status : gpu->backend->write(gpu, r->queue, to, (size_t)place, out, out_bytes);
}

/* Computes the open transforms on the CPU; open NULL: all of them. */
static int do_open(const run *r, const uint32_t *open)
{
    stet_gpu_plan *plan = r->plan;
    const stet_gpu_extent *a = &plan->shape->one_in, *b = &plan->shape->one_out;
    char *in = NULL, *out = NULL;
    int status = STET_OK;
    for (int64_t i = 0; i < plan->lowering->transforms && !status; i++) {
        if (open && open[i] == 0)
            continue;
        if (!in)
            in = malloc((size_t)(a->high - a->low));
        if (!out)
            out = malloc((size_t)(b->high - b->low));
        status = in && out ? on_cpu(r, (ptrdiff_t)i, in, out) : STET_E_MEMORY;
        __atomic_add_fetch(&plan->cpu_transforms, 1, __ATOMIC_RELAXED);
    }
    free(in);
    free(out);
    return status;
}

static int read_open(const run *r, uint32_t *open)
{
    const stet_gpu_lowering *l = r->plan->lowering;
    stet_gpu *gpu = r->plan->gpu;
    return gpu->backend->read(gpu, r->queue, open, r->at.memory[STET_GPU_WORK], (size_t)l->open,
                              (size_t)l->transforms * sizeof *open);
}

static int launch_round(const run *r, const stet_gpu_kernel *kernel, const uint32_t *list)
{
    const stet_gpu_lowering *l = r->plan->lowering;
    stet_gpu *gpu = r->plan->gpu;
    int status = gpu->backend->write(gpu, r->queue, r->at.memory[STET_GPU_WORK], (size_t)l->listed,
                                     list, ((size_t)l->round + 1) * sizeof *list);
    for (int i = l->at_once; i < l->count && !status; i++)
        status = gpu->backend->launch(gpu, r->queue, kernel[i - l->at_once], &l->launch[i], &r->at);
    return status;
}

/* Runs the rounds. Their kernels are made when a round is needed first, so that plans that need
 * none are made faster. If the compiler is missing by then, the CPU does the work. */
static int do_rounds(const run *r, uint32_t *open)
{
    stet_gpu_plan *plan = r->plan;
    const stet_gpu_lowering *l = plan->lowering;
    const int count = l->count - l->at_once;
    stet_gpu_kernel *kernel = malloc((size_t)count * sizeof *kernel);
    uint32_t *list = malloc(((size_t)l->round + 1) * sizeof *list);
    int status = kernel && list ? STET_OK : STET_E_MEMORY, compiled = 0, is_made = 1;
    for (int i = 0; i < count && !status; i++)
        status = stet_gpu_kernels_get(plan->gpu, &l->launch[l->at_once + i], &kernel[i], &compiled);
    __atomic_add_fetch(&plan->compiled, compiled, __ATOMIC_RELAXED);
    if (status == STET_GPU_E_COMPILER || status == STET_GPU_E_BUILD)
        status = is_made = 0;
    for (int64_t t = 0; is_made && !status && stet_gpu_next_round(l, open, &t, list);)
        status = launch_round(r, kernel, list);
    free(kernel);
    free(list);
    return is_made && !status ? read_open(r, open) : status;
}

/* Finishes level CORRECT. The workspace has a word for each transform; it is not 0 if the
 * transform is open. */
static int finish_correct(const run *r)
{
    const stet_gpu_lowering *l = r->plan->lowering;
    int is_open = 0;
    if (l->open < 0)
        return do_open(r, NULL);
    uint32_t *open = malloc((size_t)l->transforms * sizeof *open);
    int status = open ? read_open(r, open) : STET_E_MEMORY;
    for (int64_t t = 0; !status && t < l->transforms; t++)
        is_open |= open[t] != 0;
    if (is_open && l->round > 0)
        status = do_rounds(r, open);
    if (is_open && !status)
        status = do_open(r, open);
    free(open);
    return status;
}

/* ---------------------------------------------------------------- running -- */

static int launch_all(run *r)
{
    stet_gpu_plan *plan = r->plan;
    stet_gpu *gpu = plan->gpu;
    const stet_gpu_lowering *l = plan->lowering;
    int status = plan->one ? save_input(r) : STET_OK;
    r->at.memory[STET_GPU_TABLES] = plan->tables;
    for (int i = 0; i < l->at_once && !status; i++)
        status = gpu->backend->launch(gpu, r->queue, plan->kernel[i], &l->launch[i], &r->at);
    return status || !plan->one ? status : finish_correct(r);
}

/* Counts a successful execution. A driver error after work has begun leaves unusable arrays, and a
 * lost device stays lost, so the plan is marked as broken. */
static int count_and_break(stet_gpu_plan *plan, int status)
{
    if (status <= STET_GPU_E_API)
        __atomic_store_n(&plan->broken, 1, __ATOMIC_RELEASE);
    else if (!status)
        __atomic_add_fetch(&plan->executions, 1, __ATOMIC_RELAXED);
    return status;
}

int stet_gpu_execute(stet_gpu_plan *plan, const void *in, void *out, void *work, void *stream)
{
    stet_gpu_no_reason();
    if (!plan || !in || !out)
        return STET_E_NULL;
    if (plan->gpu->backend->api != STET_GPU_CUDA)
        return STET_GPU_E_API;
    run r = {.plan = plan, .queue = stream};
    r.at.memory[STET_GPU_IN].address = (uintptr_t)in;
    r.at.memory[STET_GPU_OUT].address = (uintptr_t)out;
    r.at.memory[STET_GPU_WORK].address = (uintptr_t)work;
    const int status = check(&r, work != NULL);
    return status ? status : count_and_break(plan, launch_all(&r));
}

int stet_gpu_execute_cl(stet_gpu_plan *plan, void *queue, void *in, size_t in_offset, void *out,
                        size_t out_offset, void *work, unsigned waits, void *const *wait_list,
                        void **event)
{
    stet_gpu_no_reason();
    if (event)
        *event = NULL;
    if (!plan || !queue || !in || !out || (waits > 0 && !wait_list))
        return STET_E_NULL;
    const stet_gpu_backend *backend = plan->gpu->backend;
    if (backend->api != STET_GPU_OPENCL)
        return STET_GPU_E_API;
    run r = {.plan = plan, .queue = queue};
    r.at.memory[STET_GPU_IN].object = in;
    r.at.offset[STET_GPU_IN] = in_offset;
    r.at.memory[STET_GPU_OUT].object = out;
    r.at.offset[STET_GPU_OUT] = out_offset;
    r.at.memory[STET_GPU_WORK].object = work;
    int status = check(&r, work != NULL);
    if (!status && waits > 0)
        status = backend->await(plan->gpu, queue, waits, wait_list, NULL);
    if (status)
        return status;
    status = launch_all(&r);
    if (!status && event)
        status = backend->await(plan->gpu, queue, 0, NULL, event);
    return count_and_break(plan, status);
}

/* ------------------------------------------------------- arrays of the host -- */

/* Runs with device copies of the host's arrays, whose lowest numbers are at `from` and `to`. */
static int run_copied(run *r, const char *from, char *to)
{
    const stet_gpu_shape *shape = r->plan->shape;
    stet_gpu *gpu = r->plan->gpu;
    const size_t in_bytes = (size_t)(shape->in.high - shape->in.low);
    const size_t out_bytes = (size_t)(shape->out.high - shape->out.low);
    int status = gpu->backend->write(gpu, r->queue, r->at.memory[STET_GPU_IN], 0, from, in_bytes);
    if (!status)
        status = launch_all(r);
    char *copy = status ? NULL : malloc(out_bytes);
    if (!status && !copy)
        status = STET_E_MEMORY;
    if (!status)
        status = gpu->backend->read(gpu, r->queue, copy, r->at.memory[STET_GPU_OUT], 0, out_bytes);
    if (!status)
        stet_gpu_extent_copy(&shape->out, to, copy);
    free(copy);
    return count_and_break(r->plan, status);
}

int stet_gpu_execute_host(stet_gpu_plan *plan, const void *in, void *out)
{
    stet_gpu_no_reason();
    if (!plan || !in || !out)
        return STET_E_NULL;
    if (__atomic_load_n(&plan->broken, __ATOMIC_ACQUIRE))
        return STET_GPU_E_UNUSABLE;
    stet_gpu *gpu = plan->gpu;
    const stet_gpu_shape *s = plan->shape;
    const ptrdiff_t apart = (ptrdiff_t)((uintptr_t)out - (uintptr_t)in);
    if (apart == 0 ? !s->in_place : !stet_gpu_shape_disjoint(s, apart))
        return STET_E_OVERLAP;
    run r = {.plan = plan, .queue = gpu->queue};
    r.at.offset[STET_GPU_IN] = (size_t)-s->in.low;
    r.at.offset[STET_GPU_OUT] = (size_t)-s->out.low;
    stet_gpu_memory *m = r.at.memory;
    int status = gpu->backend->allocate(gpu, (size_t)(s->in.high - s->in.low), &m[STET_GPU_IN]);
    if (!status)
        status = gpu->backend->allocate(gpu, (size_t)(s->out.high - s->out.low), &m[STET_GPU_OUT]);
    if (!status && plan->workspace > 0)
        status = gpu->backend->allocate(gpu, plan->workspace, &m[STET_GPU_WORK]);
    if (!status)
        status = run_copied(&r, (const char *)in + s->in.low, (char *)out + s->out.low);
    for (int i = STET_GPU_IN; i <= STET_GPU_WORK; i++)
        gpu->backend->release(gpu, m[i]);
    return status;
}
