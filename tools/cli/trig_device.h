/* SPDX-License-Identifier: Apache-2.0 */
/* Compares sine and cosine of floats on a device with those of the CPU. */
#ifndef STET_CLI_TRIG_DEVICE_H
#define STET_CLI_TRIG_DEVICE_H

#include <string.h>

#include "files/device.h"

/* Zeros of different sign differ. */
static inline bool trig_same_bits(const float *a, const float *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x == y;
}

struct trig_counts {
    uint64_t inputs;
    uint64_t ours_differ;           /* libstet_gpu's bits from the CPU's */
    uint64_t own_differ;            /* the device's own from the CPU's */
    uint32_t first_ours, first_own; /* the first inputs that differ */
};

/* Tests all floats with the bits first, first + step, ..., count of them. */
bool trig_on_device(struct device *device, int function, uint32_t first, uint32_t step,
                    uint64_t count, struct trig_counts *counts, struct error *e);

#endif
