/* SPDX-License-Identifier: Apache-2.0 */
/* Results with individual mistakes: some are conjugated, some are zero; or each has its own
 * factor. */
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
/* Tolerance relative to the size of a result, or to the mean. Numbers further apart are
 * different. */
#define SAME 1e-3
/* Another way is better if its distance is at most this share of the best one. */
#define CLEARLY 0.5

static const char *const ways[] = {"right",
                                   "zero",
                                   "negated",
                                   "conjugated",
                                   "those of the other direction",
                                   "with parts exchanged"};
#define WAYS (sizeof ways / sizeof *ways)

/* Stores result k as that way computes it. */
static void in_way(const struct suspect *r, size_t way, size_t k, double *c)
{
    const struct problem *p = r->problem;
    size_t index[RANK_MAX];
    const double *y = r->y + 2 * k;
    if (way == 4) {
        unravel(k, p->rank, p->out.shape, index);
        for (int a = 0; a < p->rank; a++)
            index[a] = (p->out.shape[a] - index[a]) % p->out.shape[a];
        y = r->y + 2 * ravel(index, p->rank, p->out.shape);
    }
    c[0] = way == 1 ? 0 : way == 2 ? -y[0] : way == 5 ? y[1] : y[0];
    c[1] = way == 1 ? 0 : way == 2 || way == 3 ? -y[1] : way == 5 ? y[0] : y[1];
}

static double rms_of(const struct suspect *r)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * r->problem->out.points; i++)
        sum += r->y[i] * r->y[i];
    return sqrt(sum / (double)r->problem->out.points);
}

/* Returns the first way that fits result k best and stores its value in r->c. Returns WAYS if none
 * fits. */
static size_t find_way(struct suspect *r, size_t k, double rms)
{
    const double *v = r->v + 2 * k, *y = r->y + 2 * k;
    double least = SAME * fmax(rms * 1e-3, hypot(y[0], y[1])), c[2];
    size_t best = WAYS;
    for (size_t way = 0; way < WAYS; way++) {
        if (way == 4 && r->problem->kind == STET_R2C)
            continue;
        in_way(r, way, k, c);
        double off = hypot(v[0] - c[0], v[1] - c[1]);
        if (best == WAYS ? off <= least : off < CLEARLY * least) {
            least = off;
            best = way;
            memcpy(r->c + 2 * k, c, sizeof c);
        }
    }
    return best;
}

bool map_mixed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t count[WAYS] = {0}, first[WAYS] = {0}, points = r->problem->out.points;
    double rms = rms_of(r);
    if (points < 8 || r->problem->kind == STET_C2R)
        return false;
    for (size_t k = 0; k < points; k++) {
        size_t way = find_way(r, k, rms);
        if (way == WAYS)
            return false;
        first[way] = count[way]++ == 0 ? k : first[way];
    }
    size_t used = (size_t)SAY("%zu of %zu results are right", count[0], points);
    for (size_t way = 1; way < WAYS && used < size; way++)
        if (count[way] > 0)
            used += (size_t)snprintf(text + used, size - used, ", %zu %s (the first is %zu)",
                                     count[way], ways[way], first[way]);
    return count[0] > 0 && count[0] < points;
}

/* v = c y, where c is real and not much larger than the factor of all results. Without that limit a
 * multiple of a result that is nearly zero could be any number. */
bool map_filtered(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t points = r->problem->out.points;
    double least = (double)INFINITY, most = 0, whole_re, whole_im;
    suspect_fit(r, r->y, &whole_re, &whole_im);
    const double limit = 64 * hypot(whole_re, whole_im);
    if (points < 8 || r->problem->kind == STET_C2R)
        return false;
    for (size_t k = 0; k < points; k++) {
        const double *y = r->y + 2 * k, *v = r->v + 2 * k;
        double square = y[0] * y[0] + y[1] * y[1];
        double factor = square > 0 ? (v[0] * y[0] + v[1] * y[1]) / square : 1;
        factor = fmax(-limit, fmin(limit, factor));
        r->c[2 * k] = factor * y[0];
        r->c[2 * k + 1] = factor * y[1];
        least = fmin(least, factor);
        most = fmax(most, factor);
    }
    SAY("filtered: each result has a real factor of its own, from %.3g to %.3g", least, most);
    return most - least > SAME * most;
}
