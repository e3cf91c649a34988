/* SPDX-License-Identifier: Apache-2.0 */
#include "f16_emulated.h"

#define KERNELS stet_emulated_own16
#include "fft/odd_constants_f16.h"

#include "fft/kernel.h"
