/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fixed_decide.h"

#include "base/alloc.h"
#include "arith/integers.h"
#include "arith/limbs.h"
#include "arith/quotient.h"
#include "trig/wideroots.h"

stet_status stet_fixed_scale_open(struct stet_fixed_scale *scale, const struct stet_dft *dft, int w,
                                  int unit)
{
    const struct stet_norm_scale norm =
        dft->scale ? *dft->scale : stet_norm_scale_of(dft->rank, dft->n, dft->direction, dft->norm);
    *scale = (struct stet_fixed_scale){
        .w = w, .unit = unit, .divisor = (uint64_t)norm.divisor, .f = (uint64_t)norm.f};
    scale->block = stet_alloc_array(4 * ((size_t)w + 1), sizeof *scale->block);
    if (scale->block == NULL)
        return STET_E_MEMORY;
    for (int i = 0; i < 3; i++)
        scale->end[i] = scale->block + i * (w + 1);
    if (scale->f == 1)
        return STET_OK;
    scale->rsqrt = scale->block + 3 * (w + 1);
    return stet_wide_rsqrt(scale->rsqrt, scale->f, w);
}

void stet_fixed_scale_close(struct stet_fixed_scale *scale) { stet_free(scale->block); }

/* Returns the smallest b with error < 2^b. A product by 1/sqrt(f) < 1 adds what it truncates, and
 * the error of that factor: < w + 1 + 2. */
int stet_fixed_error_bits(const struct stet_fixed_scale *scale, double error)
{
    error += scale->rsqrt != NULL ? scale->w + 4 : 1;
    return (int)(stet_bits_f64(error) >> 52 & 0x7ff) - 1022;
}

static uint64_t round_end(const struct stet_fixed_scale *scale, uint64_t *end, struct stet_format f)
{
    bool minus = stet_limbs_negative(end, scale->w);
    if (minus)
        stet_limbs_negate(end, scale->w);
    return stet_round_quotient(minus, end, scale->w, scale->unit, scale->divisor, f);
}

/* Let y be the exact value, |y - v| < 2^bits units. If both ends v -+ 2^bits round to the same
 * bits, all numbers between them do, because rounding is monotonic. -0 and +0 differ in bits, so an
 * end that rounds to zero has the sign of y, which is irrational and not zero. */
bool stet_fixed_decide(const struct stet_fixed_scale *scale, const uint64_t *v, int bits,
                       struct stet_format f, uint64_t *result)
{
    int w = scale->w;
    if (bits >= 64 * w - 4)
        return false;
    uint64_t *low = scale->end[0], *high = scale->end[1], *scaled = scale->end[2];
    if (scale->rsqrt != NULL) {
        stet_limbs_mul(scaled, v, scale->rsqrt, w);
        v = scaled;
    }
    if ((scale->divisor & (scale->divisor - 1)) == 0 &&
        stet_round_leading(v, w, bits, scale->unit, scale->divisor, f, result))
        return true;
    for (int i = 0; i < w; i++)
        low[i] = high[i] = v[i];
    stet_limbs_add_bit(low, bits, true, w);
    stet_limbs_add_bit(high, bits, false, w);
    *result = round_end(scale, high, f);
    return round_end(scale, low, f) == *result;
}
