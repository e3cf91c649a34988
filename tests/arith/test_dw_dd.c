/* The tests of test_dw.h for stet_dd.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"
#include "test_dw_list.h"

#include "arith/dd.h"

#include <math.h>
#include <mpfr.h>

#define REAL double
#define DW_T stet_dd
#define DW_C stet_ddc
#define DW(name) stet_dd_##name
#define EFT(name) stet_##name##_f64
#define PRECISION 53
#define SPREAD 100
#define BIAS 1023
#define RANDOM rng_f64
#define LDEXP ldexp
#define ILOGB ilogb
#define TESTS test_dd
#include "test_dw.h"
