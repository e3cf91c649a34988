/* SPDX-License-Identifier: Apache-2.0 */
/* Which outputs of a Fourier transform are rational numbers, and their exact values.
 *
 * Ties, exact zeros and exactly representable outputs are all rational, and no precision of an
 * interval decides a tie or a zero; so these are decided here, by integers. What is not
 * rational is none of them: enough precision rounds it (fixed.h).
 *
 * Theorem (orbits). Let X_k be an output, L the order of the root exp(2 pi i/L) that it takes,
 * K = Q(zeta_M), M = lcm(4, L), a field that holds i. For c prime to M and c = 1 mod 4 the
 * automorphism zeta -> zeta^c leaves i and the inputs alone and takes X_k to X_{ck} (each
 * component mod its length), so Re X_k to Re X_{ck} and Im X_k to Im X_{ck}. Hence if Re X_k is
 * rational, it equals Re X_{ck} for all those c, and if it is not, none of them is rational; the
 * same for Im. The outputs {ck} are the ORBIT of k: one question answers for all of them, separately
 * for real and imaginary parts.
 *
 * With the scale 1/sqrt(N), N = s^2 f with f > 1 free of squares, the question is whether X_k is
 * a rational multiple of sqrt(f), and the orbits are those of the automorphisms that leave sqrt(f)
 * alone too, if it is in K.
 *
 * Cost, N points: an output of ordinary data is found irrational from a few input sums,
 * O(N/L). Rational ones: exact_class.c. */
#ifndef STET_CORRECT_EXACT_CLASS_H
#define STET_CORRECT_EXACT_CLASS_H

#include <stdint.h>

#include "correct/dft.h"

/* A sum of N finite doubles, N <= 2^62, has less than 2098 + 62 bits; one more limb for factors. */
#define STET_EXACT_LIMBS 36

/* (-1)^negative (sum limb[i] 2^(64 i)) 2^exponent / divisor, exactly; the scale is in it. limbs is 0
 * if and only if the value is zero. */
struct stet_exact_value {
    bool negative;
    int limbs;
    int exponent;
    uint64_t divisor;
    uint64_t limb[STET_EXACT_LIMBS];
};

/* The bits of the number of the format nearest to value, ties to even: zero is +0, a nonzero
 * value keeps its sign, overflow is infinity. The sign is the bit above those of f.infinity. */
uint64_t stet_exact_round(const struct stet_exact_value *value, struct stet_format f);

/* The answer for an orbit. [0] is the real part, [1] the imaginary part; a part that was not asked
 * for is false. value[i] holds only if rational[i]. */
struct stet_exact_class {
    bool rational[2];
    struct stet_exact_value value[2];
};

struct stet_exact;

/* Prepare to answer for one transform; *dft (its lengths and input too) must stay as it is until
 * stet_exact_close(). Nothing is computed before the first question. One thread at a time.
 * STET_OK or STET_E_MEMORY; *result is then NULL. */
stet_status stet_exact_open(struct stet_exact **result, const struct stet_dft *dft);

/* The same for the kernels of a plan, with memory that is used before the heap is, aligned as stet_alloc() aligns it: some
 * 32 N bytes and 8 KB are enough for powers of two and ordinary ranges of inputs. */
struct stet_correct_kernels;
stet_status stet_exact_open_in(struct stet_exact **result, const struct stet_dft *dft,
                               const struct stet_correct_kernels *kernels, void *room, size_t size);
void stet_exact_close(struct stet_exact *exact); /* NULL is allowed */

/* Most questions will find a rational number: no time is spent on a look whether they do not. */
void stet_exact_expect_rational(struct stet_exact *exact);

/* Whether the inputs were found to have too many bits for sums of two exact doubles: one dimension, a power of two. */
bool stet_exact_is_wide(const struct stet_exact *exact);

/* Decide the orbit of output number index, 0 <= index < N, for the parts asked for. The answer
 * for an orbit asked again is computed again, but for what it shares with others.
 * STET_OK, STET_E_MEMORY. To be called between stet_fpenv_enter() and stet_fpenv_leave(). */
stet_status stet_exact_decide(struct stet_exact *exact, ptrdiff_t index, unsigned parts,
                              struct stet_exact_class *class);

/* The same, quickly, for one part in one dimension of a power of two, after the first question: 1: *value is what the output
 * is before its scale; 0: it is not rational; -1: that is not known as a double. */
int stet_exact_as_double(const struct stet_exact *exact, ptrdiff_t index, int part, double *value);

/* The outputs of one orbit, each once:
 *   stet_orbit_start(&orbit, exact, index);
 *   for (ptrdiff_t k; (k = stet_orbit_next(&orbit)) >= 0;) ...
 * index itself comes first. Powers of two in one dimension: index g k', k' odd, gives the g k''
 * with k'' = k' mod 4 (mod 8 with the scale 1/sqrt(2^odd)). */
struct stet_orbit {
    const struct stet_exact *exact;
    ptrdiff_t index;        /* of the output asked for */
    ptrdiff_t at, leap;     /* one dimension: c index mod N, and what a step adds to it */
    int64_t c, order, step; /* next multiplier; L; what multipliers differ by */
    bool every;             /* every c of these is a multiplier */
};

void stet_orbit_start(struct stet_orbit *orbit, const struct stet_exact *exact, ptrdiff_t index);
ptrdiff_t stet_orbit_next(struct stet_orbit *orbit);

#endif
