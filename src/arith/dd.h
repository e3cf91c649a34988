/* Double-double arithmetic: stet_dd = hi + lo, about 107 bits. See arith/dw.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_ARITH_DD_H
#define STET_ARITH_DD_H

#include "arith/eft.h"

typedef struct stet_dd {
    double hi, lo;
} stet_dd;

typedef struct stet_ddc {
    stet_dd re, im;
} stet_ddc;

#define DW_REAL double
#define DW_TYPE stet_dd
#define DW_COMPLEX stet_ddc
#define DW(name) stet_dd_##name
#define DW_EFT(name) stet_##name##_f64
#define DW_SQRT __builtin_sqrt
#include "arith/dw.h"

#endif
