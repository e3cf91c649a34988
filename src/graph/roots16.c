/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/roots16.h"

#include "arith/round16.h"

/* With phi as in roots.h, m = RN(cos phi) and t = RN(sin phi / m), the quotient by the rounded m.
 * Both pass through double, whose errors are below 2^-51. They change a rounding to 11 bits only if
 * the exact value is that near to a midpoint; tests/fft/test_half.c compares with double-double up
 * to 2^18. */
void stet_f16_twiddle(const stet_roots *roots, ptrdiff_t L, ptrdiff_t j, float *m, float *t)
{
    double cosine, tangent;
    stet_roots_twiddle_f64(roots, (uint64_t)L, (uint64_t)j, &cosine, &tangent);
    *m = stet_round16_f64(cosine);
    *t = stet_round16_f64(tangent * cosine / (double)*m);
}

void stet_f16_root(const stet_roots *roots, ptrdiff_t k, float *re, float *im)
{
    double c, s;
    stet_roots_f64(roots, (uint64_t)k, &c, &s);
    *re = stet_round16_f64(c);
    *im = stet_round16_f64(s);
}
