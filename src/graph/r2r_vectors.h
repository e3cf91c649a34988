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

#define across_scatter alone_scatter
#define across_gather alone_gather
