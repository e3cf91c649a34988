/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/dd_fft.h"

#include <string.h>

#include "arith/bits.h"
#include "arith/dd.h"
#include "base/alloc.h"
#include "trig/roots.h"

__extension__ typedef unsigned __int128 uint128;

enum { LEAF = 64, MAX_STEPS = 40 };

/* The error of a step in units of u^2, per sqrt(radix) and 2-norm of its inputs: arith_dd.h. */
#define STET_DD_STEP 192.0
#define U2 0x1p-106

struct stet_dd_fft {
    ptrdiff_t n;
    const stet_correct_kernels *kernels;
    /* Lengths without a prime factor above STET_MOST_RADIX have the radices down to the leaf; for
     * each step, its twiddles and the roots of order radix; and the table of the leaf. */
    int steps, leaf;
    int radix[MAX_STEPS];
    double *twiddles[MAX_STEPS + 1], *roots[MAX_STEPS];
    double *block; /* memory of the tables */
    /* Other lengths have the convolution. */
    stet_dd_fft *convolution;
    double *chirp, *filter; /* tables; the filter's largest modulus is 1/2 to 1 */
    double unscale;         /* inverse of the filter's scale */
};

/* -------------------------------------------------------------- creation -- */

static void set(double *x, ptrdiff_t k, stet_ddc z)
{
    x += stet_dd_at(k);
    x[0] = z.re.hi;
    x[STET_DD_BLOCK] = z.re.lo;
    x[2 * STET_DD_BLOCK] = z.im.hi;
    x[3 * STET_DD_BLOCK] = z.im.lo;
}

/* Fills numbers of a table: cosine and sine of 2 pi k stride/n, k < count. */
static void fill_roots(const stet_roots *roots, ptrdiff_t n, ptrdiff_t stride, ptrdiff_t count,
                       double *table)
{
    for (ptrdiff_t k = 0, at = 0; k < count; k++, at = (at + stride) % n) {
        double cosine[2], sine[2];
        stet_roots_dd(roots, (uint64_t)at, cosine, sine);
        set(table, k, (stet_ddc){{cosine[0], cosine[1]}, {sine[0], sine[1]}});
    }
}

/* Chooses the radices. The odd factors come first, the largest one at the top: so the number of
 * columns of most steps is a multiple of eight, which suits vectors. For 16 or 32 a factor 2 or 4
 * precedes a leaf of eight; from 64 on there is a leaf of 64. Returns whether the radices give n.
 */
static int choose_steps(stet_dd_fft *f)
{
    ptrdiff_t n = f->n, odd = n;
    while (odd % 2 == 0)
        odd /= 2;
    const ptrdiff_t twos = n / odd;
    if (twos == 16 || twos == 32)
        n /= f->radix[f->steps++] = (int)(twos / 8);
    for (int p = STET_MOST_RADIX; p > 2; p -= 2)
        for (; odd % p == 0 && n > STET_MOST_LEAF; n /= p, odd /= p)
            f->radix[f->steps++] = p;
    const int is_leaf64 = n % LEAF == 0; /* n is then a power of two */
    for (; n > (is_leaf64 ? LEAF : STET_MOST_LEAF) && n % 2 == 0; n /= f->radix[f->steps++])
        f->radix[f->steps] = n % 4 == 0 && n != 2 * LEAF ? 4 : 2;
    f->leaf = (int)n;
    return n == LEAF || n <= STET_MOST_LEAF;
}

/* Returns the words of a leaf's tables; for a leaf of 64 these are the twiddles between its halves.
 */
static ptrdiff_t leaf_words(const stet_dd_fft *f)
{
    return f->leaf == LEAF ? 7 * stet_dd_words(8) : f->leaf * stet_dd_words(f->leaf);
}

