/* Double-word arithmetic, written once: dd.h and ff.h include this for double and
 * float.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * A double word is a pair with hi = RN(hi + lo): the high part is the sum rounded
 * to nearest. Every function takes and returns double words. u = 2^-53 for double
 * and 2^-24 for float is the unit roundoff. A bound is for the relative error of the
 * result, without underflow or overflow. Low parts must stay normal too, so results
 * below about 2^-960 (2^-100) are less accurate. An infinity has a NaN for lo.
 * Algorithm numbers are those of
 *
 *   [JMP] Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
 *         building blocks of double-word arithmetic", ACM TOMS 44(2), 2017;
 *
 * and bounds, some of which are sharper and all of which are checked in Coq, those of
 *
 *   [MR]  Muller and Rideau, "Formalization of double-word arithmetic, and
 *         comments on [JMP]", ACM TOMS 48(1), 2022.
 *
 * The including header defines DW_REAL, DW_TYPE, DW_COMPLEX, DW(), DW_EFT() and
 * DW_SQRT; they are undefined at the end. */

static inline DW_TYPE DW(from)(DW_REAL x) { return (DW_TYPE){x, 0}; }

static inline DW_TYPE DW(neg)(DW_TYPE x) { return (DW_TYPE){-x.hi, -x.lo}; }

/* Returns a + b exactly, |a| >= |b| or a = 0. Every function below ends with it. */
static inline DW_TYPE DW(fast_two_sum)(DW_REAL a, DW_REAL b)
{
    DW_TYPE z;
    z.hi = DW_EFT(fast_two_sum)(a, b, &z.lo);
    return z;
}

/* Returns a + b exactly, any a and b. */
static inline DW_TYPE DW(two_sum)(DW_REAL a, DW_REAL b)
{
    DW_TYPE z;
    z.hi = DW_EFT(two_sum)(a, b, &z.lo);
    return z;
}

/* Returns a b exactly. */
static inline DW_TYPE DW(two_prod)(DW_REAL a, DW_REAL b)
{
    DW_TYPE z;
    z.hi = DW_EFT(two_prod)(a, b, &z.lo);
    return z;
}

/* Returns x + y, error at most 2 u^2 ([JMP] Algorithm 4, DWPlusFP; [MR]). */
static inline DW_TYPE DW(add_single)(DW_TYPE x, DW_REAL y)
{
    DW_TYPE s = DW(two_sum)(x.hi, y);
    return DW(fast_two_sum)(s.hi, x.lo + s.lo);
}

/* Returns x + y, error at most 3 u^2 / (1 - 4 u), however much cancels ([JMP] Algorithm 6,
 * AccurateDWPlusDW; [MR]). The shorter Algorithm 5 has no bound if the signs differ. */
static inline DW_TYPE DW(add)(DW_TYPE x, DW_TYPE y)
{
    DW_TYPE s = DW(two_sum)(x.hi, y.hi);
    DW_TYPE t = DW(two_sum)(x.lo, y.lo);
    DW_TYPE v = DW(fast_two_sum)(s.hi, s.lo + t.hi);
    return DW(fast_two_sum)(v.hi, t.lo + v.lo);
}

/* Returns x - y, with the bound of add(). */
static inline DW_TYPE DW(sub)(DW_TYPE x, DW_TYPE y) { return DW(add)(x, DW(neg)(y)); }

/* Returns x y, error at most 2 u^2 ([JMP] Algorithm 9, DWTimesFP3; [MR]). */
static inline DW_TYPE DW(mul_single)(DW_TYPE x, DW_REAL y)
{
    DW_TYPE p = DW(two_prod)(x.hi, y);
    return DW(fast_two_sum)(p.hi, DW_EFT(fma)(x.lo, y, p.lo));
}

/* Returns x y, error below 4 u^2 ([JMP] Algorithm 12, DWTimesDW3, with 5 u^2; 4 u^2 in [MR] Theorem
 * 2.8). */
static inline DW_TYPE DW(mul)(DW_TYPE x, DW_TYPE y)
{
    DW_TYPE p = DW(two_prod)(x.hi, y.hi);
    DW_REAL cross = DW_EFT(fma)(x.hi, y.lo, x.lo * y.lo);
    cross = DW_EFT(fma)(x.lo, y.hi, cross);
    return DW(fast_two_sum)(p.hi, p.lo + cross);
}

