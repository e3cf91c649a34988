/* SPDX-License-Identifier: Apache-2.0 */
/* All arithmetic of the fixed graph is here, in its butterflies. This template over the vector type
 * (vec/) is included once per precision and instruction set.
 *
 * The radix-2 butterfly is the dual-select one of M. A. Bergach, "Dual-Select FMA Butterfly for
 * FFT", arXiv:2604.00567 (2026): (a, b) -> (a + w b, a - w b) with
 *     w = (-i)^rho m (1 - i t),   |t| <= 1,
 * in six fma. m = RN(cos phi) and t = RN(sin phi / m), phi = angle - 90 rho degrees. The division
 * is by the rounded m, so m t is accurate: the relative error of w is that of m in the real part
 * and that of t in the imaginary part. */

/* STET_COMPACT makes code of one lane small (doors/web/): it uses loops and functions. Otherwise
 * all radices are unrolled, with the constants of each. */
#if defined STET_COMPACT && VL == 1
#define UNROLL(n)
#define ROLLED static inline __attribute__((noinline))
#else
#define UNROLL_OF(text) _Pragma(#text)
#define UNROLL(n) UNROLL_OF(GCC unroll n)
#define ROLLED INLINE
#endif

typedef struct {
    V re, im;
} C;

/* vectors of pairs define these differently */
#ifndef DOUBLE_WORDS
#define NEGATE(a) MUL(a, SET1(-1))
#define IS_SET(mask) ((mask) != 0)
#endif

/* SCALAR_ROUND() rounds the result of one operation in T: vector types that hold another format in
 * T define it. */
#ifndef SCALAR_ROUND
#define SCALAR_ROUND(x) (x)
#endif

/* KEEP() keeps a vector in a register. Without it GCC loads a constant again for every product by
 * it, and a load that crosses a cache line takes as long as a product. */
#ifndef KEEP
#define KEEP(a) ((void)0)
#endif

/* Operations on single numbers. Vectors of pairs define their own: vec/README.md. */
#ifndef DOUBLE_WORDS
#define SCALAR_ADD(a, b) SCALAR_ROUND((a) + (b))
#define SCALAR_SUB(a, b) SCALAR_ROUND((a) - (b))
#define SCALAR_MUL(a, b) SCALAR_ROUND((a) * (b))
#define OF_DOUBLE(x) ((T)(x))
#define TO_DOUBLE(a) ((double)(a))
#endif

INLINE C c_add(C a, C b) { return (C){ADD(a.re, b.re), ADD(a.im, b.im)}; }
INLINE C c_sub(C a, C b) { return (C){SUB(a.re, b.re), SUB(a.im, b.im)}; }
INLINE C c_conjugate(C x) { return (C){x.re, SUB(SET1(0), x.im)}; }

/* Outputs are multiplied by the factor of the norm, if it is not 1. For real input +0 is added, so
 * that no zero is -0. */
INLINE C c_scaled(C x, T scale) { return (C){MUL(x.re, SET1(scale)), MUL(x.im, SET1(scale))}; }
INLINE C c_plus_zero(C x) { return (C){ADD(x.re, SET1(0)), ADD(x.im, SET1(0))}; }

/* Does both of a conjugate: 0 - a is never -0, so that +0 changes nothing. Only the lower word of a
 * pair may be -0. */
INLINE C c_conjugate_plus_zero(C x)
{
#ifdef DOUBLE_WORDS
    return c_plus_zero(c_conjugate(x));
#else
    return (C){ADD(x.re, SET1(0)), SUB(SET1(0), x.im)};
#endif
}
INLINE V v_scaled(V a, V scale) { return MUL(a, scale); }
INLINE V v_plus_zero(V a) { return ADD(a, SET1(0)); }
INLINE T scalar_scaled(T a, T scale) { return scale != 1 ? SCALAR_MUL(a, scale) : a; }
INLINE T scalar_sum(T a, T b) { return SCALAR_ADD(a, b); }

/* Products of the convolution (convolution.h). c_times_pair() multiplies x by a scalar pair b =
 * (re, im), the same for all lanes; the function after it multiplies two vectors. */
