/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the passes of r2r.h across the lanes of vectors, on one contiguous line. Numbers that do not
 * fill a vector go one by one, through alone_ of r2r_elements.h. A template. */

/* Visits the vectors that begin at k, begin <= k < end; the last one overlaps the one before it.
 * end - begin >= VL. */
#define SWEEP(k, begin, end)                                                                       \
    for (ptrdiff_t next_ = (begin), k = next_; next_ < (end); next_ += VL, k = reach(next_, end))

INLINE ptrdiff_t reach(ptrdiff_t k, ptrdiff_t end) { return k + VL <= end ? k : end - VL; }

INLINE V reversed(const T *p) { return REVERSE(LOAD(p)); }

#define ACROSS(name, variant)                                                                      \
    INLINE void across_##name(const stet_r2r *r, const T *x, T *y, ptrdiff_t step, T scale,        \
                              ptrdiff_t begin, ptrdiff_t end, const int variant)

/* Items begin .. end - 1 are first those before `low`, then those that vectors can take, then those
 * from `high` on. EDGES() runs the first and the last ones number by number. */
INLINE ptrdiff_t clamped(ptrdiff_t k, ptrdiff_t begin, ptrdiff_t end)
{
    return k < begin ? begin : k > end ? end : k;
}

#define EDGES(name, low, high, variant)                                                            \
    ptrdiff_t from = clamped(low, begin, end), to = clamped(high, begin, end);                     \
    if (to - from < VL)                                                                            \
        to = from = end;                                                                           \
    alone_##name(r, x, y, step, scale, begin, from, variant);                                      \
    if (to < end)                                                                                  \
        alone_##name(r, x, y, step, scale, to, end, variant);                                      \
    if (from == end)                                                                               \
    return

ACROSS(unpack, none)
{
    const ptrdiff_t n = r->n;
    EDGES(unpack, 1, (n + 1) / 2, none);
    SWEEP(k, from, to)
    STORE_PAIRS(y + 2 * k, LOAD(x + k), reversed(x + n - k - (VL - 1)));
}

ACROSS(pack, hartley)
{
    const ptrdiff_t n = r->n;
    const V s = SET1(scale);
    EDGES(pack, 1, (n + 1) / 2, hartley);
    SWEEP(k, from, to)
    {
        V a, b;
        LOAD_PAIRS(x + 2 * k, &a, &b);
        STORE(y + k, MUL(hartley ? SUB(a, b) : a, s));
        STORE(y + n - k - (VL - 1), REVERSE(MUL(hartley ? ADD(a, b) : b, s)));
    }
}

ACROSS(split, alternate)
{
    const ptrdiff_t n = r->n;
    EDGES(split, 0, n / 2, alternate);
    SWEEP(j, from, to)
    {
        V a, b;
        LOAD_PAIRS(x + 2 * j, &a, &b);
        STORE(y + j, a);
        STORE(y + n - j - VL, REVERSE(alternate ? NEGATE(b) : b));
    }
}

ACROSS(merge, alternate)
{
    const ptrdiff_t n = r->n;
    EDGES(merge, 0, n / 2, alternate);
    SWEEP(j, from, to)
    {
        const V b = reversed(x + n - j - VL);
        STORE_PAIRS(y + 2 * j, LOAD(x + j), alternate ? NEGATE(b) : b);
    }
}

ACROSS(turn_out, opposite)
{
    const T *cosine = (const T *)r->cosine, *sine = (const T *)r->sine;
    const ptrdiff_t n = r->n;
    const V t = SET1(scale);
    EDGES(turn_out, 1, (n + 1) / 2, opposite);
    SWEEP(k, from, to)
    {
        const V c = LOAD(cosine + k), s = LOAD(sine + k);
        V a, b;
        LOAD_PAIRS(x + 2 * k, &a, &b);
        const V u = MUL(FMA(c, a, MUL(s, b)), t), v = MUL(FNMA(c, b, MUL(s, a)), t);
        STORE(opposite ? y + k - 1 : y + k, opposite ? v : u);
        STORE(y + n - k - (VL - 1) - opposite, REVERSE(opposite ? u : v));
    }
}

