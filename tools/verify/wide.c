/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/wide.h"
#include "verify/fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values may grow to this, because their integer part has 63 bits. */
#define VALUE_MOST 0x1p60

/* Bounds of all numbers: their modulus, and its error in units. */
struct range {
    double most, error;
};

/* The constants for one length. */
struct engine {
    int limbs;
    size_t n, m;         /* m: the power of two to transform, n itself or >= 2n - 1 */
    uint64_t *roots;     /* exp(-2 pi i j/m), 0 <= j < m/2 */
    uint64_t *chirp;     /* exp(-pi i j^2/n); NULL if n is a power of two */
    uint64_t *chirp_fft; /* transform of the wrapped conjugate chirp, over m */
    uint64_t *work;      /* m numbers */
    double root;         /* bounds the error of a root, in units */
};

static uint64_t *at(uint64_t *x, size_t i, int limbs) { return x + 2 * i * (size_t)limbs; }
static const uint64_t *peek(const uint64_t *x, size_t i, int limbs)
{
    return x + 2 * i * (size_t)limbs;
}

static bool numbers(uint64_t **x, size_t count, int limbs, struct error *e)
{
    void *block = NULL;
    bool ok = allocate(&block, count * 2 * (size_t)limbs * sizeof **x, e);
    *x = block;
    return ok;
}

static void negate(uint64_t *x, int limbs) { fixed_neg(x, x, limbs); }

/* Computes r = a b. Each part has an error of two units, so the number of at most 3. r may be a. */
static void multiply(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs)
{
    uint64_t t[4][FIXED_LIMBS_MAX];
    fixed_mul(t[0], a, b, limbs);
    fixed_mul(t[1], a + limbs, b + limbs, limbs);
    fixed_mul(t[2], a, b + limbs, limbs);
    fixed_mul(t[3], a + limbs, b, limbs);
    fixed_sub(r, t[0], t[1], limbs);
    fixed_add(r + limbs, t[2], t[3], limbs);
}

/* ------------------------------------------------------ powers of two -- */

static void exchange(uint64_t *x, size_t m, int limbs)
{
    size_t size = 2 * (size_t)limbs * sizeof *x;
    uint64_t t[2 * FIXED_LIMBS_MAX];
    for (size_t i = 1, j = 0; i < m; i++) {
        size_t bit = m >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            memcpy(t, at(x, i, limbs), size);
            memcpy(at(x, i, limbs), at(x, j, limbs), size);
            memcpy(at(x, j, limbs), t, size);
        }
    }
}

/* This is decimation in frequency, as in spectrum.c. */
static void levels(const struct engine *g, uint64_t *x, size_t m)
{
    int limbs = g->limbs, both = 2 * limbs;
    size_t half = m / 2, step = m > 1 ? g->m / m : 0;
    uint64_t difference[2 * FIXED_LIMBS_MAX];
    if (m < 2)
        return;
    for (size_t j = 0; j < half; j++) {
        uint64_t *a = at(x, j, limbs), *b = at(x, j + half, limbs);
        for (int part = 0; part < both; part += limbs) {
            fixed_sub(difference + part, a + part, b + part, limbs);
            fixed_add(a + part, a + part, b + part, limbs);
        }
        multiply(b, difference, peek(g->roots, j * step, limbs), limbs);
    }
    levels(g, x, half);
    levels(g, at(x, half, limbs), half);
}

static void transform_power(const struct engine *g, uint64_t *x)
{
    levels(g, x, g->m);
    exchange(x, g->m, g->limbs);
}

/* Bounds the result of the levels. A level at most doubles the modulus and the error. A product
 * adds the root's error times the modulus, and 3 units. Divided by 2^level, the error of all levels
 * is a sum of these terms. */
static struct range after_power(const struct engine *g, struct range r)
{
    double m = (double)g->m, l = log2(m);
    return (struct range){m * r.most * 1.01, m * (r.error + l * (r.most * g->root + 3)) * 1.01};
}

/* ---------------------------------------------------------- any length -- */

