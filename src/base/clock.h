/* SPDX-License-Identifier: Apache-2.0 */
/* All measurements use this clock, because the time of day may be set back. */
#ifndef STET_BASE_CLOCK_H
#define STET_BASE_CLOCK_H

#include <stdint.h>

/* Returns nanoseconds since some moment; they never decrease. If there is no clock, they stay the
 * same. */
int64_t stet_clock(void);

#endif
