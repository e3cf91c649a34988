/* SPDX-License-Identifier: Apache-2.0 */
/* The complete run: every root of every order up to 4096 against MPFR. About two minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle.h"

static void every_root(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 4096; n++)
        for (uint64_t k = 0; k < n; k++)
            check_root((int64_t)k, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_root)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oracle_close();
    return failed;
}
