/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the graph, for those that run some of it elsewhere: on other processors, or on a device.
 * A part of the outside of this room, beside lines.h. */
#ifndef STET_GRAPH_LEVELS_H
#define STET_GRAPH_LEVELS_H

#include <stddef.h>
#include <stdint.h>

#include "arith/dd.h"
#include "base/private.h"
#include "lines/lines.h"
#include "trig/roots.h"

/* The twiddles (-i)^rho m (1 - i t) of level L, rho = stet_twiddle_rho(L, j) of trig/roots.h: m and
 * t of j = 0 .. count - 1, count <= L, L <= STET_MAX_LENGTH. f16: of mode NATIVE of the 16-bit
 * precisions, as bits. 0 if memory is short. */
int stet_twiddles_f32(ptrdiff_t L, ptrdiff_t count, float *m, float *t);
int stet_twiddles_f64(ptrdiff_t L, ptrdiff_t count, double *m, double *t);
int stet_twiddles_f16(ptrdiff_t L, ptrdiff_t count, uint16_t *m, uint16_t *t);

/* m and t of row j of that level as pairs, of STET_DD or STET_FF; n is the order of the roots. */
STET_PRIVATE void stet_pair_twiddle(stet_precision p, const stet_roots *roots, ptrdiff_t n,
                                    ptrdiff_t L, ptrdiff_t j, stet_dd *m, stet_dd *t);

/* The length of the convolution that a rough part n goes through, and Rader's generator; 0: it is
 * Bluestein's. */
STET_PRIVATE ptrdiff_t stet_convolution_of(ptrdiff_t n, ptrdiff_t *generator);

#endif
