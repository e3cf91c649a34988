/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the passes of r2r.h number by number, on one line or on LANES lines side by side; element i
 * is then LANES numbers. A template, included with
 *
 *     X, LANES, NAMED(pass)   the number, and the names
 *     X_LOAD(p), X_STORE(p, x), X_ADD, X_SUB, X_MUL, X_FMA, X_FNMA, X_NEGATE as in vec/README.md
 *     X_LOAD_PAIR(p, &re, &im), X_STORE_PAIR(p, re, im), X_SET1(s)
 *
 * Numbers of a line are `step` apart in the caller's array and contiguous in the transform
 * inside. */

#define AT(x, i) ((x) + (i) * step)
#define OF(v, i) ((v) + (i) * LANES)
#define PAIR_OF(v, i) ((v) + 2 * (i) * LANES)

/* `variant` is a constant; it is 0 if there is one way only. */
#define PASS(name, variant)                                                                        \
    INLINE void NAMED(name)(const stet_r2r *r, const T *x, T *y, ptrdiff_t step, T scale,          \
                            ptrdiff_t begin, ptrdiff_t end, const int variant)

INLINE X NAMED(signed_as)(int negative, X a) { return negative ? X_NEGATE(a) : a; }

PASS(copy_in, none)
{
    (void)r, (void)scale, (void)none;
    for (ptrdiff_t i = begin; i < end; i++)
        X_STORE(OF(y, i), X_LOAD(AT(x, i)));
}

PASS(copy_out, none)
{
    (void)r, (void)scale, (void)none;
    for (ptrdiff_t i = begin; i < end; i++)
        X_STORE(AT(y, i), X_LOAD(OF(x, i)));
}

/* ------------------------------------------------ halfcomplex and Hartley -- */

PASS(unpack, none)
{
    (void)scale, (void)none;
    for (ptrdiff_t k = begin; k < end; k++) {
        const int alone = k == 0 || 2 * k == r->n;
        X_STORE_PAIR(PAIR_OF(y, k), X_LOAD(AT(x, k)), alone ? X_SET1(0) : X_LOAD(AT(x, r->n - k)));
    }
}

PASS(pack, hartley)
{
    for (ptrdiff_t k = begin; k < end; k++) {
        X a, b;
        X_LOAD_PAIR(PAIR_OF(x, k), &a, &b);
        X_STORE(AT(y, k), X_MUL(hartley ? X_SUB(a, b) : a, X_SET1(scale)));
        if (k > 0 && 2 * k < r->n)
            X_STORE(AT(y, r->n - k), X_MUL(hartley ? X_ADD(a, b) : b, X_SET1(scale)));
    }
}

/* ------------------------------------------------------- types II and III -- */

/* Items are pairs of neighbours; the last item of odd n is one number. */
PASS(split, alternate)
{
    (void)scale;
    for (ptrdiff_t j = begin; j < end; j++) {
        X_STORE(OF(y, j), X_LOAD(AT(x, 2 * j)));
        if (2 * j + 1 < r->n)
            X_STORE(OF(y, r->n - 1 - j), NAMED(signed_as)(alternate, X_LOAD(AT(x, 2 * j + 1))));
    }
}

PASS(merge, alternate)
{
    (void)scale;
    for (ptrdiff_t j = begin; j < end; j++) {
        X_STORE(AT(y, 2 * j), X_LOAD(OF(x, j)));
        if (2 * j + 1 < r->n)
            X_STORE(AT(y, 2 * j + 1), NAMED(signed_as)(alternate, X_LOAD(OF(x, r->n - 1 - j))));
    }
}

PASS(turn_out, opposite)
{
    const T *cosine = (const T *)r->cosine, *sine = (const T *)r->sine;
    const ptrdiff_t n = r->n;
    for (ptrdiff_t k = begin; k < end; k++) {
        const X c = X_SET1(cosine[k]), s = X_SET1(sine[k]);
        X a, b;
        X_LOAD_PAIR(PAIR_OF(x, k), &a, &b);
        X_STORE(AT(y, opposite ? n - 1 - k : k), X_MUL(X_FMA(c, a, X_MUL(s, b)), X_SET1(scale)));
        if (k > 0 && 2 * k < n)
            X_STORE(AT(y, opposite ? k - 1 : n - k),
                    X_MUL(X_FNMA(c, b, X_MUL(s, a)), X_SET1(scale)));
    }
}

