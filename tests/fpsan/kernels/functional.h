/* SPDX-License-Identifier: Apache-2.0 */
/* A long transform against the definition in time O(n): for any complex r, with w = exp(+-2 pi
 * i/n), sum_k r^k X[k] = f sum_j x[j] sum_k (r w^j)^k = f (r^n - 1) sum_j x[j] / (r w^j - 1). Both
 * sides are polynomials in r of degree n - 1, so if any X[k] is wrong a random r misses it with
 * probability at most n/p (Schwartz and Zippel). A template over T and NAME(x). */

struct NAME(complex) {
    T re, im;
};

static struct NAME(complex) NAME(times)(struct NAME(complex) a, struct NAME(complex) b)
{
    return (struct NAME(complex)){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* w, by value. It is exp(2 pi i/n) and no other root of unity: its power is what cos and sin
 * give, called with an angle of an order for which they are exact. */
static struct NAME(complex) NAME(unity)(ptrdiff_t n)
{
    const ptrdiff_t power = n % 256 == 0 ? n / 256 : 1;
    stet_roots *roots = stet_roots_create((uint64_t)n);
    double c, s;
    if (!roots)
        exit(2);
    stet_roots_f64(roots, 1, &c, &s);
    stet_roots_destroy(roots);
    struct NAME(complex) w = {(T)c, (T)s}, p = {1, 0};
    for (ptrdiff_t i = 0; i < power; i++)
        p = NAME(times)(p, w);
    const double angle = 2 * 3.14159265358979323846 / (double)(n / power);
    const struct NAME(complex) exact = {(T)cos(angle), (T)sin(angle)};
    if (memcmp(&p, &exact, sizeof p) != 0) {
        fputs("stet_kernels: the root of unity is not recognised\n", stderr);
        exit(2);
    }
    return w;
}

/* Output k, of which a half spectrum has the conjugate of another. */
static struct NAME(complex) NAME(output)(const struct shape *s, const T *y, ptrdiff_t k)
{
    if (!complex_out(s))
        return (struct NAME(complex)){y[k], 0};
    const int mirrored = s->kind == STET_R2C && 2 * k > s->n;
    const T *at = y + 2 * (mirrored ? s->n - k : k);
    return (struct NAME(complex)){at[0], mirrored ? 0 - at[1] : at[1]};
}

/* f (r^n - 1) sum_j x[j] / (r w^j - 1) */
static struct NAME(complex) NAME(expected)(const struct shape *s, const T *full, T re, T im)
{
    const struct NAME(complex) w = NAME(unity)(s->n);
    const struct NAME(complex) step = {w.re, s->direction == STET_FORWARD ? 0 - w.im : w.im};
    struct NAME(complex) z = {re, im}, power = {1, 0}, sum = {0, 0};
    for (ptrdiff_t j = 0; j < s->n; j++) {
        const T d = z.re - 1, size = 1 / (d * d + z.im * z.im);
        const struct NAME(complex) inverse = {d * size, 0 - z.im * size};
        const struct NAME(complex) x = {full[2 * j], full[2 * j + 1]};
        const struct NAME(complex) term = NAME(times)(x, inverse);
        sum.re += term.re;
        sum.im += term.im;
        z = NAME(times)(z, step);
        power = NAME(times)(power, (struct NAME(complex)){re, im});
    }
    const T f = NAME(factor)(s, 1);
    return NAME(times)(sum, (struct NAME(complex)){f * (power.re - 1), f * power.im});
}

static int NAME(agrees)(const struct shape *s, const T *x, const T *y)
{
    T r[2], *full = malloc((size_t)s->n * 2 * sizeof *full);
    if (!full)
        exit(2);
    NAME(input)(r, 2, -1);
    NAME(widen)(s, x, 1, 0, full);
    struct NAME(complex) sum = {0, 0};
    for (ptrdiff_t k = s->n - 1; k >= 0; k--) {
        const struct NAME(complex) X = NAME(output)(s, y, k);
        sum = NAME(times)(sum, (struct NAME(complex)){r[0], r[1]});
        sum.re += X.re;
        sum.im += X.im;
    }
    const struct NAME(complex) wanted = NAME(expected)(s, full, r[0], r[1]);
    free(full);
    return memcmp(&sum, &wanted, sizeof sum) == 0;
}
