/* SPDX-License-Identifier: Apache-2.0 */
/* Roots of unity that were made badly: by repeated multiplication, in direct sums; from squares
 * that were reduced too far, in Bluestein's method. Both computations are repeated with the
 * mistake. */
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
#define PI 3.14159265358979323846
/* Only short rows have direct sums. */
#define DIRECT_MOST 4096
/* Share of a row's error that may remain, because a program may round the recurrence in another
 * way. */
#define NEARLY 0.5

static double sign_of(const struct problem *p) { return p->direction == STET_FORWARD ? -1 : 1; }

/* -------------------------------------------------------------- recurrences -- */

/* The ways in which a program may make the roots: in one table, or anew for each result; the angle
 * of the first root as (2 pi k)/n or (2 pi/n) k, rounded to float or not. */
struct way {
    bool single, table, quotient_first, angle_rounded;
};

static double rounded(const struct way *w, double x) { return w->single ? (double)(float)x : x; }

static void first_root(const struct problem *p, const struct way *w, size_t k, double *root)
{
    double n = (double)p->points, angle;
    angle = w->quotient_first ? 2 * PI / n * (double)k : 2 * PI * (double)k / n;
    if (w->angle_rounded)
        angle = (double)(float)angle;
    root[0] = rounded(w, cos(angle));
    root[1] = rounded(w, sign_of(p) * sin(angle));
}

/* Multiplies a by b, and rounds every operation once. Products of floats and their sums are rounded
 * twice here, which gives the same result (Figueroa 1995: 53 >= 2 * 24 + 2). */
static void times(const struct way *w, double *a, const double *b)
{
    double re = rounded(w, rounded(w, a[0] * b[0]) - rounded(w, a[1] * b[1]));
    a[1] = rounded(w, rounded(w, a[0] * b[1]) + rounded(w, a[1] * b[0]));
    a[0] = re;
}

/* Stores roots[j] = root^j, by multiplication. */
static void make_powers(const struct problem *p, const struct way *w, size_t k, double *roots)
{
    double root[2];
    first_root(p, w, k, root);
    roots[0] = 1;
    roots[1] = 0;
    for (size_t j = 1; j < p->points; j++) {
        memcpy(roots + 2 * j, roots + 2 * (j - 1), 2 * sizeof *roots);
        times(w, roots + 2 * j, root);
    }
}

/* Computes result k. roots has the table, or is overwritten. */
static void direct(const struct suspect *r, const struct way *w, size_t k, double *roots, double *y)
{
    const struct problem *p = r->problem;
    double factor = problem_factor(p);
    y[0] = y[1] = 0;
    if (!w->table)
        make_powers(p, w, k, roots);
    for (size_t j = 0, at = 0; j < p->points; j++) {
        const double *x = r->x + 2 * j, *root = roots + 2 * (w->table ? at : j);
        y[0] += x[0] * root[0] - x[1] * root[1];
        y[1] += x[0] * root[1] + x[1] * root[0];
        at = (at + k) % p->points;
    }
    y[0] *= factor;
    y[1] *= factor;
}

/* Returns the distance of v from some results of that way, as a share of its distance from the
 * right ones. */
static double misfit(const struct suspect *r, const struct way *w, double *roots)
{
    double now = 0, before = 0, y[2];
    size_t points = r->problem->out.points, step = points < 24 ? 1 : points / 12;
    if (w->table)
        make_powers(r->problem, w, 1, roots);
    for (size_t k = 1; k < points; k += step) {
        const double *v = r->v + 2 * k, *right = r->y + 2 * k;
        direct(r, w, k, roots, y);
        now += (v[0] - y[0]) * (v[0] - y[0]) + (v[1] - y[1]) * (v[1] - y[1]);
        before += (v[0] - right[0]) * (v[0] - right[0]) + (v[1] - right[1]) * (v[1] - right[1]);
    }
    return before > 0 ? sqrt(now / before) : (double)INFINITY;
}

static bool nearest_way(const struct suspect *r, double *roots, struct way *best)
{
    double least = NEARLY;
    const enum component c = r->problem->out.layout.dtype->component;
    for (int i = 0; i < (c == COMPONENT_F32 ? 8 : 4); i++) {
        const struct way w = {c == COMPONENT_F32, i % 2 == 1, i / 2 % 2 == 1, i / 4 == 1};
        double now = misfit(r, &w, roots);
        if (now < least) {
            least = now;
            *best = w;
        }
    }
    return least < NEARLY;
}

