/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define STET_NO_WIDE
#define KERNELS stet_soft_dd
#include "vec/scalar.h"

#include "vec/double_word.h"

#include "fft/odd_constants_dw.h"

#include "fft/kernel.h"
