/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_TESTS_FFT_NATIVE_EMULATED_H
#define STET_TESTS_FFT_NATIVE_EMULATED_H

#include "half/hardware.h"

extern const struct stet_native_kernels stet_emulated_native;

#endif
