/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the transforms of stet.h, or those of long.c for long double, which stet.h lacks. The
 * functions mirror those of stet.h. */
#ifndef STET_FFTW3_TRANSFORM_H
#define STET_FFTW3_TRANSFORM_H

#include "names.h"
#include "stet.h"

#if STET_FFTW_BITS == 80

/* Computes in double-double (lines/lines.h) and rounds once. Arrays must be contiguous; strides
 * are ignored. All kinds; levels native and extended give the same results here. One thread. */
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
