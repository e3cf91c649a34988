/* The two groups of tests of double-word arithmetic; each returns its number of failures.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_TESTS_TEST_DW_LIST_H
#define STET_TESTS_TEST_DW_LIST_H

int test_dd(void);
int test_ff(void);

#endif
