/* SPDX-License-Identifier: Apache-2.0 */
/* Makes roots of unity in binary16, held in floats. Internal. */
#ifndef STET_GRAPH_ROOTS16_H
#define STET_GRAPH_ROOTS16_H

#include <stddef.h>

#include "base/private.h"
#include "trig/roots.h"

/* Stores the twiddle of row j of level L. */
STET_PRIVATE void stet_f16_twiddle(const stet_roots *roots, ptrdiff_t L, ptrdiff_t j, float *m,
                                   float *t);

/* Stores cos and sin of 2 pi k/n; n is the order of the roots. */
STET_PRIVATE void stet_f16_root(const stet_roots *roots, ptrdiff_t k, float *re, float *im);

#endif
