/* SPDX-License-Identifier: Apache-2.0 */
/* Records the requests that a process had served and refused, in the file that STET_RUN_REPORT
 * names. The library maps the file and counts in it, so the counts are right however the process
 * ends. stet run, of the same build, reads it. Texts end with a 0; rows without text are unused. */
#ifndef STET_FFTW3_RECORD_H
#define STET_FFTW3_RECORD_H

#include <stdatomic.h>

enum { RECORD_SERVED = 20, RECORD_REFUSED = 12 };

typedef struct record {
    long long process;
    char precision[16], isa[16];
    atomic_llong plans;
    struct served {
        char kind[8], level[16];
        atomic_llong transforms, executions, nanoseconds;
    } served[RECORD_SERVED];
    struct refused {
        char why[104];
        atomic_llong calls;
    } refused[RECORD_REFUSED];
} record;

#endif
