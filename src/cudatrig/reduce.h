/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA's reduction of large arguments: x = q pi/2 + r by integers (Payne and Hanek, "Radian
 * reduction for trigonometric functions", SIGNUM Newsletter 18(1), 1983). */
#ifndef STET_CUDATRIG_REDUCE_H
#define STET_CUDATRIG_REDUCE_H

#include <stdint.h>

/* Below this the three-part reduction of Cody and Waite serves, from it on this one. */
#define STET_CUDA_LARGE 105615.0f

/* |x| >= STET_CUDA_LARGE, or NaN: r in about [-pi/4, pi/4], NaN for an infinity or NaN (*q is
 * then 0), and *q, of which only the last two bits mean anything. */
float stet_cuda_reduce_large(float x, int32_t *q);

#endif
