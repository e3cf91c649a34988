/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of mode NATIVE on CPUs that compute in binary16: their tables, and which instance runs.
 * Internal. */
#ifndef STET_FFT_HALF_HARDWARE_H
#define STET_FFT_HALF_HARDWARE_H

#include <stdint.h>

#include "fft/lines.h"

typedef struct stet_native stet_native;

/* One contiguous line. Returns the largest 16-bit pattern of the result, without its sign. */
typedef unsigned stet_native_line(const stet_native *f, const uint16_t *in, uint16_t *out,
                                  int exchanged, void *work);
/* That of n numbers. */
typedef unsigned stet_native_largest(const uint16_t *x, ptrdiff_t n);

/* Of an instruction set: isa/<isa>_native.c. */
struct stet_native_kernels {
    int vl; /* lanes */
    stet_native_line *line;
    stet_native_largest *largest;
};

struct stet_native {
    ptrdiff_t n;
    int vl;
    stet_native_line *line;
    stet_native_largest *largest;
    int steps; /* passes up to L = n/VL */
    stet_step step[STET_MAX_STEPS];
    uint16_t *tables; /* of the passes */
    /* For each block of VL rows j, in the order of use: level L = n/VL, 2 n/VL, ..., and within it
     * rows j, j + n/VL, ... : VL numbers m_re, m_im, t and a mask each. With w = (-i)^rho m (1 - i
     * t) rho      m_re  m_im  mask 0         m     m     0 1         m    -m     all ones: the
     * parts of the sum change places 2        -m    -m     0 */
    uint16_t *lanes;
    size_t work; /* bytes */
};

static inline ptrdiff_t stet_native_lanes_per_block(int vl) { return 4 * (ptrdiff_t)vl * (vl - 1); }

/* Where output q of `of` stands among the blocks of a transform in place: its bits reversed. */
static inline int stet_native_place(int of, int q)
{
    int place = 0;
    for (int bit = 1; bit < of; bit *= 2)
        place = 2 * place + ((q & bit) != 0);
    return place;
}

/* NULL in *f if the CPU, the build, STET_ISA or the length have no such line; 0 if memory is short.
 */
int stet_native_create(stet_native **f, ptrdiff_t n, const stet_isa *isa);
void stet_native_destroy(stet_native *f);

/* For tests: on this instance. */
int stet_native_create_on(stet_native **f, ptrdiff_t n, const struct stet_native_kernels *kernels);

#endif
