/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/bound.h"

#include "fft/lines.h"

/* (1 + 1/sqrt 2)/sqrt 2 = 1.20710..., 2 + 1/sqrt 2 = 2.70710..., 1 + 1/sqrt 2 = 1.70710... */
#define LEVEL_BEFORE 1.2072
#define TWIDDLE 2.7072
#define LEVEL_L2 (1 + 1.7072)

/* |error of an output of butterfly_odd()| <= kappa u sqrt(r) |x|_2 with kappa = r + 3. Let S = sum
 * |x_i| <= sqrt(r) |x|_2 and h = (r - 1)/2. The sums t_i and the differences d_i are each rounded
 * once: u S for all t_i together, u S for all d_i. Of an output k > 0, the chain x_0 + sum cos t_i
 * rounds h times, u S each, and its constants are off by u/2: (h + 1 + 1/2) u S with the t_i. The
 * chain of the d_i rounds h - 1 times, its ratios and the sine taken out of them are off by u/2
 * each: (h - 1 + 1 + 1/2 + 1/2) u S. The last fma rounds the output, u S. The sum is (2 h + 3.5) u
 * S = (r + 2.5) u S; output 0 has less. */
static double odd_constant(int r) { return r + 3; }

/* Square root from above, by Newton's iteration: for constants, to 1e-9. */
static double root(double x)
{
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++)
        r = (r + x / r) / 2;
    return r * (1 + 1e-9);
}

double stet_bound_l2(ptrdiff_t n)
{
    const stet_graph g = stet_graph_of(n);
    double sum = 0;
    for (int i = 0; i < g.odd_count; i++)
        sum += (odd_constant(g.odd[i]) + TWIDDLE) * root(g.odd[i]);
    return sum + g.levels * LEVEL_L2;
}

static double largest_modulus(const double *x, ptrdiff_t n)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        const double square = x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1];
        most = square > most ? square : most;
    }
    return root(most);
}

/* Bluestein's method for the n outputs of the rough part, as one step: |error of an output| <=
 * kappa u sqrt(n) |x|_2. With M = max |filter|, m the length of the convolution, rho = u
 * stet_bound_l2(m), t = (2 + 1/sqrt 2) u for a product by a chirp of the table:
 *   the products by the chirp                          t |x|
 *   the transform of length m, of norm sqrt(m) |x|     (rho + t) sqrt(m) |x|
 *   the products by the filter, of norm M sqrt(m) |x|  (M (rho + t + 2 u) + d) sqrt(m) |x|
 *   the transform back                                 (M (2 rho + t + 2 u) + d) m |x|
 *   the products by the chirp                          that, and t |X_k|, |X_k| <= sqrt(n) |x|,
 * where d bounds the error of each number of the filter. The filter is the transform of the
 * chirp in double, over m: d <= (rho + u/sqrt 2 + u) sqrt((2 n - 1)/m) <= rho + 2 u. */
static double bluestein_constant(const stet_rough *z)
{
    const double n = (double)z->n, m = (double)z->m, rho = stet_bound_l2(z->m);
    const double most = largest_modulus((const double *)z->filter, z->m) * (1 + 1e-9) + 0x1p-40;
    return (most * (2 * rho + TWIDDLE + 2) + rho + 2) * m / root(n) * (1 + 1e-8) + TWIDDLE;
}

/* Rader's method likewise, with m = n - 1 and x' = x without x[0]:
 *   the transform of x', of norm sqrt(m) |x'|          rho sqrt(m) |x|
 *   the products by the filter                         (M (rho + 2 u) + d) sqrt(m) |x|
 *   x[0], added to output 0, which is |A_0|/m <= |x|   2 u |x|
 *   the transform back, of norm M sqrt(m) |x| + |x|
 *                                       (M (2 rho + 2 u) + d) m |x| + (rho + 2 u) sqrt(m) |x|
 * and X[0] = x[0] + A_0 has rho sqrt(m) |x| + u |X_0|. The source of the filter has m numbers of
 * modulus 1 and errors u/sqrt 2: d <= rho + 2 u again. */
