/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the arithmetic of the graph: docs/bits.md, sections 3 and 4. src/graph/butterfly.h has
 * the same for the CPU. */

/* (a, b) -> (a + w b, a - w b), w = (-i)^rho m (1 - i t): six fma, and selects unless rho is a
 * constant. The power of -i is applied after b (1 - i t) is computed; applying it to b would change
 * signs of zeros. */
DEV void butterfly2(const int rho, const T m, const T t, T2 *a, T2 *b)
{
    const T2 x = *a;
    const T re = FMA(t, b->y, b->x), im = FNMA(t, b->x, b->y);
    const T u = rho == 1 ? im : re, v = rho == 1 ? re : im;
    const T minus = NEG(m), mu = rho == 2 ? minus : m, mv = rho == 0 ? m : minus;
    a->x = FMA(mu, u, x.x);
    a->y = FMA(mv, v, x.y);
    b->x = FNMA(mu, u, x.x);
    b->y = FNMA(mv, v, x.y);
}

/* The butterflies of L = 1 and 2: w = 1, and w = -i. */
DEV void butterfly2_one(T2 *a, T2 *b)
{
    const T2 x = *a, y = *b;
    *a = complex_of(ADD(x.x, y.x), ADD(x.y, y.y));
    *b = complex_of(SUB(x.x, y.x), SUB(x.y, y.y));
}

DEV void butterfly2_minus_i(T2 *a, T2 *b)
{
    const T2 x = *a, y = *b;
    *a = complex_of(ADD(x.x, y.y), SUB(x.y, y.x));
    *b = complex_of(SUB(x.x, y.y), ADD(x.y, y.x));
}

/* Reverses s <= 4 bits. It is an expression because it indexes registers. */
#define BIT_REVERSED(s, i)                                                                         \
    ((((i) & 1) << 3 | ((i) & 2) << 1 | ((i) & 4) >> 1 | ((i) & 8) >> 3) >> (4 - (s)))

/* Computes s levels on the 2^s elements x of a column; output q is in x[BIT_REVERSED(s, q)]. zone
 * is floor(4 j/L) of the row and determines every rho. w[0] is the twiddle of the first level.
 * The twiddles of level v > 0 begin at 2^(v-1); outputs q and q + 2^(v-1) share one. plain: L = 1.
 */
DEV void levels(const int s, const int plain, const int zone, const T2 *w, T2 *x)
{
    UNROLLED for (int v = 0; v < 4; v++)
    {
        if (v >= s)
            DONE;
        UNROLLED for (int n = 0; n < 8; n++)
        { /* butterfly n is element i of block b */
            if (n >= 1 << (s - 1))
                DONE;
            const int log2_half = s - 1 - v, b = n >> log2_half, i = n & ((1 << log2_half) - 1);
            const int period = v == 0 ? 1 : 1 << (v - 1);
            const int q = BIT_REVERSED(v, b), q0 = q & (period - 1);
            const int base = v == 1 ? zone >= 2 : v > 1 && 2 * q0 >= period;
            const int rho = v == 0 ? (zone + 1) / 2 : base + (q >= period);
            T2 *const lower = &x[(b << (log2_half + 1)) + i];
            T2 *const upper = &x[(b << (log2_half + 1)) + i + (1 << log2_half)];
            if (plain && v < 2) {
                if (q == 0)
                    butterfly2_one(lower, upper);
                else
                    butterfly2_minus_i(lower, upper);
            } else {
                const T2 t = w[v == 0 ? 0 : period + q0];
                butterfly2(rho, t.x, t.y, lower, upper);
            }
        }
    }
}

/* Returns x conj(c + i s). */
DEV T2 turned(const T2 x, const T c, const T s)
{
    return complex_of(FMA(x.x, c, MUL(x.y, s)), FNMA(x.x, s, MUL(x.y, c)));
}