static int create_steps(stet_dd_fft *f, const stet_roots *roots)
{
    ptrdiff_t count = leaf_words(f), n = f->n;
    for (int i = 0; i < f->steps; n /= f->radix[i++])
        count += (f->radix[i] - 1) * stet_dd_words(n / f->radix[i]) + stet_dd_words(f->radix[i]);
    double *table = f->block = (double *)stet_alloc_array((size_t)count, sizeof(double));
    if (!table)
        return 0;
    memset(table, 0, (size_t)count * sizeof(double));
    n = f->n;
    for (int i = 0; i < f->steps; n /= f->radix[i++]) {
        const ptrdiff_t m = n / f->radix[i];
        f->roots[i] = table;
        fill_roots(roots, f->n, f->n / f->radix[i], f->radix[i], table);
        f->twiddles[i] = table += stet_dd_words(f->radix[i]);
        for (int q = 1; q < f->radix[i]; q++, table += stet_dd_words(m))
            fill_roots(roots, f->n, q * (f->n / n), m, table);
    }
    f->twiddles[f->steps] = table;
    const ptrdiff_t rows = f->leaf == LEAF ? 8 : f->leaf, first = f->leaf == LEAF;
    for (ptrdiff_t j = first; j < rows; j++, table += stet_dd_words(rows))
        fill_roots(roots, f->n, j * (f->n / f->leaf), rows, table);
    return 1;
}

/* Keeps all outputs in natural order. */
static void keep(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    for (ptrdiff_t i = 0; i < count; i++)
        set((double *)data, first + i * step, stet_dd_get(z, i));
}

/* Returns a bound of the moduli of a table; the cosines and sines of a filter are not those of an
 * angle. */
static double largest_of(const double *table, ptrdiff_t count)
{
    double most = 0;
    for (ptrdiff_t k = 0; k < count; k++) {
        const stet_ddc z = stet_dd_get(table, k);
        const double square = z.re.hi * z.re.hi + z.im.hi * z.im.hi;
        most = square > most ? square : most;
    }
    return __builtin_sqrt(most) * (1 + 0x1p-40);
}

/* Makes the convolution. X[k] = b[k] sum_j (x[j] b[j]) conj(b[k-j]), b[k] = exp(-i pi k^2/n): see
 * lines/methods/transform.h. Tables have numbers c, s for c - i s. */
static int create_convolution(stet_dd_fft *f, const stet_roots *roots)
{
    ptrdiff_t m = LEAF;
    while (m < 2 * f->n - 1)
        m *= 2;
    const size_t words = (size_t)stet_dd_words(m);
    f->convolution = stet_dd_fft_create(m, f->kernels);
    f->chirp = (double *)stet_alloc_array((size_t)stet_dd_words(f->n), sizeof(double));
    f->filter = (double *)stet_alloc_array(words, sizeof(double));
    double *g = (double *)stet_alloc_array(words, sizeof(double));
    void *work = f->convolution ? stet_alloc(stet_dd_fft_work(f->convolution)) : NULL;
    const int ok = f->convolution && f->chirp && f->filter && g && work;
    if (ok) {
        memset(g, 0, words * sizeof(double));
        memset(f->chirp, 0, (size_t)stet_dd_words(f->n) * sizeof(double));
        for (ptrdiff_t k = 0; k < f->n; k++) {
            double c[2], s[2];
            stet_roots_dd(roots, (uint64_t)((uint128)k * (uint128)k % (uint128)(2 * f->n)), c, s);
            const stet_ddc b = {{c[0], c[1]},
                                {s[0], s[1]}}; /* conj(b[k]), or a number of a table */
            set(f->chirp, k, b);
            set(g, k, b);
            set(g, k == 0 ? 0 : m - k, b);
        }
        stet_dd_fft_run(f->convolution, g, STET_WORDS, NULL, keep, f->filter, work);
        double scale = 1;
        for (const double most = largest_of(f->filter, m); most * scale > 1;)
            scale /= 2;
        f->unscale = 1 / scale / (double)m;
        for (ptrdiff_t k = 0; k < m; k++) {
            const stet_ddc z = stet_dd_get(f->filter, k);
            set(f->filter, k,
                (stet_ddc){{z.re.hi * scale, z.re.lo * scale},
                           {-z.im.hi * scale, -z.im.lo * scale}});
        }
    }
    stet_free(work);
    stet_free(g);
    return ok;
}

