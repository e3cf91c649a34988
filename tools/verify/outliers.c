/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/outliers.h"

#include <math.h>
#include <stdlib.h>

/* The size that one rounding error may have. The proved bound of a whole transform (Higham 2002,
 * "Accuracy and Stability of Numerical Algorithms", Theorem 24.2: ||error|| <= t ||X||, t = L
 * eta/(1 - L eta), L = log2 N, eta = m + gamma_4 (sqrt 2 + m), where m is the error of the
 * twiddles: about 7u per level) also holds for each result. But it assumes that all errors meet in
 * that result, which is sqrt(N) times too much. So this file estimates the error of each result
 * from the data that it is computed from.
 *
 * After some passes of an FFT the data are sums over the results of a class k mod d, where d
 * divides N (decimation in frequency: d is the product of the radices done; in time: of those to
 * come). Their roundings spread evenly over the class, so that each pass gives result k an error of
 * about u s, where s is the root mean square of the class. s <= S[k], the largest over all classes
 * of k. d = 1 is the mean of the row, d = N the result itself. The methods of Bluestein and Rader
 * have d = 1 and d = N.
 *
 * r[k] = |error[k]| / (u S[k]) is then nearly Gaussian and of one size, c sqrt(L), with c below 0.6
 * except for Bluestein's method. The largest of N such numbers is above q sqrt(ln(N/p)), where q is
 * their root mean square, with probability at most p (a complex Gaussian number has the tail
 * exp(-t^2)). An outlier is above SPREAD times that, which allows for different sizes, both for the
 * q of the row and for that of a good FFT. */
#define USUAL 0.5
#define LN_P (-18.4) /* p = 1e-8 */
#define SPREAD 2
/* Lengths with a prime factor above PRIME may use the methods of Bluestein or Rader. */
#define PRIME 2
#define ELSEWHERE (1.0 / 2)
/* Longer direct sums have errors beyond the norm that counts as rounding (measured). */
#define DIRECT (1.0 / 64)

struct box_work {
    double *energy; /* |y|^2 of all points, stored or not */
    double *most;   /* S^2 */
    double *reduced, *sums;
};

static bool numbers(double **to, size_t count, struct error *e)
{
    void *block;
    if (!allocate(&block, count * sizeof(double), e))
        return false;
    *to = block;
    return true;
}

static void free_box(struct box_work *b)
{
    free(b->energy);
    free(b->most);
    free(b->reduced);
    free(b->sums);
}

/* Returns where point i of the full box is stored; in a half spectrum X[-k] stands for X[k]. */
static size_t stored_at(const struct problem *p, size_t i)
{
    size_t index[RANK_MAX], k = 0;
    bool mirrored = false;
    for (int a = p->rank - 1; a >= 0; a--) {
        index[a] = i % p->n[a];
        i /= p->n[a];
        mirrored = mirrored || index[a] >= p->out.shape[a];
    }
    for (int a = 0; a < p->rank; a++) {
        size_t at = mirrored ? (p->n[a] - index[a]) % p->n[a] : index[a];
        k = k * p->out.shape[a] + at;
    }
    return k;
}

static void fill_energy(const struct problem *p, const double *y, double *energy)
{
    for (size_t i = 0; i < p->points; i++) {
        size_t k = p->out.points == p->points ? i : stored_at(p, i);
        energy[i] = y[2 * k] * y[2 * k] + y[2 * k + 1] * y[2 * k + 1];
    }
    /* A real result of even length is computed as half as many complex numbers, each from two
     * neighbours. */
    for (size_t i = 0; p->kind == STET_C2R && p->n[p->rank - 1] % 2 == 0 && i < p->points; i += 2)
        energy[i] = energy[i + 1] = fmax(energy[i], energy[i + 1]);
}

/* An axis divides the box into outer x n x inner points. If the outer axes, or the inner ones, are
 * not transformed yet, their mean stands for all points. */
struct view {
    size_t outer, n, inner;
    bool mean_outer, mean_inner;
};

static size_t reduced_at(const struct view *v, size_t o, size_t k, size_t l)
{
    size_t inner = v->mean_inner ? 1 : v->inner;
    return ((v->mean_outer ? 0 : o) * v->n + k) * inner + (v->mean_inner ? 0 : l);
}

