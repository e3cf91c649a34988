/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs on which correct rounding is easy, hard, or decided by ties. */
#ifndef STET_TESTS_CORRECT_FAMILIES_H
#define STET_TESTS_CORRECT_FAMILIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* Fill n complex numbers (pairs) or n real ones. All values are floats, but those of the families
 * whose name begins with f64; those of f16 and bf16 are of these formats. */
struct family {
    const char *name;
    void (*fill)(double *x, ptrdiff_t n, bool real, uint64_t seed);
};

extern const struct family families[];
extern const int family_count;

/* Whether the family is meant for the precision: not for another one that its name begins with. */
bool family_fits(const struct family *family, stet_precision precision);

#endif