stet_dd_fft *stet_dd_fft_create(ptrdiff_t n, const stet_correct_kernels *kernels)
{
    stet_dd_fft *f = (stet_dd_fft *)stet_alloc(sizeof *f);
    if (!f)
        return NULL;
    memset(f, 0, sizeof *f);
    f->n = n;
    f->kernels = kernels;
    const int smooth = choose_steps(f);
    stet_roots *roots = stet_roots_create((uint64_t)(smooth ? n : 2 * n));
    const int ok = roots && (smooth ? create_steps(f, roots) : create_convolution(f, roots));
    stet_roots_destroy(roots);
    if (!ok) {
        stet_dd_fft_destroy(f);
        return NULL;
    }
    return f;
}

void stet_dd_fft_destroy(stet_dd_fft *f)
{
    if (!f)
        return;
    stet_dd_fft_destroy(f->convolution);
    stet_free(f->block);
    stet_free(f->chirp);
    stet_free(f->filter);
    stet_free(f);
}

/* ----------------------------------------------------------------- bound -- */

static double root_above(double n)
{
    double r = 1;
    while (r * r < n)
        r *= 2;
    return r;
}

/* An output is a sum over classes as in bound.h, and a class of an input is never larger than the
 * whole input: each step adds at most STET_DD_STEP u^2 sqrt(n) |x|_2; a leaf of 64 is two steps.
 * For a convolution, as in rough_constant() of bound.c, a product has 2 13 + 2 = 28 u^2 and a step
 * rho = STET_DD_STEP sqrt(8) u^2 in the 2-norm. The filter has modulus at most 1 (1/m of the
 * chirps' transform, whose scaling is exact) and an error of at most rho: (3 rho + 3 28 u^2) m
 * |x|_2. */
double stet_dd_fft_error(const stet_dd_fft *f)
{
    if (!f->convolution)
        return STET_DD_STEP * (f->steps + 2) * U2 * root_above((double)f->n);
    const double steps = f->convolution->steps + 2, m = (double)f->convolution->n;
    return (3 * STET_DD_STEP * 3 * steps + 84) * U2 * m;
}

/* Returns the grid of the theorem for L classes. */
static double grid_of(ptrdiff_t L, stet_dd_size size)
{
    const double by_norm = __builtin_sqrt((double)L) * size.norm, by_most = (double)L * size.most;
    const double most = (by_norm < by_most ? by_norm : by_most) * (1 + 0x1p-30);
    return stet_power_above(most) * 0x1p-24;
}

double stet_dd_fft_grid(stet_dd_size size) { return grid_of(1, size); }

/* The constants of a step in the theorems of arith_grid.h: its low words are at most `low` g' +
 * 1.001 L, its error is at most u (of_grid g' + of_low L). */
typedef struct {
    double low, of_grid, of_low;
} grid_bound;
static const grid_bound by_two_or_four = {1.1, 6, 9}, by_eight = {4, 32, 20},
                        by_any = {4, 160, 100};

/* Holds the 2-norm of a class's low words, and the error of an output so far. */
typedef struct {
    double low, error;
} grid_state;

/* Adds a step of radix r that begins with L classes. */
static void grid_step(const stet_dd_fft *f, grid_bound b, int r, ptrdiff_t L, stet_dd_size size,
                      grid_state *s)
{
    const ptrdiff_t numbers = f->n / (r * L);
    const double grid = grid_of(r * L, size), n = (double)numbers;
    const double sums = __builtin_sqrt((double)r) * s->low, root = __builtin_sqrt(n);
    s->error += 0x1p-53 * (b.of_grid * grid * n + b.of_low * root * sums);
    s->low = b.low * grid * root + 1.001 * sums;
    if (s->low > 0x1p-8 * grid * 0x1p23) /* the theorem lets high words be 1.01 V */
        s->error = __builtin_inf();
}

