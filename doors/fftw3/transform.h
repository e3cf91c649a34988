/* SPDX-License-Identifier: Apache-2.0 */
/* What computes: stet.h; for long double, which stet.h does not have, long.c. Functions as those of
 * stet.h that they stand for. */
#ifndef STET_FFTW3_TRANSFORM_H
#define STET_FFTW3_TRANSFORM_H

#include "names.h"
#include "stet.h"

#if STET_FFTW_BITS == 80

/* In double-double (lines/lines.h), rounded once: contiguous arrays alone, strides are not looked
 * at. All kinds; levels native and extended, which are the same here. One thread. */
typedef struct stet_long_plan transform;

stet_status stet_long_create(transform **made, const stet_options *o);
stet_status stet_long_execute(const transform *p, const void *in, void *out);
void stet_long_destroy(transform *p);
size_t stet_long_describe(const transform *p, char *text, size_t size);

#define transform_create stet_long_create
#define transform_execute stet_long_execute
#define transform_destroy stet_long_destroy
#define transform_describe stet_long_describe

#else

typedef stet_plan transform;

#define transform_create stet_plan_create
#define transform_execute stet_execute
#define transform_destroy stet_plan_destroy
#define transform_describe stet_plan_describe

#endif
#endif
