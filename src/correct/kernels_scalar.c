/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_scalar
#define ISA_NAME "scalar"
#include "fft/vec/scalar.h"

#include "correct/kernel.h"
