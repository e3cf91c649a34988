/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes the numbers of tables in each precision. A part of the outside of this room. */
#ifndef STET_GRAPH_NUMBERS_H
#define STET_GRAPH_NUMBERS_H

#include <stdint.h>
#include <string.h>

#include "arith/dd.h"
#include "arith/ff.h"
#include "graph/graph.h"

/* Returns the bytes of a number. */
static inline size_t stet_real_size(stet_precision p)
{
    return p == STET_DD                    ? sizeof(stet_dd)
           : p == STET_F64 || p == STET_FF ? sizeof(double)
           : p == STET_OWN_F16             ? sizeof(uint16_t)
                                           : sizeof(float);
}

/* Returns a double-double as a float-float number: the words are rounded one after the other, error
 * at most u^2 |x| with u = 2^-24. */
static inline stet_ff stet_ff_from_dd(stet_dd x)
{
    const float hi = (float)x.hi;
    const double rest = (x.hi - (double)hi) + x.lo;
    return stet_ff_fast_two_sum(hi, (float)rest);
}

/* stet_get() reads number i of a table, and stet_set() writes it. The tables of all precisions are
 * filled in double-double, which changes no number that one of them holds. */
static inline stet_dd stet_get(stet_precision p, const void *table, ptrdiff_t i)
{
    const double *wide = (const double *)table;
    const float *narrow = (const float *)table;
    switch ((int)p) {
    case STET_DD: return (stet_dd){wide[2 * i], wide[2 * i + 1]};
    case STET_FF: return (stet_dd){(double)narrow[2 * i], (double)narrow[2 * i + 1]};
    case STET_F64: return stet_dd_from(wide[i]);
    case STET_OWN_F16: return stet_dd_from((double)stet_f16_to_f32(((const uint16_t *)table)[i]));
    default: return stet_dd_from((double)narrow[i]);
    }
}

static inline void stet_set(stet_precision p, void *table, ptrdiff_t i, stet_dd x)
{
    switch ((int)p) {
    case STET_DD: ((stet_dd *)table)[i] = x; break;
    case STET_FF: ((stet_ff *)table)[i] = stet_ff_from_dd(x); break;
    case STET_F64: ((double *)table)[i] = x.hi; break;
    case STET_OWN_F16: ((uint16_t *)table)[i] = stet_f16_from_f64(x.hi); break;
    default: ((float *)table)[i] = (float)x.hi; break;
    }
}

/* Copies number j of a table to number i of another one; size is stet_real_size(). A call with a
 * constant size is one move. */
static inline void stet_copy(size_t size, void *to, ptrdiff_t i, const void *from, ptrdiff_t j)
{
    memcpy((char *)to + (size_t)i * size, (const char *)from + (size_t)j * size, size);
}

#endif
