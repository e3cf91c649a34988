/* SPDX-License-Identifier: Apache-2.0 */
/* Streams keep the windows of the blocks while inputs arrive. */
#include <string.h>

#include "base/fpenv.h"
#include "base/size.h"
#include "conv/conv.h"

/* For each sequence the inputs from time out - before on are kept, those before time 0 being zeros;
 * and the gate from time out on. */
struct stet_conv_stream {
    const stet_conv *plan;
    ptrdiff_t lines, capacity; /* inputs of a row: a window */
    ptrdiff_t fill;            /* inputs in a row */
    ptrdiff_t in, out;         /* inputs and outputs so far */
    int finished;
    size_t number;
    char *inputs, *gates, *work;
};

static int has_blocks(const stet_conv_stream *s) { return s->plan->points > 0; }

stet_status stet_conv_stream_create(stet_conv_stream **stream, const stet_conv *plan)
{
    if (!stream)
        return STET_E_NULL;
    *stream = NULL;
    if (!plan)
        return STET_E_NULL;
    if (plan->periodic)
        return STET_E_STREAM;
    stet_conv_stream *s = (stet_conv_stream *)stet_alloc(sizeof *s);
    if (!s)
        return STET_E_MEMORY;
    memset(s, 0, sizeof *s);
    s->plan = plan;
    s->lines = plan->o.batch * plan->o.channels;
    s->capacity = plan->step + plan->taps - 1;
    s->fill = plan->before;
    s->number = plan->o.precision == STET_F64 ? 8 : 4;
    size_t size;
    const int fits =
        !__builtin_mul_overflow((size_t)s->lines, (size_t)s->capacity * s->number, &size);
    s->inputs = fits ? (char *)stet_alloc(size) : NULL;
    s->gates = fits && plan->o.has_gate ? (char *)stet_alloc(size) : NULL;
    s->work = (char *)stet_alloc(plan->work);
    if (!s->inputs || !s->work || (plan->o.has_gate && !s->gates)) {
        stet_conv_stream_destroy(s);
        return fits ? STET_E_MEMORY : STET_E_OVERFLOW;
    }
    memset(s->inputs, 0, size);
    *stream = s;
    return STET_OK;
}

void stet_conv_stream_destroy(stet_conv_stream *s)
{
    if (!s)
        return;
    stet_free(s->inputs);
    stet_free(s->gates);
    stet_free(s->work);
    stet_free(s);
}

/* Returns how many outputs are known after `in` inputs. */
static ptrdiff_t known(const stet_conv_stream *s, ptrdiff_t in)
{
    const ptrdiff_t sure = in > s->plan->after ? in - s->plan->after : 0;
    return has_blocks(s) ? sure / s->plan->step * s->plan->step : sure;
}

ptrdiff_t stet_conv_stream_ready(const stet_conv_stream *s, ptrdiff_t count)
{
    if (!s || s->finished)
        return 0;
    if (count < 0)
        return s->in - s->out;
    const ptrdiff_t left = s->plan->o.length - s->in;
    const ptrdiff_t ready = known(s, s->in + (count < left ? count : left)) - s->out;
    return ready > 0 ? ready : 0;
}

/* ------------------------------------------------------------------ blocks -- */

/* Runs the next count outputs of all rows; the windows have `inputs` inputs. */
static stet_status run_blocks(stet_conv_stream *s, ptrdiff_t count, ptrdiff_t inputs, char *y,
                              ptrdiff_t capacity)
{
    const stet_conv *plan = s->plan;
    for (ptrdiff_t line = 0; line < s->lines; line++) {
        const size_t row = (size_t)(line * s->capacity) * s->number;
        stet_conv_block b = {.channel = line % plan->o.channels,
                             .count = count,
                             .u = s->inputs + row + (size_t)plan->before * s->number,
                             .gate = s->gates ? s->gates + row : NULL,
                             .y = y + (size_t)(line * capacity) * s->number};
        b.window.length = (has_blocks(s) ? plan->step : count) + plan->taps - 1;
        b.window.piece[0].x = s->inputs + row;
        b.window.piece[0].count = inputs;
        const stet_status status = plan->engine->block(plan, &b, s->work);
        if (status)
            return status;
    }
    return STET_OK;
}

/* Drops the inputs before the window of the next output. */
static void move_on(stet_conv_stream *s, ptrdiff_t count)
{
    const ptrdiff_t gates = s->fill - s->plan->before;
    for (ptrdiff_t line = 0; line < s->lines; line++) {
        const size_t row = (size_t)(line * s->capacity) * s->number;
        const size_t by = (size_t)count * s->number;
        memmove(s->inputs + row, s->inputs + row + by, (size_t)(s->fill - count) * s->number);
        if (s->gates && gates > count)
            memmove(s->gates + row, s->gates + row + by, (size_t)(gates - count) * s->number);
    }
    s->fill -= count;
    s->out += count;
}

