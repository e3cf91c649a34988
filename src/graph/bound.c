/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/bound.h"

#include "graph/convolution.h"
#include "graph/r2r.h"

/* The macros are upper bounds of these numbers:
 * (1 + 1/sqrt 2)/sqrt 2 = 1.20710..., 2 + 1/sqrt 2 = 2.70710..., 1 + 1/sqrt 2 = 1.70710... */
#define LEVEL_BEFORE 1.2072
#define TWIDDLE 2.7072
#define LEVEL_L2 (1 + 1.7072)

/* This is the constant of the first step of C2R. It makes Z_k and Z_(h-k) from a = X_k and b =
 * X_(h-k): s = conj(a + conj b) and d = conj(a - conj b), each rounded once, and the butterfly of s
 * and w d. The errors of either output are at most u (|s| + |d|) for s and d, (1 + 1/sqrt 2) u |d|
 * for m t, and u |Z|. |s| + (2 + 1/sqrt 2) |d| <= 2.886 sqrt(|s|^2 + |d|^2), and |Z_k|^2 +
 * |Z_(h-k)|^2 = 2 (|s|^2 + |d|^2). So the errors of both are at most (2.886 + 1) u |(Z_k, Z_(h-k))|
 * in the 2-norm: u 3.886 R_1 for all pairs together. Z_0 and Z_(h/2) are rounded once. */
#define HERMITIAN 3.887

/* Returns the square root from above, by Newton's iteration, to 1e-9: for constants. */
static double root(double x)
{
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++)
        r = (r + x / r) / 2;
    return r * (1 + 1e-9);
}

/* The errors of a step in units of u: relative to its exact output in the 2-norm (`level`,
 * `twiddle`, odd_l2()), and in one output relative to the whole spectrum (`level_each`,
 * odd_each()). The section on a priori bounds derives those of pairs. */
typedef struct {
    double level, level_each, twiddle, product;
    double sum, rest;         /* of an fma; of a butterfly up to 13 */
    double constants, others; /* of a direct sum */
    double first, factor;
} step_errors;

static const step_errors of_words = {LEVEL_L2, 1 + LEVEL_BEFORE, TWIDDLE, 2,         1,
                                     3,        0.7072,           2,       HERMITIAN, 2.1};
static const step_errors of_pairs = {59.7, 42.3, 33, 32, 16, 30, 17.5, 8.5, 66, 20};

static const step_errors *errors_of(stet_precision p)
{
    return stet_is_pair(p) ? &of_pairs : &of_words;
}

/* Returns kappa of an odd radix r = 2 h + 1: |error of an output| <= kappa u sqrt(r) |x|_2.
 *
 * Butterflies, r <= 13: kappa = r + 3. Let S = sum |x_i| <= sqrt(r) |x|_2. The sums t_i and the
 * differences d_i are each rounded once: u S for all t_i together, u S for all d_i. For an output k
 * > 0, the chain x_0 + sum cos t_i rounds h times, u S each, and its constants are off by u/2: (h +
 * 1 + 1/2) u S with the t_i. The chain of the d_i rounds h - 1 times, and its ratios and the sine
 * taken out of them are off by u/2 each: (h - 1 + 1 + 1/2 + 1/2) u S. The last fma rounds the
 * output, u S. The sum is (2 h + 3.5) u S = (r + 2.5) u S; output 0 has less.
 *
 * Direct sums, r >= 17: kappa = h sqrt((h + 2)/r) + 1/sqrt 2 + 2. Each operation of a chain rounds
 * its partial sum (N. Higham, "Accuracy and Stability of Numerical Algorithms", 2002, section 3.1).
 * These are u_m = x_0 + sum cos t_i and v_m = sum sin d_i, i <= m, m = 1 .. h. Let E = |x_0|^2 +
 * sum |t_i|^2/2 and O = sum |d_i|^2/2, so that E + O = |x|^2. By the inequality of Cauchy and
 * Schwarz |u_m|^2 <= (1 + 2 sum cos^2) E and |v_m|^2 <= 2 sum sin^2 O, and sum_m |u_m| + |v_m| <=
 * sqrt(h sum_m (1 + 2 m)) |x| = h sqrt(h + 2) |x|, also for output 0, where all cosines are 1. The
 * roundings of t_i and d_i reach an output with at most u sqrt(2 h) |x|. A cosine and its sine are
 * off by u/2 each, which makes u/2 (sum |t_i| + sum |d_i|) <= u/2 sqrt(4 h) |x|. The last sum
 * rounds the output, u sqrt(r) |x|. */
