/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/* ----------------------------------------------- rolls of any distance -- */

static size_t largest_at(const double *c, size_t points)
{
    size_t at = 0;
    double most = -1;
    for (size_t i = 0; i < points; i++) {
        double m = c[2 * i] * c[2 * i] + c[2 * i + 1] * c[2 * i + 1];
        if (m > most * (1 + 1e-9)) {
            most = m;
            at = i;
        }
    }
    return at;
}

/* Computes a[i] = a[i] conj(b[i]). */
static void times_conjugate(double *a, const double *b, size_t points)
{
    for (size_t i = 0; i < points; i++) {
        double re = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
        a[2 * i + 1] = a[2 * i + 1] * b[2 * i] - a[2 * i] * b[2 * i + 1];
        a[2 * i] = re;
    }
}

static void say_shift(char *text, size_t size, const char *what, int rank, const size_t *shape,
                      const size_t *shift)
{
    size_t used = (size_t)snprintf(text, size, "%s by ", what);
    for (int a = 0; a < rank && used < size; a++) {
        size_t up = shift[a], down = shape[a] - up;
        used += (size_t)snprintf(text + used, size - used, "%s%s%zu", a > 0 ? ", " : "",
                                 up == 0 || up <= down ? "+" : "-", up <= down ? up : down);
    }
}

/* Finds the distance of the roll: the cross-correlation of v and y has its largest value there. */
bool map_rolled(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t points = p->out.points, shift[RANK_MAX];
    double *a = r->correlation, *b = r->other;
    memcpy(a, r->v, points * 2 * sizeof *a);
    memcpy(b, r->y, points * 2 * sizeof *b);
    if (!transform_box(a, p->rank, p->out.shape, STET_FORWARD, e) ||
        !transform_box(b, p->rank, p->out.shape, STET_FORWARD, e))
        return false;
    times_conjugate(a, b, points);
    if (!transform_box(a, p->rank, p->out.shape, STET_INVERSE, e))
        return false;
    size_t at = largest_at(a, points);
    unravel(at, p->rank, p->out.shape, shift);
    suspect_roll(r->c, r->y, p->rank, p->out.shape, shift);
    say_shift(text, size,
              p->direction == STET_FORWARD ? "rolled in frequency: the bins are off"
                                           : "rolled in time: the samples are off",
              p->rank, p->out.shape, shift);
    return at != 0;
}

/* Finds the shift of the input: v conj(y), transformed back, is the autocorrelation of the input
 * moved by the shift. */
static bool find_input_shift(struct suspect *r, size_t *shift, struct error *e)
{
    const struct problem *p = r->problem;
    int last = p->rank - 1;
    size_t index[RANK_MAX];
    double *a = r->correlation;
    if (p->kind == STET_C2R)
        return false;
    memcpy(r->other, r->v, p->out.points * 2 * sizeof *a);
    times_conjugate(r->other, r->y, p->out.points);
    for (size_t i = 0; i < p->points; i++) {
        unravel(i, p->rank, p->n, index);
        bool mirrored = index[last] >= p->out.shape[last];
        for (int d = 0; mirrored && d < p->rank; d++)
            index[d] = (p->n[d] - index[d]) % p->n[d];
        size_t from = ravel(index, p->rank, p->out.shape);
        a[2 * i] = r->other[2 * from];
        a[2 * i + 1] = mirrored ? -r->other[2 * from + 1] : r->other[2 * from + 1];
    }
    if (!transform_box(a, p->rank, p->n, p->direction == STET_FORWARD ? STET_INVERSE : STET_FORWARD,
                       e))
        return false;
    size_t at = largest_at(a, p->points);
    unravel(at, p->rank, p->n, shift);
    return at != 0;
}

bool map_input_rolled(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t shift[RANK_MAX];
    if (!find_input_shift(r, shift, e))
        return false;
    suspect_roll(r->input, r->x, p->rank, p->in.shape, shift);
    say_shift(text, size, "a linear phase: the input was rolled", p->rank, p->n, shift);
    return suspect_transform(r, r->input, r->c, e);
}

bool map_input_shifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t shift[RANK_MAX], n = p->points;
    if (p->rank != 1 || !find_input_shift(r, shift, e))
        return false;
    suspect_roll(r->input, r->x, 1, p->in.shape, shift);
    bool late = shift[0] <= n / 2;
    for (size_t j = late ? 0 : shift[0]; j < (late ? shift[0] : n); j++)
        r->input[2 * j] = r->input[2 * j + 1] = 0;
    say_shift(text, size, "the input was shifted, zeros moved in,", 1, p->n, shift);
    return suspect_transform(r, r->input, r->c, e);
}

/* ------------------------------------------------------ other inputs -- */

bool suspect_recover(struct suspect *r, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->points;
    double *a = r->correlation, scale = 0, most = 0;
    if (p->rank != 1 || p->kind == STET_C2R || n < 4)
        return false;
    for (size_t k = 0; k < n; k++) {
        size_t from = k < p->out.points ? k : n - k;
        a[2 * k] = r->v[2 * from];
        a[2 * k + 1] = k < p->out.points ? r->v[2 * from + 1] : -r->v[2 * from + 1];
    }
    if (!transform_box(a, 1, &n, p->direction == STET_FORWARD ? STET_INVERSE : STET_FORWARD, e))
        return false;
    /* The largest sample that both have gives the factor of the norm. */
    for (size_t i = 0; i < n; i++) {
        double s = hypot(a[2 * i], a[2 * i + 1]), t = hypot(r->x[2 * i], r->x[2 * i + 1]);
        if (s * t > most) {
            most = s * t;
            scale = t / s;
        }
    }
    for (size_t i = 0; i < 2 * n; i++)
        a[i] *= scale;
    return scale > 0;
}