bool map_recurrence(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    const enum component c = p->out.layout.dtype->component;
    struct way w = {.single = false};
    void *block;
    if (p->rank != 1 || p->kind == STET_C2R || p->points < 16 || p->points > DIRECT_MOST ||
        (c != COMPONENT_F32 && c != COMPONENT_F64))
        return false;
    if (!allocate(&block, 2 * p->points * sizeof(double), e))
        return error_set(e, "not enough memory to look for the reason");
    double *roots = block;
    bool found = nearest_way(r, roots, &w);
    if (found && w.table)
        make_powers(p, &w, 1, roots);
    for (size_t k = 0; found && k < p->out.points; k++)
        direct(r, &w, k, roots, r->c + 2 * k);
    free(block);
    SAY("direct sums whose roots of unity were made by multiplying again and again, in %s: %s",
        c == COMPONENT_F32 ? "f32" : "f64", w.table ? "one table" : "anew for each result");
    return found;
}

/* ------------------------------------------------------------------- chirps -- */

/* Returns j^2 as a program may compute it, modulo 2n. */
static size_t square_of(uint64_t j, uint64_t n, int which)
{
    uint64_t square = j * j, low = square & UINT32_MAX;
    if (which == 0)
        return (size_t)(square % n);
    if (which == 1 || low <= INT32_MAX)
        return (size_t)(low % (2 * n));
    uint64_t below = ((uint64_t)1 << 32) - low; /* the magnitude of a negative number */
    return (size_t)((2 * n - below % (2 * n)) % (2 * n));
}

/* Stores the cyclic convolution of a and b, over m points, in a. Overwrites b. */
static bool convolve(double *a, double *b, size_t m, struct error *e)
{
    if (!transform_box(a, 1, &m, STET_FORWARD, e) || !transform_box(b, 1, &m, STET_FORWARD, e))
        return false;
    for (size_t i = 0; i < m; i++) {
        double re = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        a[2 * i + 1] = (a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i]) / (double)m;
        a[2 * i] = re / (double)m;
    }
    return transform_box(a, 1, &m, STET_INVERSE, e);
}

/* Stores x times the chirp at j, or its conjugate, in `to`. */
static void times_chirp(const struct problem *p, double *to, double re, double im, size_t j,
                        int which, bool conjugate)
{
    double angle = PI * (double)square_of(j, p->points, which) / (double)p->points;
    double c = cos(angle), s = (conjugate ? -1 : 1) * sign_of(p) * sin(angle);
    to[0] = re * c - im * s;
    to[1] = re * s + im * c;
}

/* Stores in r->c the result of Bluestein's method (1970) with those squares. a and b have m points
 * of zeros. */
static bool by_chirps(struct suspect *r, int which, double *a, double *b, size_t m, struct error *e)
{
    const struct problem *p = r->problem;
    double factor = problem_factor(p);
    size_t n = p->points;
    for (size_t j = 0; j < n; j++) {
        times_chirp(p, a + 2 * j, r->x[2 * j], r->x[2 * j + 1], j, which, false);
        times_chirp(p, b + 2 * j, 1, 0, j, which, true);
        memcpy(b + 2 * ((m - j) % m), b + 2 * j, 2 * sizeof *b);
    }
    if (!convolve(a, b, m, e))
        return false;
    for (size_t k = 0; k < p->out.points; k++)
        times_chirp(p, r->c + 2 * k, factor * a[2 * k], factor * a[2 * k + 1], k, which, false);
    return true;
}

bool map_chirp(struct suspect *r, char *text, size_t size, struct error *e)
{
    static const char *const what[] = {"modulo N, where it must be modulo 2N",
                                       "modulo 2^32, in 32 bits", "in 32 bits with a sign"};
    const struct problem *p = r->problem;
    size_t m = 1, n = p->points;
    double residual = (double)INFINITY, re, im;
    if (p->rank != 1 || p->kind == STET_C2R || n < 4 || n > (size_t)1 << 31)
        return false;
    while (m < 2 * n)
        m *= 2;
    /* 46341^2 is the first square that 31 bits cannot hold. */
    for (int which = 0; which < (n > 46341 ? 3 : 1) && residual > 1e-3; which++) {
        void *block;
        if (m > SIZE_MAX / (4 * sizeof(double)) || !allocate(&block, 4 * m * sizeof(double), e))
            return error_set(e, "not enough memory to look for the reason");
        double *a = block;
        bool ok = by_chirps(r, which, a, a + 2 * m, m, e);
        free(block);
        if (!ok)
            return false;
        suspect_fit(r, r->c, &re, &im);
        residual = suspect_residual(r, r->c, re, im);
        SAY("Bluestein's method whose chirp has k^2 %s", what[which]);
    }
    return residual <= 1e-3;
}
