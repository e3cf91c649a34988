/* SPDX-License-Identifier: Apache-2.0 */
/* Lengths that are not said, as FFT201 and FFT208 ask for them. */
#ifndef STET_LINT_LENGTHS_H
#define STET_LINT_LENGTHS_H

#include "common.h"

/* A real inverse without a length, that FFT201 is silent about since something speaks for even
 * lengths: why they may be odd all the same. NULL: they cannot be, or FFT201 reports it. */
const char *lint_may_be_odd(struct lint_context *c, const struct transform *t);
/* self._fft_module.irfft(X): the same names of an object whose name speaks of a module of FFTs.
 * NULL: none. */
const struct transform *lint_unresolved_inverse(struct lint_context *c, uint32_t call);

/* Of C: kiss_fftr_alloc(n, ...): returns NULL for an odd n. */
void lint_check_kiss(struct lint_context *c, uint32_t call);
/* (nx + 2) * ny, where a file has real transforms: rows of n real numbers padded for n / 2 + 1 bins
 * in their place, of even n; those of odd n are padded by one. */
void lint_check_padding(struct lint_context *c, uint32_t product);

#endif
