/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the steps of limb_fft.c in fixed point of w limbs in doubles, VL numbers side by side.
 * This is a template over the vector type of doubles (exact products of halves of a number by fma:
 * J. van der Hoeven, G. Lecerf, "Faster FFTs in medium precision", ARITH 22, 2015).
 *
 * B = 2^STET_LIMB_BITS. A number is sum a[i] B^(w-1-i), every a[i] an integer in a double. It is
 * normalised if |a[i]| <= B/2 for i > 0; a sum of h of these has |a[i]| <= h B/2. A complex number
 * is 2 w vectors, real part first. A constant of modulus at most 1 is sum c[j] B^(-1-j), |c[0]| <=
 * B and |c[j]| <= B/2 for j > 0.
 *
 * Products: column k collects a[i] c[j], i + j = k, in two sums: s[k], which starts at M = 1.5 2^52
 * B, and l[k + 1].
 *   h = fma(a, c, s) is a c + s rounded to a multiple of B, as long as |s - M| < 2^51 B: with
 *     |a| <= 4 B the columns of two products by constants are below
 *     2 (4 B B + (w - 1) 2 B B) <= 36 B B, and 36 B < 2^51;
 *   s - h is exact, a difference of multiples of B below 2^52 B;
 *   fma(a, c, s - h) is exact, the rest of a c: at most B/2.
 * Columns above w - 1 are left out, and column w - 1 keeps multiples of B only. With |a| <= h B/2 a
 * product of two reals loses at most w/2 units (the rounding to multiples of B), h/4 for each of
 * the w - 1 products of column w, and less than 2^-40 below: together less than w (2 + h)/4 units.
 * A complex product takes two in each part: below sqrt(2) w (2 + h)/2 units; with h <= 8 that is
 * 7.1 w.
 *
 * Carries go from the last limb up: q, the multiple of B nearest to a[k], is subtracted there and
 * q/B added to a[k - 1]. Exact. */

#define LIMB_UNIT 0x1p-45
#define LIMB_MAGIC (1.5 * 0x1p97)

enum { LIMB_ROOM = 2 * STET_MOST_LIMBS * VL }; /* doubles of a complex vector */

INLINE void limb_normalise(const int w, V *t)
{
    const V magic = SET1(LIMB_MAGIC), unit = SET1(LIMB_UNIT);
#pragma GCC unroll 8
    for (int k = w - 1; k > 0; k--) {
        const V q = SUB(ADD(t[k], magic), magic);
        t[k] = SUB(t[k], q);
        t[k - 1] = FMA(q, unit, t[k - 1]);
    }
}

/* Does s, l += a c, or -= if minus. Limb j of c is c[j], for all lanes, or the vector at c[j VL].
 */
INLINE void limb_accumulate(const int w, const int each, const int minus, V *s, V *l, const V *a,
                            const double *c)
{
#pragma GCC unroll 8
    for (int i = 0; i < w; i++)
#pragma GCC unroll 8
        for (int j = 0; j < w - i; j++) {
            const V cj = each ? LOAD(c + j * VL) : SET1(c[j]), before = s[i + j];
            s[i + j] = minus ? FNMA(a[i], cj, before) : FMA(a[i], cj, before);
            if (i + j < w - 1) {
                const V t = SUB(before, s[i + j]);
                l[i + j + 1] = ADD(l[i + j + 1], minus ? FNMA(a[i], cj, t) : FMA(a[i], cj, t));
            }
        }
}

INLINE void limb_start(const int w, V *s, V *l)
{
#pragma GCC unroll 8
    for (int k = 0; k < w; k++) {
        s[k] = SET1(LIMB_MAGIC);
        l[k] = SET1(0);
    }
}

/* Normalises the collected columns and stores them. */
INLINE void limb_finish(const int w, V *s, V *l, double *to)
{
#pragma GCC unroll 8
    for (int k = 0; k < w; k++)
        s[k] = FMA(SUB(s[k], SET1(LIMB_MAGIC)), SET1(LIMB_UNIT), l[k]);
    limb_normalise(w, s);
#pragma GCC unroll 8
    for (int k = 0; k < w; k++)
        STORE(to + k * VL, s[k]);
}

INLINE void limb_load(const int w, V *a, const double *x)
{
#pragma GCC unroll 8
    for (int k = 0; k < w; k++)
        a[k] = LOAD(x + k * VL);
}

