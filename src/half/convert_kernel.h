/* SPDX-License-Identifier: Apache-2.0 */
/* Has convert.h for one vector type of floats and its vec/convert_*.h. isa/convert.c.in defines
 * KERNELS and includes the vector headers and this file. */
#include <string.h>

#include "half/convert.h"
#include "half/twist.h"

INLINE V widened(const int is_f16, const uint16_t *x, Words *most)
{
    const Words a = LOAD_WORDS(x);
    *most = LARGER_SIZE(*most, a);
    return is_f16 ? FROM_F16(a) : FROM_BF16(a);
}

/* Takes two vectors at a time, and then the rest: the last vector once more, or a copy if there are
 * fewer numbers than one vector has. */
INLINE unsigned widen(const int is_f16, const uint16_t *x, ptrdiff_t n, float scale, float *y)
{
    const V s = SET1(scale);
    Words most[2] = {NO_WORDS(), NO_WORDS()};
    ptrdiff_t i = 0;
    for (; i + 2 * VL <= n; i += 2 * VL) {
        STORE(y + i, MUL(widened(is_f16, x + i, &most[0]), s));
        STORE(y + i + VL, MUL(widened(is_f16, x + i + VL, &most[1]), s));
    }
    for (; i < n && n >= VL; i += VL) {
        const ptrdiff_t at = i + VL <= n ? i : n - VL;
        STORE(y + at, MUL(widened(is_f16, x + at, &most[0]), s));
    }
    if (n < VL) {
        uint16_t part[VL] = {0};
        float wide[VL];
        memcpy(part, x, (size_t)n * sizeof *x);
        STORE(wide, MUL(widened(is_f16, part, &most[0]), s));
        memcpy(y, wide, (size_t)n * sizeof *y);
    }
    return LARGEST_WORD(LARGER_SIZE(most[0], most[1]));
}

INLINE void narrowed(const int is_f16, V a, uint16_t *y, Words *most)
{
    const Words words = is_f16 ? TO_F16(a) : TO_BF16(a);
    *most = LARGER_SIZE(*most, words);
    STORE_WORDS(y, words);
}

INLINE unsigned narrow(const int is_f16, const float *x, ptrdiff_t n, uint16_t *y)
{
    Words most[2] = {NO_WORDS(), NO_WORDS()};
    ptrdiff_t i = 0;
    for (; i + 2 * VL <= n; i += 2 * VL) {
        const V a = LOAD(x + i), b = LOAD(x + i + VL);
        narrowed(is_f16, a, y + i, &most[0]);
        narrowed(is_f16, b, y + i + VL, &most[1]);
    }
    for (; i < n && n >= VL; i += VL) {
        const ptrdiff_t at = i + VL <= n ? i : n - VL;
        narrowed(is_f16, LOAD(x + at), y + at, &most[0]);
    }
    if (n < VL) {
        float part[VL] = {0};
        uint16_t words[VL];
        memcpy(part, x, (size_t)n * sizeof *x);
        narrowed(is_f16, LOAD(part), words, &most[0]);
        memcpy(y, words, (size_t)n * sizeof *y);
    }
    return LARGEST_WORD(LARGER_SIZE(most[0], most[1]));
}

static unsigned widen_f16(const uint16_t *x, ptrdiff_t n, float scale, float *y)
{
    return widen(1, x, n, scale, y);
}
static unsigned widen_bf16(const uint16_t *x, ptrdiff_t n, float scale, float *y)
{
    return widen(0, x, n, scale, y);
}
static unsigned narrow_f16(const float *x, ptrdiff_t n, uint16_t *y) { return narrow(1, x, n, y); }
static unsigned narrow_bf16(const float *x, ptrdiff_t n, uint16_t *y) { return narrow(0, x, n, y); }

static void twist(float *x, ptrdiff_t n, const float *coarse, const float *fine, int conjugate)
{
    const ptrdiff_t whole = n / STET_FINE * STET_FINE;
    for (ptrdiff_t c = 0; c < whole; c += STET_FINE, x += 2 * STET_FINE, coarse += 2) {
        const V a = CONJUGATED(conjugate, SET1_PAIR(coarse));
#pragma GCC unroll 8
        for (int i = 0; i < 2 * STET_FINE; i += VL) {
            const V w = TIMES_PAIRS(a, CONJUGATED(conjugate, LOAD(fine + i)));
            STORE(x + i, TIMES_PAIRS(LOAD(x + i), w));
        }
    }
    stet_twist_part(x, 0, n - whole, coarse, fine, conjugate);
}

/* Transposes VL by VL elements of 4 bytes, which are moved as floats. */
INLINE void transpose_square(const uint16_t *from, ptrdiff_t from_step, uint16_t *to,
                             ptrdiff_t to_step)
{
    V r[VL];
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++)
        r[i] = LOAD((const float *)(from + 2 * i * from_step));
#pragma GCC unroll 5
    for (int h = VL / 2; h > 0; h /= 2)
#pragma GCC unroll 16
        for (int k = 0; k < VL / 2; k++)
            TRANSPOSE(h, &r[k / h * 2 * h + k % h], &r[k / h * 2 * h + k % h + h]);
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++)
        STORE((float *)(to + 2 * i * to_step), r[i]);
}

static void transpose(const uint16_t *from, ptrdiff_t from_step, uint16_t *to, ptrdiff_t to_step)
{
    for (int a = 0; a < STET_TRANSPOSED; a += VL)
        for (int b = 0; b < STET_TRANSPOSED; b += VL)
            transpose_square(from + 2 * (a * from_step + b), from_step, to + 2 * (b * to_step + a),
                             to_step);
}

const struct stet_convert_kernels KERNELS = {{widen_f16, narrow_f16, twist, transpose, 0x7c00},
                                             {widen_bf16, narrow_bf16, twist, transpose, 0x7f80}};
