/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/digits.h"

#include <limits.h>
#include <string.h>

struct stet_digits stet_digits_scan(const double *x, ptrdiff_t count, int headroom)
{
    int low = INT_MAX, high = INT_MIN;
    for (ptrdiff_t i = 0; i < count; i++) {
        uint64_t b = stet_bits_f64(x[i]);
        int field = (int)(b >> 52 & 0x7ff);
        uint64_t m = (b & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
        if (m == 0)
            continue;
        int place = field + (field == 0) - 1075;
        int last = place + __builtin_ctzll(m);
        low = last < low ? last : low;
        high = place > high ? place : high;
    }
    struct stet_digits d = {0, 61 - headroom, 0};
    if (low != INT_MAX) {
        d.q = low;
        d.planes = (high + 53 - low + d.bits - 1) / d.bits;
    }
    return d;
}

bool stet_digits_on_grid(const double *x, ptrdiff_t count, double least)
{
    const int q = (int)(stet_bits_f64(least) >> 52) - 1023;
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint64_t b = stet_bits_f64(x[i]), field = b >> 52 & 0x7ff;
        const uint64_t m = (b & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
        if (m != 0 && (int)field + (field == 0) - 1075 + __builtin_ctzll(m) < q)
            return false;
    }
    return true;
}

/* Append the lowest n <= 64 bits of word at bit *at. */
static void append(uint64_t *limb, int *at, uint64_t word, int n)
{
    if (n < 64)
        word &= ((uint64_t)1 << n) - 1;
    int i = *at / 64, shift = *at % 64;
    limb[i] |= word << shift;
    if (shift > 0 && shift + n > 64)
        limb[i + 1] |= word >> (64 - shift);
    *at += n;
}

/* Two's complement first, all limbs; then sign and magnitude. Bits: the inputs span at most 2098,
 * one digit more than that at most is in planes, and the last carry has 64. */
void stet_digits_value(const struct stet_digits *d, const int64_t *sum, int64_t divisor,
                       struct stet_exact_value *value)
{
    int at = 0;
    int64_t carry = 0;
    memset(value, 0, sizeof *value);
    for (int p = 0; p < d->planes; p++) {
        carry += sum[p];
        append(value->limb, &at, (uint64_t)carry, d->bits);
        carry >>= d->bits; /* arithmetic: gcc and clang promise it */
    }
    bool minus = carry < 0;
    append(value->limb, &at, (uint64_t)carry, 64);
    int used = (at + 63) / 64;
    if (minus) {
        if (at % 64 != 0)
            value->limb[used - 1] |= UINT64_MAX << (at % 64);
        bool one = true;
        for (int i = 0; i < used; i++) {
            value->limb[i] = ~value->limb[i] + one;
            one = one && value->limb[i] == 0;
        }
    }
    while (used > 0 && value->limb[used - 1] == 0)
        used--;
    value->limbs = used;
    value->negative = used != 0 && minus != (divisor < 0);
    value->exponent = d->q;
    value->divisor = divisor < 0 ? -(uint64_t)divisor : (uint64_t)divisor;
}
