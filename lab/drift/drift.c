/* SPDX-License-Identifier: Apache-2.0 */
/* Executes a run: steps, comparisons, rebases, cycles. */
#include "drift/drift.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"

typedef struct {
    stet_drift_options o;
    stet_drift_result r;
    void *state;
    size_t size, reference_size; /* bytes of state and of reference state */
    void *reference;             /* state of reference_step, or NULL */
    double *wide;                /* the reference in double */
    int64_t next;                /* the step of the next comparison */
    /* For cycles: the states (with the reference's) after `marked` steps and one step ago. */
    char *mark, *before;
    int64_t marked;
} run;

/* ------------------------------------------------------------------ options -- */

void stet_drift_options_init_size(stet_drift_options *options, size_t size)
{
    const stet_drift_options defaults = {
        .size = size, .precision = STET_F64, .reference_precision = STET_F64};
    if (options && size <= sizeof defaults)
        memcpy(options, &defaults, size);
    else if (options) {
        memset(options, 0, size);
        memcpy(options, &defaults, sizeof defaults);
    }
}

static int is_real(stet_precision p) { return p == STET_F32 || p == STET_F64; }

static stet_status check(const stet_drift_options *o, const void *state)
{
    if (!o->step || !state || (o->room > 0 && !o->records))
        return STET_E_NULL;
    if (!is_real(o->precision) || !is_real(o->reference_precision))
        return STET_E_PRECISION;
    if (o->count < 1 || o->steps < 1 || o->every < 0 || o->rebase < 0 || o->room < 0)
        return STET_E_LENGTH;
    if (o->cycles < STET_DRIFT_IGNORE || o->cycles > STET_DRIFT_VERIFY ||
        (o->reference_step && o->reference_at) ||
        (o->cycles != STET_DRIFT_IGNORE && (o->reference_at || o->rebase > 0)))
        return STET_E_REFERENCE;
    return o->count > PTRDIFF_MAX / 4 / (ptrdiff_t)sizeof(double) ? STET_E_OVERFLOW : STET_OK;
}

/* Takes the fields that the caller's struct has; the others get their defaults. */
static stet_status take(const stet_drift_options *given, const void *state, run *r)
{
    if (!given)
        return STET_E_NULL;
    if (given->size < offsetof(stet_drift_options, step) || given->size > sizeof r->o)
        return STET_E_OPTIONS_SIZE;
    stet_drift_options_init_size(&r->o, sizeof r->o);
    memcpy(&r->o, given, given->size);
    return check(&r->o, state);
}

/* -------------------------------------------------------------------- memory -- */