/* to = x (c - i s); the limbs of c, then those of s, are at c. to is not x. */
INLINE void limb_times_of(const int w, const int each, double *to, const double *x, const double *c)
{
    const double *s = c + (each ? w * VL : w);
    V re[STET_MOST_LIMBS], im[STET_MOST_LIMBS], high[STET_MOST_LIMBS], low[STET_MOST_LIMBS];
    limb_load(w, re, x);
    limb_load(w, im, x + w * VL);
    limb_start(w, high, low);
    limb_accumulate(w, each, 0, high, low, re, c);
    limb_accumulate(w, each, 0, high, low, im, s);
    limb_finish(w, high, low, to);
    limb_start(w, high, low);
    limb_accumulate(w, each, 0, high, low, im, c);
    limb_accumulate(w, each, 1, high, low, re, s);
    limb_finish(w, high, low, to + w * VL);
}

/* Products are most of the code: each is one function, which is called. */
typedef void limb_product(double *to, const double *x, const double *c);

/* Normalises a complex vector in memory. */
INLINE void limb_normalise_at(const int w, double *to, const double *x)
{
#pragma GCC unroll 2
    for (int part = 0; part < 2; part++) {
        V t[STET_MOST_LIMBS];
        limb_load(w, t, x + part * w * VL);
        limb_normalise(w, t);
#pragma GCC unroll 8
        for (int k = 0; k < w; k++)
            STORE(to + (part * w + k) * VL, t[k]);
    }
}

/* ------------------------------------------------------------------- split -- */

/* Stores in v the limbs of x, multiples of grid[i] = B^(w-1-i) units; less than half a unit is left
 * out. |x| <= grid[0] B/4. */
INLINE void limb_of_double(const int w, V x, const double *grid, double *v)
{
#pragma GCC unroll 8
    for (int i = 0; i < w; i++) {
        const V magic = SET1(grid[i] * 0x1.8p52), a = SUB(ADD(x, magic), magic);
        x = SUB(x, a);
        STORE(v + i * VL, MUL(a, SET1(grid[STET_MOST_LIMBS + i])));
    }
}

INLINE void limb_add_at(const int w, double *to, const double *x, const double *y)
{
#pragma GCC unroll 16
    for (int k = 0; k < 2 * w; k++)
        STORE(to + k * VL, ADD(LOAD(x + k * VL), LOAD(y + k * VL)));
}

/* Sets to = (x - y) exp(-2 pi i eighth/8); eighth is 0 or 2. */
INLINE void limb_sub_at(const int w, const int eighth, double *to, const double *x, const double *y)
{
#pragma GCC unroll 8
    for (int k = 0; k < w; k++) {
        const V xr = LOAD(x + k * VL), xi = LOAD(x + (w + k) * VL);
        const V yr = LOAD(y + k * VL), yi = LOAD(y + (w + k) * VL);
        STORE(to + k * VL, eighth ? SUB(xi, yi) : SUB(xr, yr));
        STORE(to + (w + k) * VL, eighth ? SUB(yr, xr) : SUB(xi, yi));
    }
}

/* Does the same for eighth 1 and 3: d = x - y gives (d_re + d_im, d_im - d_re) sqrt(1/2), and -i
 * times that. */
INLINE void limb_sub_odd(const int w, int eighth, double *to, const double *x, const double *y,
                         const double *half)
{
    V d[2][STET_MOST_LIMBS], high[STET_MOST_LIMBS], low[STET_MOST_LIMBS];
#pragma GCC unroll 8
    for (int k = 0; k < w; k++) {
        const V re = SUB(LOAD(x + k * VL), LOAD(y + k * VL));
        const V im = SUB(LOAD(x + (w + k) * VL), LOAD(y + (w + k) * VL));
        const V sum = ADD(re, im), difference = SUB(im, re);
        d[0][k] = eighth == 1 ? sum : difference;
        d[1][k] = eighth == 1 ? difference : SUB(SET1(0), sum);
    }
#pragma GCC unroll 2
    for (int part = 0; part < 2; part++) {
        limb_start(w, high, low);
        limb_accumulate(w, 0, 0, high, low, d[part], half);
        limb_finish(w, high, low, to + part * w * VL);
    }
}

/* Decimates VL numbers in frequency by 2, in place, to the end; number s becomes output s with its
 * bits reversed. Sums have up to 8 numbers: limbs up to 4 B. */
INLINE void limb_dft_lanes(const int w, double (*v)[LIMB_ROOM], const double *half)
{
    double t[LIMB_ROOM] __attribute__((aligned(64)));
    for (int h = VL / 2; h >= 1; h /= 2)
        for (int first = 0; first < VL; first += 2 * h)
            for (int i = 0; i < h; i++) {
                double *x = v[first + i], *y = v[first + i + h];
                const int eighth = 4 * i / h;
                limb_add_at(w, t, x, y);
                if (eighth % 2)
                    limb_sub_odd(w, eighth, y, x, y, half);
                else if (eighth == 2)
                    limb_sub_at(w, 2, y, x, y);
                else
                    limb_sub_at(w, 0, y, x, y);
                memcpy(x, t, (size_t)(2 * w * VL) * sizeof *t);
            }
}