static bool make_roots(struct engine *g, const uint64_t *quarter_pi, struct error *e)
{
    if (!numbers(&g->roots, g->m / 2 + 1, g->limbs, e))
        return false;
    for (size_t j = 0; j < g->m / 2 || j == 0; j++) {
        uint64_t *w = at(g->roots, j, g->limbs);
        fixed_root(w, w + g->limbs, j, g->m, quarter_pi, g->limbs);
    }
    return true;
}

static bool make_chirp(struct engine *g, const uint64_t *quarter_pi, struct error *e)
{
    int limbs = g->limbs;
    size_t n = g->n, m = g->m, square = 0, size = 2 * (size_t)limbs * sizeof *g->chirp;
    if (!numbers(&g->chirp, n, limbs, e) || !numbers(&g->chirp_fft, m, limbs, e) ||
        !numbers(&g->work, m, limbs, e))
        return false;
    for (size_t j = 0; j < n; j++) { /* square is j^2 mod 2n */
        uint64_t *c = at(g->chirp, j, limbs), *b = at(g->chirp_fft, j, limbs);
        fixed_root(c, c + limbs, square, 2 * n, quarter_pi, limbs);
        memcpy(b, c, size);
        negate(b + limbs, limbs);
        memcpy(at(g->chirp_fft, (m - j) % m, limbs), b, size);
        square = (square + 2 * j + 1) % (2 * n);
    }
    transform_power(g, g->chirp_fft);
    for (size_t i = 0; i < 2 * m; i++)
        fixed_scale(g->chirp_fft + i * (size_t)limbs, g->chirp_fft + i * (size_t)limbs, 1, m,
                    limbs);
    return true;
}

static void engine_free(struct engine *g)
{
    free(g->roots);
    free(g->chirp);
    free(g->chirp_fft);
    free(g->work);
}

static bool engine_new(struct engine *g, size_t n, int limbs, struct error *e)
{
    bool power = (n & (n - 1)) == 0;
    uint64_t quarter_pi[FIXED_LIMBS_MAX];
    *g = (struct engine){.limbs = limbs, .n = n, .m = 1};
    while (g->m < (power ? n : 2 * n - 1))
        g->m *= 2;
    g->root = 1.4143 * fixed_root_error(limbs);
    fixed_quarter_pi(quarter_pi, limbs);
    if (make_roots(g, quarter_pi, e) && (power || make_chirp(g, quarter_pi, e)))
        return true;
    engine_free(g);
    return false;
}

/* Transforms like spectrum_run(), by Bluestein's method if n is no power of two. */
static void run(const struct engine *g, uint64_t *x)
{
    int limbs = g->limbs;
    size_t size = 2 * (size_t)limbs * sizeof *x;
    if (g->chirp == NULL) {
        transform_power(g, x);
        return;
    }
    memset(g->work, 0, g->m * size);
    for (size_t j = 0; j < g->n; j++)
        multiply(at(g->work, j, limbs), at(x, j, limbs), at(g->chirp, j, limbs), limbs);
    transform_power(g, g->work);
    for (size_t j = 0; j < g->m; j++) { /* conjugates, so that the inverse is a forward transform */
        uint64_t *a = at(g->work, j, limbs);
        multiply(a, a, at(g->chirp_fft, j, limbs), limbs);
        negate(a + limbs, limbs);
    }
    transform_power(g, g->work);
    for (size_t k = 0; k < g->n; k++) {
        uint64_t *a = at(g->work, k, limbs);
        negate(a + limbs, limbs);
        multiply(at(x, k, limbs), a, at(g->chirp, k, limbs), limbs);
    }
}

/* Bounds a product with a number of modulus c and error ec. */
static struct range times(struct range a, double c, double ec)
{
    return (struct range){1.01 * a.most * c, 1.01 * (a.error * c + a.most * ec + 3)};
}