static double rader_constant(const stet_rough *z)
{
    const double n = (double)z->n, m = (double)z->m, rho = stet_bound_l2(z->m);
    const double most = largest_modulus((const double *)z->filter, z->m) * (1 + 1e-9) + 0x1p-40;
    const double others = ((most * (2 * rho + 2) + rho + 2) * m + (rho + 2) * root(m)) / root(n);
    return (others > rho + 1 ? others : rho + 1) * (1 + 1e-8);
}

static double rough_constant(const stet_rough *z)
{
    return z->is_rader ? rader_constant(z) : bluestein_constant(z);
}

static void add(stet_bound *b, ptrdiff_t radix, double before, double after)
{
    b->weight[b->count - 1] += before;
    b->length[b->count] = b->length[b->count - 1] * radix;
    b->weight[b->count++] = after;
}

static void add_transform(stet_bound *b, const stet_graph *g, const stet_rough *z)
{
    ptrdiff_t L = g->rough;
    if (L > 1)
        add(b, L, rough_constant(z), 0);
    for (int i = 0; i < g->odd_count; L *= g->odd[i++]) {
        const double r = g->odd[i];
        add(b, g->odd[i], odd_constant(g->odd[i]) + (L > 1 ? TWIDDLE * root((r - 1) / r) : 0), 0);
    }
    for (int i = 0; i < g->levels; i++, L *= 2)
        add(b, 2, L > 2 ? LEVEL_BEFORE : 0, 1);
}

/* Classes that are worth the square roots: there are at most N/16 of them, and not more than
 * 2^14, above which they would tell apart a tenth of the bound of ordinary data. */
static void choose_finest(stet_bound *b)
{
    enum { FEWER = 16, MOST = 1 << 14 };
    const ptrdiff_t n = b->length[b->count - 1];
    b->finest = 0;
    while (b->finest < b->count - 1 && b->length[b->finest + 1] <= MOST &&
           b->length[b->finest + 1] <= (n + FEWER - 1) / FEWER)
        b->finest++;
    b->beyond = 0;
    for (int i = b->finest + 1; i < b->count; i++)
        b->beyond += b->weight[i];
}

/* The first step of C2R: Z_k and Z_(h-k) from a = X_k and b = X_(h-k), s = conj(a + conj b) and d =
 * conj(a - conj b), each rounded once, and the butterfly of s and w d. An error of either is at
 * most u (|s| + |d|) of s and d, (1 + 1/sqrt 2) u |d| of m t, and u |Z|. |s| + (2 + 1/sqrt 2) |d|
 * <= 2.886 sqrt(|s|^2 + |d|^2), and |Z_k|^2 + |Z_(h-k)|^2 = 2 (|s|^2 + |d|^2), so that the errors
 * of both are at most (2.886 + 1) u |(Z_k, Z_(h-k))| in the 2-norm: u 3.886 R_1 for all pairs
 * together. Z_0 and Z_(h/2) are rounded once. */
#define HERMITIAN 3.887

int stet_bound_create(stet_bound *bound, int rank, const ptrdiff_t *n, stet_kind kind,
                      const stet_fft1d *const *transforms)
{
    *bound = (stet_bound){.count = 1, .length = {1}};
    if (kind == STET_C2R && (rank > 1 || n[0] % 2 != 0))
        return 0;
    for (int i = rank - 1; i >= 0; i--) {
        const stet_graph g = stet_graph_of(kind == STET_C2R ? n[i] / 2 : n[i]);
        const stet_rough z = stet_fft1d_rough(transforms[i]);
        if (z.n != g.rough)
            return 0;
        if (kind == STET_C2R)
            bound->weight[0] += HERMITIAN;
        add_transform(bound, &g, &z);
    }
    for (int i = 0; i < bound->count; i++)
        bound->all += bound->weight[i];
    choose_finest(bound);
    return bound->all * root((double)bound->length[bound->count - 1]) <= 0x1p22;
}