static double odd_each(const step_errors *e, ptrdiff_t r)
{
    const ptrdiff_t half = r / 2;
    const double h = (double)half;
    if (!stet_is_direct(r))
        return e->sum * (double)r + e->rest;
    return e->sum * h * root((h + 2) / (double)r) + e->constants + e->others;
}

/* Returns the constant of all outputs of an odd step together, with its twiddles: |error|_2 <= c u
 * |X|_2, |X| = sqrt(r) |x|. For a direct sum it is h + sqrt(r/2) + 2 without them. Over all outputs
 * k, u_m is the transform of an even sequence, x_0 and t_i/2, and v_m that of an odd one: the sums
 * over k of |u_m|^2 and |v_m|^2 are at most r E and r O. The errors of u_m are even in k and those
 * of v_m odd, so that step m errs by u |X|. So do the roundings of the t_i and d_i, whose errors
 * are transformed alike, and the last sums. The constants make u/sqrt 2 sqrt(r) |x| in each output.
 */
static double odd_l2(const step_errors *e, ptrdiff_t r)
{
    const ptrdiff_t half = r / 2;
    const double h = (double)half, size = root((double)r);
    if (!stet_is_direct(r))
        return (odd_each(e, r) + e->twiddle) * size;
    return e->sum * h + e->constants * size + e->others + e->twiddle;
}

/* Returns stet_bound_l2() in any arithmetic. */
static double l2_of(const step_errors *e, ptrdiff_t n)
{
    const stet_graph g = stet_graph_of(n);
    double sum = 0;
    for (int i = 0; i < g.odd_count; i++)
        sum += odd_l2(e, g.odd[i]);
    return sum + g.levels * e->level;
}

double stet_bound_l2(ptrdiff_t n) { return l2_of(&of_words, n); }

/* Returns number i of the filter; for a pair its high word, which is off by at most u. */
static double number_of(const stet_rough *z, ptrdiff_t i)
{
    const double *wide = (const double *)z->filter;
    const float *narrow = (const float *)z->filter;
    switch ((int)z->precision) {
    case STET_F64: return wide[i];
    case STET_DD: return wide[2 * i];
    case STET_FF: return (double)narrow[2 * i];
    default: return (double)narrow[i];
    }
}

static double largest_modulus(const stet_rough *z)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < z->m; i++) {
        const double re = number_of(z, 2 * i), im = number_of(z, 2 * i + 1);
        const double square = re * re + im * im;
        most = square > most ? square : most;
    }
    return root(most) * (1 + 0x1p-20) + 0x1p-40;
}

/* Bounds the error of each number of a filter of largest modulus `most`, M. The filter is the
 * transform of its source over m, and its 2-norm is at most 1. By the theorem of bound.h, each step
 * errs by its weight times R_L <= min(1, M sqrt(m/L)). The m numbers of the source are off by the
 * error of a root, and their mean too. The source may be in a precision that is finer. The factor
 * 1/m, or the division by m, and the rounding make less than 2 products. */
static double filter_error(const step_errors *e, const stet_rough *z, double most)
{
    const stet_graph g = stet_graph_of(z->m);
    const double finer = stet_bound_unit(stet_source_precision(z->precision));
    double sum = e->constants, left = (double)z->m;
    for (int i = 0; i < g.odd_count + g.levels; i++) {
        const int is_odd = i < g.odd_count;
        const double share = most * root(left), r = is_odd ? (double)g.odd[i] : 2;
        const double weight = is_odd ? odd_each(e, g.odd[i]) + e->twiddle : e->level_each;
        sum += weight * (share < 1 ? share : 1);
        left /= r;
    }
    return sum * finer / stet_bound_unit(z->precision) + 2 * e->product * most;
}