INLINE int limb_reversed(int s)
{
    int r = 0;
    for (int bit = 1; bit < VL; bit *= 2)
        r = 2 * r + ((s & bit) != 0);
    return r;
}

/* Moves the lanes of VL complex vectors, number q in v[reversed q], to one lane each. */
INLINE void limb_turn(const int w, double (*v)[LIMB_ROOM], double *z)
{
    for (int k = 0; k < 2 * w; k++) {
        V r[VL];
#pragma GCC unroll 8
        for (int q = 0; q < VL; q++)
            r[q] = LOAD(v[limb_reversed(q)] + k * VL);
        turn_lanes(r);
#pragma GCC unroll 8
        for (int q = 0; q < VL; q++)
            STORE(z + (2 * w * q + k) * VL, r[q]);
    }
}

/* Splits n = VL m complex doubles x. Lane q of z becomes the input, in natural order, of the
 * transform of length m whose outputs are the k = q mod VL: sum_l x[t + m l] exp(-2 pi i q l/VL)
 * times exp(-2 pi i q t/n). */
INLINE void limb_split_of(const int w, limb_product *times, const double *x, ptrdiff_t m,
                          const double *grid, const double *half, const double *twiddles, double *z)
{
    double v[VL][LIMB_ROOM] __attribute__((aligned(64))), t[LIMB_ROOM] __attribute__((aligned(64)));
    for (ptrdiff_t c = 0; c < m; c += VL) {
        for (int l = 0; l < VL; l++) {
            V re, im;
#if VL > 1
            LOAD_PAIRS(x + 2 * (c + m * l), &re, &im);
#else
            re = x[2 * c];
            im = x[2 * c + 1];
#endif
            limb_of_double(w, re, grid, v[l]);
            limb_of_double(w, im, grid, v[l] + w * VL);
        }
        limb_dft_lanes(w, v, half);
        limb_normalise_at(w, v[0], v[0]);
        for (int s = 1; s < VL; s++, twiddles += 2 * w * VL) {
            times(t, v[s], twiddles);
            memcpy(v[s], t, (size_t)(2 * w * VL) * sizeof *t);
        }
        limb_turn(w, v, z + 2 * w * VL * c);
    }
}

/* ------------------------------------------------------------------- steps -- */

/* Transforms of length 4: a, b, c, d are one limb of the real and imaginary parts of four numbers.
 */
INLINE void limb_dft4(const int w, double *const *y, const double *const *x)
{
#pragma GCC unroll 8
    for (int k = 0; k < w; k++) {
        V re[4], im[4];
#pragma GCC unroll 4
        for (int q = 0; q < 4; q++) {
            re[q] = LOAD(x[q] + k * VL);
            im[q] = LOAD(x[q] + (w + k) * VL);
        }
        const V er = ADD(re[0], re[2]), ei = ADD(im[0], im[2]);
        const V dr = SUB(re[0], re[2]), di = SUB(im[0], im[2]);
        const V fr = ADD(re[1], re[3]), fi = ADD(im[1], im[3]);
        const V gr = SUB(re[1], re[3]), gi = SUB(im[1], im[3]);
        STORE(y[0] + k * VL, ADD(er, fr));
        STORE(y[0] + (w + k) * VL, ADD(ei, fi));
        STORE(y[1] + k * VL, ADD(dr, gi));
        STORE(y[1] + (w + k) * VL, SUB(di, gr));
        STORE(y[2] + k * VL, SUB(er, fr));
        STORE(y[2] + (w + k) * VL, SUB(ei, fi));
        STORE(y[3] + k * VL, SUB(dr, gi));
        STORE(y[3] + (w + k) * VL, ADD(di, gr));
    }
}

/* Does a step of radix 4, decimation in frequency, of n numbers in place: block q of n/4 becomes
 * the input of the outputs q mod 4. roots + 2 w stride r is exp(-2 pi i r/n). */
