/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdlib.h>

#include "api.h"

/* Allocates with the alignment of a vector of 512 bits; no function here needs more. free() also
 * frees the block, as with FFTW. */
void *X(malloc)(size_t bytes)
{
    void *memory;
    return posix_memalign(&memory, 64, bytes > 0 ? bytes : 1) == 0 ? memory : NULL;
}

real *X(alloc_real)(size_t count)
{
    return count > SIZE_MAX / sizeof(real) ? NULL : X(malloc)(count * sizeof(real));
}

real *X(alloc_complex)(size_t count)
{
    return count > SIZE_MAX / 2 ? NULL : X(alloc_real)(2 * count);
}

void X(free)(void *memory) { free(memory); }

/* FFTW: a plan accepts other arrays with the same alignment_of(). Every plan here accepts all
 * arrays. */
int X(alignment_of)(real *array)
{
    (void)array;
    return 0;
}

/* GROMACS checks whether the library exports one of these internals of FFTW, which show that FFTW
 * was built with vectors. stet chooses its instruction set at run time. */
int X(have_simd_sse2)(void) { return 1; }
int X(have_simd_avx)(void) { return 1; }
