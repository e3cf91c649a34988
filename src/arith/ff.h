/* Float-float arithmetic: stet_ff = hi + lo, about 49 bits. See arith/dw.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_ARITH_FF_H
#define STET_ARITH_FF_H

#include "arith/eft.h"

typedef struct stet_ff {
    float hi, lo;
} stet_ff;

typedef struct stet_ffc {
    stet_ff re, im;
} stet_ffc;

#define DW_REAL float
#define DW_TYPE stet_ff
#define DW_COMPLEX stet_ffc
#define DW(name) stet_ff_##name
#define DW_EFT(name) stet_##name##_f32
#define DW_SQRT __builtin_sqrtf
#include "arith/dw.h"

#endif
