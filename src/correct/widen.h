/* SPDX-License-Identifier: Apache-2.0 */
/* Stage double: converts numbers of a narrow format to doubles and adds up their squares in the
 * same sweep. This is a template over the vector type of doubles and vec/narrow_*.h; `format` is a
 * constant wherever it is used. */

/* The number of partial sums of squares. It is the same for every vector length. */
enum { PARTS = 32 };

/* Adds up the parts by halves. */
INLINE double sum_of_parts(V *parts)
{
#pragma GCC unroll 16
    for (int count = PARTS / VL / 2; count > 0; count /= 2)
#pragma GCC unroll 16
        for (int p = 0; p < count; p++)
            parts[p] = ADD(parts[p], parts[p + count]);
    return SUM(parts[0]);
}

/* Adds the squares of the numbers to sums, if not NULL. */
INLINE void add_to_sums(V y, double *sums, ptrdiff_t i)
{
    if (sums)
        STORE(sums + i, FMA(y, y, LOAD(sums + i)));
}

/* Loads VL numbers from x[i] on. Infinities and NaN stay infinities and NaN. */
INLINE V doubles_of(const int format, const void *x, ptrdiff_t i)
{
    if (format == STET_F32)
        return WIDEN_F32((const float *)x + i);
    return format == STET_F16 ? WIDEN_F16((const uint16_t *)x + i)
                              : WIDEN_BF16((const uint16_t *)x + i);
}

/* Loads VL numbers from y[i] on; if x is given, from x[i] on, and stores them in y. Numbers from
 * count on are 0. */
INLINE V widened(const int format, const void *x, double *y, ptrdiff_t i, ptrdiff_t count)
{
    if (x && i + VL <= count) {
        const V a = doubles_of(format, x, i);
        STORE(y + i, a);
        return a;
    }
    if (i + VL > count) {
        double lanes[VL];
        for (int l = 0; l < VL; l++) {
            if (x && i + l < count)
                y[i + l] = stet_number_at((stet_precision)format, x, i + l);
            lanes[l] = i + l < count ? y[i + l] : 0;
        }
        return LOAD(lanes);
    }
    return LOAD(y + i);
}

INLINE double add_squares(const int format, const void *x, double *y, ptrdiff_t count)
{
    V parts[PARTS / VL];
    ptrdiff_t i = 0;
#pragma GCC unroll 32
    for (int p = 0; p < PARTS / VL; p++)
        parts[p] = SET1(0);
    for (; i + PARTS <= count; i += PARTS) {
#pragma GCC unroll 32
        for (int p = 0; p < PARTS / VL; p++) {
            const V a = widened(format, x, y, i + p * VL, i + PARTS);
            parts[p] = FMA(a, a, parts[p]);
        }
    }
#ifndef STET_COMPACT
#pragma GCC unroll 32
#endif
    for (int p = 0; p < PARTS / VL; p++)
        if (i + p * VL < count) {
            const V a = widened(format, x, y, i + p * VL, count);
            parts[p] = FMA(a, a, parts[p]);
        }
    return sum_of_parts(parts);
}

INLINE void add_squares_of_lines(const int format, const void *x, ptrdiff_t step, double *y,
                                 ptrdiff_t numbers, ptrdiff_t lines, double *sums)
{
    const ptrdiff_t number = format == STET_F32 ? sizeof(float) : sizeof(uint16_t);
    for (ptrdiff_t l = 0; l < lines; l++)
        sums[l] =
            add_squares(format, (const char *)x + l * step * number, y + l * numbers, numbers);
}

static double squares(double *y, ptrdiff_t count) { return add_squares(STET_F32, NULL, y, count); }