INLINE C c_times_pair(C x, const T *b)
{
    return (C){FMA(x.re, SET1(b[0]), MUL(x.im, SET1(-b[1]))),
               FMA(x.re, SET1(b[1]), MUL(x.im, SET1(b[0])))};
}

INLINE C c_product(C x, C w)
{
    const V minus = NEGATE(w.im); /* not 0 - w.im: +0 becomes -0, as in c_times_pair() */
    return (C){FMA(x.re, w.re, MUL(x.im, minus)), FMA(x.re, w.im, MUL(x.im, w.re))};
}

/* Computes (a, b) -> (a + w b, a - w b). */
#ifdef OWN_BUTTERFLY /* for vectors without fma, all six fma at once are faster */
INLINE void butterfly2(int rho, V m, V t, C *a, C *b)
{
    if (rho == 0)
        BUTTERFLY(m, t, &a->re, &b->re);
    else if (rho == 1)
        BUTTERFLY_TURNED(m, t, &a->re, &b->re);
    else
        BUTTERFLY(NEGATE(m), t, &a->re, &b->re);
}
#else
ROLLED void butterfly2(int rho, V m, V t, C *a, C *b)
{
    const C s = {FMA(t, b->im, b->re), FNMA(t, b->re, b->im)};
    const C x = *a;
    if (rho == 0) { /* w b = m s */
        *a = (C){FMA(m, s.re, x.re), FMA(m, s.im, x.im)};
        *b = (C){FNMA(m, s.re, x.re), FNMA(m, s.im, x.im)};
    } else if (rho == 1) { /* w b = -i m s */
        *a = (C){FMA(m, s.im, x.re), FNMA(m, s.re, x.im)};
        *b = (C){FNMA(m, s.im, x.re), FMA(m, s.re, x.im)};
    } else { /* w b = -m s */
        *a = (C){FNMA(m, s.re, x.re), FNMA(m, s.im, x.im)};
        *b = (C){FMA(m, s.re, x.re), FMA(m, s.im, x.im)};
    }
}
#endif

/* These butterflies have no twiddle: w = 1, and w = -i. Only levels L = 1 and L = 2 are plain. From
 * L = 4 on, w = 1 also goes through butterfly2(), with m = 1 and t = 0, which differs from
 * butterfly2_one() for infinities and -0. This is part of the graph. */
INLINE void butterfly2_one(C *a, C *b)
{
    const C x = *a, y = *b;
    *a = c_add(x, y);
    *b = c_sub(x, y);
}

INLINE void butterfly2_minus_i(C *a, C *b)
{
    const C x = *a, y = *b;
    *a = (C){ADD(x.re, y.im), SUB(x.im, y.re)};
    *b = (C){SUB(x.re, y.im), ADD(x.im, y.re)};
}

/* Computes butterfly2() with rho in the lanes where `after` is all zeros, and rho + 1 where it is
 * all ones. */
INLINE void butterfly2_turning(int rho, V after, V m, V t, C *a, C *b)
{
#if VL > 1
    const C s = {FMA(t, b->im, b->re), FNMA(t, b->re, b->im)};
    const C x = *a;
    const V even = SELECT(after, rho == 0 ? s.re : s.im, rho == 0 ? s.im : s.re);
    const V odd = SELECT(after, rho == 0 ? s.im : s.re, rho == 0 ? s.re : s.im);
    const V minus = NEGATE(m);
    const V re = rho == 0 ? m : SELECT(after, m, minus);
    const V im = rho == 0 ? SELECT(after, m, minus) : minus;
    *a = (C){FMA(re, even, x.re), FMA(im, odd, x.im)};
    *b = (C){FNMA(re, even, x.re), FNMA(im, odd, x.im)};
#else
    butterfly2(rho + IS_SET(after), m, t, a, b);
#endif
}

/* Computes the butterfly of lines/methods/small.h. If turned is set, because bit l - 1 is, the
 * product is multiplied by -i. */
INLINE void butterfly2_lanes(int turned, V t, V mp, V mq, C *a, C *b)
{
    const V p = FMA(t, b->im, b->re), q = FNMA(t, b->re, b->im);
    const C x = *a;
    if (!turned) {
        *a = (C){FMA(mp, p, x.re), FMA(mq, q, x.im)};
        *b = (C){FNMA(mp, p, x.re), FNMA(mq, q, x.im)};
    } else {
        *a = (C){FMA(mq, q, x.re), FNMA(mp, p, x.im)};
        *b = (C){FNMA(mq, q, x.re), FMA(mp, p, x.im)};
    }
}

