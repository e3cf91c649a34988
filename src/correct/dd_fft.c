/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/dd_fft.h"

#include <string.h>

#include "arith/bits.h"
#include "arith/dd.h"
#include "base/alloc.h"
#include "trig/roots.h"

__extension__ typedef unsigned __int128 uint128;

enum { LEAF = 64, MAX_STEPS = 40 };

/* The error of a step in units of u^2, per sqrt(radix) and 2-norm of its inputs: dd_steps.h. */
#define STET_DD_STEP 192.0
#define U2 0x1p-106

struct stet_dd_fft {
    ptrdiff_t n;
    const stet_correct_kernels *kernels;
    /* Powers of two from LEAF on: the radices, and the twiddles of each step and of the leaf. */
    int steps;
    int radix[MAX_STEPS];
    double *twiddles[MAX_STEPS + 1];
    /* Shorter ones: all roots of order n, double-double. */
    stet_ddc *roots;
    /* Other lengths: the convolution. */
    stet_dd_fft *convolution;
    stet_ddc *chirp;
    double *filter; /* four arrays, as in kernels.h */
    double *block;
};

static int is_power_of_two(ptrdiff_t n) { return (n & (n - 1)) == 0; }

/* -------------------------------------------------------------- creation -- */

static void set(double *x, ptrdiff_t k, stet_ddc z)
{
    x += stet_dd_at(k);
    x[0] = z.re.hi;
    x[STET_DD_BLOCK] = z.re.lo;
    x[2 * STET_DD_BLOCK] = z.im.hi;
    x[3 * STET_DD_BLOCK] = z.im.lo;
}

/* exp(-2 pi i k/n) = (c, -s): the table has c and s. */
static void fill_twiddles(const stet_roots *roots, ptrdiff_t stride, int radix, ptrdiff_t m,
                          double *table)
{
    for (int r = 1; r < radix; r++, table += STET_DD_WORDS * m)
        for (ptrdiff_t c = 0; c < m; c++) {
            double cosine[2], sine[2];
            stet_roots_dd(roots, (uint64_t)(r * c * stride), cosine, sine);
            set(table, c, (stet_ddc){{cosine[0], cosine[1]}, {sine[0], sine[1]}});
        }
}

/* Radices down to the leaf: 4, and at last 2 where 4 does not go. */
static void choose_steps(stet_dd_fft *f)
{
    for (ptrdiff_t n = f->n; n > LEAF; n /= f->radix[f->steps++])
        f->radix[f->steps] = n == 2 * LEAF ? 2 : 4;
}

static int create_steps(stet_dd_fft *f, const stet_roots *roots)
{
    choose_steps(f);
    size_t count = STET_DD_WORDS * 7 * 8;
    ptrdiff_t n = f->n;
    for (int i = 0; i < f->steps; n /= f->radix[i++])
        count += STET_DD_WORDS * (size_t)(f->radix[i] - 1) * (size_t)(n / f->radix[i]);
    double *table = f->block = (double *)stet_alloc_array(count, sizeof(double));
    if (!table)
        return 0;
    n = f->n;
    for (int i = 0; i < f->steps; n /= f->radix[i++]) {
        const ptrdiff_t m = n / f->radix[i];
        f->twiddles[i] = table;
        fill_twiddles(roots, f->n / n, f->radix[i], m, table);
        table += STET_DD_WORDS * (f->radix[i] - 1) * m;
    }
    f->twiddles[f->steps] = table;
    fill_twiddles(roots, f->n / LEAF, 8, 8, table);
    return 1;
}

static int create_roots(stet_dd_fft *f, const stet_roots *roots)
{
    f->roots = (stet_ddc *)stet_alloc_array((size_t)f->n, sizeof *f->roots);
    if (!f->roots)
        return 0;
    for (ptrdiff_t k = 0; k < f->n; k++) {
        double c[2], s[2];
        stet_roots_dd(roots, (uint64_t)k, c, s);
        f->roots[k] = (stet_ddc){{c[0], c[1]}, {-s[0], -s[1]}};
    }
    return 1;
}

/* A put that keeps all outputs in natural order. */
static void keep(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    for (ptrdiff_t i = 0; i < count; i++)
        set((double *)data, first + i * step, stet_dd_get(z, i));
}

