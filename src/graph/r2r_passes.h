/* SPDX-License-Identifier: Apache-2.0 */
/* Has the passes of r2r.h for one vector type: for one line in one lane (alone_), for one line in
 * each lane (beside_), and for one line across the lanes (across_). This template is included after
 * the vector type. */
#include <string.h>

/* double_word.h has its own. */
#ifndef DOUBLE_WORDS
#define OF_DOUBLE(x) ((T)(x))
#define SCALAR_ADD(a, b) ((a) + (b))
#define SCALAR_SUB(a, b) ((a) - (b))
#define SCALAR_MUL(a, b) ((a) * (b))
#define NEGATE(a) MUL(a, SET1(-1))
#else
INLINE T scalar_fma(T a, T b, T c)
{
    T r[VL];
    STORE(r, FMA(SET1(a), SET1(b), SET1(c)));
    return r[0];
}
INLINE T scalar_fnma(T a, T b, T c)
{
    T r[VL];
    STORE(r, FNMA(SET1(a), SET1(b), SET1(c)));
    return r[0];
}
#endif

#define X T
#define LANES 1
#define NAMED(pass) alone_##pass
#define X_LOAD(p) (*(p))
#define X_STORE(p, x) ((void)(*(p) = (x)))
#define X_SET1(s) ((T)(s))
#define X_ADD SCALAR_ADD
#define X_SUB SCALAR_SUB
#define X_MUL SCALAR_MUL
#define X_NEGATE(a) (-(a))
#ifdef DOUBLE_WORDS
#define X_FMA scalar_fma
#define X_FNMA scalar_fnma
#else
#define X_FMA SCALAR_FMA
#define X_FNMA(a, b, c) SCALAR_FMA(-(a), b, c)
#endif
#define X_LOAD_PAIR(p, re, im) ((void)(*(re) = *(p), *(im) = (p)[1]))
#define X_STORE_PAIR(p, re, im) ((void)(*(p) = (re), (p)[1] = (im)))
#include "graph/r2r_elements.h"
#undef X
#undef LANES
#undef NAMED
#undef X_LOAD
#undef X_STORE
#undef X_SET1
#undef X_ADD
#undef X_SUB
#undef X_MUL
#undef X_NEGATE
#undef X_FMA
#undef X_FNMA
#undef X_LOAD_PAIR
#undef X_STORE_PAIR

#if VL > 1
#define X V
#define LANES VL
#define NAMED(pass) beside_##pass
#define X_LOAD LOAD
#define X_STORE STORE
#define X_SET1 SET1
#define X_ADD ADD
#define X_SUB SUB
#define X_MUL MUL
#define X_NEGATE NEGATE
#define X_FMA FMA
#define X_FNMA FNMA
#define X_LOAD_PAIR LOAD_PAIRS
#define X_STORE_PAIR STORE_PAIRS
#include "graph/r2r_elements.h"

#include "graph/r2r_vectors.h"
#endif