ACROSS(turn_in, opposite)
{
    const T *cosine = (const T *)r->cosine, *sine = (const T *)r->sine;
    const ptrdiff_t n = r->n;
    EDGES(turn_in, 1, (n + 1) / 2, opposite);
    SWEEP(k, from, to)
    {
        const V c = LOAD(cosine + k), s = LOAD(sine + k);
        const V u = LOAD(opposite ? x + k - 1 : x + k);
        const V v = reversed(x + n - k - (VL - 1) - opposite);
        const V p = opposite ? v : u, q = opposite ? u : v;
        STORE_PAIRS(y + 2 * k, FMA(c, p, MUL(s, q)), FNMA(c, q, MUL(s, p)));
    }
}

/* One half of a line has the even inputs of its own items, and the odd inputs of the other
 * half's. */
ACROSS(fold, opposite)
{
    const T *cosine = (const T *)r->cosine, *sine = (const T *)r->sine;
    const ptrdiff_t n = r->n, h = n / 2;
    EDGES(fold, 0, h / 2, opposite);
    SWEEP(j, from, to)
    {
        const ptrdiff_t item[2] = {j, h - VL - j};
        V p[2], q[2];
        for (int i = 0; i < 2; i++)
            LOAD_PAIRS(x + 2 * item[i], &p[i], &q[i]);
        for (int i = 0; i < 2; i++) {
            const V c = LOAD(cosine + item[i]), s = LOAD(sine + item[i]), other = REVERSE(q[1 - i]);
            const V a = opposite ? other : p[i], b = opposite ? p[i] : other;
            STORE_PAIRS(y + 2 * item[i], FMA(a, c, MUL(b, s)), FNMA(a, s, MUL(b, c)));
        }
    }
}

ACROSS(unfold, alternate)
{
    const T *cosine = (const T *)r->cosine, *sine = (const T *)r->sine;
    const ptrdiff_t n = r->n, h = n / 2;
    const V even = ADD(SET1(scale), SET1(scale)), odd = alternate ? even : NEGATE(even);
    EDGES(unfold, 0, h / 2, alternate);
    SWEEP(k, from, to)
    {
        const ptrdiff_t item[2] = {k, h - VL - k};
        V p[2], q[2];
        for (int i = 0; i < 2; i++) {
            const V c = LOAD(cosine + item[i]), s = LOAD(sine + item[i]);
            V a, b;
            LOAD_PAIRS(x + 2 * item[i], &a, &b);
            p[i] = MUL(FMA(a, c, MUL(b, s)), even);
            q[i] = MUL(FNMA(a, s, MUL(b, c)), odd);
        }
        for (int i = 0; i < 2; i++)
            STORE_PAIRS(y + 2 * item[i], p[i], REVERSE(q[1 - i]));
    }
}

ACROSS(even, none)
{
    const ptrdiff_t n = r->n, N = 2 * (n - 1);
    EDGES(even, 1, n - 1, none);
    SWEEP(j, from, to)
    {
        const V a = LOAD(x + j);
        STORE(y + j, a);
        STORE(y + N - j - (VL - 1), REVERSE(a));
    }
}

ACROSS(odd, none)
{
    const ptrdiff_t n = r->n, N = 2 * (n + 1);
    EDGES(odd, 1, n, none);
    SWEEP(j, from, to)
    {
        const V a = LOAD(x + j);
        STORE(y + j + 1, a);
        STORE(y + N - 1 - j - (VL - 1), REVERSE(NEGATE(a)));
    }
}

ACROSS(parts, imaginary)
{
    const V s = imaginary ? NEGATE(SET1(scale)) : SET1(scale);
    EDGES(parts, 0, r->n, imaginary);
    SWEEP(k, from, to)
    {
        V a, b;
        LOAD_PAIRS(x + 2 * (k + imaginary), &a, &b);
        STORE(y + k, MUL(imaginary ? b : a, s));
    }
}

