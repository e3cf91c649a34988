/* SPDX-License-Identifier: Apache-2.0 */
/* A run that is ended from outside has said how far it came: every minute, how many executions,
 * and in how many of them something was mended. */
#ifndef STET_TESTS_FUZZ_TALLY_H
#define STET_TESTS_FUZZ_TALLY_H

#include <stdio.h>
#include <time.h>

static inline void fuzz_tally(unsigned long mended)
{
    static unsigned long executions;
    static time_t next;
    time_t now = time(NULL);
    executions++;
    if (now < next)
        return;
    if (next != 0)
        fprintf(stderr, "%lu executions, %lu with fixes\n", executions, mended);
    next = now + 60;
}

#endif
