/* SPDX-License-Identifier: Apache-2.0 */
/* Executes all blocks of all sequences. */
#include <string.h>

#include "base/fpenv.h"
#include "base/size.h"
#include "conv/bound.h"
#include "conv/conv.h"

typedef struct {
    int64_t zeros;
    stet_conv_counts stages;
} counted;

typedef struct {
    const stet_conv *plan;
    const char *u, *gate;
    char *y;
    char *work;
    double *bound;   /* bound of each block, or NULL */
    counted *counts; /* counts of each part */
    atomic_int status;
} job;

static size_t number_size(const stet_conv *plan) { return plan->o.precision == STET_F64 ? 8 : 4; }

static ptrdiff_t line_count(const stet_conv *plan) { return plan->o.batch * plan->o.channels; }

/* Runs block number i of all blocks: it belongs to sequence i / blocks. */
static void run_block(job *j, ptrdiff_t i, char *work, counted *counts)
{
    const stet_conv *plan = j->plan;
    const ptrdiff_t line = i / plan->blocks, first = i % plan->blocks * plan->step;
    const ptrdiff_t length = plan->o.length, left = length - first;
    const size_t number = number_size(plan), at = (size_t)(line * length + first) * number;
    const char *u = j->u + (size_t)(line * length) * number;
    stet_conv_block b = {.channel = line % plan->o.channels,
                         .count = left < plan->step ? left : plan->step,
                         .u = j->u + at,
                         .gate = j->gate ? j->gate + at : NULL,
                         .y = j->y + at,
                         .counts = counts->stages};
    b.window = stet_conv_window_of(plan, u, length, first, plan->points > 0 ? plan->step : b.count);
    if (j->bound)
        j->bound[i] = stet_conv_bound(plan, b.channel, stet_conv_norm(plan, &b.window));
    const stet_status status = plan->engine->block(plan, &b, work);
    counts->zeros += b.zeros;
    counts->stages = b.counts;
    if (status)
        atomic_store(&j->status, (int)status);
}

static void run_part(void *data, ptrdiff_t part)
{
    job *j = (job *)data;
    const stet_conv *plan = j->plan;
    const ptrdiff_t count = line_count(plan) * plan->blocks;
    const ptrdiff_t begin = count / plan->parts * part + count % plan->parts * part / plan->parts;
    const ptrdiff_t next = part + 1;
    const ptrdiff_t end = count / plan->parts * next + count % plan->parts * next / plan->parts;
    for (ptrdiff_t i = begin; i < end; i++)
        run_block(j, i, j->work + (size_t)part * plan->work, &j->counts[part]);
}

/* ------------------------------------------------------------------ checks -- */

static stet_status check(const stet_conv *plan, const void *u, const void *gate, const void *y,
                         const stet_conv_result *result)
{
    if (!plan || !u || !y)
        return STET_E_NULL;
    if (plan->o.has_gate ? !gate : gate != NULL)
        return gate ? STET_E_FLAG : STET_E_NULL;
    if (result && result->size != sizeof *result)
        return STET_E_STATS_SIZE;
    const size_t size = (size_t)(line_count(plan) * plan->o.length) * number_size(plan);
    if ((u != y && stet_overlap(u, size, y, size)) ||
        (gate != y && stet_overlap(gate, size, y, size)))
        return STET_E_OVERLAP;
    return STET_OK;
}

/* ----------------------------------------------------------------- results -- */

/* Returns the larger one; a NaN stays. */
static double larger(double a, double b) { return a <= b || b != b ? b : a; }

static void add_counts(stet_conv_counts *to, const stet_conv_counts *c)
{
    to->outputs += c->outputs;
    to->not_finite += c->not_finite;
    to->by_double += c->by_double;
    to->by_dd += c->by_dd;
    to->by_grid += c->by_grid;
    to->by_zeros += c->by_zeros;
    to->by_pairs += c->by_pairs;
    to->by_exact += c->by_exact;
}

static void tell(const stet_conv *plan, const job *j, stet_conv_result *result)
{
    const ptrdiff_t lines = line_count(plan);
    result->bound = 0;
    result->blocks = (int64_t)(lines * plan->blocks);
    result->zeros = 0;
    for (ptrdiff_t line = 0; line < lines; line++) {
        double most = 0;
        for (ptrdiff_t i = 0; i < plan->blocks; i++)
            most = larger(most, j->bound[line * plan->blocks + i]);
        if (result->line_bound)
            result->line_bound[line] = most;
        result->bound = larger(result->bound, most);
    }
    result->stages = (stet_conv_counts){0};
    for (int i = 0; i < plan->parts; i++) {
        result->zeros += j->counts[i].zeros;
        add_counts(&result->stages, &j->counts[i].stages);
    }
}

/* ------------------------------------------------------------------ memory -- */

/* The workspace: `parts` pieces, their counts of zeros, and a copy of the input if blocks would
 * overwrite inputs of others. */
typedef struct {
    size_t work, zeros, bound, copy, all;
} sizes;

static sizes sizes_of(const stet_conv *plan, int copies, int bounds)
{
    const size_t lines = (size_t)line_count(plan);
    sizes s;
    s.work = plan->work * (size_t)plan->parts;
    s.zeros = stet_round_to_line((size_t)plan->parts * sizeof(counted));
    s.bound = bounds ? stet_round_to_line(lines * (size_t)plan->blocks * sizeof(double)) : 0;
    s.copy = copies ? lines * (size_t)plan->o.length * number_size(plan) : 0;
    s.all = s.work + s.zeros + s.bound + s.copy;
    return s;
}

static stet_status run(job *j, const sizes *s, char *memory, stet_conv_result *result)
{
    const stet_conv *plan = j->plan;
    void *zeros = memory + s->work, *bounds = memory + s->work + s->zeros;
    j->work = memory;
    j->counts = (counted *)zeros;
    memset(j->counts, 0, s->zeros);
    if (result)
        j->bound = (double *)bounds;
    if (s->copy > 0) {
        char *copy = memory + s->work + s->zeros + s->bound;
        memcpy(copy, j->u, s->copy);
        j->gate = j->gate == j->u ? copy : j->gate;
        j->u = copy;
    }
    const uint64_t caller = stet_fpenv_enter();
    if (plan->parts > 1)
        stet_executor_run(&plan->executor, plan->parts, run_part, j);
    else
        run_part(j, 0);
    const stet_status status = (stet_status)atomic_load(&j->status);
    if (!status && result)
        tell(plan, j, result);
    stet_fpenv_leave(caller);
    return status;
}

stet_status stet_conv_execute(const stet_conv *plan, const void *u, const void *gate, void *y,
                              stet_conv_result *result)
{
    stet_status status = check(plan, u, gate, y, result);
    if (status)
        return status;
    const int copies = u == y && plan->blocks > 1;
    const sizes s = sizes_of(plan, copies, result != NULL), plain = sizes_of(plan, 0, 0);
    /* The workspace without a copy is left for the next execution. */
    const int keeps = s.all == plain.all;
    char *memory = keeps ? (char *)atomic_exchange(&plan->self->left, NULL) : NULL;
    if (!memory)
        memory = (char *)stet_alloc(s.all);
    if (!memory)
        return STET_E_MEMORY;
    job j = {.plan = plan, .u = (const char *)u, .gate = (const char *)gate, .y = (char *)y};
    status = run(&j, &s, memory, result);
    stet_free(keeps ? atomic_exchange(&plan->self->left, memory) : memory);
    return status;
}
