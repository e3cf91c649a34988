/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of level `correct` against Arb, and against integers where Arb cannot tell. */
#ifndef STET_TESTS_CORRECT_CASES_H
#define STET_TESTS_CORRECT_CASES_H

#include "correct/families.h"
#include "lib/transform.h"

/* What was compared so far. exact: of numbers those that no interval decides: ties, zeros;
 * left_out: such numbers of more than 2^12 points that were not compared. */
struct case_counts {
    long transforms, numbers, exact, left_out;
};
extern struct case_counts case_counts;

/* Run t, whose input is that of the family, and compare every number of its output. Returns the
 * number of wrong ones; prints the first. options: NULL, or changes to those of t. */
typedef void case_change(stet_options *options);
long case_run(const struct transform *t, const struct family *family, uint64_t seed,
              case_change *change);

/* case_run() of t with every family that its precision has, or with those that are named, up to a
 * NULL. From call to call directions (of C2C) and norms take turns, so that in six calls a family
 * meets all of them. */
long cases_wrong_of(struct transform t, const char *const *names);

/* Families that some call of cases_wrong_of() ran in that kind and precision, but not with every
 * direction and norm. */
int cases_incomplete(stet_kind kind, stet_precision precision);

/* Print what was compared since the last time; by family, what cases_wrong_of() ran. */
void cases_print_counts(const char *what);
void cases_print_families(void);

/* case_run() with the packed input given; name for messages. */
long case_compare(const struct transform *t, const char *name, const void *in, case_change *change);

/* A family's numbers in the precision. Those of binary16 are brought into its range by one power of
 * two, and what overflows all the same is the largest number. */
void case_round(stet_precision precision, const double *x, size_t count, void *numbers);

/* The packed input of a family, in the precision of t. Give back with free(). */
void *case_input(const struct transform *t, const struct family *family, uint64_t seed);

/* The precisions of 16 bits. */
#define FOR_EACH_HALF(p) for (stet_precision p = STET_F16; p <= STET_BF16; p++)

#endif
