/* SPDX-License-Identifier: Apache-2.0 */
/* Lengths that are not given, for FFT201 and FFT208. */
#ifndef STET_LINT_LENGTHS_H
#define STET_LINT_LENGTHS_H

#include "common.h"

/* Returns why the length of a real inverse may be odd although something suggests even lengths and
 * FFT201 is silent. NULL if it cannot be odd, or FFT201 reports it. */
const char *lint_may_be_odd(struct lint_context *c, const struct transform *t);
/* Returns the inverse of self._fft_module.irfft(X): a function name of the FFT modules, called on
 * an object whose name means a module of FFTs. Returns NULL otherwise. */
const struct transform *lint_unresolved_inverse(struct lint_context *c, uint32_t call);

/* Checks kiss_fftr_alloc(n, ...) in C, which returns NULL for an odd n. */
void lint_check_kiss(struct lint_context *c, uint32_t call);
/* Checks (nx + 2) * ny in a file with real transforms: rows of n real numbers, padded in place for
 * n / 2 + 1 bins. That is right for even n; odd n need a padding of one. */
void lint_check_padding(struct lint_context *c, uint32_t product);

#endif
