/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_TESTS_FFT_NATIVE_EMULATED_H
#define STET_TESTS_FFT_NATIVE_EMULATED_H

#include "half/hardware.h"

stet_native_line stet_native_emulated;
stet_native_largest stet_native_largest_emulated;

#endif
