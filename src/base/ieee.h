/* SPDX-License-Identifier: Apache-2.0 */
/* The bits need a compiler with float and double of IEEE 754, which rounds each operation to its
 * own format and replaces none by another. scripts/cmake/StetFlags.cmake sets its flags; this file
 * stops other builds. */
#ifndef STET_BASE_IEEE_H
#define STET_BASE_IEEE_H

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "stet: the compiler evaluates float or double in a wider format (x87?): use -mfpmath=sse"
#endif

/* gcc defines all of these macros, clang the first two. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||           \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error                                                                                             \
    "stet: -ffast-math, -Ofast and the like change bits: leave them out, or append -fno-fast-math"
#endif

#endif
