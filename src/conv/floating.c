/* SPDX-License-Identifier: Apache-2.0 */
#include "conv/floating.h"

#include <string.h>

#include "base/alloc.h"
#include "conv/bound.h"
#include "conv/kernels.h"
#include "conv/shape.h"

stet_conv_inside stet_conv_inside_of(const stet_conv_options *o)
{
    if (o->level == STET_LEVEL_EXTENDED)
        return (stet_conv_inside){1, 1, 1, 1};
    const int fft = (o->extended & STET_CONV_EP_FFT) != 0;
    const int product = (o->extended & STET_CONV_EP_FREQMUL) != 0;
    return (stet_conv_inside){fft, product, fft && product, 0};
}

size_t stet_conv_number(const stet_conv *plan, int wider)
{
    const size_t own = plan->o.precision == STET_F64 ? sizeof(double) : sizeof(float);
    return wider ? 2 * own : own;
}

void stet_conv_widen(const stet_conv *plan, const void *from, ptrdiff_t count, void *to)
{
    if (plan->o.precision == STET_F64)
        plan->isa->conv64->widen_pairs((const double *)from, count, (double *)to);
    else
        plan->isa->conv64->widen((const float *)from, count, (double *)to);
}

void stet_conv_narrow(const stet_conv *plan, const void *from, ptrdiff_t count, void *to)
{
    if (plan->o.precision == STET_F64)
        plan->isa->conv64->narrow_pairs((const double *)from, count, (double *)to);
    else
        plan->isa->conv64->narrow((const double *)from, count, (float *)to);
}

/* The factor 1/P is in the filter's transform or in the inverse: exactly one of them. */
static stet_status create_transforms(const stet_conv *plan, stet_conv_floating *s)
{
    const int divided = plan->o.norm == STET_NORM_BACKWARD, wider = s->in.transform;
    stet_status status = stet_conv_transform_create(&s->forward, plan, STET_R2C, wider, 0);
    if (!status)
        status = stet_conv_transform_create(&s->inverse, plan, STET_C2R, wider, divided);
    const size_t a = stet_conv_transform_workspace(s->forward);
    const size_t b = stet_conv_transform_workspace(s->inverse);
    s->transforms = a > b ? a : b;
    return status;
}

/* ------------------------------------------------------------------- plans -- */

static void destroy(void *state)
{
    stet_conv_floating *s = (stet_conv_floating *)state;
    if (!s)
        return;
    stet_conv_transform_destroy(s->forward);
    stet_conv_transform_destroy(s->inverse);
    stet_conv_zeros_destroy(s->zeros);
    stet_free(s->rows);
    stet_free(s);
}

/* Returns the size of one of two buffers: one for a transform's real numbers or spectrum in the
 * widest precision, one for a window and outputs. */
static size_t buffer_size(const stet_conv *plan, const stet_conv_floating *s)
{
    const int wider = s->in.transform || s->in.product || s->in.last;
    const ptrdiff_t numbers = plan->points > 0 ? plan->points + 2 : plan->step + plan->taps - 1;
    return stet_round_to_line((size_t)numbers * stet_conv_number(plan, wider));
}

static stet_status fill(stet_conv *plan, stet_conv_floating *s, const stet_conv_filters *f)
{
    stet_status status = plan->points > 0 ? create_transforms(plan, s) : STET_OK;
    if (!status)
        status = stet_conv_floating_filters(plan, s, f);
    if (!status && plan->o.exact_zeros && plan->points > 0)
        status = stet_conv_zeros_create(&s->zeros, plan, f);
    s->buffer = buffer_size(plan, s);
    return status;
}

static stet_status create(stet_conv *plan, const stet_conv_filters *f)
{
    stet_conv_floating *s = (stet_conv_floating *)stet_alloc(sizeof *s);
    if (!s)
        return STET_E_MEMORY;
    memset(s, 0, sizeof *s);
    s->in = stet_conv_inside_of(&plan->o);
    const stet_status status = fill(plan, s, f);
    if (status)
        destroy(s);
    else
        plan->state = s;
    return status;
}

/* Returns the bytes of the buffers, the workspace of the transforms, and the workspace of the zeros
 * with a byte for each output. */
static size_t workspace(const stet_conv *plan)
{
    const stet_conv_floating *s = (const stet_conv_floating *)plan->state;
    size_t size = 2 * s->buffer + s->transforms;
    if (s->zeros)
        size += stet_round_to_line((size_t)plan->step) + stet_conv_zeros_workspace(s->zeros);
    return size;
}

/* --------------------------------------------------------------------- FFT -- */

static void multiply(const stet_conv *plan, int wider, void *x, const void *k, ptrdiff_t count)
{
    if (plan->o.precision == STET_F64 && wider)
        plan->isa->conv64->multiply_pairs((double *)x, (const double *)k, count);
    else if (plan->o.precision == STET_F64 || wider)
        plan->isa->conv64->multiply((double *)x, (const double *)k, count);
    else
        plan->isa->conv32->multiply((float *)x, (const float *)k, count);
}

/* Multiplies the spectrum in x by the filter's, in the precisions of stet_conv_inside; y is another
 * buffer. Returns the buffer that has the result. */
