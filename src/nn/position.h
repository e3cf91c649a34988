/* SPDX-License-Identifier: Apache-2.0 */
/* Computes positions of Hyena's filter in two words. */
#ifndef STET_NN_POSITION_H
#define STET_NN_POSITION_H

#include "func/tables.h"
#include "stet_nn.h"

static inline stet_dd stet_position_ratio(double a, double b)
{
    return stet_dd_div(stet_dd_from(a), stet_dd_from(b));
}

/* t = n/(length - 1) */
static inline stet_dd stet_position_time(const stet_hyena_filter_options *o, ptrdiff_t n)
{
    return o->length == 1 ? stet_dd_from(0)
                          : stet_position_ratio((double)n, (double)(o->length - 1));
}

/* f_j 2 pi n/length */
static inline stet_dd stet_position_angle(const stet_hyena_filter_options *o, ptrdiff_t n,
                                          ptrdiff_t j)
{
    const ptrdiff_t bands = (o->features - 1) / 2;
    stet_dd f = stet_position_ratio(1, 10000);
    if (j > 0) {
        const stet_dd range = stet_dd_sub(stet_dd_from((double)(bands - 1)), f);
        const stet_dd place = stet_position_ratio((double)j, (double)(bands - 1));
        f = stet_dd_add(f, stet_dd_mul(place, range));
    }
    const stet_dd turns = stet_position_ratio((double)n, (double)o->length);
    const stet_dd two_pi = {4 * stet_func_half_pi.hi, 4 * stet_func_half_pi.lo};
    return stet_dd_mul(stet_dd_mul(f, two_pi), turns);
}

/* -t |delta| */
static inline stet_dd stet_position_decay(const stet_hyena_filter_options *o, ptrdiff_t n,
                                          double delta)
{
    return stet_dd_mul_single(stet_position_time(o, n), delta < 0 ? delta : -delta);
}

#endif