/* Reports whether a step of radix 2 or 4 has columns for vectors. */
static int has_columns(ptrdiff_t n, int radix)
{
    return (radix == 2 || radix == 4) && n / radix % STET_DD_BLOCK == 0;
}

/* Bounds the error of a transform of numbers of that size whose low words are at most `low` in the
 * 2-norm. */
static double grid_error_from(const stet_dd_fft *f, double low, stet_dd_size size)
{
    ptrdiff_t L = 1;
    grid_state s = {low, 0};
    for (int i = 0; i < f->steps; L *= f->radix[i++])
        grid_step(f, has_columns(f->n / L, f->radix[i]) ? by_two_or_four : by_any, f->radix[i], L,
                  size, &s);
    if (f->leaf == LEAF) {
        grid_step(f, by_eight, 8, L, size, &s);
        grid_step(f, by_eight, 8, 8 * L, size, &s);
    } else {
        grid_step(f, by_any, f->leaf, L, size, &s);
    }
    return s.error * (1 + 0x1p-20);
}

/* Bounds the 2-norm and the largest modulus of the product of the transformed input and the filter.
 */
static stet_dd_size size_between(const stet_dd_fft *f, stet_dd_size size)
{
    return (stet_dd_size){__builtin_sqrt((double)f->convolution->n) * size.norm,
                          __builtin_sqrt((double)f->n) * size.norm};
}

/* Bounds the error of a convolution. x b is a twiddle, and so is each product with the filter. Each
 * takes low words of at most 0.71 g, the remainder of rounding to a grid g, to 1.1 g + 1.001 0.71
 * g, with an error of u (6 g + 9 0.71 g). Errors of p numbers are at most p times that in an
 * output, and those of the first transform at most m times in an output of the second. The filter
 * and the last product are those of double-double. */
double stet_dd_fft_grid_error(const stet_dd_fft *f, stet_dd_size size)
{
    const double g = grid_of(1, size), n = (double)f->n;
    if (!f->convolution)
        return grid_error_from(f, g * __builtin_sqrt(n / 2), size);
    const stet_dd_size between = size_between(f, size);
    const double h = grid_of(1, between), m = (double)f->convolution->n;
    const double first =
        grid_error_from(f->convolution, 1.9 * g * __builtin_sqrt(n), size) + 0x1p-53 * 13 * g * n;
    const double second = grid_error_from(f->convolution, 1.9 * h * __builtin_sqrt(m), between) +
                          0x1p-53 * 13 * h * m;
    return (m * first + second) * f->unscale * (1 + 0x1p-20) + stet_dd_fft_error(f) * size.norm;
}

/* ------------------------------------------------------------------- run -- */

typedef struct {
    const stet_dd_fft *f;
    const stet_steps *kernels;
    double magics[MAX_STEPS + 3]; /* grids: before each step, of a leaf's middle, of its end */
    const uint8_t *wanted;        /* flags of length n, or NULL */
    const uint8_t *wanted_of[MAX_STEPS + 1]; /* flags of the classes mod L before each step */
    stet_dd_put *put;
    void *data;
} run;

/* Returns which children of class k mod L are wanted, as a set. */
static unsigned children_of(const run *r, int step, ptrdiff_t L, ptrdiff_t k)
{
    const int radix = r->f->radix[step];
    const uint8_t *wanted = r->wanted_of[step + 1];
    unsigned set_of = 0;
    for (int q = 0; q < radix; q++)
        if (!wanted || wanted[k + q * L])
            set_of |= 1u << q;
    return set_of;
}

static void run_leaf(const run *r, ptrdiff_t L, ptrdiff_t k, const double *x)
{
    const stet_dd_fft *f = r->f;
    const double *table = f->twiddles[f->steps];
    double z[STET_DD_WORDS * LEAF];
    if (f->leaf == LEAF)
        r->kernels->leaf64(x, table, r->magics + f->steps, z);
    else
        r->kernels->short_leaf(x, f->leaf, table, z);
    r->put(r->data, k, L, f->leaf, z);
}