/* X[k] = b[k] sum_j (x[j] b[j]) conj(b[k-j]), b[k] = exp(-i pi k^2/n): see fft/transform.h. */
static int create_convolution(stet_dd_fft *f, const stet_roots *roots)
{
    ptrdiff_t m = LEAF;
    while (m < 2 * f->n - 1)
        m *= 2;
    f->convolution = stet_dd_fft_create(m, f->kernels);
    f->chirp = (stet_ddc *)stet_alloc_array((size_t)f->n, sizeof *f->chirp);
    f->filter = (double *)stet_alloc_array((size_t)m, STET_DD_WORDS * sizeof(double));
    double *g =
        (double *)stet_alloc_array((size_t)m, STET_DD_WORDS * sizeof(double)); /* m >= LEAF */
    void *work = f->convolution ? stet_alloc(stet_dd_fft_work(f->convolution)) : NULL;
    const int ok = f->convolution && f->chirp && f->filter && g && work;
    if (ok) {
        memset(g, 0, (size_t)m * STET_DD_WORDS * sizeof(double));
        for (ptrdiff_t k = 0; k < f->n; k++) {
            double c[2], s[2];
            stet_roots_dd(roots, (uint64_t)((uint128)k * (uint128)k % (uint128)(2 * f->n)), c, s);
            f->chirp[k] = (stet_ddc){{c[0], c[1]}, {-s[0], -s[1]}};
            const double scale = (double)m; /* a power of two */
            const stet_ddc z = {{c[0] / scale, c[1] / scale}, {s[0] / scale, s[1] / scale}};
            set(g, k, z);
            set(g, k == 0 ? 0 : m - k, z);
        }
        stet_dd_fft_run(f->convolution, g, 0, NULL, keep, f->filter, work);
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
    const int whole = is_power_of_two(n);
    stet_roots *roots = stet_roots_create((uint64_t)(whole ? n : 2 * n));
    const int ok = roots && (!whole      ? create_convolution(f, roots)
                             : n >= LEAF ? create_steps(f, roots)
                                         : create_roots(f, roots));
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
    stet_free(f->roots);
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

/* An output is sum over classes as in bound.h, and the class of an input is never larger than all:
 * each step adds at most STET_DD_STEP u^2 sqrt(n) |x|_2. The short ones are sums of n products, 9 u^2 each
 * (dw.h), the twiddle 2 u^2, and n - 1 additions with 4 u^2 of a partial sum each: (11 + 4 n) u^2
 * sum |x_j|, sum |x_j| <= sqrt(n) |x|_2, n <= 32.
 * A convolution: as in rough_constant() of bound.c, with 9 + 2 = 11 u^2 a product and rho =
 * STET_DD_STEP sqrt(8) u^2 a step in the 2-norm, the filter of modulus at most 1 off by at most rho:
 * (3 rho + 4 11 u^2) m |x|_2. */
double stet_dd_fft_error(const stet_dd_fft *f)
{
    if (f->roots)
        return 144 * U2 * root_above((double)f->n);
    if (!f->convolution)
        return STET_DD_STEP * (f->steps + 2) * U2 * root_above((double)f->n);
    const double steps = f->convolution->steps + 2, m = (double)f->convolution->n;
    return (3 * STET_DD_STEP * 3 * steps + 44) * U2 * m;
}

/* The grid of the theorem for L classes. */
static double grid_of(ptrdiff_t L, stet_dd_size size)
{
    const double by_norm = __builtin_sqrt((double)L) * size.norm, by_most = (double)L * size.most;
    const double most = (by_norm < by_most ? by_norm : by_most) * (1 + 0x1p-30);
    return stet_from_bits_f64(((stet_bits_f64(most) >> 52) + 1) << 52) * 0x1p-24;
}

/* One step of the theorem: radix r, from L classes on. */
typedef struct {
    double low, error; /* 2-norm of a class' low words; of an output so far */
} grid_state;

static void grid_step(const stet_dd_fft *f, int r, ptrdiff_t L, stet_dd_size size, grid_state *s)
{
    const double grid = grid_of(r * L, size), n = (double)(f->n / (r * L));
    const double sums = __builtin_sqrt((double)r) * s->low, root = __builtin_sqrt(n);
    s->error +=
        0x1p-53 * (r <= 4 ? 6 * grid * n + 9 * root * sums : 32 * grid * n + 20 * root * sums);
    s->low = (r <= 4 ? 1.1 : 4) * grid * root + 1.001 * sums;
    if (s->low > 0x1p-8 * grid * 0x1p23) /* the theorem lets high words be 1.01 V */
        s->error = __builtin_inf();
}

double stet_dd_fft_grid_error(const stet_dd_fft *f, stet_dd_size size)
{
    ptrdiff_t L = 1;
    grid_state s = {grid_of(1, size) * __builtin_sqrt((double)f->n / 2), 0};
    if (f->convolution || f->roots)
        return __builtin_inf();
    for (int i = 0; i < f->steps; L *= f->radix[i++])
        grid_step(f, f->radix[i], L, size, &s);
    grid_step(f, 8, L, size, &s);
    grid_step(f, 8, 8 * L, size, &s);
    return s.error * (1 + 0x1p-20);
}

/* ------------------------------------------------------------------- run -- */

typedef struct {
    const stet_dd_fft *f;
    int is_on_grid;
    double magics[MAX_STEPS +
                  3]; /* of the grids before each step, of the middle of a leaf and of its end */
    const uint8_t *wanted;                   /* of length n, or NULL */
    const uint8_t *wanted_of[MAX_STEPS + 1]; /* of the classes mod L before each step */
    stet_dd_put *put;
    void *data;
} run;

/* Which children of class k mod L are wanted. */
static unsigned children_of(const run *r, int step, ptrdiff_t L, ptrdiff_t k)
{
    const int radix = r->f->radix[step];
    unsigned set_of = 0;
    for (int q = 0; q < radix; q++)
        if (!r->wanted || r->wanted_of[step + 1][k + q * L])
            set_of |= 1u << q;
    return set_of;
}

/* The transform of length n = f->n/L whose outputs are k mod L. x: of so many parts, or of words, 0. */
static void descend(const run *r, int step, ptrdiff_t L, ptrdiff_t k, const double *x, int parts,
                    double *work)
{
    const stet_dd_fft *f = r->f;
    const stet_correct_kernels *kernels = f->kernels;
    const double *twiddles = f->twiddles[step], *magics = r->magics + step;
    const ptrdiff_t n = f->n / L;
    if (step == f->steps) {
        double z[STET_DD_WORDS * LEAF];
        if (r->is_on_grid)
            kernels->grid64(x, twiddles, magics, z);
        else
            kernels->leaf64(x, twiddles, z);
        r->put(r->data, k, L, LEAF, z);
        return;
    }
    const int radix = f->radix[step];
    const unsigned children = children_of(r, step, L, k);
    if (r->is_on_grid)
        (radix == 4 ? kernels->grid4 : kernels->grid2)(x, parts, n, children, twiddles, magics,
                                                       work);
    else
        (radix == 4 ? kernels->split4 : kernels->split2)(x, parts == 2, n, children, twiddles,
                                                         work);
    for (int q = 0; q < radix; q++)
        if (children >> q & 1)
            descend(r, step + 1, L * radix, k + q * L, work + q * STET_DD_WORDS * (n / radix), 0,
                    work + STET_DD_WORDS * n);
}

/* dst[j] |= src[j] */
static void unite(uint8_t *to, const uint8_t *from, ptrdiff_t count)
{
    ptrdiff_t j = 0;
    for (; j + 8 <= count; j += 8) {
        uint64_t a, b;
        memcpy(&a, to + j, 8);
        memcpy(&b, from + j, 8);
        a |= b;
        memcpy(to + j, &a, 8);
    }
    for (; j < count; j++)
        to[j] |= from[j];
}

/* From the outputs up: a class is wanted if one of its outputs is. */
static void fold_wanted(run *r, uint8_t *work)
{
    const stet_dd_fft *f = r->f;
    const uint8_t *fine = r->wanted;
    ptrdiff_t fine_count = f->n, count = f->n / LEAF;
    for (int i = f->steps; i >= 0; i--) {
        memset(work, 0, (size_t)count);
        for (ptrdiff_t k = 0; k < fine_count; k += count)
            unite(work, fine + k, count);
        r->wanted_of[i] = fine = work;
        work += count;
        fine_count = count;
        if (i > 0)
            count /= f->radix[i - 1];
    }
}

/* In double-double, where there is no grid, the number. */
static double on_grid(double x, double magic) { return magic > 0 ? (x + magic) - magic : x; }

/* parts as in descend(); size: NULL in double-double. */
static void run_steps(const stet_dd_fft *f, const double *x, int parts, const stet_dd_size *size,
                      const uint8_t *wanted, stet_dd_put *put, void *data, double *work)
{
    run r = {f, size != NULL, {0}, wanted, {NULL}, put, data};
    ptrdiff_t L = 1;
    for (int i = 0; i < f->steps + 3 && size; L *= i < f->steps ? f->radix[i] : 8, i++)
        r.magics[i] = 0x1.8p52 * grid_of(L, *size);
    if (wanted)
        fold_wanted(&r,
                    (uint8_t *)(work + STET_DD_WORDS * (f->steps == 0 ? LEAF : f->n + f->n / 2)));
    if (f->steps == 0 && parts > 0) {
        for (ptrdiff_t k = 0; k < LEAF; k++) {
            const double re = x[parts * k], im = parts == 2 ? x[2 * k + 1] : 0;
            const double h = on_grid(re, r.magics[0]), i = on_grid(im, r.magics[0]);
            set(work, k, (stet_ddc){{h, re - h}, {i, im - i}});
        }
        x = work;
    }
    descend(&r, 0, 1, 0, x, parts, work);
}

static stet_ddc input(const double *x, int from_pairs, ptrdiff_t j)
{
    return from_pairs ? (stet_ddc){{x[2 * j], 0}, {x[2 * j + 1], 0}} : stet_dd_get(x, j);
}

/* By definition: at most 32 terms. */
static void run_short(const stet_dd_fft *f, const double *x, int from_pairs, const uint8_t *wanted,
                      stet_dd_put *put, void *data)
{
    for (ptrdiff_t k = 0; k < f->n; k++) {
        if (wanted && !wanted[k])
            continue;
        stet_ddc sum = input(x, from_pairs, 0);
        for (ptrdiff_t j = 1; j < f->n; j++)
            sum = stet_dd_cadd(sum,
                               stet_dd_cmul(input(x, from_pairs, j), f->roots[j * k & (f->n - 1)]));
        double z[STET_DD_WORDS * STET_DD_BLOCK];
        set(z, 0, sum);
        put(data, k, 1, 1, z);
    }
}

static stet_ddc conjugate(stet_ddc z) { return (stet_ddc){z.re, stet_dd_neg(z.im)}; }

/* The transform back is the forward one of the conjugate. */
static void run_convolution(const stet_dd_fft *f, const double *x, int from_pairs, stet_dd_put *put,
                            void *data, double *work)
{
    const ptrdiff_t n = f->n, m = f->convolution->n;
    double *a = work, *rest = a + STET_DD_WORDS * m;
    memset(a, 0, (size_t)m * STET_DD_WORDS * sizeof(double));
    for (ptrdiff_t j = 0; j < n; j++)
        set(a, j, stet_dd_cmul(input(x, from_pairs, j), f->chirp[j]));
    /* In place: the first step reads all of its input. */
    stet_dd_fft_run(f->convolution, a, 0, NULL, keep, a, rest);
    for (ptrdiff_t k = 0; k < m; k++)
        set(a, k, conjugate(stet_dd_cmul(stet_dd_get(a, k), stet_dd_get(f->filter, k))));
    stet_dd_fft_run(f->convolution, a, 0, NULL, keep, a, rest);
    for (ptrdiff_t k = 0; k < n; k++)
        set(rest, k, stet_dd_cmul(conjugate(stet_dd_get(a, k)), f->chirp[k]));
    put(data, 0, 1, n, rest);
}

size_t stet_dd_fft_work(const stet_dd_fft *f)
{
    const size_t number = STET_DD_WORDS * sizeof(double);
    if (f->convolution)
        return number * (size_t)f->convolution->n + stet_dd_fft_work(f->convolution);
    if (f->roots)
        return 0;
    if (f->steps == 0)
        return number * LEAF + 8;
    return number * (size_t)(f->n + f->n / 2 + LEAF) + (size_t)f->n / 16;
}

void stet_dd_fft_run(const stet_dd_fft *f, const double *x, int from_pairs, const uint8_t *wanted,
                     stet_dd_put *put, void *data, void *work)
{
    if (f->convolution)
        run_convolution(f, x, from_pairs, put, data, (double *)work);
    else if (f->roots)
        run_short(f, x, from_pairs, wanted, put, data);
    else
        run_steps(f, x, 2 * from_pairs, NULL, wanted, put, data, (double *)work);
}

void stet_dd_fft_run_on_grid(const stet_dd_fft *f, const double *x, int parts, stet_dd_size size,
                             const uint8_t *wanted, stet_dd_put *put, void *data, void *work)
{
    run_steps(f, x, parts, &size, wanted, put, data, (double *)work);
}