/* Numbers of odd types IV fall into four classes, i mod 4. In each of them one array goes forth or
 * back in steps of one while the other goes in steps of 4. So 4 VL numbers of that one are four
 * vectors of the other. */
enum { FOUR_CLASSES = 4 * VL };

INLINE ptrdiff_t classes_at(ptrdiff_t i, ptrdiff_t end)
{
    return i + FOUR_CLASSES <= end ? i : end - FOUR_CLASSES;
}

/* Stores z[e][l] as number 4 l + e. */
INLINE void store_classes(T *y, const V *z)
{
    V low[2], high[2];
    INTERLEAVE(z[0], z[2], &low[0], &high[0]);
    INTERLEAVE(z[1], z[3], &low[1], &high[1]);
    STORE_PAIRS(y, low[0], low[1]);
    STORE_PAIRS(y + 2 * VL, high[0], high[1]);
}

/* Loads numbers first, first + 2, .. or, going back, first, first - 2, .. of n. Pairs that would
 * end after the last number begin one earlier. */
INLINE V every_second(const T *x, ptrdiff_t n, ptrdiff_t first, int back)
{
    const ptrdiff_t at = back ? first - 2 * (VL - 1) : first;
    V a, b;
    if (at + 2 * VL <= n)
        LOAD_PAIRS(x + at, &a, &b);
    else
        LOAD_PAIRS(x + at - 1, &b, &a);
    return back ? REVERSE(a) : a;
}

ACROSS(scatter, opposite)
{
    const ptrdiff_t n = r->n;
    T odd[VL + 1]; /* lanes of zeros and of ones by turns */
    if (end - begin < FOUR_CLASSES) {
        alone_scatter(r, x, y, step, scale, begin, end, opposite);
        return;
    }
    memset(odd, 0, sizeof odd);
    for (int l = 1; l <= VL; l += 2)
        memset(&odd[l], 0xff, sizeof *odd);
    for (ptrdiff_t next = begin; next < end; next += FOUR_CLASSES) {
        const ptrdiff_t i = classes_at(next, end);
        V z[4];
#pragma GCC unroll 4
        for (int e = 0; e < 4; e++) {
            const ptrdiff_t j = alone_scattered(n, i + e);
            const V a = every_second(x, n, opposite ? n - 1 - j : j, (j % 2 != 0) != opposite);
            z[e] = SELECT(LOAD(odd + (j + 1) / 2 % 2), a, NEGATE(a));
        }
        store_classes(y + i, z);
    }
}

/* The outputs of a vector of one class come from V[f] of VL neighbours f, all mirrored or none, if
 * k < n/2 for all of them or for none. */
INLINE void gather_classes(const stet_r2r *r, const T *x, T *y, T scale, ptrdiff_t begin,
                           ptrdiff_t end, const int alternate)
{
    const ptrdiff_t n = r->n;
    const V root = SET1(((const T *)r->cosine)[0]);
    if (end - begin < FOUR_CLASSES) {
        if (begin < end)
            alone_gather(r, x, y, 1, scale, begin, end, alternate);
        return;
    }
    for (ptrdiff_t next = begin; next < end; next += FOUR_CLASSES) {
        const ptrdiff_t k = classes_at(next, end);
        V z[4];
#pragma GCC unroll 4
        for (int e = 0; e < 4; e++) {
            const beside_Gathered from = beside_gathered(n, k + e);
            V a, b;
            LOAD_PAIRS(x + 2 * (from.mirror ? n - from.f - (VL - 1) : from.f), &a, &b);
            if (from.mirror)
                a = REVERSE(a), b = REVERSE(b);
            z[e] = beside_gather_one(from, a, b, root, alternate && (k + e) % 2, scale);
        }
        store_classes(y + k, z);
    }
}

ACROSS(gather, alternate)
{
    const ptrdiff_t middle = clamped(r->n / 2, begin, end);
    (void)step;
    gather_classes(r, x, y, scale, begin, middle, alternate);
    gather_classes(r, x, y, scale, middle, end, alternate);
}