/* Does the step for the children of a set. */
static void run_step(const run *r, int step, ptrdiff_t n, const void *x, int source,
                     unsigned children, double *y)
{
    const double *twiddles = r->f->twiddles[step], *magics = r->magics + step;
    const int radix = r->f->radix[step];
    if (!has_columns(n, radix))
        r->kernels->step_any(x, source, n, radix, children, r->f->roots[step], twiddles, magics, y);
    else
        (radix == 4 ? r->kernels->step4 : r->kernels->step2)(x, source, n, children, twiddles,
                                                             magics, y);
}

/* Computes the transform of length n = f->n/L whose outputs are k mod L. */
static void descend(const run *r, int step, ptrdiff_t L, ptrdiff_t k, const void *x, int source,
                    double *work)
{
    const stet_dd_fft *f = r->f;
    const ptrdiff_t n = f->n / L;
    if (step == f->steps) {
        run_leaf(r, L, k, (const double *)x);
        return;
    }
    const int radix = f->radix[step];
    const ptrdiff_t child = stet_dd_words(n / radix);
    const unsigned children = children_of(r, step, L, k);
    run_step(r, step, n, x, source, children, work);
    for (int q = 0; q < radix; q++)
        if (children >> q & 1)
            descend(r, step + 1, L * radix, k + q * L, work + q * child, STET_WORDS,
                    work + radix * child);
}

/* to[j] = a[j] | b[j] */
static void unite(const uint8_t *a, const uint8_t *b, ptrdiff_t count, uint8_t *to)
{
    ptrdiff_t j = 0;
    for (; j + 8 <= count; j += 8) {
        uint64_t v, w;
        memcpy(&v, a + j, 8);
        memcpy(&w, b + j, 8);
        v |= w;
        memcpy(to + j, &v, 8);
    }
    for (; j < count; j++)
        to[j] = a[j] | b[j];
}

/* Combines halves while there are halves, then the rest. */
const uint8_t *stet_dd_fold_wanted(const uint8_t *from, ptrdiff_t from_count, ptrdiff_t count,
                                   uint8_t *to)
{
    for (; from_count / 2 % count == 0 && from_count % 2 == 0; from_count /= 2, from = to)
        unite(from, from + from_count / 2, from_count / 2, to);
    const uint8_t *rest = from;
    for (ptrdiff_t k = count; k < from_count; k += count, from = to)
        unite(from, rest + k, count, to);
    return from;
}

/* Goes from the outputs up: a class is wanted if one of its outputs is. */
static void fold_wanted(run *r, uint8_t *work)
{
    const stet_dd_fft *f = r->f;
    const uint8_t *fine = r->wanted;
    ptrdiff_t fine_count = f->n, count = f->n / f->leaf;
    for (int i = f->steps; i > 0; i--) {
        r->wanted_of[i] = fine = stet_dd_fold_wanted(fine, fine_count, count, work);
        work += fine_count / 2 > count ? fine_count / 2 : count;
        fine_count = count;
        count /= f->radix[i - 1];
    }
}

/* Returns the words of the numbers of all steps, or of a leaf that has no step. */
static ptrdiff_t words_of_steps(const stet_dd_fft *f)
{
    ptrdiff_t words = f->steps == 0 ? stet_dd_words(f->n) : 0, n = f->n;
    for (int i = 0; i < f->steps; n /= f->radix[i++])
        words += f->radix[i] * stet_dd_words(n / f->radix[i]);
    return words;
}