/* Returns kappa of a rough prime n: the error of each output, and that of all in the 2-norm, are at
 * most kappa u sqrt(n) |x|_2. With M = max |filter|, d its error, m the length of the convolution,
 * rho = u l2_of(m), P u a product and t that by a chirp of the table, Bluestein's method has
 *   the products by the chirp                          t |x|
 *   the transform of length m, of norm sqrt(m) |x|     (rho + t) sqrt(m) |x|
 *   the products by the filter, of norm M sqrt(m) |x|  (M (rho + t + P) + d) sqrt(m) |x|
 *   the transform back                                 (M (2 rho + t + P) + d) m |x|
 *   the products by the chirp                          that, and t |X|, |X| <= sqrt(n) |x|,
 * and Rader's, with m = n - 1 and x' = x without x[0],
 *   the transform of x', of norm sqrt(m) |x'|          rho sqrt(m) |x|
 *   the products by the filter                         (M (rho + P) + d) sqrt(m) |x|
 *   x[0], added to output 0, which is |A_0|/m <= |x|   P |x|
 *   the transform back, of norm M sqrt(m) |x| + |x|
 *                                        (M (2 rho + P) + d) m |x| + (rho + P) sqrt(m) |x|
 *   X[0] = x[0] + A_0, apart from the others           rho sqrt(m) |x| + P |X_0| */
static double rough_error(const step_errors *e, const stet_rough *z)
{
    const double n = (double)z->n, m = (double)z->m, rho = l2_of(e, z->m);
    const double most = largest_modulus(z), chirp = z->is_rader ? 0 : e->twiddle;
    const double apart = z->is_rader ? rho + e->product : 0;
    const double back = most * (2 * rho + chirp + e->product) + filter_error(e, z, most);
    const double others = back * m / root(n) + chirp + apart;
    return root(others * others + apart * apart) * (1 + 1e-6);
}

static void add(stet_bound *b, ptrdiff_t radix, double before, double after)
{
    b->weight[b->count - 1] += before;
    b->length[b->count] = b->length[b->count - 1] * radix;
    b->weight[b->count++] = after;
}

static void add_transform(stet_bound *b, const stet_graph *g, const stet_rough *rough)
{
    ptrdiff_t L = 1;
    for (int i = 0; i < g->odd_count; L *= g->odd[i++]) {
        const double r = (double)g->odd[i], twiddles = L > 1 ? TWIDDLE * root((r - 1) / r) : 0;
        const double own =
            i < g->rough_count ? rough_error(&of_words, &rough[i]) : odd_each(&of_words, g->odd[i]);
        add(b, g->odd[i], own + twiddles, 0);
    }
    for (int i = 0; i < g->levels; i++, L *= 2)
        add(b, 2, L > 2 ? LEVEL_BEFORE : 0, 1);
}

/* Chooses the classes that are worth their square roots: at most N/16, and at most 2^14, above
 * which they would tell apart a tenth of the bound of ordinary data. */
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

void stet_bound_begin(stet_bound *bound) { *bound = (stet_bound){.count = 1, .length = {1}}; }

int stet_bound_add(stet_bound *bound, ptrdiff_t n, stet_kind kind, int rough_count,
                   const stet_rough *rough)
{
    if (kind == STET_C2R && (bound->count > 1 || n % 2 != 0))
        return 0;
    const stet_graph g = stet_graph_of(kind == STET_C2R ? n / 2 : n);
    if (rough_count != g.rough_count)
        return 0;
    if (kind == STET_C2R)
        bound->weight[0] += HERMITIAN;
    add_transform(bound, &g, rough);
    return 1;
}

int stet_bound_end(stet_bound *bound)
{
    for (int i = 0; i < bound->count; i++)
        bound->all += bound->weight[i];
    choose_finest(bound);
    return bound->all * root((double)bound->length[bound->count - 1]) <= 0x1p22;
}

/* --------------------------------------------------------------- a priori -- */

