/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"

#include <time.h>

int64_t stet_clock(void)
{
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