INLINE void limb_step4_of(const int w, limb_product *times, double *z, ptrdiff_t n,
                          const double *roots, ptrdiff_t stride)
{
    double t[4][LIMB_ROOM] __attribute__((aligned(64)));
    double *const y[4] = {t[0], t[1], t[2], t[3]};
    const ptrdiff_t size = 2 * w * VL, block = size * (n / 4);
    for (ptrdiff_t j = 0; j < n / 4; j++) {
        double *at = z + j * size;
        const double *const x[4] = {at, at + block, at + 2 * block, at + 3 * block};
        limb_dft4(w, y, x);
        limb_normalise_at(w, at, t[0]);
        for (int q = 1; q < 4; q++)
            if (j == 0)
                limb_normalise_at(w, at + q * block, t[q]);
            else
                times(at + q * block, t[q], roots + 2 * w * stride * j * q);
    }
}

INLINE void limb_step2_of(const int w, double *z)
{
    double t[LIMB_ROOM] __attribute__((aligned(64)));
    double *b = z + 2 * w * VL;
    limb_add_at(w, t, z, b);
    limb_sub_at(w, 0, b, z, b);
    limb_normalise_at(w, z, t);
    limb_normalise_at(w, b, b);
}

/* ------------------------------------------------------------------- sums -- */

/* Converts a normalised number to s + r, from the last limb up: s' = RN(a + s), and the error of
 * that addition goes to r. The additions are Dekker's: a is 0 or not below s in exponent. Let g be
 * the least power of two of which s is a multiple by this rule: g' = ulp(s') if the addition
 * rounds, otherwise g. When it rounds, g' >= 2 g, and the error is a multiple of g and at most
 * g'/2. So the magnitudes of all earlier errors sum to less than (1 - 2^-w) g; the last error is at
 * least the g before it, and the sum of all errors is at least 2^-w of the last: it does not cancel
 * by more. The w roundings of r are below w 2^(w + 1) u r <= 2^-40 r together for w <= 8. hi + lo =
 * s + r, hi = RN(s + r). */
INLINE void limb_sums_of(const int w, const double *z, const double *grid, double *sums)
{
#pragma GCC unroll 2
    for (int part = 0; part < 2; part++) {
        V s = MUL(LOAD(z + (part * w + w - 1) * VL), SET1(grid[w - 1])), r = SET1(0);
#pragma GCC unroll 8
        for (int i = w - 2; i >= 0; i--) {
            const V a = MUL(LOAD(z + (part * w + i) * VL), SET1(grid[i])), sum = ADD(a, s);
            r = ADD(SUB(s, SUB(sum, a)), r);
            s = sum;
        }
        const V hi = ADD(s, r);
        STORE(sums + part * 3 * VL, hi);
        STORE(sums + (part * 3 + 1) * VL, SUB(r, SUB(hi, s)));
        STORE(sums + (part * 3 + 2) * VL, r);
    }
}

/* ------------------------------------------------------------- each width -- */

#define LIMB_NOINLINE __attribute__((noinline))

#define LIMB_WIDTH(w)                                                                              \
    static LIMB_NOINLINE void limb_times_##w(double *to, const double *x, const double *c)         \
    {                                                                                              \
        limb_times_of(w, 0, to, x, c);                                                             \
    }                                                                                              \
    static LIMB_NOINLINE void limb_times_each_##w(double *to, const double *x, const double *c)    \
    {                                                                                              \
        limb_times_of(w, 1, to, x, c);                                                             \
    }                                                                                              \
    static LIMB_NOINLINE void limb_split_##w(const double *x, ptrdiff_t m, const double *grid,     \
                                             const double *half, const double *twiddles,           \
                                             double *z)                                            \
    {                                                                                              \
        limb_split_of(w, limb_times_each_##w, x, m, grid, half, twiddles, z);                      \
    }                                                                                              \
    static LIMB_NOINLINE void limb_step4_##w(double *z, ptrdiff_t n, const double *roots,          \
                                             ptrdiff_t stride)                                     \
    {                                                                                              \
        limb_step4_of(w, limb_times_##w, z, n, roots, stride);                                     \
    }                                                                                              \
    static LIMB_NOINLINE void limb_step2_##w(double *z) { limb_step2_of(w, z); }                   \
    static LIMB_NOINLINE void limb_sums_##w(const double *z, const double *grid, double *sums)     \
    {                                                                                              \
        limb_sums_of(w, z, grid, sums);                                                            \
    }

LIMB_WIDTH(4)
LIMB_WIDTH(5)
LIMB_WIDTH(6)
LIMB_WIDTH(8)

#define LIMB_KERNELS(w) {w, VL, limb_split_##w, limb_step4_##w, limb_step2_##w, limb_sums_##w}

static const stet_limb_kernels limb_kernels[STET_LIMB_WIDTHS] = {LIMB_KERNELS(4), LIMB_KERNELS(5),
                                                                 LIMB_KERNELS(6), LIMB_KERNELS(8)};
