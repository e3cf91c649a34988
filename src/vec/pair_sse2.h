/* SPDX-License-Identifier: Apache-2.0 */
/* A PAIR is two doubles, on any x86-64 and beside vectors of any width. README.md has the
 * contract. */
#include <emmintrin.h>

typedef __m128d PAIR;

static inline PAIR LOAD_PAIR(const double *p) { return _mm_loadu_pd(p); }
static inline void STORE_PAIR(double *p, PAIR a) { _mm_storeu_pd(p, a); }
static inline PAIR PAIR_OF(double s) { return _mm_set1_pd(s); }
static inline PAIR ADD_PAIR(PAIR a, PAIR b) { return _mm_add_pd(a, b); }
static inline PAIR SUB_PAIR(PAIR a, PAIR b) { return _mm_sub_pd(a, b); }
static inline PAIR PAIR_DIFFER(PAIR d, PAIR a, PAIR b) { return _mm_or_pd(d, _mm_xor_pd(a, b)); }