/* Runs the steps; size is NULL in double-double. */
static void run_steps(const stet_dd_fft *f, const void *x, int source, const stet_dd_size *size,
                      const uint8_t *wanted, stet_dd_put *put, void *data, double *work)
{
    const stet_steps *kernels = size ? &f->kernels->grid : &f->kernels->dd;
    run r = {f, kernels, {0}, wanted, {NULL}, put, data};
    ptrdiff_t L = 1;
    for (int i = 0; i < f->steps + 3 && size; L *= i < f->steps ? f->radix[i] : 8, i++)
        r.magics[i] = 0x1.8p52 * grid_of(L, *size);
    if (wanted)
        fold_wanted(&r, (uint8_t *)(work + words_of_steps(f)));
    if (f->steps == 0 && source != STET_WORDS) {
        kernels->enter(x, source, f->n, r.magics[0], work);
        x = work;
    }
    descend(&r, 0, 1, 0, x, source, work);
}

/* Clears numbers n to m - 1 of an array of m, a multiple of the block. Behind n numbers vectors
 * write results of words that were never set, which need not be finite. */
static void clear_from(double *x, ptrdiff_t n, ptrdiff_t m)
{
    for (; n % STET_DD_BLOCK != 0; n++)
        set(x, n, (stet_ddc){{0, 0}, {0, 0}});
    memset(x + stet_dd_words(n), 0, (size_t)(stet_dd_words(m) - stet_dd_words(n)) * sizeof(double));
}

/* Computes the inverse transform as the forward one of the conjugate. */
static void run_convolution(const stet_dd_fft *f, const void *x, int source,
                            const stet_dd_size *size, stet_dd_put *put, void *data, double *work)
{
    const stet_steps *kernels = size ? &f->kernels->grid : &f->kernels->dd;
    const ptrdiff_t n = f->n, m = f->convolution->n;
    double *a = work, *rest = a + stet_dd_words(m);
    const stet_dd_size between = size ? size_between(f, *size) : (stet_dd_size){0, 0};
    const double first = size ? 0x1.8p52 * grid_of(1, *size) : 0;
    const double second = size ? 0x1.8p52 * grid_of(1, between) : 0;
    kernels->multiply(x, source, n, f->chirp, first, 1, a);
    clear_from(a, n, m);
    /* This is in place: the first step reads all of its input. */
    run_steps(f->convolution, a, STET_WORDS, size, NULL, keep, a, rest);
    kernels->multiply(a, STET_WORDS, m, f->filter, second, -1, a);
    run_steps(f->convolution, a, STET_WORDS, size ? &between : NULL, NULL, keep, a, rest);
    f->kernels->conjugate(a, n, f->unscale);
    f->kernels->dd.multiply(a, STET_WORDS, n, f->chirp, 0, 1, rest);
    put(data, 0, 1, n, rest);
}

size_t stet_dd_fft_work(const stet_dd_fft *f)
{
    if (f->convolution)
        return (size_t)stet_dd_words(f->convolution->n) * sizeof(double) +
               stet_dd_fft_work(f->convolution);
    return (size_t)words_of_steps(f) * sizeof(double) + 2 * (size_t)f->n + 8;
}

static void run_any(const stet_dd_fft *f, const void *x, int source, const stet_dd_size *size,
                    const uint8_t *wanted, stet_dd_put *put, void *data, double *work)
{
    if (f->convolution)
        run_convolution(f, x, source, size, put, data, work);
    else
        run_steps(f, x, source, size, wanted, put, data, work);
}

void stet_dd_fft_run(const stet_dd_fft *f, const void *x, int source, const uint8_t *wanted,
                     stet_dd_put *put, void *data, void *work)
{
    run_any(f, x, source, NULL, wanted, put, data, (double *)work);
}

void stet_dd_fft_run_on_grid(const stet_dd_fft *f, const void *x, int source, stet_dd_size size,
                             const uint8_t *wanted, stet_dd_put *put, void *data, void *work)
{
    run_any(f, x, source, &size, wanted, put, data, (double *)work);
}

ptrdiff_t stet_dd_fft_one_of_both(const stet_dd_fft *f, ptrdiff_t k)
{
    ptrdiff_t L = 1;
    for (int i = 0; i < f->steps; i++) {
        L *= f->radix[i];
        if (2 * k % L != 0)
            return k % L < L - k % L ? k : f->n - k;
    }
    return k <= f->n / 2 ? k : f->n - k;
}
