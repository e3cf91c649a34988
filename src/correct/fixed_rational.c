/* SPDX-License-Identifier: Apache-2.0 */
/* Decides ties and zeros by the theorem of slices.h, in wide integers.
 *
 * Let all inputs be multiples of 2^low and b = 2^(1 - low) X, or f 2^(1 - low) X/sqrt(f) where
 * sqrt(f) is in the field: an algebraic integer. Let the approximations of its conjugates be within
 * 1/8 of them. If they all are within 1/4 of the first one, any two conjugates differ by at most
 * 1/8 + 1/4 + 1/4 + 1/8 < 1. Then the norm of the difference of two of them is a product of such
 * differences, an integer below 1, so it is 0: b is its own only conjugate, an integer. Conversely,
 * if b is an integer, all approximations are within 1/4 of the first. */
#include <string.h>

#include "correct/fixed_decide.h"
#include "arith/limbs.h"
#include "arith/quotient.h"

/* The decision about one part of an orbit. */
struct question {
    const struct stet_fixed_spectrum *spectrum;
    uint32_t o;
    int part;
    bool rooted;
};

static int log2_up(uint64_t f) { return f > 1 ? 64 - __builtin_clzll(f - 1) : 0; }

static uint64_t factor_of(const struct question *q)
{
    return q->rooted ? q->spectrum->scale->f : 1;
}

static ptrdiff_t index_of(const struct question *q, uint32_t at)
{
    return (ptrdiff_t)(q->spectrum->orbits->member[at] & ~STET_ORBIT_MINUS);
}

/* Loads chi X/sqrt(f), or X, into `to`. */
static void load(const struct question *q, uint32_t at, uint64_t *to)
{
    const struct stet_fixed_spectrum *s = q->spectrum;
    const struct stet_fixed_scale *scale = s->scale;
    uint64_t *v = q->rooted ? scale->end[2] : to;
    s->load(s->data, stet_dft_place(s->dft, index_of(q, at)), q->part, v);
    if (q->rooted)
        stet_limbs_mul(to, v, scale->rsqrt, scale->w);
    if (s->orbits->member[at] & STET_ORBIT_MINUS)
        stet_limbs_negate(to, scale->w);
}

/* Reports whether -2^bit <= v < 2^bit; v is changed. */
static bool is_small(uint64_t *v, int bit, int w)
{
    stet_limbs_add_bit(v, bit, false, w);
    uint64_t above = v[(bit + 1) / 64] >> (bit + 1) % 64;
    for (int i = (bit + 1) / 64 + 1; i < w; i++)
        above |= v[i];
    return above == 0;
}

/* Reports whether the part is rational. Leaves the first member in end[0]. */
static bool is_rational(const struct question *q)
{
    const struct stet_fixed_spectrum *s = q->spectrum;
    const struct stet_fixed_scale *scale = s->scale;
    const uint32_t begin = s->orbits->start[q->o], end = s->orbits->start[q->o + 1];
    const int tolerance = s->low - 3 - scale->unit - log2_up(factor_of(q));
    if (tolerance < s->bits + 1 || tolerance > 64 * scale->w - 4)
        return false;
    load(q, begin, scale->end[0]);
    for (uint32_t at = begin + 1; at < end; at++) {
        load(q, at, scale->end[1]);
        stet_limbs_sub(scale->end[1], scale->end[1], scale->end[0], scale->w);
        if (!is_small(scale->end[1], tolerance, scale->w))
            return false;
    }
    return true;
}

/* Rounds |v| to the nearest multiple of 2^bit; v is closer to it than a quarter of that. */
static void round_to_bit(uint64_t *v, int bit, int w)
{
    stet_limbs_add_bit(v, bit - 1, false, w);
    memset(v, 0, (size_t)(bit / 64) * sizeof *v);
    v[bit / 64] &= ~(uint64_t)0 << bit % 64;
}

/* Returns the result of the first member. *zero: it is exactly zero. */
static uint64_t value(const struct question *q, struct stet_format f, bool *zero)
{
    const struct stet_fixed_scale *scale = q->spectrum->scale;
    const int w = scale->w;
    const uint64_t factor = factor_of(q);
    uint64_t *v = scale->end[0];
    const bool negative = stet_limbs_negative(v, w);
    if (negative)
        stet_limbs_negate(v, w);
    v[w] = stet_limbs_times(v, factor, w);
    round_to_bit(v, q->spectrum->low - 1 - scale->unit, w + 1);
    uint64_t any = 0;
    for (int i = 0; i <= w; i++)
        any |= v[i];
    *zero = any == 0;
    return stet_round_quotient(negative, v, w + 1, scale->unit, scale->divisor * factor, f);
}

static void settle(const struct question *q, struct stet_fixed_request *request, uint64_t bits,
                   bool zero)
{
    const struct stet_orbits *orbits = q->spectrum->orbits;
    const uint64_t sign = (uint64_t)1 << (64 - __builtin_clzll(request->format.infinity));
    for (uint32_t at = orbits->start[q->o]; at < orbits->start[q->o + 1]; at++) {
        const ptrdiff_t k = index_of(q, at);
        const bool minus = !zero && (orbits->member[at] & STET_ORBIT_MINUS) != 0;
        if ((request->undecided[k] >> q->part & 1) == 0)
            continue;
        request->put(request->data, k, q->part, minus ? bits ^ sign : bits);
        request->undecided[k] &= (uint8_t)~(1u << q->part);
        request->done++;
        request->left--;
    }
}

static unsigned undecided_of(const struct stet_orbits *orbits, uint32_t o, const uint8_t *undecided)
{
    unsigned parts = 0;
    for (uint32_t at = orbits->start[o]; at < orbits->start[o + 1]; at++)
        parts |= undecided[orbits->member[at] & ~STET_ORBIT_MINUS];
    return parts;
}

void stet_fixed_rational(const struct stet_fixed_spectrum *spectrum,
                         struct stet_fixed_request *request)
{
    const struct stet_orbits *orbits = spectrum->orbits;
    for (uint32_t o = 0; o < orbits->count && request->left > 0; o++) {
        const unsigned parts = undecided_of(orbits, o, request->undecided);
        const bool rooted = orbits->rooted != NULL && orbits->rooted[o];
        for (int part = 0; part < 2; part++) {
            const struct question q = {spectrum, o, part, rooted};
            if ((parts >> part & 1) == 0 || !is_rational(&q))
                continue;
            bool zero;
            const uint64_t result = value(&q, request->format, &zero);
            if (zero || rooted || spectrum->scale->f == 1)
                settle(&q, request, result, zero);
        }
    }
}