static void *product(const stet_conv *plan, const stet_conv_floating *s, ptrdiff_t channel, void *x,
                     void *y)
{
    const ptrdiff_t count = plan->points / 2 + 1;
    const ptrdiff_t row = plan->o.filter_channels == 1 ? 0 : channel;
    const char *k =
        (const char *)s->rows + (size_t)(row * s->stride) * stet_conv_number(plan, s->in.product);
    int at = s->in.transform;
    const int route[] = {s->in.spectra, s->in.product};
    for (int i = 0; i < 4; i++) {
        const int next = i < 2 ? route[i] : i == 2 ? s->in.spectra : s->in.transform;
        if (i == 2)
            multiply(plan, s->in.product, x, k, count);
        if (next == at)
            continue;
        if (next)
            stet_conv_widen(plan, x, 2 * count, y);
        else
            stet_conv_narrow(plan, x, 2 * count, y);
        void *swap = x;
        x = y, y = swap, at = next;
    }
    return x;
}

static void clear_dead(const stet_conv *plan, const unsigned char *live, ptrdiff_t count, int wider,
                       void *x)
{
    const size_t size = stet_conv_number(plan, wider);
    for (ptrdiff_t t = 0; t < count; t++)
        if (!live[t])
            memset((char *)x + (size_t)t * size, 0, size);
}

static stet_status block_fft(const stet_conv *plan, const stet_conv_floating *s, stet_conv_block *b,
                             char *work)
{
    void *x = work, *y = work + s->buffer;
    char *transforms = work + 2 * s->buffer, *live = transforms + s->transforms;
    /* A circle of L points reads the sequence alone, and its outputs are in place. */
    const ptrdiff_t skip = plan->points < b->window.length ? plan->before : 0;
    const ptrdiff_t inputs = b->window.length - skip;
    const size_t number = stet_conv_number(plan, s->in.transform);
    stet_conv_read(plan, &b->window, skip, inputs, s->in.transform, x);
    memset((char *)x + (size_t)inputs * number, 0, (size_t)(plan->points - inputs) * number);
    stet_status status = stet_conv_transform_run(s->forward, x, y, transforms);
    void *spectrum = product(plan, s, b->channel, y, x), *numbers = spectrum == y ? x : y;
    if (!status)
        status = stet_conv_transform_run(s->inverse, spectrum, numbers, transforms);
    if (status)
        return status;
    char *out = (char *)numbers + (size_t)(plan->before - skip) * number;
    if (s->zeros) {
        char *more = live + stet_round_to_line((size_t)plan->step);
        b->zeros = stet_conv_zeros_find(s->zeros, plan, b, (unsigned char *)live, more);
        if (b->zeros > 0)
            clear_dead(plan, (unsigned char *)live, b->count, s->in.transform, out);
    }
    stet_conv_finish(plan, b, s->in.transform, out, spectrum);
    return STET_OK;
}

/* ------------------------------------------------------------------ chains -- */

static void block_chains(const stet_conv *plan, const stet_conv_floating *s,
                         const stet_conv_block *b, char *work)
{
    const int wider = s->in.last;
    const ptrdiff_t row = plan->o.filter_channels == 1 ? 0 : b->channel;
    const void *g =
        (const char *)s->rows + (size_t)(row * s->stride) * stet_conv_number(plan, wider);
    char *x = work, *y = work + s->buffer;
    const int strict = plan->o.method == STET_CONV_STRICT;
    const int pairs = wider && plan->o.precision == STET_F64;
    stet_conv_read(plan, &b->window, 0, b->count + plan->taps - 1, wider && !pairs, x);
    if (pairs) {
        plan->isa->conv64->direct_pairs((const double *)g, plan->taps, (double *)x, b->count,
                                        (double *)y);
    } else if (wider || plan->o.precision == STET_F64) {
        const struct stet_conv64_kernels *k = plan->isa->conv64;
        (strict ? k->strict : k->direct)((const double *)g, plan->taps, (double *)x, b->count,
                                         (double *)y);
    } else {
        const struct stet_conv32_kernels *k = plan->isa->conv32;
        (strict ? k->strict : k->direct)((const float *)g, plan->taps, (float *)x, b->count,
                                         (float *)y);
    }
    stet_conv_finish(plan, b, wider, y, x);
}

static stet_status block(const stet_conv *plan, stet_conv_block *b, void *work)
{
    const stet_conv_floating *s = (const stet_conv_floating *)plan->state;
    b->zeros = 0;
    if (plan->points > 0)
        return block_fft(plan, s, b, (char *)work);
    block_chains(plan, s, b, (char *)work);
    return STET_OK;
}

static double weight(const stet_conv *plan)
{
    return plan->points > 0 ? stet_conv_fft_weight(plan, plan->points)
                            : stet_conv_chain_weight(plan);
}

const stet_conv_engine stet_conv_native = {.name = "native",
                                           .shape = stet_conv_shape,
                                           .create = create,
                                           .destroy = destroy,
                                           .workspace = workspace,
                                           .block = block,
                                           .weight = weight};

/* Level extended computes everything in the next precision and rounds once at the end. */
const stet_conv_engine stet_conv_extended = {.name = "extended",
                                             .shape = stet_conv_shape,
                                             .create = create,
                                             .destroy = destroy,
                                             .workspace = workspace,
                                             .block = block,
                                             .weight = weight};
