/* SPDX-License-Identifier: Apache-2.0 */
/* Describes one transform for the exact modules of this room: a contiguous complex input with
 * finite elements, and a scale. */
#ifndef STET_CORRECT_DFT_H
#define STET_CORRECT_DFT_H

#include <stdbool.h>
#include <stddef.h>

#include "arith/round.h"
#include "stet.h"

/* The factor 1, 1/N or 1/sqrt(N) of a norm (stet.h) as 1/(divisor sqrt(f)), f free of squares. */
struct stet_norm_scale {
    int64_t divisor, f;
};

/* X[k] = s sum_j x[j] e(-/+ (k_0 j_0/n_0 + ... )), with the signs and the scale s of stet.h. Inputs
 * and outputs are counted row-major, the last dimension fastest, from 0 to N - 1, N the product of
 * the lengths. The outputs are the whole spectrum, N complex numbers, also if the input is real.
 * (For C2R pass the Hermitian extension as complex input, with the imaginary parts of
 * self-conjugate indices cleared, and request real parts.) */
struct stet_dft {
    int rank;
    const ptrdiff_t *n; /* rank lengths */
    stet_direction direction;
    stet_norm norm;
    const double *x;                     /* finite; -0 is 0. Narrower inputs are widened exactly */
    const struct stet_norm_scale *scale; /* replaces the norm's factor; or NULL */
};

/* A set of parts of an output. */
enum { STET_PART_RE = 1, STET_PART_IM = 2 };

/* Returns the index opposite to k in all dimensions: the conjugate of output k for a real input,
 * and output k in the other direction. */
static inline ptrdiff_t stet_opposite_index(int rank, const ptrdiff_t *n, ptrdiff_t k)
{
    if (rank == 1)
        return k == 0 ? 0 : n[0] - k;
    ptrdiff_t opposite = 0, weight = 1;
    for (int i = rank - 1; i >= 0; i--) {
        const ptrdiff_t index = k % n[i];
        opposite += (index == 0 ? 0 : n[i] - index) * weight;
        weight *= n[i];
        k /= n[i];
    }
    return opposite;
}

/* Returns the output that the forward transform has in place k; the inverse has it in the opposite
 * place. (The function is therefore its own inverse.) */
static inline ptrdiff_t stet_output_index(stet_direction direction, int rank, const ptrdiff_t *n,
                                          ptrdiff_t k)
{
    return direction == STET_FORWARD ? k : stet_opposite_index(rank, n, k);
}

/* Returns the product of the lengths. */
static inline ptrdiff_t stet_dft_size(const struct stet_dft *dft)
{
    ptrdiff_t size = 1;
    for (int i = 0; i < dft->rank; i++)
        size *= dft->n[i];
    return size;
}

/* Returns the place of output number index of this transform in the forward transform. */
static inline ptrdiff_t stet_dft_place(const struct stet_dft *dft, ptrdiff_t index)
{
    return stet_output_index(dft->direction, dft->rank, dft->n, index);
}

struct stet_norm_scale stet_norm_scale_of(int rank, const ptrdiff_t *lengths,
                                          stet_direction direction, stet_norm norm);

#endif
