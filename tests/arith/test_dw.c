/* Double-word arithmetic: the largest relative errors that MPFR finds over samples made to
 * hurt, against the proved bounds of src/arith/dw.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "test_dw_list.h"

int main(void)
{
    int failed = test_dd();
    return failed + test_ff();
}
