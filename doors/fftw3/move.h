/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between an array with any strides and a contiguous one. */
#ifndef STET_FFTW3_MOVE_H
#define STET_FFTW3_MOVE_H

#include "problem.h"

/* Pack and unpack copy all elements, the last axis fastest; elements are pairs if im is not NULL.
 * Axes may have any number, stride and sign. If two elements of an output share a place, the later
 * one stays. */
void stet_fftw_pack(int rank, const axis *axes, const real *re, const real *im, real *packed);
void stet_fftw_unpack(int rank, const axis *axes, const real *packed, real *re, real *im);

#endif
