/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the largest magnitude of an array, and cuts slices of it (slices.h). This is a template
 * over the vector type of doubles. */

#if VL > 1
INLINE V larger_magnitude(V most, V x) { return MAX(most, MAX(x, SUB(SET1(0), x))); }

INLINE double largest_lane(V most)
{
    double lane[VL], result = 0;
    STORE(lane, most);
    for (int j = 0; j < VL; j++)
        result = lane[j] > result ? lane[j] : result;
    return result;
}
#endif

/* Returns the largest of x and -x; x is finite. */
INLINE double largest_of(const int format, const void *x, ptrdiff_t count)
{
    ptrdiff_t i = 0;
    double most = 0;
#if VL > 1
    V m[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
    for (; i + 4 * VL <= count; i += 4 * VL)
#pragma GCC unroll 4
        for (int j = 0; j < 4; j++)
            m[j] = larger_magnitude(m[j], load_numbers(format, x, i + j * VL));
    most = largest_lane(MAX(MAX(m[0], m[1]), MAX(m[2], m[3])));
#endif
    for (; i < count; i++) {
        const double v = __builtin_fabs(stet_number_at((stet_precision)format, x, i));
        most = v > most ? v : most;
    }
    return most;
}

static double largest(const double *x, ptrdiff_t count) { return largest_of(STET_F64, x, count); }
static double largest_f32(const void *x, ptrdiff_t count) { return largest_of(STET_F32, x, count); }

/* Cuts a slice. With magic = 1.5 2^(52 + q) and |x| < 2^(51 + q) the sum rounds x to a multiple of
 * 2^q, and the differences are exact. */
static double cut(const double *x, ptrdiff_t count, double magic, double *rest)
{
    ptrdiff_t i = 0;
    double most = 0;
#if VL > 1
    const V m = SET1(magic);
    V left = SET1(0);
    for (; i + VL <= count; i += VL) {
        const V v = LOAD(x + i), r = SUB(v, SUB(ADD(v, m), m));
        STORE(rest + i, r);
        left = larger_magnitude(left, r);
    }
    most = largest_lane(left);
#endif
    for (; i < count; i++) {
        rest[i] = x[i] - ((x[i] + magic) - magic);
        most = __builtin_fabs(rest[i]) > most ? __builtin_fabs(rest[i]) : most;
    }
    return most;
}

static void subtract(double *y, const double *z, ptrdiff_t count)
{
    ptrdiff_t i = 0;
#if VL > 1
    for (; i + VL <= count; i += VL)
        STORE(y + i, SUB(LOAD(y + i), LOAD(z + i)));
#endif
    for (; i < count; i++)
        y[i] -= z[i];
}

#if defined(__SSE2__) && VL > 1
#define HAS_PAIRS
#include "vec/pair_sse2.h"
#endif

/* Rounds the complex numbers y[member[i]] to the grid of a magic number, and adds the bits in which
 * they differ from `first` to those of differ, part by part. */
static void differ(const double *y, const uint32_t *member, ptrdiff_t count, double magic,
                   const double *first, uint64_t *differ)
{
    ptrdiff_t i = 0;
    uint64_t re = 0, im = 0;
#ifdef HAS_PAIRS
    const PAIR m = PAIR_OF(magic), f = LOAD_PAIR(first);
    PAIR any[2] = {PAIR_OF(0), PAIR_OF(0)};
    double lane[4];
    for (; i + 2 <= count; i += 2)
#pragma GCC unroll 2
        for (int j = 0; j < 2; j++) {
            const PAIR z = LOAD_PAIR(y + 2 * (ptrdiff_t)member[i + j]);
            any[j] = PAIR_DIFFER(any[j], SUB_PAIR(ADD_PAIR(z, m), m), f);
        }
    STORE_PAIR(lane, any[0]);
    STORE_PAIR(lane + 2, any[1]);
    re = stet_bits_f64(lane[0]) | stet_bits_f64(lane[2]);
    im = stet_bits_f64(lane[1]) | stet_bits_f64(lane[3]);
#endif
    for (; i < count; i++) {
        const double *z = y + 2 * (ptrdiff_t)member[i];
        re |= stet_bits_f64((z[0] + magic) - magic) ^ stet_bits_f64(first[0]);
        im |= stet_bits_f64((z[1] + magic) - magic) ^ stet_bits_f64(first[1]);
    }
    differ[0] |= re;
    differ[1] |= im;
}
