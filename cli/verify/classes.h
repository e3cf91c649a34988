/* SPDX-License-Identifier: Apache-2.0 */
/* Proofs that a part of a result is exactly a given number: what no precision can show. */
#ifndef STET_CLI_VERIFY_CLASSES_H
#define STET_CLI_VERIFY_CLASSES_H

#include "verify/rounding.h"
#include "verify/truth.h"

struct classes {
    const struct truth *truth;
    int lsb; /* every part of the row's input is a whole multiple of 2^lsb, unscaled */
    bool *proved;
    struct dd *value; /* of each part that is proved */
};

/* For the row that truth holds now; x is its input. */
bool classes_new(struct classes *c, const struct truth *t, const double *x, struct error *e);
void classes_free(struct classes *c);

/* True if part (0 re, 1 im) of result k is exactly b->at. False: not proved.
 *
 * Let the input be integers times 2^q, s the factor of the norm, 1/s = D a whole number, b a
 * whole multiple of 2^q too. Then a = 2^-q D (2 Re y[k] - 2b) is an algebraic integer of the
 * field of the roots of unity of order lcm(4, N). Its conjugates are the same expressions of the
 * results ck, c = 1 mod 4 prime to the order (those leave i as it is; the others, c = 3, give
 * the result -ck once more). Their product is a whole number. If every one of them is below 1 in
 * magnitude the product is 0, and so is a. */
bool classes_prove(struct classes *c, size_t k, int part, const struct boundary *b);

#endif