static void reduce(const struct view *v, const double *energy, double *reduced)
{
    size_t points = v->outer * v->n * v->inner;
    double share = 1.0 / (double)((v->mean_outer ? v->outer : 1) * (v->mean_inner ? v->inner : 1));
    for (size_t i = 0; i < points; i++)
        reduced[i] = 0;
    for (size_t o = 0, i = 0; o < v->outer; o++)
        for (size_t k = 0; k < v->n; k++)
            for (size_t l = 0; l < v->inner; l++)
                reduced[reduced_at(v, o, k, l)] += share * energy[i++];
}

/* Updates `most` with the means over the classes k mod d of every line. */
static void classes(const struct view *v, struct box_work *b, size_t d)
{
    size_t outer = v->mean_outer ? 1 : v->outer, inner = v->mean_inner ? 1 : v->inner;
    for (size_t i = 0; i < outer * d * inner; i++)
        b->sums[i] = 0;
    for (size_t o = 0, i = 0; o < outer; o++)
        for (size_t k = 0; k < v->n; k++)
            for (size_t l = 0; l < inner; l++)
                b->sums[(o * d + k % d) * inner + l] += b->reduced[i++];
    double share = (double)d / (double)v->n;
    for (size_t o = 0, i = 0; o < v->outer; o++)
        for (size_t k = 0; k < v->n; k++)
            for (size_t l = 0; l < v->inner; l++, i++) {
                size_t at = ((v->mean_outer ? 0 : o) * d + k % d) * inner + (v->mean_inner ? 0 : l);
                b->most[i] = fmax(b->most[i], share * b->sums[at]);
            }
}

/* A convolution of another length, as in Bluestein's method, spreads the error of a large result
 * over its whole line. The errors of its last passes have this size. */
static void anywhere(const struct view *v, struct box_work *b)
{
    size_t inner = v->mean_inner ? 1 : v->inner;
    for (size_t o = 0; o < v->outer; o++)
        for (size_t l = 0; l < v->inner; l++) {
            double largest = 0;
            size_t from = reduced_at(v, o, 0, l), to = (o * v->n) * v->inner + l;
            for (size_t k = 0; k < v->n; k++)
                largest = fmax(largest, b->reduced[from + k * inner]);
            for (size_t k = 0; k < v->n; k++)
                b->most[to + k * v->inner] = fmax(b->most[to + k * v->inner], largest * ELSEWHERE);
        }
}

/* Partial sums of a direct sum for a result at distance d from a large result Y reach Y/d, and n of
 * them are rounded. This finds the largest Y/d, from the maxima of blocks of 1, 2, 4 ... */
static void nearby(const struct view *v, struct box_work *b)
{
    size_t outer = v->mean_outer ? 1 : v->outer, inner = v->mean_inner ? 1 : v->inner;
    for (size_t i = 0; i < outer * v->n * inner; i++)
        b->sums[i] = b->reduced[i];
    double share = DIRECT * (double)v->n;
    for (size_t size = 1, blocks = v->n;; size *= 2, share /= 4, blocks = (blocks + 1) / 2) {
        for (size_t o = 0, i = 0; o < v->outer; o++)
            for (size_t k = 0; k < v->n; k++)
                for (size_t l = 0; l < v->inner; l++, i++) {
                    const double *line = b->sums + reduced_at(v, o, 0, l);
                    size_t at = k / size, next = (at + 1) % blocks,
                           last = (at + blocks - 1) % blocks;
                    double most =
                        fmax(line[at * inner], fmax(line[next * inner], line[last * inner]));
                    b->most[i] = fmax(b->most[i], share * most);
                }
        if (blocks == 1)
            return;
        for (size_t o = 0; o < outer; o++)
            for (size_t l = 0; l < inner; l++) {
                double *line = b->sums + o * v->n * inner + l;
                for (size_t k = 0; k < blocks; k += 2)
                    line[k / 2 * inner] = k + 1 < blocks
                                              ? fmax(line[k * inner], line[(k + 1) * inner])
                                              : line[k * inner];
            }
    }
}

