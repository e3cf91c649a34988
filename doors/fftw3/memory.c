/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdlib.h>

#include "api.h"

/* Of the alignment of a vector of 512 bits: more than any call here asks for. free() gives it back
 * too, as it does FFTW's. */
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

/* Arrays of which this number is the same can take each other's place in a plan: all can. */
int X(alignment_of)(real *array)
{
    (void)array;
    return 0;
}

/* GROMACS looks whether the library has one of these: internals of FFTW that say whether it was
 * built with vectors. stet chooses its instruction set when it runs. */
int X(have_simd_sse2)(void) { return 1; }
int X(have_simd_avx)(void) { return 1; }
