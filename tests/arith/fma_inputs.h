/* SPDX-License-Identifier: Apache-2.0 */
/* Operands on which an emulated fma goes wrong first, and the CPU's own fma. */
#ifndef STET_TESTS_ARITH_FMA_INPUTS_H
#define STET_TESTS_ARITH_FMA_INPUTS_H

#include "arith_test.h"

/* The fma instruction; not to be called on a CPU without it. */
int cpu_has_fma(void);
double cpu_fma_f64(double a, double b, double c);
float cpu_fma_f32(float a, float b, float c);

enum { FMA_INPUTS_F64 = 7, FMA_INPUTS_F32 = 6 };

/* The next operands of one kind. */
void fma_input_f64(struct rng *r, int kind, double *a, double *b, double *c);
void fma_input_f32(struct rng *r, int kind, float *a, float *b, float *c);

/* The values where the rules change: the smallest and largest of each sort, infinity, NaN, and the
 * limits of the fast paths. */
enum { FMA_CORNERS_F64 = 32, FMA_CORNERS_F32 = 24 };
extern const double fma_corners_f64[FMA_CORNERS_F64];
extern const float fma_corners_f32[FMA_CORNERS_F32];

#endif