/* These two functions are the halves of butterfly2_lanes() for two vectors: lanes_turned() uses
 * z[1] alone, lanes_joined() both. */
INLINE C lanes_turned(V t, C x) { return (C){FMA(t, x.im, x.re), FNMA(t, x.re, x.im)}; }

INLINE void lanes_joined(V mp, V mq, C x, C *z)
{
    z[1] = (C){FNMA(mp, x.re, z[0].re), FNMA(mq, x.im, z[0].im)};
    z[0] = (C){FMA(mp, x.re, z[0].re), FMA(mq, x.im, z[0].im)};
}

INLINE int bit_reverse(int log2, int i)
{
    int r = 0;
    for (int b = 0; b < log2; b++)
        r |= ((i >> b) & 1) << (log2 - 1 - b);
    return r;
}

/* Says which levels of a group are plain: those with L <= 2. */
enum { PLAIN_NONE, PLAIN_AT_1, PLAIN_AT_2 };

/* Returns the number of twiddles of s levels, which have 1, 1, 2, 4, ...; those of level v > 0
 * begin at 2^(v-1). Outputs q and q + 2^(v-1) of a level share theirs: rho differs by one. */
INLINE int twiddles_of(int s) { return s == 0 ? 0 : 1 << (s - 1); }

/* Loads a pair m, t of a packed table (last.h): lanes are rows. */
#if VL == 1
#define ROWS 1
#endif
#ifndef OWN_ROWS
INLINE void LOAD_PACKED(const T *p, V *a, V *b)
{
    *a = LOAD(p);
    *b = LOAD(p + VL);
}
#endif

/* The lanes of a vector are rows in more than one zone. */
enum { ANY_ZONE = -1 };

/* Runs s levels, from L to r L, r = 2^s, in place on one column of row j. x[i] is element i of the
 * row's column; output q is x[bit_reverse(q)]. Level v has length L' = 2^v L and rows j' = j + L q,
 * so the angle in degrees is 180 j'/L' = (180 j/L + 180 q)/2^v: zone = floor(4 j/L) decides every
 * rho. With ANY_ZONE rho grows by one in the lanes after[v] of level v < 2, which are those of
 * zones 1 and 2 at first, then of 2 and 3; where rho is 2 in level 0, m is negated and rho is 0. */
ROLLED void levels_with(const int s, const int plain, const int zone, const V *after,
                        const int from_packed, const V *m, const V *t, const T *packed, C *x)
{
    const int r = 1 << s;
    UNROLL(4)
    for (int v = 0; v < s; v++) {
        const int half = r >> (v + 1), period = v == 0 ? 1 : 1 << (v - 1);
        UNROLL(8)
        for (int b = 0; b < 1 << v; b++) {
            const int q = bit_reverse(v, b), q0 = q % period;
            const int base = v == 1 ? zone >= 2 : v > 1 && 2 * q0 >= period;
            const int rho = v == 0 ? (zone + 1) / 2 : base + (q >= period);
            const int w = v == 0 ? 0 : period + q0;
            const int is_plain = (plain == PLAIN_AT_1 && v < 2) || (plain == PLAIN_AT_2 && v == 0);
            V wm = SET1(0), wt = SET1(0);
            if (from_packed) {
                LOAD_PACKED(packed + 2 * w * ROWS, &wm, &wt);
            } else if (!is_plain) {
                wm = m[w];
                wt = t[w];
            }
            UNROLL(8)
            for (int i = 0; i < half; i++) {
                C *a = &x[2 * half * b + i], *d = a + half;
                if (is_plain) {
                    if (plain == PLAIN_AT_1 ? q == 0 : zone == 0)
                        butterfly2_one(a, d);
                    else
                        butterfly2_minus_i(a, d);
                } else if (after && zone == ANY_ZONE && v < 2) {
                    butterfly2_turning(rho, after[v], wm, wt, a, d);
                } else {
                    butterfly2(rho, wm, wt, a, d);
                }
            }
        }
    }
}