/* Returns how many outputs the inputs in the rows give now. */
static ptrdiff_t ready_now(const stet_conv_stream *s)
{
    const ptrdiff_t sure = s->fill - (s->plan->taps - 1), step = s->plan->step;
    return has_blocks(s) ? (sure >= step ? step : 0) : sure < 0 ? 0 : sure < step ? sure : step;
}

static void append(stet_conv_stream *s, const char *u, const char *gate, ptrdiff_t stride,
                   ptrdiff_t from, ptrdiff_t count)
{
    const size_t size = (size_t)count * s->number;
    if (count == 0) /* u may be NULL */
        return;
    for (ptrdiff_t line = 0; line < s->lines; line++) {
        const size_t row = (size_t)(line * s->capacity) * s->number;
        const size_t source = (size_t)(line * stride + from) * s->number;
        memcpy(s->inputs + row + (size_t)s->fill * s->number, u + source, size);
        if (s->gates)
            memcpy(s->gates + row + (size_t)(s->fill - s->plan->before) * s->number, gate + source,
                   size);
    }
    s->fill += count;
    s->in += count;
}

/* -------------------------------------------------------------------- push -- */

static stet_status check_push(const stet_conv_stream *s, ptrdiff_t count, const void *u,
                              const void *gate, const void *y, ptrdiff_t capacity)
{
    if (s->finished)
        return STET_E_STREAM;
    if (count < 0 || capacity < 0 || count > s->plan->o.length - s->in)
        return STET_E_LENGTH;
    if (gate && !s->plan->o.has_gate)
        return STET_E_FLAG;
    if ((count > 0 && (!u || (s->plan->o.has_gate && !gate))) || (capacity > 0 && !y))
        return STET_E_NULL;
    const size_t from = (size_t)(s->lines * count) * s->number;
    size_t to;
    if (__builtin_mul_overflow((size_t)s->lines * s->number, (size_t)capacity, &to))
        return STET_E_OVERFLOW;
    return stet_overlap(u, from, y, to) || stet_overlap(gate, from, y, to) ? STET_E_OVERLAP
                                                                           : STET_OK;
}

static stet_status push(stet_conv_stream *s, ptrdiff_t count, const char *u, const char *gate,
                        char *y, ptrdiff_t capacity)
{
    ptrdiff_t taken = 0, given = 0;
    for (;;) {
        const ptrdiff_t free = s->capacity - s->fill, left = count - taken;
        const ptrdiff_t part = left < free ? left : free;
        append(s, u, gate, count, taken, part);
        taken += part;
        const ptrdiff_t ready = ready_now(s);
        if (ready == 0)
            return STET_OK;
        const stet_status status =
            run_blocks(s, ready, s->fill, y + (size_t)given * s->number, capacity);
        if (status)
            return status;
        move_on(s, ready);
        given += ready;
    }
}

stet_status stet_conv_stream_push(stet_conv_stream *s, ptrdiff_t count, const void *u,
                                  const void *gate, void *y, ptrdiff_t capacity, ptrdiff_t *written)
{
    if (!s || !written)
        return STET_E_NULL;
    stet_status status = check_push(s, count, u, gate, y, capacity);
    if (status)
        return status;
    *written = stet_conv_stream_ready(s, count);
    if (*written > capacity)
        return STET_E_ROOM;
    const uint64_t caller = stet_fpenv_enter();
    status = push(s, count, (const char *)u, (const char *)gate, (char *)y, capacity);
    stet_fpenv_leave(caller);
    return status;
}

/* Runs the outputs for which no further input arrives; zeros follow the inputs. */
static stet_status flush(stet_conv_stream *s, char *y, ptrdiff_t capacity)
{
    for (ptrdiff_t given = 0; s->out < s->in;) {
        const ptrdiff_t left = s->in - s->out;
        const ptrdiff_t count = left < s->plan->step ? left : s->plan->step;
        const ptrdiff_t window = (has_blocks(s) ? s->plan->step : count) + s->plan->taps - 1;
        const stet_status status = run_blocks(s, count, s->fill < window ? s->fill : window,
                                              y + (size_t)given * s->number, capacity);
        if (status)
            return status;
        move_on(s, count);
        given += count;
    }
    return STET_OK;
}

stet_status stet_conv_stream_finish(stet_conv_stream *s, void *y, ptrdiff_t capacity,
                                    ptrdiff_t *written)
{
    if (!s || !written)
        return STET_E_NULL;
    if (s->finished)
        return STET_E_STREAM;
    if (capacity < 0)
        return STET_E_LENGTH;
    if (capacity > 0 && !y)
        return STET_E_NULL;
    *written = stet_conv_stream_ready(s, -1);
    if (*written > capacity)
        return STET_E_ROOM;
    const uint64_t caller = stet_fpenv_enter();
    const stet_status status = flush(s, (char *)y, capacity);
    stet_fpenv_leave(caller);
    s->finished = !status;
    return status;
}