static void widen(stet_precision p, ptrdiff_t count, const void *x, double *y)
{
    for (ptrdiff_t i = 0; i < count; i++)
        y[i] = p == STET_F32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

static void narrow(stet_precision p, ptrdiff_t count, const double *x, void *y)
{
    for (ptrdiff_t i = 0; i < count; i++)
        if (p == STET_F32)
            ((float *)y)[i] = (float)x[i];
        else
            ((double *)y)[i] = x[i];
}

static void release(run *r)
{
    stet_free(r->reference);
    stet_free(r->wide);
    stet_free(r->mark);
    stet_free(r->before);
}

/* Stores both states side by side, for the detection of cycles. */
static void keep(const run *r, char *to)
{
    memcpy(to, r->state, r->size);
    if (r->reference)
        memcpy(to + r->size, r->reference, r->reference_size);
}

static int is_kept(const run *r, const char *kept)
{
    return memcmp(kept, r->state, r->size) == 0 &&
           (!r->reference || memcmp(kept + r->size, r->reference, r->reference_size) == 0);
}

static int prepare(run *r)
{
    const stet_drift_options *o = &r->o;
    const size_t count = (size_t)o->count;
    r->size = count * (o->precision == STET_F32 ? sizeof(float) : sizeof(double));
    r->reference_size =
        o->reference_step
            ? count * (o->reference_precision == STET_F32 ? sizeof(float) : sizeof(double))
            : 0;
    r->wide = (double *)stet_alloc_array(count, sizeof(double));
    if (o->reference_step)
        r->reference = stet_alloc(r->reference_size);
    if (o->cycles != STET_DRIFT_IGNORE) {
        r->mark = (char *)stet_alloc(r->size + r->reference_size);
        r->before = (char *)stet_alloc(r->size + r->reference_size);
    }
    if (!r->wide || (o->reference_step && !r->reference) ||
        (o->cycles != STET_DRIFT_IGNORE && (!r->mark || !r->before)))
        return 0;
    widen(o->precision, o->count, r->state, r->wide);
    if (r->reference)
        narrow(o->reference_precision, o->count, r->wide, r->reference);
    if (r->mark) {
        keep(r, r->mark);
        keep(r, r->before);
    }
    r->next = o->every > 0 ? o->every : 1;
    return 1;
}

/* --------------------------------------------------------------- comparisons -- */

/* Returns the next of the steps 1, 2, ... 9, 10, 20, ... 90, 100, ..., or of the multiples of
 * every. */
static int64_t after(const run *r, int64_t step)
{
    int64_t decade = 1;
    if (r->o.every > 0)
        return (step / r->o.every + 1) * r->o.every;
    while (step / decade >= 10)
        decade *= 10;
    return (step / decade + 1) * decade;
}

static void add(run *r, const stet_drift_record *record)
{
    stet_drift_result *all = &r->r;
    if (all->comparisons < r->o.room)
        r->o.records[all->comparisons] = *record;
    if (all->comparisons == 0)
        all->first = all->worst = *record;
    /* Errors that are not finite are the worst; of equal errors the first one is kept. */
    if (!(record->rms_scale <= all->worst.rms_scale))
        all->worst = *record;
    all->last = *record;
    all->comparisons++;
}

/* Compares after `step` steps. Returns the callback's result. */
static int compare(run *r, int64_t step)
{
    const stet_drift_options *o = &r->o;
    stet_drift_record record;
    int code = 0;
    if (o->reference_at)
        code = o->reference_at(o->reference_context, step, r->wide);
    if (code)
        return code;
    const uint64_t caller = stet_fpenv_enter();
    if (r->reference)
        widen(o->reference_precision, o->count, r->reference, r->wide);
    stet_drift_measure(o->precision, o->count, r->state, r->wide, &record);
    record.step = step;
    record.rebased = o->rebase > 0 && step % o->rebase == 0;
    if (record.rebased) {
        narrow(o->precision, o->count, r->wide, r->state);
        r->r.rebases++;
    }
    add(r, &record);
    stet_fpenv_leave(caller);
    code = o->visit ? o->visit(o->visit_context, &record) : 0;
    if (!code && o->progress)
        code = o->progress(o->progress_context, step, o->steps);
    return code;
}

/* -------------------------------------------------------------------- cycles -- */

/* Detects a cycle by Brent's method: the state after a power of two of steps is kept until a later
 * state equals it. For a fixed point the state of one step ago is compared. Returns whether a cycle
 * is detected now. */
static int see_cycle(run *r, int64_t step)
{
    const int64_t length = is_kept(r, r->before) ? 1 : is_kept(r, r->mark) ? step - r->marked : 0;
    if (length > 0) {
        r->r.cycle_seen = step;
        r->r.cycle_length = length;
        keep(r, r->mark);
        r->marked = step;
        return 1;
    }
    keep(r, r->before);
    if ((step & (step - 1)) == 0) {
        keep(r, r->mark);
        r->marked = step;
    }
    return 0;
}

/* Checks after each turn of the known cycle whether the state is the same. */
static void verify_cycle(run *r, int64_t step)
{
    if ((step - r->marked) % r->r.cycle_length == 0 && !is_kept(r, r->mark))
        r->r.cycle_broken++;
}

/* ----------------------------------------------------------------------- run -- */

/* A progress callback is called at least once per this many numbers of a state stepped. */
enum { PROGRESS = 1 << 22 };

static int advance(run *r, int64_t step)
{
    const stet_drift_options *o = &r->o;
    int code = o->step(o->step_context, step, r->state);
    if (!code && r->reference)
        code = o->reference_step(o->reference_context, step, r->reference);
    r->r.steps++;
    return code;
}

/* Looks for cycles after `step` steps. If a cycle ends the run, returns the last step that has the
 * same state. */
static int64_t look_for_cycles(run *r, int64_t step)
{
    if (r->o.cycles == STET_DRIFT_IGNORE)
        return step;
    if (r->r.cycle_length > 0)
        verify_cycle(r, step);
    else if (see_cycle(r, step) && r->o.cycles == STET_DRIFT_STOP)
        step += (r->o.steps - step) / r->r.cycle_length * r->r.cycle_length;
    return step;
}

static int go(run *r)
{
    const stet_drift_options *o = &r->o;
    const int64_t often = PROGRESS / o->count + 1;
    for (int64_t step = 1; step <= o->steps; step++) {
        int code = advance(r, step - 1);
        if (code)
            return code;
        step = look_for_cycles(r, step);
        if (step == r->next || step == o->steps || (o->rebase > 0 && step % o->rebase == 0))
            code = compare(r, step);
        else if (o->progress && step % often == 0)
            code = o->progress(o->progress_context, step, o->steps);
        if (r->next <= step)
            r->next = after(r, step);
        if (code)
            return code;
    }
    return 0;
}

stet_status stet_drift(const stet_drift_options *options, void *state, stet_drift_result *result)
{
    run r = {.state = state};
    stet_status status = take(options, state, &r);
    if (status)
        return status;
    if (result && (result->size < offsetof(stet_drift_result, first) || result->size > sizeof r.r))
        return STET_E_STATS_SIZE;
    status = prepare(&r) ? STET_OK : STET_E_MEMORY;
    if (!status && (r.r.code = go(&r)) != 0)
        status = STET_E_ABORTED;
    release(&r);
    if (result && status != STET_E_MEMORY) {
        r.r.size = result->size;
        memcpy(result, &r.r, result->size);
    }
    return status;
}