/* Returns x / y, error below 11 u^2 + 32 u^3. [JMP] Algorithm 17 (DWDivDW2), shorter and
 * sharper here because the fma gives the remainder of the high parts exactly:
 *
 *   t = RN(x.hi / y.hi), and x.hi - t y.hi is a number of the format: fma is exact;
 *   it is at most u |x.hi|, because t has a relative error of at most u;
 *   x.lo - t y.lo is at most (2 u + u^2) |x.hi|, as |x.lo| <= u |x.hi| and
 *   |t y.lo| <= u |t y.hi| <= u (1 + u) |x.hi|. Rounding it costs 2 u^2 + u^3;
 *   their sum is at most (3 u + 3 u^2 + u^3) |x.hi|, and rounding it costs
 *   3 u^2 + 3 u^3 + u^4. So rest = (x - t y) + e, |e| <= (5 u^2 + 4 u^3 + u^4) |x.hi|;
 *   the exact answer is t + (x - t y) / y. Dividing by y.hi in place of y, and
 *   rounding, changes rest / y by a factor within 1 +- (2 u + u^2), and costs
 *   (3 u + 6 u^2 + ...)(2 u + u^2) |x.hi / y| <= (6 u^2 + 15 u^3 + ...) |x.hi / y|;
 *   with e the error is (11 u^2 + 19 u^3 + ...) |x.hi / y|, and |x.hi| <= |x| / (1 - u).
 *
 * The last sum is exact. */
static inline DW_TYPE DW(div)(DW_TYPE x, DW_TYPE y)
{
    DW_REAL t = x.hi / y.hi;
    DW_REAL high = DW_EFT(fma)(-t, y.hi, x.hi);
    DW_REAL low = DW_EFT(fma)(-t, y.lo, x.lo);
    return DW(fast_two_sum)(t, (high + low) / y.hi);
}

/* Returns sqrt(x), x >= 0, error at most 25/8 u^2 (Lefevre, Louvet, Muller, Picot and Rideau,
 * "Accurate calculation of Euclidean norms using double-word arithmetic", ACM TOMS 49(1), 2023,
 * Algorithm 8, SQRTDWtoDW). DW_SQRT is the CPU's instruction, which IEEE 754 defines as correctly
 * rounded: the build sets -fno-math-errno, without which it would be a call of libm. */
static inline DW_TYPE DW(sqrt)(DW_TYPE x)
{
    if (x.hi == 0)
        return x;
    DW_REAL s = DW_SQRT(x.hi);
    DW_REAL rest = x.lo + DW_EFT(fma)(-s, s, x.hi);
    return DW(fast_two_sum)(s, rest / (2 * s));
}

/* cadd() returns z + w, csub() z - w. Each part has the bound of add(), and so has the number,
 * normwise: |error| <= 3 u^2 / (1 - 4 u) |z + w|. */
static inline DW_COMPLEX DW(cadd)(DW_COMPLEX z, DW_COMPLEX w)
{
    return (DW_COMPLEX){DW(add)(z.re, w.re), DW(add)(z.im, w.im)};
}

static inline DW_COMPLEX DW(csub)(DW_COMPLEX z, DW_COMPLEX w)
{
    return (DW_COMPLEX){DW(sub)(z.re, w.re), DW(sub)(z.im, w.im)};
}

/* Returns z w, normwise |error| <= 8.66 u^2 |z w|.
 *
 * Let z = a + i b, w = c + i d, m = 4 u^2 (mul) and s = 3 u^2 / (1 - 4 u) (add). The real part has
 * an error of at most s |ac - bd| + (1 + s) m (|ac| + |bd|), the imaginary one of s |ad + bc| + (1
 * + s) m (|ad| + |bc|). As vectors, the first terms have the norm s |z w|, and the second, since
 *   (|ac| + |bd|)^2 + (|ad| + |bc|)^2 = |z w|^2 + 4 |ab| |cd| <= 2 |z w|^2
 * (2 |ab| <= |z|^2, 2 |cd| <= |w|^2), at most sqrt(2) (1 + s) m |z w|. The sum of both is (3 + 4
 * sqrt(2)) u^2 + 12 u^3 + ... = 8.657 u^2 + ..., below 8.66 u^2. */
static inline DW_COMPLEX DW(cmul)(DW_COMPLEX z, DW_COMPLEX w)
{
    return (DW_COMPLEX){DW(sub)(DW(mul)(z.re, w.re), DW(mul)(z.im, w.im)),
                        DW(add)(DW(mul)(z.re, w.im), DW(mul)(z.im, w.re))};
}

#undef DW_REAL
#undef DW_TYPE
#undef DW_COMPLEX
#undef DW
#undef DW_EFT
#undef DW_SQRT