/* Bounds the values through all steps. The outputs are at most n times the inputs. */
static struct range after(const struct engine *g, struct range r)
{
    double n = (double)g->n, m = (double)g->m;
    struct range b = after_power(g, (struct range){1, g->root}), all;
    if (g->chirp == NULL)
        return after_power(g, r);
    all = after_power(g, times(r, 1, g->root));
    all.most = 1.01 * n * r.most; /* n of the m numbers are not 0 */
    all = after_power(g, times(all, 1.01 * (2 * n - 1) / m, b.error / m + 2));
    if (all.most < VALUE_MOST)
        all.most = 1.01 * n * r.most;
    return times(all, 1, g->root);
}

/* -------------------------------------------------------------- a row -- */

/* Returns the exponent of the lowest bit of x that is not 0, and 0 for x = 0. */
static int lowest_bit(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    for (; m != floor(m); exponent--)
        m *= 2;
    return x == 0 ? 0 : exponent;
}

static int lower(int a, int b) { return a < b ? a : b; }

static void swap_parts(uint64_t *x, int limbs)
{
    uint64_t t[FIXED_LIMBS_MAX];
    size_t size = (size_t)limbs * sizeof *x;
    memcpy(t, x, size);
    memcpy(x, x + limbs, size);
    memcpy(x + limbs, t, size);
}

/* Extends the first n/2 + 1 numbers to the Hermitian line of length n, as in truth.c. */
static void extend(uint64_t *line, size_t n, int limbs)
{
    size_t part = (size_t)limbs * sizeof *line;
    memset(line + limbs, 0, part);
    if (n % 2 == 0)
        memset(at(line, n / 2, limbs) + limbs, 0, part);
    for (size_t k = n / 2 + 1; k < n; k++) {
        memcpy(at(line, k, limbs), at(line, n - k, limbs), 2 * part);
        negate(at(line, k, limbs) + limbs, limbs);
    }
}

/* Transforms one axis like transform_axis() of truth.c. */
static void transform_axis(const struct engine *g, const struct problem *p, uint64_t *row,
                           uint64_t *line, int i)
{
    int limbs = g->limbs;
    size_t outer = 1, inner = 1, n = p->n[i], from = p->in.shape[i];
    size_t size = 2 * (size_t)limbs * sizeof *row;
    bool inverse = p->direction == STET_INVERSE;
    for (int j = 0; j < p->rank; j++)
        *(j < i ? &outer : &inner) *= j == i ? 1 : j < i ? p->n[j] : p->in.shape[j];
    for (size_t o = outer; o-- > 0;) /* backwards, because a longer line moves those after it */
        for (size_t l = 0; l < inner; l++) {
            for (size_t k = 0; k < from; k++)
                memcpy(at(line, k, limbs), at(row, (o * from + k) * inner + l, limbs), size);
            if (from < n)
                extend(line, n, limbs);
            for (size_t k = 0; inverse && k < n; k++)
                swap_parts(at(line, k, limbs), limbs);
            run(g, line);
            for (size_t k = 0; k < n; k++) {
                uint64_t *to = at(row, (o * n + k) * inner + l, limbs);
                memcpy(to, at(line, k, limbs), size);
                if (inverse)
                    swap_parts(to, limbs);
            }
        }
}

static bool transform(struct wide_row *w, const struct problem *p, uint64_t *line, struct error *e)
{
    struct range r = {1.4143, 2};
    for (int i = 0; i < p->rank && r.most < VALUE_MOST; i++) {
        struct engine g;
        if (!engine_new(&g, p->n[i], w->limbs, e))
            return false;
        r = after(&g, r);
        if (r.most < VALUE_MOST)
            transform_axis(&g, p, w->row, line, i);
        engine_free(&g);
    }
    w->bound = r.most < VALUE_MOST ? ldexp(r.error, -64 * (w->limbs - 1)) : (double)INFINITY;
    return true;
}

static void put(struct wide_row *w, size_t i, double x)
{
    fixed_set(w->row + i * (size_t)w->limbs, x, w->limbs);
    w->lowest = lower(w->lowest, lowest_bit(x));
}

