/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the discrete Fourier transform in double-double, of any length, with a proved bound. It
 * is independent of the library's transforms: it uses Gentleman and Sande's decimation in frequency
 * and Bluestein's method in another arithmetic. The roots of unity are the library's
 * (stet_root_dd); doubling their angles checks them here. */
#ifndef STET_VERIFY_SPECTRUM_H
#define STET_VERIFY_SPECTRUM_H

#include "files/error.h"
#include "verify/dd.h"

#include <stddef.h>

struct spectrum {
    size_t n, m;           /* m: the power of two to transform, n itself or >= 2n - 1 */
    struct ddc *roots;     /* exp(-2 pi i j/m), 0 <= j < m/2 */
    struct ddc *chirp;     /* exp(-pi i j^2/n), 0 <= j < n; NULL if n is a power of two */
    struct ddc *chirp_fft; /* transform of the wrapped conjugate chirp, over m */
    struct ddc *work;      /* m numbers */
    double bound;          /* ||computed - exact||_2 <= bound ||x||_2 */
};

bool spectrum_new(struct spectrum *s, size_t n, struct error *e);
void spectrum_free(struct spectrum *s);

/* Computes X[k] = sum x[j] exp(-2 pi i jk/n), unscaled, in place; |x[j]| <= 2^100. Do not call it
 * from two threads at once: s has the workspace. */
void spectrum_run(const struct spectrum *s, struct ddc *x);

#endif
