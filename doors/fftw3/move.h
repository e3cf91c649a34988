/* SPDX-License-Identifier: Apache-2.0 */
/* Between an array of any strides and a contiguous one. */
#ifndef STET_FFTW3_MOVE_H
#define STET_FFTW3_MOVE_H

#include "problem.h"

/* All elements, the last axis first, one behind the other: pairs if im is not NULL. The axes may be
 * of any number, stride and sign; where two elements of an output share a place, the later stays.
 */
void stet_fftw_pack(int rank, const axis *axes, const real *re, const real *im, real *packed);
void stet_fftw_unpack(int rank, const axis *axes, const real *packed, real *re, real *im);

#endif
