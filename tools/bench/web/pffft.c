/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "pffft.h"

#define EXPORT(name) __attribute__((export_name(#name))) bench_##name

float *EXPORT(alloc)(int n) { return pffft_aligned_malloc((size_t)n * sizeof(float)); }
PFFFT_Setup *EXPORT(setup)(int n) { return pffft_new_setup(n, PFFFT_COMPLEX); }
int EXPORT(lanes)(void) { return pffft_simd_size(); }
void EXPORT(run)(PFFFT_Setup *setup, const float *x, float *y, float *work)
{
    pffft_transform_ordered(setup, x, y, work, PFFFT_FORWARD);
}
