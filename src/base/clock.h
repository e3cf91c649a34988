/* SPDX-License-Identifier: Apache-2.0 */
/* What is measured is measured by this clock: the time of day may be set back. */
#ifndef STET_BASE_CLOCK_H
#define STET_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment; never less than what was returned before. Where there is no clock
 * it stands still. */
int64_t stet_clock(void);

#endif
