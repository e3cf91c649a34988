/* SPDX-License-Identifier: Apache-2.0 */
/* Defines vectors of complex numbers with two doubles per part, high word and low word: types,
 * loads, stores. It is part of the template of kernel.h. arith_dd.h and arith_grid.h compute with
 * these numbers. */

typedef struct {
    V h, l;
} D;

typedef struct {
    D re, im;
} Z;

/* Loads words that are `n` apart, that are in blocks (kernels.h), or that are a pair of doubles. */
INLINE Z z_load(const double *x, ptrdiff_t n, ptrdiff_t c)
{
    return (Z){{LOAD(x + c), LOAD(x + n + c)}, {LOAD(x + 2 * n + c), LOAD(x + 3 * n + c)}};
}

INLINE Z z_load_pairs(const double *x, ptrdiff_t c)
{
    Z z = {{SET1(0), SET1(0)}, {SET1(0), SET1(0)}};
#if VL > 1
    LOAD_PAIRS(x + 2 * c, &z.re.h, &z.im.h);
#else
    z.re.h = x[2 * c];
    z.im.h = x[2 * c + 1];
#endif
    return z;
}

INLINE Z z_load_float_pairs(const float *x, ptrdiff_t c)
{
    Z z = {{SET1(0), SET1(0)}, {SET1(0), SET1(0)}};
    WIDEN_PAIRS(x + 2 * c, &z.re.h, &z.im.h);
    return z;
}

INLINE void z_store(double *y, ptrdiff_t n, ptrdiff_t c, Z z)
{
    STORE(y + c, z.re.h);
    STORE(y + n + c, z.re.l);
    STORE(y + 2 * n + c, z.im.h);
    STORE(y + 3 * n + c, z.im.l);
}

INLINE Z b_load(const double *x, ptrdiff_t c)
{
    return z_load(x + stet_dd_at(c), STET_DD_BLOCK, 0);
}
INLINE void b_store(double *y, ptrdiff_t c, Z z)
{
    z_store(y + stet_dd_at(c), STET_DD_BLOCK, 0, z);
}

/* Loads numbers j to j + VL - 1. */
INLINE Z load_source(const int source, const void *x, ptrdiff_t j)
{
    switch (source) {
    case STET_WORDS: return b_load((const double *)x, j);
    case STET_REALS: return (Z){{LOAD((const double *)x + j), SET1(0)}, {SET1(0), SET1(0)}};
    case STET_PAIRS: return z_load_pairs((const double *)x, j);
    default: return z_load_float_pairs((const float *)x, j);
    }
}

/* Loads the same from any j in a block; numbers behind the last of n get its value. */
INLINE Z load_any(const int source, const void *x, ptrdiff_t n, ptrdiff_t j)
{
    double lanes[STET_DD_WORDS * VL] = {0};
    for (ptrdiff_t i = 0; i < VL; i++) {
        const ptrdiff_t k = j + i < n ? j + i : n - 1;
        if (source == STET_WORDS)
            for (int word = 0; word < STET_DD_WORDS; word++)
                lanes[word * VL + i] =
                    ((const double *)x)[stet_dd_at(k) + (ptrdiff_t)(word * STET_DD_BLOCK)];
        else
            stet_input_at(source, x, k, &lanes[i], &lanes[2 * VL + i]);
    }
    return z_load(lanes, VL, 0);
}

/* Returns root number k of a table, in all lanes. */
INLINE D root_cosine(const double *roots, ptrdiff_t k)
{
    roots += stet_dd_at(k);
    return (D){SET1(roots[0]), SET1(roots[STET_DD_BLOCK])};
}
INLINE D root_sine(const double *roots, ptrdiff_t k)
{
    return root_cosine(roots + 2 * STET_DD_BLOCK, k);
}

INLINE Z in_all_lanes(const double *x, ptrdiff_t j)
{
    return (Z){root_cosine(x, j), root_sine(x, j)};
}

INLINE D negative(D a) { return (D){SUB(SET1(0), a.h), SUB(SET1(0), a.l)}; }

/* Replaces y by its conjugate times a power of two. */
static void conjugate(double *y, ptrdiff_t count, double scale)
{
    for (ptrdiff_t k = 0; k < count; k += VL) {
        const Z z = b_load(y, k);
        const V re = SET1(scale), im = SET1(-scale);
        b_store(y, k, (Z){{MUL(z.re.h, re), MUL(z.re.l, re)}, {MUL(z.im.h, im), MUL(z.im.l, im)}});
    }
}

/* Transposes VL vectors: lane i of vector j becomes lane j of vector i. */
INLINE void turn_lanes(V *r)
{
    (void)r;
#if VL > 1
#pragma GCC unroll 3
    for (int h = VL / 2; h >= 1; h /= 2)
#pragma GCC unroll 4
        for (int i = 0; i < VL / 2; i++) {
            V *a = r + (i / h * 2 * h + i % h);
            TRANSPOSE(h, a, a + h);
        }
#endif
}

/* Transposes 8 x 8 numbers in blocks: each word, VL columns at a time. */
INLINE void turn64(const double *in, double *out)
{
    for (int word = 0; word < STET_DD_WORDS; word++, in += STET_DD_BLOCK, out += STET_DD_BLOCK)
        for (int k = 0; k < 8; k += VL)
            for (int c = 0; c < 8; c += VL) {
                V r[VL];
#pragma GCC unroll 8
                for (int i = 0; i < VL; i++)
                    r[i] = LOAD(in + stet_dd_at(8 * (k + i)) + c);
                turn_lanes(r);
#pragma GCC unroll 8
                for (int i = 0; i < VL; i++)
                    STORE(out + stet_dd_at(8 * (c + i)) + k, r[i]);
            }
}
