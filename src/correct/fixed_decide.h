/* SPDX-License-Identifier: Apache-2.0 */
/* This header declares what stage_exact.c and fixed_limbs.c have in common: the request, and the
 * conversion of a wide integer with an error bound to an output. */
#ifndef STET_CORRECT_FIXED_DECIDE_H
#define STET_CORRECT_FIXED_DECIDE_H

#include "correct/stage_exact.h"

/* The range of the inputs. They are integers of the unit 2^low, and below 2^high; high < low if all
 * are zero. sum is at least the sum of all magnitudes, or infinite. */
struct stet_fixed_range {
    int low, high;
    double sum;
};

/* The parts that the caller wants rounded, and the function that receives them. */
struct stet_fixed_request {
    struct stet_format format;
    uint8_t *undecided;
    stet_fixed_put *put;
    void *data;
    ptrdiff_t done, left;
};

/* Scales and rounds integers of w limbs, times 2^unit. */
struct stet_fixed_scale {
    int w, unit;
    uint64_t divisor, f; /* the scale is 1/(divisor sqrt(f)) */
    uint64_t *rsqrt;     /* 1/sqrt(f), NULL if f is 1 */
    uint64_t *end[3];    /* for rounding: a real number and a limb */
    uint64_t *block;
};

/* Opens *scale. Returns STET_OK or STET_E_MEMORY; close it in either case. */
stet_status stet_fixed_scale_open(struct stet_fixed_scale *scale, const struct stet_dft *dft, int w,
                                  int unit);
void stet_fixed_scale_close(struct stet_fixed_scale *scale);

/* Returns the bits of the error of scaled numbers: if the error before is `error`, it is less than
 * 2^(return value) units after scaling. */
int stet_fixed_error_bits(const struct stet_fixed_scale *scale, double error);

/* Reports whether all numbers within 2^bits units of v round to the same number after scaling, and
 * stores that number. */
bool stet_fixed_decide(const struct stet_fixed_scale *scale, const uint64_t *v, int bits,
                       struct stet_format f, uint64_t *result);

/* Writes part 0 or 1 of number `place` of a transform, an integer of the scale's limbs and unit. */
typedef void stet_fixed_load(const void *data, ptrdiff_t place, int part, uint64_t *to);

/* fixed_rational.c examines this transform. Its numbers are known to within 2^bits after scaling,
 * and all inputs are multiples of 2^low. */
struct stet_fixed_spectrum {
    const struct stet_orbits *orbits;
    const struct stet_dft *dft;
    const struct stet_fixed_scale *scale;
    stet_fixed_load *load;
    const void *data; /* argument of load() */
    int bits, low;
};

/* Decides those undecided parts that are rational. */
void stet_fixed_rational(const struct stet_fixed_spectrum *spectrum,
                         struct stet_fixed_request *request);

/* Runs a first round in limbs of doubles (limb_fft.h), if there is one for the length and range;
 * otherwise does nothing. tables keeps the tables for later calls. Returns STET_OK or
 * STET_E_MEMORY. */
stet_status stet_fixed_limbs(const struct stet_dft *dft, struct stet_fixed_range range,
                             stet_limb_tables *tables, const struct stet_orbits *orbits,
                             struct stet_fixed_request *request, struct stet_fixed_report *report);

#endif