/* Copies the input to r->input without the samples that v's input lacks, which become zeros.
 * Returns their count, and stores the first and the last. */
static size_t drop_missing(struct suspect *r, size_t *first, size_t *last)
{
    size_t n = r->problem->points, count = 0;
    double sum = 0;
    for (size_t i = 0; i < 2 * n; i++)
        sum += r->x[i] * r->x[i];
    double small = 1e-3 * sqrt(sum / (double)n);
    memcpy(r->input, r->x, n * 2 * sizeof *r->input);
    for (size_t i = 0; i < n; i++) {
        double s = hypot(r->correlation[2 * i], r->correlation[2 * i + 1]);
        if (s >= small || hypot(r->x[2 * i], r->x[2 * i + 1]) < 2 * small)
            continue;
        *first = count++ == 0 ? i : *first;
        *last = i;
        r->input[2 * i] = r->input[2 * i + 1] = 0;
    }
    return count;
}

bool map_truncated(struct suspect *r, char *text, size_t size, struct error *e)
{
    size_t n = r->problem->points, first = 0, last = 0;
    if (!suspect_recover(r, e) || drop_missing(r, &first, &last) == 0)
        return false;
    for (size_t i = first; i <= last; i++)
        r->input[2 * i] = r->input[2 * i + 1] = 0;
    for (size_t i = last + 1; i < n; i++)
        if (r->x[2 * i] != 0 || r->x[2 * i + 1] != 0) {
            SAY("samples %zu to %zu of the input were taken as zero", first, last);
            return suspect_transform(r, r->input, r->c, e);
        }
    SAY("truncated input: only the first %zu of %zu samples were transformed, the rest taken as "
        "zero",
        first, n);
    return suspect_transform(r, r->input, r->c, e);
}

bool map_samples_zero(struct suspect *r, char *text, size_t size, struct error *e)
{
    size_t n = r->problem->points, first = 0, last = 0;
    if (!suspect_recover(r, e))
        return false;
    size_t count = drop_missing(r, &first, &last);
    SAY("%zu of %zu samples of the input were taken as zero, the first is number %zu%s", count, n,
        first, count > 1 && last - first == 2 * (count - 1) ? ", then every other one" : "");
    return count > 0 && count < n && suspect_transform(r, r->input, r->c, e);
}

bool map_samples_differ(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->points, count = 0, first = 0;
    double sum = 0;
    if (!suspect_recover(r, e))
        return false;
    for (size_t i = 0; i < 2 * n; i++)
        sum += r->x[i] * r->x[i];
    double small = 1e-3 * sqrt(sum / (double)n);
    memcpy(r->input, r->x, n * 2 * sizeof *r->input);
    for (size_t i = 0; i < n; i++) {
        const double *a = r->correlation + 2 * i;
        if (hypot(a[0] - r->x[2 * i], a[1] - r->x[2 * i + 1]) < small)
            continue;
        first = count++ == 0 ? i : first;
        memcpy(r->input + 2 * i, a, 2 * sizeof *a);
    }
    SAY("the transform of an input that differs in %zu of %zu samples, the first is number %zu",
        count, n, first);
    return count > 0 && count <= (n < 16 ? 1 : n / 16) && n >= 8 &&
           suspect_transform(r, r->input, r->c, e);
}

bool map_input_real(struct suspect *r, char *text, size_t size, struct error *e)
{
    bool changed = false;
    if (r->problem->kind != STET_C2C)
        return false;
    for (size_t i = 0; i < r->problem->in.points; i++) {
        r->input[2 * i] = r->x[2 * i];
        r->input[2 * i + 1] = 0;
        changed = changed || r->x[2 * i + 1] != 0;
    }
    SAY("the imaginary parts of the input were ignored");
    return changed && suspect_transform(r, r->input, r->c, e);
}

/* Leaves out the transform along one of several axes. */
static bool without_axis(struct suspect *r, int axis, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = 0, outer = 1, inner = 1;
    if (p->kind != STET_C2C || p->rank < 2 || axis >= p->rank || p->n[axis] < 2)
        return false;
    n = p->n[axis];
    for (int a = 0; a < p->rank; a++)
        *(a < axis ? &outer : &inner) *= a == axis ? 1 : p->n[a];
    /* The right result is transformed back along the axis: it is n times the data without that
     * transform. */
    for (size_t o = 0; o < outer; o++)
        for (size_t l = 0; l < inner; l++) {
            for (size_t k = 0; k < n; k++)
                memcpy(r->correlation + 2 * k, r->y + 2 * ((o * n + k) * inner + l),
                       2 * sizeof *r->y);
            if (!transform_box(r->correlation, 1, &n,
                               p->direction == STET_FORWARD ? STET_INVERSE : STET_FORWARD, e))
                return false;
            for (size_t k = 0; k < 2 * n; k++)
                r->correlation[k] /= (double)n;
            for (size_t k = 0; k < n; k++)
                memcpy(r->c + 2 * ((o * n + k) * inner + l), r->correlation + 2 * k,
                       2 * sizeof *r->y);
        }
    SAY("axis %d was not transformed", p->axes[axis]);
    return true;
}

bool map_without_first(struct suspect *r, char *text, size_t size, struct error *e)
{
    return without_axis(r, 0, text, size, e);
}

bool map_without_second(struct suspect *r, char *text, size_t size, struct error *e)
{
    return without_axis(r, 1, text, size, e);
}

bool map_without_third(struct suspect *r, char *text, size_t size, struct error *e)
{
    return without_axis(r, 2, text, size, e);
}
