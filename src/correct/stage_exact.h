/* SPDX-License-Identifier: Apache-2.0 */
/* The last level: a Fourier transform in fixed point of as many 64-bit limbs as it takes.
 *
 * All outputs of one transform are computed at once, O(N log N) products of wide numbers, with a
 * proved absolute error; those whose interval rounds to one number are done, and while others
 * are left the width is doubled. Powers of two begin with limbs of doubles in vectors
 * (limb_fft.h), where up to 360 bits are enough; the rest is done in integers (widefft.h).
 *
 * Does it end? An output that is rational after scaling is found by the theorem of slices.h as
 * soon as the error is below a fraction of the lowest bit of the inputs. Of any other let mu be
 * the midpoint or zero that an output is compared with, q such that 2^q times the inputs and mu
 * are integers. alpha = 2^(q+1) (Re X_k - mu) is a nonzero algebraic integer, of degree d <=
 * phi(lcm(4, L))/2, and every conjugate is at most H = 2^(q+1) (sum |x_j| + |mu|). Its norm is a
 * nonzero integer, so |alpha| >= H^(1-d), and a width of about d log2 H bits always decides.
 * That is far from what is needed: the exponent range of the inputs and some guard bits do in
 * practice. */
#ifndef STET_CORRECT_STAGE_EXACT_H
#define STET_CORRECT_STAGE_EXACT_H

#include <stdint.h>

#include "correct/dft.h"
#include "correct/limb_fft.h"
#include "correct/orbits.h"

/* Part 0 (real) or 1 (imaginary) of output number index rounds to these bits of the format; the
 * sign is the bit above those of f.infinity. */
typedef void stet_fixed_put(void *data, ptrdiff_t index, int part, uint64_t bits);

/* What it took. */
struct stet_fixed_report {
    int rounds;       /* transforms computed: the first, and one for each doubling */
    int limbs;        /* of 64 bits, of the last of them */
    ptrdiff_t parts;  /* real and imaginary parts decided */
    ptrdiff_t second; /* of these, not by the first transform */
};

/* Round the parts named in undecided[index], a set of STET_PART_RE and STET_PART_IM for each of
 * the N outputs, to nearest, ties to even, after scaling. Each is handed to put() once, in no
 * particular order. undecided is cleared as parts are decided. orbits: of this transform, to
 * decide ties and zeros; or NULL, if no requested part is rational (past 2^16 bits STET_E_MEMORY
 * is returned). report may be NULL. tables: of this length, for limbs of doubles; NULL: integers
 * from the start. Memory: 16 w N bytes (48 w N and less than 128 w N if lengths are no powers of
 * two) for w limbs, 6 for inputs of float's range; of doubles as much, w limbs of 45 bits, and
 * once as much for tables. STET_OK, or STET_E_MEMORY: what was put by then is right. */
stet_status stet_fixed_round(const struct stet_dft *dft, stet_limb_tables *tables,
                             const struct stet_orbits *orbits, struct stet_format f,
                             uint8_t *undecided, stet_fixed_put *put, void *data,
                             struct stet_fixed_report *report);

#endif