INLINE void levels(const int s, const int plain, const int zone, const V *m, const V *t, C *x)
{
    levels_with(s, plain, zone, NULL, 0, m, t, NULL, x);
}

/* Rows of real input come in pairs j and L - j, conjugates of each other: passes.h. levels_real()
 * keeps row q of 2^v if the row begins as output 0 of a row L/2, which is real. */
INLINE int is_row_kept(int q) { return !(q & 2 * (q & -q)); }

/* Runs levels() from L = 1 on real x[i].re, for the rows that are kept. It writes no imaginary
 * parts of rows 0 and r/2, which are 0, and leaves out the other output of a real row L/2, which is
 * a conjugate, and each product by t = 0. real_infinities() sees an infinity in these products. */
INLINE void levels_real(const int s, const V *m, const V *t, C *x)
{
    UNROLL(4)
    for (int v = 0; v < s; v++) {
        const int half = 1 << (s - v - 1), period = v == 0 ? 1 : 1 << (v - 1);
        UNROLL(8)
        for (int b = 0; b < 1 << v; b++) {
            const int q = bit_reverse(v, b), w = period + q % period;
            const int rho = (v > 1 && 2 * (q % period) >= period) + (q >= period);
            UNROLL(8)
            for (int i = 0; i < half; i++) {
                C *a = &x[2 * half * b + i], *d = a + half;
                if (q == 0) {
                    const V sum = ADD(a->re, d->re);
                    d->re = SUB(a->re, d->re);
                    a->re = sum;
                } else if (2 * q == 1 << v) {
                    a->im = SUB(SET1(0), d->re);
                } else if (is_row_kept(q)) {
                    butterfly2(rho, m[w], t[w], a, d);
                }
            }
        }
    }
}

/* Returns NaN in the lanes where the complex butterflies would multiply an infinity by 0 and
 * levels_real() does not, else 0; a NaN in `seen` stays. The infinity is also in the sum that is
 * row 0, or in the imaginary part that row 2^e gets from it. */
INLINE V real_infinities(const int s, const C *x, V seen)
{
    seen = FMA(SET1(0), x[0].re, seen);
    UNROLL(4)
    for (int e = 1; e < s - 1; e++)
        seen = FMA(SET1(0), x[bit_reverse(s, 1 << e)].im, seen);
    return seen;
}

/* Returns output k <= r/2 of levels_real(), or of levels() on the same numbers if exact is set. */
INLINE C real_row(const int s, const int exact, const int k, const C *x)
{
    const C z = x[bit_reverse(s, k)], other = x[bit_reverse(s, ((1 << s) - k) % (1 << s))];
    if (exact)
        return z;
    if (k == 0 || 2 * k == 1 << s)
        return (C){z.re, SET1(0)};
    return is_row_kept(k) ? z : (C){other.re, SUB(SET1(0), other.im)};
}

/* Puts all outputs of levels_real() into the order of levels(). */
INLINE void real_rows(const int s, C *x)
{
    UNROLL(16)
    for (int k = 0; k < 1 << s; k++) {
        C *z = &x[bit_reverse(s, k)], *other = &x[bit_reverse(s, ((1 << s) - k) % (1 << s))];
        if (k == 0 || 2 * k == 1 << s)
            z->im = SET1(0);
        else if (is_row_kept(k))
            *other = (C){z->re, SUB(SET1(0), z->im)};
    }
}

#if VL > 1
INLINE int is_any_nan(V a)
{
    T sum[VL];
    UNROLL(4)
    for (int h = VL / 2; h > 0; h /= 2) {
        V x = a, y = a;
        TRANSPOSE(h, &x, &y);
        a = ADD(x, y);
    }
    STORE(sum, a);
    return sum[0] != 0;
}
#endif

/* Returns x conj(c + i s), for the twiddles of the odd radices: 2 mul, 2 fma, error at most 2 u |x|
 * normwise (Jeannerod, Kornerup, Louvet, Muller 2017). */
INLINE C twiddle(C x, V c, V s)
{
    return (C){FMA(x.re, c, MUL(x.im, s)), FNMA(x.re, s, MUL(x.im, c))};
}

