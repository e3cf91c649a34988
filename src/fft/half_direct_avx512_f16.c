/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define DIRECT stet_direct_f16_avx512
#define LARGEST stet_largest_f16_avx512
#include "fft/vec/avx512.h"

#include "fft/vec/half_avx512.h"

#include "fft/half_direct.h"
