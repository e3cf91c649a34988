/* SPDX-License-Identifier: Apache-2.0 */
/* The last stage computes a Fourier transform in fixed point, with as many 64-bit limbs as the
 * decision needs.
 *
 * All outputs of one transform are computed at once, with O(N log N) products of wide numbers and a
 * proved absolute error. Outputs whose interval rounds to one number are done; while others remain,
 * the width is doubled. Powers of two begin with limbs of doubles in vectors (limb_fft.h), where up
 * to 360 bits are enough; all else is done in integers (widefft.h).
 *
 * Termination: an output that is rational after scaling is found by the theorem of slices.h as soon
 * as the error is below a fraction of the lowest bit of the inputs. For any other output let mu be
 * the midpoint or zero that it is compared with, and q such that 2^q times the inputs and mu are
 * integers. alpha = 2^(q+1) (Re X_k - mu) is a nonzero algebraic integer, of degree d <= phi(lcm(4,
 * L))/2, and every conjugate is at most H = 2^(q+1) (sum |x_j| + |mu|). Its norm is a nonzero
 * integer, so |alpha| >= H^(1-d), and a width of about d log2 H bits always decides. In practice
 * far fewer are enough: the exponent range of the inputs and some guard bits. */
#ifndef STET_CORRECT_STAGE_EXACT_H
#define STET_CORRECT_STAGE_EXACT_H

#include <stdint.h>

#include "correct/dft.h"
#include "correct/limb_fft.h"
#include "correct/orbits.h"

/* Receives part 0 (real) or 1 (imaginary) of output number index, rounded to these bits of the
 * format; the sign is the bit above those of f.infinity. */
typedef void stet_fixed_put(void *data, ptrdiff_t index, int part, uint64_t bits);

/* The cost of stet_fixed_round(). */
struct stet_fixed_report {
    int rounds;       /* transforms computed: the first, plus one per doubling */
    int limbs;        /* 64-bit limbs of the last transform */
    ptrdiff_t parts;  /* real and imaginary parts decided */
    ptrdiff_t second; /* parts that the first transform did not decide */
};

/* Rounds the parts named in undecided[index], a set of STET_PART_RE and STET_PART_IM for each of
 * the N outputs, to nearest, ties to even, after scaling. Each is passed to put() once, in no
 * particular order. undecided is cleared as parts are decided. orbits, of this transform, decides
 * ties and zeros; it may be NULL if no requested part is rational (past 2^16 bits STET_E_MEMORY is
 * returned). report may be NULL. tables, of this length, is for limbs of doubles; NULL: integers
 * from the start. Memory for w limbs, 6 for inputs of float's range: 16 w N bytes (48 w N to 128 w
 * N if lengths are no powers of two). Limbs of doubles take as much, with w limbs of 45 bits, and
 * the same again for tables. Returns STET_OK, or STET_E_MEMORY: parts already put are right. */
stet_status stet_fixed_round(const struct stet_dft *dft, stet_limb_tables *tables,
                             const struct stet_orbits *orbits, struct stet_format f,
                             uint8_t *undecided, stet_fixed_put *put, void *data,
                             struct stet_fixed_report *report);

#endif
