/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the discrete Fourier transform by its definition, each operation rounded. */
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/precision.h"
#include "base/size.h"
#include "lines/lines.h"
#include "stet_conv.h"

/* roots has c and s of exp(sign 2 pi i k/n), one pair after the other. */
#define STRICT(name, T, ROOT)                                                                      \
    static void name(ptrdiff_t n, T sign, const T *x, T *y, T *roots)                              \
    {                                                                                              \
        for (ptrdiff_t k = 0; k < n; k++) {                                                        \
            ROOT(k, n, &roots[2 * k], &roots[2 * k + 1]);                                          \
            roots[2 * k + 1] *= sign;                                                              \
        }                                                                                          \
        for (ptrdiff_t k = 0; k < n; k++) {                                                        \
            T re = 0, im = 0;                                                                      \
            for (ptrdiff_t j = 0, at = 0; j < n; j++, at = at >= n - k ? at - (n - k) : at + k) {  \
                const T a = x[2 * j], b = x[2 * j + 1], c = roots[2 * at], s = roots[2 * at + 1];  \
                const T ac = a * c, bs = b * s, as = a * s, bc = b * c;                            \
                re = re + (ac - bs);                                                               \
                im = im + (as + bc);                                                               \
            }                                                                                      \
            y[2 * k] = re;                                                                         \
            y[2 * k + 1] = im;                                                                     \
        }                                                                                          \
    }

STRICT(strict_f32, float, stet_root_f32)
STRICT(strict_f64, double, stet_root_f64)

stet_status stet_strict_dft(stet_precision precision, stet_direction direction, ptrdiff_t n,
                            const void *in, void *out)
{
    if (!in || !out)
        return STET_E_NULL;
    if (precision != STET_F32 && precision != STET_F64)
        return STET_E_PRECISION;
    if (direction != STET_FORWARD && direction != STET_INVERSE)
        return STET_E_DIRECTION;
    if (n < 1 || n > STET_MAX_LENGTH)
        return STET_E_LENGTH;
    const size_t size = 2 * (size_t)n * stet_number_size(precision);
    if (stet_overlap(in, size, out, size))
        return STET_E_OVERLAP;
    void *roots = stet_alloc(size);
    if (!roots)
        return STET_E_MEMORY;
    const uint64_t caller = stet_fpenv_enter();
    const int sign = direction == STET_FORWARD ? -1 : 1;
    if (precision == STET_F32)
        strict_f32(n, (float)sign, (const float *)in, (float *)out, (float *)roots);
    else
        strict_f64(n, sign, (const double *)in, (double *)out, (double *)roots);
    stet_fpenv_leave(caller);
    stet_free(roots);
    return STET_OK;
}