PASS(turn_in, opposite)
{
    const T *cosine = (const T *)r->cosine, *sine = (const T *)r->sine;
    const ptrdiff_t n = r->n;
    (void)scale;
    for (ptrdiff_t k = begin; k < end; k++) {
        const X c = X_SET1(cosine[k]), s = X_SET1(sine[k]);
        const X p = X_LOAD(AT(x, opposite ? n - 1 - k : k));
        if (k == 0) {
            X_STORE_PAIR(y, p, X_SET1(0));
            continue;
        }
        const X q = X_LOAD(AT(x, opposite ? k - 1 : n - k));
        X_STORE_PAIR(PAIR_OF(y, k), X_FMA(c, p, X_MUL(s, q)), X_FNMA(c, q, X_MUL(s, p)));
    }
}

/* ---------------------------------------------------------------- type IV -- */

INLINE void NAMED(fold_one)(const stet_r2r *r, const T *x, T *y, ptrdiff_t step, ptrdiff_t j,
                            const int opposite)
{
    const X c = X_SET1(((const T *)r->cosine)[j]), s = X_SET1(((const T *)r->sine)[j]);
    const X p = X_LOAD(AT(x, 2 * j)), q = X_LOAD(AT(x, r->n - 1 - 2 * j));
    const X a = opposite ? q : p, b = opposite ? p : q;
    X_STORE_PAIR(PAIR_OF(y, j), X_FMA(a, c, X_MUL(b, s)), X_FNMA(a, s, X_MUL(b, c)));
}

/* Item j stands for j and n/2 - 1 - j. */
PASS(fold, opposite)
{
    (void)scale;
    for (ptrdiff_t j = begin; j < end; j++) {
        NAMED(fold_one)(r, x, y, step, j, opposite);
        if (j != r->n / 2 - 1 - j)
            NAMED(fold_one)(r, x, y, step, r->n / 2 - 1 - j, opposite);
    }
}

INLINE void NAMED(unfold_one)(const stet_r2r *r, const T *x, T *y, ptrdiff_t step, T scale,
                              ptrdiff_t k, const int alternate)
{
    const X c = X_SET1(((const T *)r->cosine)[k]), s = X_SET1(((const T *)r->sine)[k]);
    X a, b;
    X_LOAD_PAIR(PAIR_OF(x, k), &a, &b);
    const X twice = X_ADD(X_SET1(scale), X_SET1(scale));
    X_STORE(AT(y, 2 * k), X_MUL(X_FMA(a, c, X_MUL(b, s)), twice));
    X_STORE(AT(y, r->n - 1 - 2 * k),
            X_MUL(X_FNMA(a, s, X_MUL(b, c)), alternate ? twice : X_NEGATE(twice)));
}

PASS(unfold, alternate)
{
    for (ptrdiff_t k = begin; k < end; k++) {
        NAMED(unfold_one)(r, x, y, step, scale, k, alternate);
        if (k != r->n / 2 - 1 - k)
            NAMED(unfold_one)(r, x, y, step, scale, r->n / 2 - 1 - k, alternate);
    }
}

/* n odd. y[k] = 2 sum x[j] cos(2 pi p q/(8n)), p = 2j+1, q = 2k+1. By the Chinese remainder theorem
 * exp(2 pi i p q/(8n)) = zeta^p exp(2 pi i p f/n), zeta = exp(pi i n q/4), f = q/8 mod n. zeta^p is
 * zeta, -conj(zeta), -zeta, conj(zeta) for p = 1, 3, 5, 7 mod 8. So inputs of p = 3 mod 4 are put
 * at -p; zeta = (alpha + i beta)/sqrt 2 and the transform of one real line remain. */

/* Returns the j of input i = (4m+1) mod n of the transform inside. 4m+1 is i + c n, and c follows
 * from n^2 = 1 mod 4. */
