/* SPDX-License-Identifier: Apache-2.0 */
/* Double-double numbers of the verifier. They share no code with the library, whose results they
 * judge: the algorithms differ, and they use no fma. u is 2^-53 here.
 *
 * The bounds are those of Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
 * building blocks of double-word arithmetic", ACM TOMS 44(2), 2017. They hold if nothing overflows
 * and no product is below 2^-960. The verifier scales its data so that the largest is about 1, and
 * adds DD_TINY to the bound of each output for underflow. */
#ifndef STET_VERIFY_DD_H
#define STET_VERIFY_DD_H

struct dd {
    double hi, lo; /* hi = RN(hi + lo) */
};

/* A complex number. */
struct ddc {
    struct dd re, im;
};

#define DD_U2 0x1p-106 /* u^2 */
#define DD_TINY 0x1p-900

static inline struct dd dd_of(double x) { return (struct dd){x, 0}; }

/* Is exact if |a| >= |b| or a = 0 (Dekker 1971). */
static inline struct dd dd_fast_two_sum(double a, double b)
{
    double s = a + b;
    return (struct dd){s, b - (s - a)};
}

/* Is exact (Knuth). */
static inline struct dd dd_two_sum(double a, double b)
{
    double s = a + b, t = s - a;
    return (struct dd){s, (a - (s - t)) + (b - t)};
}

/* Returns x as the sum of two numbers of 26 bits (Veltkamp 1968); |x| < 2^995. */
static inline struct dd dd_split(double x)
{
    double c = 0x1.0000002p27 * x, hi = c - (c - x);
    return (struct dd){hi, x - hi};
}

/* Is exact (Dekker 1971, 17 operations). */
static inline struct dd dd_two_prod(double a, double b)
{
    struct dd x = dd_split(a), y = dd_split(b);
    double p = a * b;
    return (struct dd){p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

/* Has a relative error of at most 3u^2 + 13u^3 (AccurateDWPlusDW, Algorithm 6). */
static inline struct dd dd_add(struct dd x, struct dd y)
{
    struct dd s = dd_two_sum(x.hi, y.hi), t = dd_two_sum(x.lo, y.lo);
    struct dd v = dd_fast_two_sum(s.hi, s.lo + t.hi);
    return dd_fast_two_sum(v.hi, t.lo + v.lo);
}

static inline struct dd dd_neg(struct dd x) { return (struct dd){-x.hi, -x.lo}; }
static inline struct dd dd_sub(struct dd x, struct dd y) { return dd_add(x, dd_neg(y)); }

/* Has a relative error of at most 9u^2 (DWTimesDW1, Algorithm 10). */
static inline struct dd dd_mul(struct dd x, struct dd y)
{
    struct dd c = dd_two_prod(x.hi, y.hi);
    return dd_fast_two_sum(c.hi, c.lo + (x.hi * y.lo + x.lo * y.hi));
}

/* Has a relative error of at most 4u^2: at most 3.5u^2 (DWDivFP2, Algorithm 14). */
static inline struct dd dd_div_f64(struct dd x, double y)
{
    double q = x.hi / y;
    struct dd p = dd_two_prod(q, y);
    return dd_fast_two_sum(q, ((x.hi - p.hi) - p.lo + x.lo) / y);
}

/* Is exact if s is a power of two, 0, 1 or -1. */
static inline struct dd dd_scale(struct dd x, double s) { return (struct dd){x.hi * s, x.lo * s}; }

static inline struct ddc ddc_add(struct ddc a, struct ddc b)
{
    return (struct ddc){dd_add(a.re, b.re), dd_add(a.im, b.im)};
}

static inline struct ddc ddc_sub(struct ddc a, struct ddc b)
{
    return (struct ddc){dd_sub(a.re, b.re), dd_sub(a.im, b.im)};
}

/* |error| <= 16u^2 |a||b|: with a = p + iq and b = r + is the four products contribute 9u^2 (|pr| +
 * |qs|, |ps| + |qr|), a vector of norm at most sqrt(2) |a||b|, and the two additions 3u^2 |ab|. 9
 * sqrt(2) + 3 = 15.73, and the difference to 16 covers the terms in u^3. */
static inline struct ddc ddc_mul(struct ddc a, struct ddc b)
{
    return (struct ddc){dd_sub(dd_mul(a.re, b.re), dd_mul(a.im, b.im)),
                        dd_add(dd_mul(a.re, b.im), dd_mul(a.im, b.re))};
}

/* Returns sqrt(x) for an integer 1 <= x < 2^53 with a relative error of at most 8u^2: one Newton
 * step from RN(sqrt x), whose residue x - r^2 is exact. */
struct dd dd_sqrt(double x);

#endif
