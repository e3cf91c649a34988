/* SPDX-License-Identifier: Apache-2.0 */
/* Full spectra that were made from their half by X[-k] = conj X[k], but in a wrong way or for a
 * complex input. */
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
/* This many results tell whether a way deserves a look at all results. */
#define SAMPLES 512

/* A way to mirror: the upper half comes from bin N - k + off, from result k = first on. Along the
 * other axes it comes from the same place, from -k (which is right) or from N - 1 - k. */
enum others { SAME, NEGATED, BACKWARDS };
struct way {
    int off;
    enum others others;
    bool conjugate, from_middle;
};

static bool is_real(const struct suspect *r)
{
    for (size_t i = 0; i < r->problem->points; i++)
        if (r->x[2 * i + 1] != 0)
            return false;
    return true;
}

static bool is_right(const struct problem *p, const struct way *w)
{
    return w->off == 0 && w->conjugate && (p->rank == 1 || w->others == NEGATED);
}

static size_t first_mirrored(const struct problem *p, const struct way *w)
{
    size_t n = p->n[p->rank - 1];
    return w->from_middle ? (n + 1) / 2 : n / 2 + 1;
}

/* Stores result i as that way computes it. */
static void in_way(const struct suspect *r, const struct way *w, size_t i, double *c)
{
    const struct problem *p = r->problem;
    int last = p->rank - 1;
    size_t index[RANK_MAX], n = p->n[last];
    unravel(i, p->rank, p->n, index);
    bool mirrored = index[last] >= first_mirrored(p, w);
    if (mirrored) {
        index[last] = (2 * n - 1 - index[last] + (size_t)(w->off + 1)) % n;
        for (int a = 0; a < last && w->others != SAME; a++)
            index[a] =
                w->others == NEGATED ? (p->n[a] - index[a]) % p->n[a] : p->n[a] - 1 - index[a];
    }
    const double *y = r->y + 2 * ravel(index, p->rank, p->n);
    c[0] = y[0];
    c[1] = mirrored && w->conjugate ? -y[1] : y[1];
}

/* Reports whether some results are a multiple of those of that way. */
static bool may_be(const struct suspect *r, const struct way *w)
{
    size_t points = r->problem->points, step = points / SAMPLES + 1;
    double cross_re = 0, cross_im = 0, cc = 0, vv = 0, c[2];
    for (size_t i = points - 1; i < points; i -= step) {
        const double *v = r->v + 2 * i;
        in_way(r, w, i, c);
        cross_re += c[0] * v[0] + c[1] * v[1];
        cross_im += c[0] * v[1] - c[1] * v[0];
        cc += c[0] * c[0] + c[1] * c[1];
        vv += v[0] * v[0] + v[1] * v[1];
    }
    return cross_re * cross_re + cross_im * cross_im > 0.99 * cc * vv;
}

static void say_way(const struct problem *p, const struct way *w, bool real, char *text,
                    size_t size)
{
    static const char *const others[] = {"of the same place", "of -k", "of N - 1 - k"};
    char where[80] = "", off[20] = "";
    if (w->off != 0)
        snprintf(off, sizeof off, " %c 1", w->off < 0 ? '-' : '+');
    if (p->rank > 1 && w->others != NEGATED)
        snprintf(where, sizeof where, ", along the other axes %s where that of -k is right",
                 others[w->others]);
    SAY("a half spectrum, mirrored %s: results k from %zu on are %s of bin N - k%s%s",
        real ? "wrongly" : "though the input is complex", first_mirrored(p, w),
        w->conjugate ? "the conjugate" : "that, not its conjugate,", off, where);
}

bool map_mirrored(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    struct nearest best = NEAREST_NONE;
    struct way ways[2 * 2 * 3 * 3];
    int count = 0;
    (void)e;
    if (p->kind != STET_C2C || p->n[p->rank - 1] < 4)
        return false;
    const bool real = is_real(r);
    for (int i = 0; i < 36; i++) {
        const struct way w = {i % 3 - 1, (enum others)(i / 3 % 3), i / 9 % 2 == 0, i / 18 == 1};
        if ((p->rank == 1 && w.others != SAME) || (real && is_right(p, &w)) || !may_be(r, &w))
            continue;
        for (size_t k = 0; k < p->points; k++)
            in_way(r, &w, k, r->c + 2 * k);
        ways[count] = w;
        suspect_keep(r, &best, count++);
    }
    if (best.which >= 0)
        say_way(p, &ways[best.which], real, text, size);
    return suspect_kept(r, &best);
}