/* Returns x_i times its twiddle in the row w of the table of an odd step; back: its conjugate. */
DEV T2 turned_by(GLOBAL const T *RESTRICT w, const int r, const int i, const int back, const T2 x)
{
    const T c = w[i - 1], s = w[r - 1 + i - 1];
    return turned(x, c, back ? NEG(s) : s);
}

/* PIVOT(r, k) is i - 1 for the largest sine, number i, in row k of radix r
 * (src/graph/odd_constants.h). PIVOTS has these as hexadecimal digits, row 1 lowest. The constants
 * of a radix are a table of cosines, ratios and sines. */
#define PIVOTS(r)                                                                                  \
    ((r) == 3 ? 0x0 : (r) == 5 ? 0x10 : (r) == 7 ? 0x201 : (r) == 11 ? 0x41032 : 0x513042)
#define PIVOT(r, k) ((int)(PIVOTS(r) >> 4 * ((k) - 1) & 15))
#define ODD_AT(r) ((r) == 3 ? 0 : (r) == 5 ? 3 : (r) == 7 ? 13 : (r) == 11 ? 34 : 89)
#define ODD_CONSTANTS 168 /* 167, rounded up to be even */

/* Computes a butterfly of odd radix r in place, in natural order. */
DEV void odd_butterfly(const int r, GLOBAL const T *RESTRICT table, T2 *x)
{
    const int h = r / 2;
    GLOBAL const T *RESTRICT const cosine = table + ODD_AT(r);
    GLOBAL const T *RESTRICT const ratio = cosine + h * h;
    GLOBAL const T *RESTRICT const sine = ratio + h * h;
    T2 y[13];
    y[0] = x[0];
    UNROLLED for (int i = 1; i < 7; i++)
    { /* sums go to x[i], differences to x[r - i] */
        if (i > h)
            DONE;
        const T2 a = x[i], b = x[r - i];
        x[i] = complex_of(ADD(a.x, b.x), ADD(a.y, b.y));
        x[r - i] = complex_of(SUB(a.x, b.x), SUB(a.y, b.y));
        y[0] = complex_of(ADD(y[0].x, x[i].x), ADD(y[0].y, x[i].y));
    }
    UNROLLED for (int k = 1; k < 7; k++)
    {
        if (k > h)
            DONE;
        T2 u = x[0], q = x[r - 1 - PIVOT(r, k)];
        UNROLLED for (int i = 1; i < 7; i++)
        {
            if (i > h)
                DONE;
            const T c = cosine[(k - 1) * h + i - 1];
            u = complex_of(FMA(c, x[i].x, u.x), FMA(c, x[i].y, u.y));
        }
        UNROLLED for (int i = 1; i < 7; i++)
        {
            if (i > h)
                DONE;
            if (i - 1 != PIVOT(r, k)) {
                const T c = ratio[(k - 1) * h + i - 1];
                q = complex_of(FMA(c, x[r - i].x, q.x), FMA(c, x[r - i].y, q.y));
            }
        }
        const T s = sine[k - 1];
        y[k] = complex_of(FMA(s, q.y, u.x), FNMA(s, q.x, u.y));
        y[r - k] = complex_of(FNMA(s, q.y, u.x), FMA(s, q.x, u.y));
    }
    UNROLLED for (int i = 0; i < 13; i++)
    {
        if (i >= r)
            DONE;
        x[i] = y[i];
    }
}

/* Returns the product of x and z = (z.re, z.im), a table's constants: docs/bits.md, section 5. */
DEV T2 product(const T2 x, const T2 z)
{
    return complex_of(FMA(x.x, z.x, MUL(x.y, NEG(z.y))), FMA(x.x, z.y, MUL(x.y, z.x)));
}

/* Returns the product with the roundings of docs/bits.md, section 10. */
DEV T2 times(const T2 a, const T2 b)
{
    return complex_of(FMA(a.x, b.x, NEG(MUL(a.y, b.y))), FMA(a.y, b.x, MUL(a.x, b.y)));
}
