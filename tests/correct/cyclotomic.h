/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs of a transform by another road than the library's: as polynomials in a root of unity
 * modulo the cyclotomic polynomial, with FLINT's integers; and rounded by MPFR. */
#ifndef STET_TESTS_CORRECT_CYCLOTOMIC_H
#define STET_TESTS_CORRECT_CYCLOTOMIC_H

#include "correct/dft.h"

struct cyclotomic;

struct cyclotomic *cyclotomic_open(const struct stet_dft *dft);
void cyclotomic_close(struct cyclotomic *oracle);

/* Is part (0, 1) of output number index, after scaling, rational? If so *bits is it, rounded to f.
 */
bool cyclotomic_part(struct cyclotomic *oracle, ptrdiff_t index, int part, struct stet_format f,
                     uint64_t *bits);

#endif