/* For one word the errors of a step are those above.
 *
 * For pairs u is the square of that of the words (graph/double_word.h): an fma errs by F (|a b| +
 * |c|), F = 16, a sum by A (|a| + |b|), A = 3, a product by P |a b|, P = 6; where terms cancel, the
 * errors stay. Tables: the parts of a root are off by 1, m by |m|, t by 12 |t|. |a|, |b| are moduli
 * of complex numbers, and the triangle inequality in the plane is used with the parts of b and
 * those of t b as vectors of moduli:
 *     s = (1 - i t) b   F (|b| + |t b|) <= 2 F |b|, for |t| <= 1
 *     m s               that, the errors of m, |b|, and of m t, 12 |b| sin 45 degrees < 8.5 |b|
 *     a + m s           F (|a| + |b|) besides
 *     in all            F |a| + (3 F + 9.5) |b| <= 59.7 |(a, b)|
 * Both outputs err by sqrt 2 times that, and their exact norm is larger by sqrt 2 too: 59.7. In one
 * output, where R_L/sqrt 2 stands for |b|, the error is 59.7/sqrt 2 < 42.3. A plain level has only
 * sums. The product by a twiddle is a product and an fma: (P + F) of |w.re x.re| + |w.im x.im| and
 * the like, sqrt 2 (P + F) |x| < 31.2 |x|, and its table 1.5: less than 33. Odd radix r = 2 h + 1
 * <= 13, S = sum |x_i|: sums and differences err by 2 A S; chains of h and h - 1 fma and one at the
 * end, each on moduli of S at most, by r F S; constants and ratios by 2 12 S: (r F + 30) S. Direct
 * sums as above, with F (|u_(m-1)| + |cos t_m|) for operation m of a chain, and likewise v: the
 * first terms are F times those of one word, the second ones F sqrt(2 h) |x| in each output;
 * constants 1 for 1/2, sqrt(4 h) |x|; t_i, d_i, and the last sums A (|a| + |b|), each sqrt 2 A for
 * 1. So sqrt(r) has the factor F + sqrt 2 < 17.5, and 2 sqrt 2 A < 8.5. The first step of C2R is a
 * sum and a difference, A (|a| + |b|) each, twice, and a butterfly: 2 A + 59.7 < 66 as above. The
 * factor of a norm is off by 7, its product by 6, and the sum of words by 3: less than 20. */
static stet_prior of_sums(double each, double rms, double underflow)
{
    const double slack = 1 + 1e-6;
    if (rms > 0.5)
        return (stet_prior){__builtin_inf(), __builtin_inf(), underflow, 1};
    rms *= (1 + rms) * slack; /* prod (1 + u w) - 1 <= exp(sum) - 1 */
    each *= (1 + rms) * slack;
    return (stet_prior){each < rms ? each : rms, rms, underflow, 1};
}

/* Bounds underflow: each operation adds the least number at most. Fewer than 16 r operations make
 * an element of a step of a radix r <= 127 (its r - 1 products by twiddles, its sums and
 * differences, and its chains are 5 r), with factors up to 1 between them, and an output is the sum
 * over the columns: over all steps 16 sum of r n/(r L) <= 32 n. A convolution has 32 m each way,
 * the filter, at most M, between them, and the same for the sums of its m outputs; its element is
 * in n/(L p) columns, p the prime. */
static double underflow_of(const stet_graph *g, ptrdiff_t n, const stet_rough *rough)
{
    const double points = 64 * (double)n;
    double sum = points, reached = 1;
    for (int i = 0; i < g->rough_count; i++) {
        const double m = (double)rough[i].m;
        reached *= (double)g->odd[i];
        sum += points / reached * (2 + largest_modulus(&rough[i]) * m) * m;
    }
    return sum;
}

/* -------------------------------------------------------- real to real -- */

/* The passes of r2r.h surround a transform inside, whose exact output is V. Its bound in the 2-norm
 * is r, relative to |V|; both halves of a spectrum count. y are the outputs. The bounds of the
 * kinds:
 *
 *   R2HC        |V|^2 <= 2 |y|^2, and the error of y is at most that of V: sqrt 2 r
 *   DCT1        V is real, and y is one half of it: sqrt 2 r
 *   DST1        V is i times an odd sequence, of which y is one half: |V|^2 = 2 |y|^2, and twice
 *               the square of the error of y is at most that of V: r
 *   DHT         y has re V - im V and re V + im V: |y| = |V|, and each is rounded: r + sum
 *   HC2R        r
 *   DCT2, DST2  (y[k], y[n-k]) are the parts of 2 w V[k]; y[0] = 2 V[0], y[n/2] = sqrt 2 V[n/2].
 *               So |V|^2 <= |y|^2/2, an error of V is at most 2 times as large in y, and the
 *               products err as those by twiddles: sqrt 2 r + twiddle
 *   DCT3, DST3  V[k] is a product by w; V[n/2] is one number, sqrt 2 x[n/2], which errs less: r +
 *               twiddle
 *   DCT4, DST4  n even: both passes are rotations up to a factor of 2: r + 2 twiddle. n odd: y has
 *               (re V + im V) and (re V - im V) times sqrt 2: r + sum + factor
 *
 * of_sums() includes products of two errors. One bound holds for each output and for all: |Y_k -
 * y_k| <= |Y - y|. `condition` is the factor by which a relative error along another axis may grow,
 * the largest singular value over the least. The rows of DCT2 are orthogonal, and one is sqrt 2
 * times as long as the others; DCT3, DST2, DST3, R2HC and HC2R are alike. With W = diag(1, 2, ...,
 * 2, 1) DCT1 is W^(-1/2) Q W^(1/2), Q orthogonal up to a factor: 2. The others are orthogonal. */
