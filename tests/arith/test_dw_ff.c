/* The tests of test_dw.h for stet_ff.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"
#include "test_dw_list.h"

#include "arith/ff.h"

#include <math.h>
#include <mpfr.h>

#define REAL float
#define DW_T stet_ff
#define DW_C stet_ffc
#define DW(name) stet_ff_##name
#define EFT(name) stet_##name##_f32
#define PRECISION 24
#define SPREAD 10
#define BIAS 127
#define RANDOM rng_f32
#define LDEXP ldexpf
#define ILOGB ilogbf
#define TESTS test_ff
#include "test_dw.h"
