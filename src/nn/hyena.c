/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "nn/check.h"

enum { NUMBER_BYTES = 16 }; /* bytes of the widest number */

static stet_status check_shapes(const stet_hyena_filter_options *o)
{
    if (o->features < 3 || o->features % 2 == 0 || o->inner < 0)
        return STET_E_LENGTH;
    ptrdiff_t bytes;
    stet_status status = stet_layer_bytes(o->precision, o->channels, o->length, 1, &bytes);
    if (!status)
        status = stet_layer_bytes(o->precision, o->order, o->features, 1, &bytes);
    if (!status)
        status = stet_layer_bytes(o->precision, o->order, o->channels, 1, &bytes);
    if (!status)
        status = stet_layer_bytes(o->precision, o->order, o->order, o->inner + 1, &bytes);
    return status;
}

static stet_status check(const stet_hyena_filter_options *o, const void *k)
{
    if (!o || !k)
        return STET_E_NULL;
    if (o->size != sizeof *o)
        return STET_E_OPTIONS_SIZE;
    stet_status status = stet_layer_kind(o->precision, o->mode);
    if (!status)
        status = check_shapes(o);
    if (status)
        return status;
    if (!(o->shift - o->shift == 0))
        return STET_E_ACCURACY;
    const int inner = o->inner == 0 || (o->w_inner && o->b_inner);
    return o->w_in && o->b_in && inner && o->w_out && o->frequency && o->delta ? STET_OK
                                                                               : STET_E_NULL;
}

stet_status stet_hyena_filter(const stet_hyena_filter_options *o, void *k)
{
    const stet_status status = check(o, k);
    if (status)
        return status;
    const ptrdiff_t numbers = o->features + 2 * o->order;
    void *work = stet_alloc_array((size_t)numbers, NUMBER_BYTES);
    if (!work)
        return STET_E_MEMORY;
    const uint64_t caller = stet_fpenv_enter();
    stet_layer_loops_of(o->precision, o->mode)->filter(o->mode != STET_LAYER_STRICT, o, k, work);
    stet_fpenv_leave(caller);
    stet_free(work);
    return STET_OK;
}
