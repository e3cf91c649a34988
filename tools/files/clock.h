/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_FILES_CLOCK_H
#define STET_FILES_CLOCK_H

/* A monotonic clock, in seconds. */
double clock_seconds(void);
/* The CPU time of this process, all its threads together, in seconds. */
double clock_cpu_seconds(void);

#endif
