/* SPDX-License-Identifier: Apache-2.0 */
/* Rounding to a format by MPFR, and outputs by Arb's transform: what is not rational. */
#ifndef STET_TESTS_CORRECT_REFERENCE_H
#define STET_TESTS_CORRECT_REFERENCE_H

#include <mpfr.h>

#include "correct/dft.h"

/* The bits of the number of format f nearest to x, or to q. */
uint64_t reference_round(mpfr_srcptr x, struct stet_format f);
uint64_t reference_round_ratio(mpq_srcptr q, struct stet_format f);

/* The N outputs, scaled, as balls with that many bits. */
struct reference;
struct reference *reference_open(const struct stet_dft *dft, int bits);
void reference_close(struct reference *reference);

/* False if the ball does not decide how part of output number index rounds. */
bool reference_part(const struct reference *reference, ptrdiff_t index, int part,
                    struct stet_format f, uint64_t *bits);

#endif
