/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_FILES_CLOCK_H
#define STET_FILES_CLOCK_H

/* Returns the time of a monotonic clock in seconds. */
double clock_seconds(void);
/* Returns the CPU time of this process, of all its threads together, in seconds. */
double clock_cpu_seconds(void);

#endif