static void find_sizes(const struct problem *p, struct box_work *b)
{
    for (size_t i = 0; i < p->points; i++)
        b->most[i] = 0;
    for (int a = 0; a < p->rank; a++)
        for (int first = 0; first < (p->rank > 1 ? 2 : 1); first++) {
            struct view v = {1, p->n[a], 1, first == 0, first == 1};
            for (int i = 0; i < p->rank; i++)
                *(i < a ? &v.outer : &v.inner) *= i == a ? 1 : p->n[i];
            reduce(&v, b->energy, b->reduced);
            if (largest_prime(v.n) > PRIME)
                anywhere(&v, b);
            if (v.n <= DIRECT_LENGTH || largest_prime(v.n) > PRIME)
                nearby(&v, b);
            for (size_t d = 1; d <= v.n; d++)
                if (v.n % d == 0)
                    classes(&v, b, d);
        }
}

/* A direct sum of one sign, such as that of a constant, rounds in one direction: n/4 times u. This
 * matters for a result that holds nearly all the energy. */
static void direct_sums(const struct problem *p, struct box_work *b, double limit)
{
    double total = 0, n = (double)longest_axis(p);
    for (size_t i = 0; i < p->points; i++)
        total += b->energy[i];
    for (size_t i = 0; n <= DIRECT_LENGTH && total > 0 && i < p->points; i++) {
        double r = n / 4 * b->energy[i] / total / limit;
        b->most[i] = fmax(b->most[i], r * r * b->energy[i]);
    }
}

/* Returns the point of the full box for the stored point k. */
static size_t full_at(const struct problem *p, size_t k)
{
    size_t last = p->out.shape[p->rank - 1];
    return k / last * p->n[p->rank - 1] + k % last;
}

static double result_ulp(const struct problem *p, const struct format *f, const double *y, size_t k,
                         double rms)
{
    double size = fmax(rms, fmax(fabs(y[2 * k]), fabs(y[2 * k + 1])));
    return ldexp(format_ulp(f, ldexp(size, p->exponent)), -p->exponent);
}

/* Stores r[k] of all results and returns the root mean square of the usual ones. */
static double normalise(const struct problem *p, const struct format *f, const double *most,
                        double limit, const double *off2, double *r)
{
    double u = format_roundoff(f), sum = 0, usual = 0;
    double tiny = 4 * ldexp(1, f->emin - f->precision + 1 - p->exponent);
    for (size_t k = 0; k < p->out.points; k++) {
        double size = u * sqrt(most[full_at(p, k)]) + tiny;
        r[k] = off2[k] > 0 ? sqrt(off2[k]) / size : 0;
        sum += r[k] <= limit ? r[k] * r[k] : 0;
        usual += r[k] <= limit;
    }
    return usual > 0 ? sqrt(sum / usual) : 0;
}

static void collect(struct outliers *o, const struct problem *p, const double *r, double limit)
{
    for (size_t k = 0; k < p->out.points; k++) {
        if (!(r[k] > limit))
            continue;
        o->first = o->count == 0 ? k : o->first;
        o->worst = o->count == 0 || r[k] > r[o->worst] ? k : o->worst;
        o->count++;
    }
}

bool outliers_find(struct outliers *o, const struct problem *p, const struct format *f,
                   const double *y, const double *off2, struct error *e)
{
    struct box_work b = {NULL, NULL, NULL, NULL};
    double *r = NULL, sum = 0, n = (double)p->points;
    *o = (struct outliers){.count = 0};
    bool ok = numbers(&b.energy, p->points, e) && numbers(&b.most, p->points, e) &&
              numbers(&b.reduced, p->points, e) && numbers(&b.sums, p->points, e) &&
              numbers(&r, p->out.points, e);
    if (ok) {
        double spread = SPREAD * sqrt(log(n) - LN_P);
        double usual = spread * USUAL * sqrt(fmax(1, log2(n)));
        fill_energy(p, y, b.energy);
        find_sizes(p, &b);
        direct_sums(p, &b, usual);
        double q = normalise(p, f, b.most, usual, off2, r);
        collect(o, p, r, usual);
        o->off = o->count;
        o->count = 0;
        collect(o, p, r, fmax(usual, spread * q));
        for (size_t k = 0; k < p->points; k++)
            sum += b.energy[k];
        if (o->count > 0)
            o->ulp = sqrt(off2[o->worst]) / result_ulp(p, f, y, o->worst, sqrt(sum / n / 2));
    }
    free_box(&b);
    free(r);
    return ok;
}
