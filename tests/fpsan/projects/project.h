/* SPDX-License-Identifier: Apache-2.0 */
/* What the three programs have in common: N [BUG] on the command line; N complex numbers, then N
 * real ones; the forward and the inverse complex transform, then the real one, as re and im of
 * its frequencies 0 to N/2. A bug is one twiddle of the project that is its neighbour. */
#ifndef TESTS_FPSAN_PROJECT_H
#define TESTS_FPSAN_PROJECT_H

#include <stdio.h>
#include <stdlib.h>

#include <fpsan.h>

enum { MOST = 512 };

static inline int length(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 2 || n % 2 || n > MOST) {
        fputs("usage: PROGRAM N [BUG], N even and at most 512\n", stderr);
        exit(2);
    }
    return n;
}

#endif
