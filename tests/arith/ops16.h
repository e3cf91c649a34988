/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of a vector type that holds binary16 in floats, over arrays. A template: a file
 * defines OPS and includes the vector type of src/vec/ and then this. */
#ifndef STET_TESTS_ARITH_OPS16_H
#define STET_TESTS_ARITH_OPS16_H

#include <stddef.h>

enum op16 { OP16_ADD, OP16_SUB, OP16_MUL, OP16_FMA, OP16_FNMA, OPS16 };

/* r[i] = op(a[i], b[i], c[i]) for n numbers, n a multiple of 16. */
typedef void ops16(enum op16 op, ptrdiff_t n, const float *a, const float *b, const float *c,
                   float *r);

ops16 ops16_soft, ops16_avx2, ops16_avx512;

#ifdef OPS
void OPS(enum op16 op, ptrdiff_t n, const float *a, const float *b, const float *c, float *r)
{
    for (ptrdiff_t i = 0; i < n; i += VL) {
        const V x = LOAD(a + i), y = LOAD(b + i), z = LOAD(c + i);
        switch (op) {
        case OP16_ADD: STORE(r + i, ADD(x, y)); break;
        case OP16_SUB: STORE(r + i, SUB(x, y)); break;
        case OP16_MUL: STORE(r + i, MUL(x, y)); break;
        case OP16_FMA: STORE(r + i, FMA(x, y, z)); break;
        default: STORE(r + i, FNMA(x, y, z)); break;
        }
    }
}
#endif

#endif