INLINE ptrdiff_t NAMED(scattered)(ptrdiff_t n, ptrdiff_t i)
{
    const ptrdiff_t c = n % 4 * (3 * i + 1) % 4, odd = i + c * n;
    return (odd < 2 * n ? odd : 4 * n - odd) / 2;
}

/* Items are in order of the inputs of the transform inside. */
PASS(scatter, opposite)
{
    const ptrdiff_t n = r->n;
    (void)scale;
    for (ptrdiff_t i = begin; i < end; i++) {
        const ptrdiff_t j = NAMED(scattered)(n, i);
        const int negative = (j + 1) / 2 % 2 != 0;
        X_STORE(OF(y, i), NAMED(signed_as)(negative, X_LOAD(AT(x, opposite ? n - 1 - j : j))));
    }
}

/* Says how output k follows from V[f], whose conjugate is V[n - f]. */
typedef struct {
    ptrdiff_t f;
    int mirror, minus_a, minus_b;
} NAMED(Gathered);

/* `eighths` is the angle pi n q/4 in eighths of a turn. 8 f is q + d n, d = -n q mod 8, because
 * n^2 = 1 mod 8. */
INLINE NAMED(Gathered) NAMED(gathered)(ptrdiff_t n, ptrdiff_t k)
{
    const ptrdiff_t q = 2 * k + 1, eighths = n % 8 * (q % 8) % 8;
    const ptrdiff_t above = (q + (8 - eighths) * n) / 8;
    const ptrdiff_t f = above < n ? above : above - n;
    const int mirror = 2 * f > n;
    return (NAMED(Gathered)){f, mirror, eighths == 3 || eighths == 5, (eighths > 4) != mirror};
}

INLINE X NAMED(gather_one)(NAMED(Gathered) from, X a, X b, X root, int flip, T scale)
{
    a = NAMED(signed_as)(from.minus_a, a);
    b = NAMED(signed_as)(from.minus_b, b);
    return X_MUL(NAMED(signed_as)(flip, X_MUL(X_ADD(a, b), root)), X_SET1(scale));
}

PASS(gather, alternate)
{
    const ptrdiff_t n = r->n;
    const X root = X_SET1(((const T *)r->cosine)[0]);
    for (ptrdiff_t k = begin; k < end; k++) {
        const NAMED(Gathered) from = NAMED(gathered)(n, k);
        X a, b;
        X_LOAD_PAIR(PAIR_OF(x, from.mirror ? n - from.f : from.f), &a, &b);
        X_STORE(AT(y, k), NAMED(gather_one)(from, a, b, root, alternate && k % 2, scale));
    }
}

/* ----------------------------------------------------------------- type I -- */

PASS(even, none)
{
    const ptrdiff_t N = 2 * (r->n - 1);
    (void)scale, (void)none;
    for (ptrdiff_t j = begin; j < end; j++) {
        const X a = X_LOAD(AT(x, j));
        X_STORE(OF(y, j), a);
        if (j > 0 && j < r->n - 1)
            X_STORE(OF(y, N - j), a);
    }
}

PASS(odd, none)
{
    const ptrdiff_t N = 2 * (r->n + 1);
    (void)scale, (void)none;
    if (begin == 0) {
        X_STORE(y, X_SET1(0));
        X_STORE(OF(y, r->n + 1), X_SET1(0));
    }
    for (ptrdiff_t j = begin; j < end; j++) {
        const X a = X_LOAD(AT(x, j));
        X_STORE(OF(y, j + 1), a);
        X_STORE(OF(y, N - 1 - j), X_NEGATE(a));
    }
}

PASS(parts, imaginary)
{
    (void)r;
    for (ptrdiff_t k = begin; k < end; k++) {
        X a, b;
        X_LOAD_PAIR(PAIR_OF(x, k + imaginary), &a, &b);
        X_STORE(AT(y, k),
                X_MUL(imaginary ? b : a, imaginary ? X_NEGATE(X_SET1(scale)) : X_SET1(scale)));
    }
}

#undef PASS
#undef AT
#undef OF
#undef PAIR_OF