bool wide_new(struct wide_row *w, const struct problem *p, const double *x, int limbs,
              struct error *e)
{
    uint64_t *line = NULL;
    size_t longest = 0;
    *w = (struct wide_row){.problem = p, .limbs = limbs};
    for (int i = 0; i < p->rank; i++)
        longest = p->n[i] > longest ? p->n[i] : longest;
    bool ok = numbers(&w->row, p->points, limbs, e) && numbers(&line, longest, limbs, e);
    for (size_t i = 0; ok && i < 2 * p->in.points; i++)
        put(w, i, x[i]);
    ok = ok && transform(w, p, line, e);
    free(line);
    if (!ok)
        wide_free(w);
    return ok;
}

void wide_free(struct wide_row *w)
{
    free(w->row);
    *w = (struct wide_row){.limbs = 0};
}

/* ---------------------------------------------------------- decisions -- */

static const uint64_t *number_at(const struct wide_row *w, size_t k, int part)
{
    const struct problem *p = w->problem;
    size_t stored = p->out.shape[p->rank - 1], n = p->n[p->rank - 1];
    return peek(w->row, k / stored * n + k % stored, w->limbs) + part * w->limbs;
}

/* Reports whether part of result k is the number t, a multiple of 2^lowest. 2^(1 - lowest) times
 * their distance is an algebraic integer. Its conjugates are the same numbers of the other members
 * of the orbit, and one of them is at least 1 in magnitude unless all are 0. */
static bool is_equal(const struct wide_row *w, size_t k, int part, const uint64_t *t, int lowest)
{
    struct orbit o;
    uint64_t distance[FIXED_LIMBS_MAX];
    double most = ldexp(0.999, lowest - 1);
    if (!(w->bound < most / 2) || !orbit_start(&o, w->problem, k, part))
        return false;
    while (orbit_next(&o)) {
        const uint64_t *y = number_at(w, o.at, o.part);
        (o.sign < 0 ? fixed_add : fixed_sub)(distance, y, t, w->limbs); /* or -(y - -t) */
        if (!(fabs(fixed_get(distance, w->limbs).hi) + w->bound < most))
            return false;
    }
    return true;
}

static enum which side_of(void *context, size_t k, int part, struct dd b)
{
    const struct wide_row *w = context;
    const int limbs = w->limbs;
    double divisor = whole_divisor(w->problem);
    uint64_t t[FIXED_LIMBS_MAX], low[FIXED_LIMBS_MAX], distance[FIXED_LIMBS_MAX];
    int lowest = lower(w->lowest, lower(lowest_bit(b.hi), lowest_bit(b.lo)));
    bool zero = b.hi == 0 && b.lo == 0;
    if (!zero && (divisor < 0 || lowest < -64 * (limbs - 1) || !(fabs(b.hi) * divisor < 0x1p60)))
        return UNKNOWN;
    fixed_set(t, b.hi, limbs);
    fixed_set(low, b.lo, limbs);
    fixed_add(t, t, low, limbs);
    fixed_scale(t, t, zero ? 1 : (uint64_t)divisor, 1, limbs);
    fixed_sub(distance, number_at(w, k, part), t, limbs);
    double d = fixed_get(distance, limbs).hi;
    if (fabs(d) > w->bound * (1 + 0x1p-20))
        return d < 0 ? BELOW : ABOVE;
    return is_equal(w, k, part, t, lowest) ? EQUAL : UNKNOWN;
}

/* Decides by the value first, with any factor; then by the sides, which finds ties and zeros. */
enum decision wide_decide(struct wide_row *w, const struct truth *t, const struct format *f,
                          double v, size_t k, int part, bool *exact)
{
    struct dd y = truth_scaled(t, fixed_get(number_at(w, k, part), w->limbs));
    double bound = w->bound * t->factor.hi / t->divisor * (1 + 0x1p-20);
    enum decision d = NEAR_BOUNDARY;
    *exact = false;
    if (fabs(y.hi) > DD_TINY)
        d = decide(f, v, y, bound + 16 * DD_U2 * fabs(y.hi), w->problem->exponent);
    if (d == NEAR_BOUNDARY)
        d = decide_by_sides(f, v, w->problem->exponent, side_of, w, k, part, exact);
    return d;
}
