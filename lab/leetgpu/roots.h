/* SPDX-License-Identifier: Apache-2.0 */
/* Roots of unity on the device, in double-double: cos and sin of 2 pi k/n by their series, after an
 * exact reduction to the first eighth of a turn. The errors are below 2^-98, and no midpoint of
 * floats that the tests met is that close. */
typedef struct {
    double h, l;
} Pair;

DEV Pair pair_of(double a, double b)
{
    const double s = ADD64(a, b), z = SUB64(s, a);
    Pair p;
    p.h = s;
    p.l = ADD64(SUB64(a, SUB64(s, z)), SUB64(b, z));
    return p;
}

DEV Pair pair_add(Pair a, Pair b)
{
    const Pair s = pair_of(a.h, b.h);
    return pair_of(s.h, ADD64(s.l, ADD64(a.l, b.l)));
}

DEV Pair pair_mul(Pair a, Pair b)
{
    const double p = MUL64(a.h, b.h), e = FMA64(a.h, b.h, -p);
    return pair_of(p, ADD64(e, FMA64(a.h, b.l, MUL64(a.l, b.h))));
}

DEV Pair pair_over(Pair a, double d)
{
    const double q = a.h / d;
    return pair_of(q, ADD64(FMA64(-q, d, a.h), a.l) / d);
}

DEV Pair pair_minus(Pair a)
{
    a.h = -a.h;
    a.l = -a.l;
    return a;
}

/* Returns 1 - x/(k (k+1)) (1 - x/((k+2) (k+3)) (..)). */
DEV Pair series(const Pair x, const int k)
{
    const Pair one = pair_of(1, 0);
    Pair t = one;
    for (int i = k + 26; i >= k; i -= 2)
        t = pair_add(one, pair_minus(pair_over(pair_mul(x, t), (double)(i * (i + 1)))));
    return t;
}

DEV void root_of_unity(const u64 k, const u64 n, Pair *cosine, Pair *sine)
{
    const u64 eighth = 8 * k / n, rest = 8 * k - eighth * n, r = eighth % 2 ? n - rest : rest;
    Pair quarter_pi;
    quarter_pi.h = 0x1.921fb54442d18p-1;
    quarter_pi.l = 0x1.1a62633145c07p-55;
    const Pair phi = pair_mul(pair_over(pair_of((double)r, 0), (double)n), quarter_pi);
    const Pair square = pair_mul(phi, phi), c = series(square, 1),
               s = pair_mul(phi, series(square, 2));
    const int exchanged = (eighth + 1) / 2 % 2 == 1;
    *cosine = exchanged ? s : c;
    *sine = exchanged ? c : s;
    if (eighth >= 2 && eighth < 6)
        *cosine = pair_minus(*cosine);
    if (eighth >= 4)
        *sine = pair_minus(*sine);
}

/* Rounds once: the double is made odd where it is not exact. */
DEV float float_of_pair(const Pair p)
{
    const Pair s = pair_of(p.h, p.l);
    u64 bits = AS_U64(s.h);
    if (s.l != 0 && !(bits & 1))
        bits += (s.l > 0) == (s.h > 0) ? 1 : (u64)-1;
    return (float)AS_F64(bits);
}

/* Stores m and t of levels 4 .. 2^a0/2 in s1, level L at L/2 (butterfly.h). */
KERNEL(make_twiddles, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 at = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (at >= 2 && at >> (a0 - 1) == 0) {
            u64 L = 4;
            while (2 * at >= 2 * L)
                L *= 2;
            const u64 j = at - L / 2;
            const int rho = (int)((4 * j / L + 1) / 2);
            Pair c, s;
            root_of_unity(j, 2 * L, &c, &s);
            const Pair cosine = rho == 0 ? c : s, sine = rho == 0 ? s : pair_minus(c);
            const float m = float_of_pair(cosine);
            ((GLOBAL T2 *)(s1 + o1))[at] =
                complex_of(m, 4 * j == L ? -1.0f : float_of_pair(pair_over(sine, (double)m)));
        }
    }
}

/* Stores exp(-2 pi i k/a0), k < a0, as floats in s1 and as pairs in s5. */
KERNEL(make_roots, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 k = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (k < (u64)a0) {
            Pair c, s;
            root_of_unity(k, (u64)a0, &c, &s);
            s = pair_minus(s);
            ((GLOBAL T2 *)(s1 + o1))[k] = complex_of(float_of_pair(c), float_of_pair(s));
            ((GLOBAL Pair *)(s5 + o5))[2 * k] = c;
            ((GLOBAL Pair *)(s5 + o5))[2 * k + 1] = s;
        }
    }
}

/* Stores output k of the a0 numbers of s0 in s1: the sum of the definition in double-double,
 * rounded once, with the roots of s5. It is correctly rounded unless the exact number is a
 * midpoint, or nearer to one than 2^-106 (2 n + 16)^2 sum |x|; a number that near to 0 becomes +0.
 */
KERNEL(sum_in_pairs, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 n = (u64)a0, k = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (k < n) {
            GLOBAL const T2 *const x = (GLOBAL const T2 *)(s0 + o0);
            GLOBAL const Pair *const root = (GLOBAL const Pair *)(s5 + o5);
            Pair re = pair_of(0, 0), im = re;
            double size = 0;
            u64 at = 0;
            for (u64 j = 0; j < n; j++) {
                const Pair c = root[2 * at], s = root[2 * at + 1];
                const Pair a = pair_of((double)x[j].x, 0), b = pair_of((double)x[j].y, 0);
                re = pair_add(re, pair_add(pair_mul(a, c), pair_minus(pair_mul(b, s))));
                im = pair_add(im, pair_add(pair_mul(a, s), pair_mul(b, c)));
                size = ADD64(size, ADD64(a.h < 0 ? -a.h : a.h, b.h < 0 ? -b.h : b.h));
                at += k;
                at = at < n ? at : at - n;
            }
            const double terms = 2 * (double)n + 16, least = 0x1p-106 * terms * terms * size;
            const int no_re = re.h <= least && re.h >= -least,
                      no_im = im.h <= least && im.h >= -least;
            ((GLOBAL T2 *)(s1 + o1))[k] =
                complex_of(no_re ? 0 : float_of_pair(re), no_im ? 0 : float_of_pair(im));
        }
    }
}
