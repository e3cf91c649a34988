/* SPDX-License-Identifier: Apache-2.0 */
#include "move.h"

/* An array without axes gets this axis of one element. */
static const axis one = {1, 0};

static void pack(int rank, const axis *axes, const real *re, const real *im, real **packed)
{
    const axis a = rank > 0 ? *axes : one;
    real *to = *packed;
    if (rank <= 1) {
        for (ptrdiff_t i = 0; i < a.n; i++) {
            *to++ = re[i * a.stride];
            if (im)
                *to++ = im[i * a.stride];
        }
        *packed = to;
        return;
    }
    for (ptrdiff_t i = 0; i < a.n; i++)
        pack(rank - 1, axes + 1, re + i * a.stride, im ? im + i * a.stride : im, packed);
}

static void unpack(int rank, const axis *axes, const real **packed, real *re, real *im)
{
    const axis a = rank > 0 ? *axes : one;
    const real *from = *packed;
    if (rank <= 1) {
        for (ptrdiff_t i = 0; i < a.n; i++) {
            re[i * a.stride] = *from++;
            if (im)
                im[i * a.stride] = *from++;
        }
        *packed = from;
        return;
    }
    for (ptrdiff_t i = 0; i < a.n; i++)
        unpack(rank - 1, axes + 1, packed, re + i * a.stride, im ? im + i * a.stride : im);
}

void stet_fftw_pack(int rank, const axis *axes, const real *re, const real *im, real *packed)
{
    pack(rank, axes, re, im, &packed);
}

void stet_fftw_unpack(int rank, const axis *axes, const real *packed, real *re, real *im)
{
    unpack(rank, axes, &packed, re, im);
}