/* The butterfly of odd radix r = 2 h + 1 turns x into its DFT in natural order. With t_i = x_i +
 * x_{r-i} and d_i = x_i - x_{r-i},
 *     X_k, X_{r-k} = (x_0 + sum cos(2 pi i k/r) t_i) -+ i sum sin(2 pi i k/r) d_i.
 * The largest sine of a row is taken out of its sum: the others become ratios of magnitude <= 1,
 * and the product by it merges into the last fma (dual select).
 *
 * There are two steps, so that a pass can store a pair of outputs before it makes the next: radix
 * 13 has more outputs than there are registers. odd_sums() leaves t_i in x_i and d_i in x_{r-i},
 * and returns X_0. */
ROLLED C odd_sums(const int r, C *x)
{
    C sum = x[0];
    UNROLL(6)
    for (int i = 1; i <= r / 2; i++) {
        const C a = x[i], b = x[r - i];
        x[i] = c_add(a, b);
        x[r - i] = c_sub(a, b);
        sum = c_add(sum, x[i]);
    }
    return sum;
}

/* Computes X_k and X_{r-k}. The constants are row k - 1 of their tables. */
ROLLED void odd_pair(const int r, const T *cosine, const T *ratio, T sine, const int pivot,
                     const C *x, C *y)
{
    C u = x[0], q = x[r - 1 - pivot];
    UNROLL(6)
    for (int i = 1; i <= r / 2; i++) {
        const V c = SET1(cosine[i - 1]);
        u = (C){FMA(c, x[i].re, u.re), FMA(c, x[i].im, u.im)};
    }
    UNROLL(6)
    for (int i = 1; i <= r / 2; i++) {
        const V c = SET1(ratio[i - 1]);
        if (i - 1 != pivot)
            q = (C){FMA(c, x[r - i].re, q.re), FMA(c, x[r - i].im, q.im)};
    }
    const V s = SET1(sine);
    y[0] = (C){FMA(s, q.im, u.re), FNMA(s, q.re, u.im)};
    y[1] = (C){FNMA(s, q.im, u.re), FMA(s, q.re, u.im)};
}