#define ROOT_2 1.4143

typedef struct {
    double grow, sums, factors, twiddles, condition;
} r2r_errors;

static r2r_errors r2r_errors_of(stet_r2r_kind kind, ptrdiff_t n)
{
    switch (kind) {
    case STET_R2HC: return (r2r_errors){ROOT_2, 0, 0, 0, ROOT_2};
    case STET_HC2R: return (r2r_errors){1, 0, 0, 0, ROOT_2};
    case STET_DHT: return (r2r_errors){1, 1, 0, 0, 1};
    case STET_DCT1: return (r2r_errors){ROOT_2, 0, 0, 0, 2};
    case STET_DST1: return (r2r_errors){1, 0, 0, 0, 1};
    case STET_DCT2:
    case STET_DST2: return (r2r_errors){ROOT_2, 0, 0, 1, ROOT_2};
    case STET_DCT3:
    case STET_DST3: return (r2r_errors){1, 0, 0, 1, ROOT_2};
    default: return n % 2 == 0 ? (r2r_errors){1, 0, 0, 2, 1} : (r2r_errors){1, 1, 1, 0, 1};
    }
}

/* Bounds underflow: a pass adds at most 3 least numbers to a number and multiplies its error by at
 * most 2 sqrt 2; the transform inside sums over its length what the first pass adds. */
static stet_prior r2r_prior(stet_precision p, stet_kind kind, ptrdiff_t n, const stet_rough *rough)
{
    const step_errors *e = errors_of(p);
    const r2r_errors r = r2r_errors_of(stet_r2r_kind_of(kind), n);
    ptrdiff_t length;
    const stet_kind inner = stet_r2r_inside(kind, n, &length);
    const stet_prior inside = stet_bound_prior(p, inner, length, rough);
    const double sum = stet_is_pair(p) ? 6 : 1; /* A (|a| + |b|) twice, over |(a, b)| */
    const double own = r.sums * sum + r.factors * e->factor + r.twiddles * e->twiddle;
    const double rms = r.grow * inside.rms + stet_bound_unit(p) * own;
    const double underflow = 3 * inside.underflow + 16 * (double)length + 3;
    stet_prior prior = of_sums(rms, rms, underflow);
    prior.condition = r.condition;
    return prior;
}

stet_prior stet_bound_prior(stet_precision p, stet_kind kind, ptrdiff_t n, const stet_rough *rough)
{
    if (stet_is_r2r(kind))
        return r2r_prior(p, kind, n, rough);
    const step_errors *e = errors_of(p);
    const int half = kind == STET_C2R && n % 2 == 0;
    const ptrdiff_t inner = half ? n / 2 : n;
    const stet_graph g = stet_graph_of(inner);
    double each = half ? e->first : 0, rms = each;
    for (int i = 0; i < g.odd_count; i++) {
        const double own = i < g.rough_count ? rough_error(e, &rough[i]) : odd_each(e, g.odd[i]);
        each += own + e->twiddle;
        rms += i < g.rough_count ? own + e->twiddle : odd_l2(e, g.odd[i]);
    }
    each += g.levels * e->level_each;
    rms += g.levels * e->level;
    const double u = stet_bound_unit(p);
    return of_sums(u * each, u * rms, underflow_of(&g, inner, rough) * (1 + half));
}

stet_prior stet_bound_then(stet_prior a, stet_prior next, ptrdiff_t n)
{
    const double c = next.condition, d = a.condition;
    stet_prior both = of_sums(c * a.each + d * next.each, c * a.rms + d * next.rms,
                              a.underflow * (double)n + next.underflow);
    both.condition = c * d;
    return both;
}

stet_prior stet_bound_scaled(stet_prior a, stet_precision p)
{
    const double more = errors_of(p)->factor * stet_bound_unit(p);
    return of_sums(a.each + more, a.rms + more, a.underflow + 1);
}

double stet_bound_least(stet_precision p)
{
    return p == STET_F64 || p == STET_DD ? 0x1p-1074 : 0x1p-149;
}

double stet_bound_unit(stet_precision p)
{
    switch ((int)p) {
    case STET_DD: return 0x1p-106;
    case STET_FF: return 0x1p-48;
    case STET_F64: return 0x1p-53;
    default: return 0x1p-24;
    }
}
