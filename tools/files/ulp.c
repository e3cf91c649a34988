/* SPDX-License-Identifier: Apache-2.0 */
#include "files/ulp.h"

#include <string.h>

uint64_t component_bits(double x, enum component c)
{
    uint16_t bits16;
    if (c == COMPONENT_F16 || c == COMPONENT_BF16) {
        component_put(&bits16, c, x);
        return bits16;
    }
    uint32_t bits32;
    uint64_t bits64;
    if (c == COMPONENT_F64) {
        memcpy(&bits64, &x, sizeof bits64);
        return bits64;
    }
    float narrow = (float)x;
    memcpy(&bits32, &narrow, sizeof bits32);
    return bits32;
}

/* Returns an integer that grows with the value. The bits of a float are sign and magnitude; the
 * magnitude is below 2^63, so its negative exists. */
static int64_t ordered(double x, enum component c)
{
    uint64_t sign = (uint64_t)1 << (8 * component_size(c) - 1), bits = component_bits(x, c);
    int64_t magnitude = (int64_t)(bits & (sign - 1));
    return bits & sign ? -magnitude : magnitude;
}

uint64_t ulp_distance(double a, double b, enum component c)
{
    int64_t i = ordered(a, c), j = ordered(b, c);
    return i < j ? (uint64_t)j - (uint64_t)i : (uint64_t)i - (uint64_t)j;
}