#define PASTE3_(a, b, c) a##b##_##c
#define PASTE3(a, b, c) PASTE3_(a, b, c)
#define ODD_PAIR_OF(r)                                                                             \
    odd_pair(r, PASTE3(stet_cos, r, PRECISION)[k - 1], PASTE3(stet_ratio, r, PRECISION)[k - 1],    \
             PASTE3(stet_sin, r, PRECISION)[k - 1], stet_pivot##r[k - 1], x, y)

ROLLED void odd_outputs(const int r, const int k, const C *x, C *y)
{
    switch (r) {
    case 3: ODD_PAIR_OF(3); break;
    case 5: ODD_PAIR_OF(5); break;
    case 7: ODD_PAIR_OF(7); break;
    case 11: ODD_PAIR_OF(11); break;
    default: ODD_PAIR_OF(13); break;
    }
}

/* Computes the whole butterfly in place. */
ROLLED void butterfly_here(const int r, C *x)
{
    C y[13];
    y[0] = odd_sums(r, x);
    UNROLL(6)
    for (int k = 1; k <= r / 2; k++) {
        C pair[2];
        odd_outputs(r, k, x, pair);
        y[k] = pair[0];
        y[r - k] = pair[1];
    }
    UNROLL(13)
    for (int i = 0; i < r; i++)
        x[i] = y[i];
}

/* The butterfly of a prime radix r = 2 h + 1 from 17 to 127, a direct sum: with t_i and d_i of
 * odd_sums(),
 *     u = x_0 + sum cos(2 pi i k/r) t_i,   v = sum sin(2 pi i k/r) d_i,
 *     Y_k = (u.re + v.im, u.im - v.re),    Y_{r-k} = (u.re - v.im, u.im + v.re).
 * The first product of v is rounded; all others are part of an fma. The table is that of
 * stet_fill_direct_table(). */

/* Outputs k that are summed at once, so that each t_i and d_i is loaded once for all of them: as
 * many as the registers hold. */
#if VL == 1 || defined DOUBLE_WORDS
enum { DIRECT_TOGETHER = 2 };
#else
enum { DIRECT_TOGETHER = sizeof(T) * VL == 64 ? 4 : 2 };
#endif

INLINE void direct_pair(C u, C v, C *y)
{
    y[0] = (C){ADD(u.re, v.im), SUB(u.im, v.re)};
    y[1] = (C){SUB(u.re, v.im), ADD(u.im, v.re)};
}

/* Each function returns a vector of direct_sums(): a constant, or t_i at i and d_i at r - i. */
INLINE V direct_constant(const int across, const T *w, ptrdiff_t at)
{
    V c = across ? LOAD(w + at) : SET1(w[at]);
    KEEP(c);
    return c;
}

INLINE C direct_number(const int across, const void *x, ptrdiff_t i)
{
    const T *numbers = (const T *)x;
    return across ? (C){SET1(numbers[2 * i]), SET1(numbers[2 * i + 1])} : ((const C *)x)[i];
}

/* Adds the products by t_i and d_i, of the arguments of direct_sums(), to its sums. */
INLINE void direct_products(const int across, const int count, const int columns, const int real,
                            const ptrdiff_t r, const ptrdiff_t i, const T *w, ptrdiff_t last,
                            const void *x, C *u, C *v)
{
    C t[2], d[2];
    UNROLL(2)
    for (int m = 0; m < columns; m++) {
        t[m] = direct_number(across, x, m * r + i);
        d[m] = direct_number(across, x, m * r + r - i);
    }
    UNROLL(4)
    for (int q = 0; q < count; q++) {
        const ptrdiff_t at = !across ? q : q < count - 1 ? q * VL : last;
        const V c = direct_constant(across, w, at), s = direct_constant(across, w + r / 2, at);
        UNROLL(2)
        for (int m = 0; m < columns; m++) {
            C *to = &u[m * count + q], *of = &v[m * count + q];
            to->re = FMA(c, t[m].re, to->re);
            of->re = i == 1 ? MUL(s, d[m].re) : FMA(s, d[m].re, of->re);
            if (!real) {
                to->im = FMA(c, t[m].im, to->im);
                of->im = i == 1 ? MUL(s, d[m].im) : FMA(s, d[m].im, of->im);
            }
        }
    }
}

/* Computes Y_k and Y_{r-k} for `count` outputs k, the constants of which begin at w. x has vectors,
 * lanes being columns; or `across`: it has single numbers, re and im in turn, of `columns` columns
 * one after another, and lanes are outputs, of which there are `count` vectors; the last of them
 * begins `last` outputs after the first. y has the outputs of one column after another. With `real`
 * all imaginary parts of x are +0, and products by them are left out; only signs of zeros differ.
 */
INLINE void direct_sums(const int across, const int count, const int columns, const int real,
                        const ptrdiff_t r, const T *w, const ptrdiff_t last, const void *x, C *y)
{
    C u[2 * DIRECT_TOGETHER], v[2 * DIRECT_TOGETHER];
    UNROLL(2)
    for (int m = 0; m < columns; m++)
        UNROLL(4)
    for (int q = 0; q < count; q++)
        u[m * count + q] = v[m * count + q] = direct_number(across, x, m * r);
    direct_products(across, count, columns, real, r, 1, w, last, x, u, v);
    for (ptrdiff_t i = 2; i <= r / 2; i++) {
        w += r / 2 * 2;
        direct_products(across, count, columns, real, r, i, w, last, x, u, v);
    }
    UNROLL(8)
    for (int q = 0; q < count * columns; q++)
        direct_pair(u[q], v[q], &y[2 * q]);
}

/* Does the work of odd_sums() on two single numbers, re and im: t = a + b and d = a - b, and adds t
 * to Y_0. */
INLINE void single_sums(const T *a, const T *b, T *t, T *d, T *first)
{
    for (int part = 0; part < 2; part++) {
        const T sum = SCALAR_ADD(a[part], b[part]);
        t[part] = sum;
        d[part] = SCALAR_SUB(a[part], b[part]);
        first[part] = SCALAR_ADD(first[part], sum);
    }
}

/* Returns where the next outputs begin, DIRECT_TOGETHER after `first`; the last ones overlap those
 * before them. */
INLINE ptrdiff_t direct_next(ptrdiff_t h, ptrdiff_t first)
{
    const ptrdiff_t next = first + DIRECT_TOGETHER;
    return next < h && next > h - DIRECT_TOGETHER ? h - DIRECT_TOGETHER : next;
}

/* If an operation is many instructions, the long radices are functions, so that not every pass
 * holds a copy. */
#if defined STET_NO_WIDE || defined STET_COMPACT
enum { LONGEST_HERE = 5 };
static __attribute__((noinline)) void twiddles_from_1(const int r, const V *c, const V *s, C *x)
{
    for (int i = 1; i < r; i++)
        x[i] = twiddle(x[i], c[i - 1], s[i - 1]);
}
static __attribute__((noinline)) void butterfly7(C *x) { butterfly_here(7, x); }
static __attribute__((noinline)) void butterfly11(C *x) { butterfly_here(11, x); }
static __attribute__((noinline)) void butterfly13(C *x) { butterfly_here(13, x); }

INLINE void butterfly(const int r, C *x)
{
    switch (r) {
    case 7: butterfly7(x); break;
    case 11: butterfly11(x); break;
    case 13: butterfly13(x); break;
    default: butterfly_here(r, x); break;
    }
}
#else
enum { LONGEST_HERE = 13 };
INLINE void twiddles_from_1(const int r, const V *c, const V *s, C *x)
{
    (void)r, (void)c, (void)s, (void)x; /* not called */
}
INLINE void butterfly(const int r, C *x) { butterfly_here(r, x); }
#endif

/* Multiplies x[i] by twiddle i - 1 for 0 < i < r. */
ROLLED void twiddles(const int r, const V *c, const V *s, C *x)
{
    if (r > LONGEST_HERE) {
        twiddles_from_1(r, c, s, x);
        return;
    }
    UNROLL(12)
    for (int i = 1; i < r; i++)
        x[i] = twiddle(x[i], c[i - 1], s[i - 1]);
}

/* Makes real output from half a spectrum, of even length n = 2 h. With Y = conj X, the real signal
 * is
 *     x[2 i] + i x[2 i + 1] = sum_k Z[k] exp(-2 pi i k/h),  Z[k] = S + i exp(-i pi k/h) D,
 * where S = Y[k] + conj Y[h-k] and D = Y[k] - conj Y[h-k]; Z[h-k] is the conjugate of S - i exp(-i
 * pi k/h) D. So a pair (k, h-k) is one dual-select butterfly of S and D with w = -i exp(-i pi k/h):
 * the last level's twiddle with rho + 1. a and b are X[k] and X[h-k]; they become Z[k] and Z[h-k].
 */
INLINE void hermitian_pair(const int rho, V m, V t, C *a, C *b)
{
    C s = {ADD(a->re, b->re), SUB(b->im, a->im)};
    C d = {SUB(a->re, b->re), SUB(SET1(0), ADD(a->im, b->im))};
    butterfly2(rho, m, t, &s, &d);
    *a = d;
    *b = (C){s.re, SUB(SET1(0), s.im)};
}

/* The pair k = 0 has the real first and last number; the center k = h/2 is its own partner. */
INLINE C hermitian_of_ends(V first, V last) { return (C){ADD(first, last), SUB(first, last)}; }
INLINE C hermitian_of_center(C a) { return (C){ADD(a.re, a.re), SUB(SET1(0), ADD(a.im, a.im))}; }

/* These macros compute hermitian_of_ends() and hermitian_of_center() on single numbers: x[0] and
 * x[last] are the first and the last one; x[i], x[i + 1] the middle one. */
#define SCALAR_HERMITIAN_ENDS(x, last, z)                                                          \
    do {                                                                                           \
        (z)[0] = SCALAR_ADD((x)[0], (x)[last]);                                                    \
        (z)[1] = SCALAR_SUB((x)[0], (x)[last]);                                                    \
    } while (0)

#define SCALAR_HERMITIAN_CENTER(x, i, z)                                                           \
    do {                                                                                           \
        (z)[i] = SCALAR_ADD((x)[i], (x)[i]);                                                       \
        (z)[(i) + 1] = SCALAR_SUB(0, SCALAR_ADD((x)[(i) + 1], (x)[(i) + 1]));                      \
    } while (0)
