/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that were prepared: windows, trends, differences, zero padding. Each sort has several
 * variants; the nearest one is kept. */
#include "verify/maps.h"
#include "verify/precision.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
#define TURN 6.283185307179586

/* --------------------------------------------------------------- windows -- */

/* Sums of cosines (Harris 1978; flat top: D'Antona and Ferrero 2006), a triangle, a parabola and a
 * sine. */
static const struct window {
    const char *name;
    double a[5];
    char shape; /* 'c': cosines, 't', 'p', 's': the others */
} windows[] = {
    {"Hann", {0.5, 0.5}, 'c'},
    {"Hamming", {0.54, 0.46}, 'c'},
    {"Hamming (25/46)", {25.0 / 46, 21.0 / 46}, 'c'},
    {"Blackman", {0.42, 0.5, 0.08}, 'c'},
    {"Blackman (exact)", {7938.0 / 18608, 9240.0 / 18608, 1430.0 / 18608}, 'c'},
    {"Blackman-Harris", {0.35875, 0.48829, 0.14128, 0.01168}, 'c'},
    {"Nuttall", {0.3635819, 0.4891775, 0.1365995, 0.0106411}, 'c'},
    {"flat top", {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}, 'c'},
    {"Bartlett", {0}, 't'},
    {"Welch", {0}, 'p'},
    {"sine", {0}, 's'},
};
#define WINDOWS (sizeof windows / sizeof *windows)

/* span is n - 1 for a symmetric window, n for a periodic one. */
static double window_at(const struct window *w, size_t j, double span)
{
    double t = span > 0 ? (double)j / span : 0.5, value = 0;
    if (w->shape == 't')
        return 1 - fabs(2 * t - 1);
    if (w->shape == 'p')
        return 1 - (2 * t - 1) * (2 * t - 1);
    if (w->shape == 's')
        return sin(TURN / 2 * t);
    for (int i = 0; i < 5; i++)
        value += (i % 2 ? -1 : 1) * w->a[i] * cos(TURN * i * t);
    return value;
}

static bool windowed(struct suspect *r, const struct window *w, bool periodic, struct error *e)
{
    const struct problem *p = r->problem;
    size_t index[RANK_MAX];
    for (size_t i = 0; i < p->in.points; i++) {
        double factor = 1;
        unravel(i, p->rank, p->in.shape, index);
        for (int a = 0; a < p->rank; a++)
            factor *= window_at(w, index[a], (double)p->in.shape[a] - (periodic ? 0 : 1));
        r->input[2 * i] = r->x[2 * i] * factor;
        r->input[2 * i + 1] = r->x[2 * i + 1] * factor;
    }
    return suspect_transform(r, r->input, r->c, e);
}

/* Finds any window that is symmetric, from the recovered input: sample j and its mirror image have
 * one factor. */
static bool any_window(struct suspect *r, bool periodic, struct error *e)
{
    size_t n = r->problem->points;
    const double *a = r->correlation, *x = r->x;
    for (size_t j = 0; j < n; j++) {
        size_t i = periodic ? (n - j) % n : n - 1 - j;
        double top = x[2 * j] * a[2 * j] + x[2 * j + 1] * a[2 * j + 1] + x[2 * i] * a[2 * i] +
                     x[2 * i + 1] * a[2 * i + 1];
        double bottom = x[2 * j] * x[2 * j] + x[2 * j + 1] * x[2 * j + 1] + x[2 * i] * x[2 * i] +
                        x[2 * i + 1] * x[2 * i + 1];
        double factor = bottom > 0 ? top / bottom : 0;
        r->input[2 * j] = x[2 * j] * factor;
        r->input[2 * j + 1] = x[2 * j + 1] * factor;
    }
    return suspect_transform(r, r->input, r->c, e);
}

/* Returns the distance of the recovered input from the windowed one, at some samples. */
static double window_misfit(const struct suspect *r, const struct window *w, bool periodic)
{
    size_t n = r->problem->points, step = n < 64 ? 1 : n / 64;
    double top = 0, bottom = 0, size = 0;
    for (size_t j = 0; j < n; j += step) {
        const double *x = r->x + 2 * j, *a = r->correlation + 2 * j;
        double factor = window_at(w, j, (double)n - (periodic ? 0 : 1));
        top += factor * (x[0] * a[0] + x[1] * a[1]);
        bottom += factor * factor * (x[0] * x[0] + x[1] * x[1]);
        size += a[0] * a[0] + a[1] * a[1];
    }
    return bottom > 0 && size > 0 ? 1 - top * top / (bottom * size) : 1;
}

/* Returns which window to try: number 2 i is window i, number 2 i + 1 is its periodic form. */
static int choose_window(const struct suspect *r)
{
    double least = (double)INFINITY;
    int best = 0;
    for (int i = 0; i < 2 * (int)WINDOWS; i++) {
        double misfit = window_misfit(r, &windows[i / 2], i % 2 == 1);
        if (misfit < least) {
            least = misfit;
            best = i;
        }
    }
    return best;
}

/* Reports whether enough samples are not zero. With few of them any window is a mere factor. */
static bool has_samples(const struct suspect *r)
{
    double largest = 0;
    size_t count = 0, parts = 2 * r->problem->in.points;
    for (size_t i = 0; i < parts; i++)
        largest = fmax(largest, fabs(r->x[i]));
    for (size_t i = 0; i < parts; i++)
        count += fabs(r->x[i]) > 1e-4 * largest;
    return count >= 4;
}

/* Reports whether the residual is rounding, as required for a window with n/2 factors of its
 * own. */
static bool is_rounding(const struct suspect *r, double residual)
{
    const struct format *f = format_of(r->problem->out.layout.dtype->component);
    return residual <= 3 * most_error(f, (double)r->problem->points);
}

bool map_windowed(struct suspect *r, char *text, size_t size, struct error *e)
{
    struct nearest best = NEAREST_NONE;
    if (r->problem->kind == STET_C2R || r->problem->in.points < 4 || !has_samples(r))
        return false;
    bool one = suspect_recover(r, e);
    if (e->text[0] != 0)
        return false;
    int first = one ? choose_window(r) : 0, end = one ? first + 1 : 2 * (int)WINDOWS;
    for (int i = first; i < end; i++) {
        if (!windowed(r, &windows[i / 2], i % 2 == 1, e))
            return false;
        suspect_keep(r, &best, i);
    }
    bool any = one && r->problem->points >= 8;
    for (int periodic = 0; any && periodic < 2 && best.residual > 1e-6; periodic++) {
        double re, im;
        if (!any_window(r, periodic == 1, e))
            return false;
        suspect_fit(r, r->c, &re, &im);
        if (is_rounding(r, suspect_residual(r, r->c, re, im)))
            suspect_keep(r, &best, 1000);
    }
    if (best.which == 1000)
        SAY("windowed: the input was multiplied by a window, the same from both ends");
    else if (best.which >= 0)
        SAY("windowed: the input was multiplied by the window of %s, %s",
            windows[best.which / 2].name, best.which % 2 ? "periodic" : "symmetric");
    return suspect_kept(r, &best);
}

/* --------------------------------------------- trends and differences -- */

bool map_detrended(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->in.points;
    double middle = ((double)n - 1) / 2, square = 0;
    if (p->rank != 1 || p->kind == STET_C2R || n < 4)
        return false;
    for (size_t j = 0; j < n; j++)
        square += ((double)j - middle) * ((double)j - middle);
    for (int part = 0; part < 2; part++) {
        double mean = 0, slope = 0;
        for (size_t j = 0; j < n; j++) {
            double x = r->x[2 * j + (size_t)part];
            mean += x / (double)n;
            slope += x * ((double)j - middle) / square;
        }
        for (size_t j = 0; j < n; j++)
            r->input[2 * j + (size_t)part] =
                r->x[2 * j + (size_t)part] - mean - slope * ((double)j - middle);
    }
    SAY("a line, fitted to the input, was subtracted from it");
    return suspect_transform(r, r->input, r->c, e);
}

bool map_differences(struct suspect *r, char *text, size_t size, struct error *e)
{
    static const char *const first[] = {"0", "itself", "less the last one"};
    struct nearest best = NEAREST_NONE;
    size_t n = r->problem->in.points;
    if (r->problem->rank != 1 || r->problem->kind == STET_C2R || n < 4)
        return false;
    for (size_t i = 2; i < 2 * n; i++)
        r->input[i] = r->x[i] - r->x[i - 2];
    for (int which = 0; which < 3; which++) {
        for (size_t part = 0; part < 2; part++)
            r->input[part] = which == 0   ? 0
                             : which == 1 ? r->x[part]
                                          : r->x[part] - r->x[2 * n - 2 + part];
        if (!suspect_transform(r, r->input, r->c, e))
            return false;
        suspect_keep(r, &best, which);
    }
    if (best.which >= 0)
        SAY("differences of the samples of the input, the first of them %s", first[best.which]);
    return suspect_kept(r, &best);
}

/* Finds the a of x[j] - a x[j - 1] from the recovered input: the factors of x[j] and of x[j - 1]
 * that fit best. */
static double find_emphasis(const struct suspect *r)
{
    size_t n = r->problem->in.points;
    double xx = 0, xz = 0, zz = 0, xa = 0, za = 0;
    for (size_t i = 2; i < 2 * n; i++) {
        double x = r->x[i], z = r->x[i - 2], a = r->correlation[i];
        xx += x * x;
        xz += x * z;
        zz += z * z;
        xa += x * a;
        za += z * a;
    }
    double first = xa * zz - za * xz, second = za * xx - xa * xz;
    return first != 0 ? -second / first : 0;
}

bool map_pre_emphasis(struct suspect *r, char *text, size_t size, struct error *e)
{
    static const char *const first[] = {"x[0]", "0", "that of the last one before it",
                                        "(1 - a) x[0]"};
    struct nearest best = NEAREST_NONE;
    size_t n = r->problem->in.points;
    if (n < 8 || !suspect_recover(r, e))
        return false;
    double a = find_emphasis(r);
    if (!(fabs(a) > 1e-3 && fabs(a) < 100) || fabs(a - 1) < 1e-6)
        return false;
    for (size_t i = 2; i < 2 * n; i++)
        r->input[i] = r->x[i] - a * r->x[i - 2];
    for (int which = 0; which < 4; which++) {
        for (size_t part = 0; part < 2; part++) {
            double x = r->x[part], before = which == 2   ? r->x[2 * n - 2 + part]
                                            : which == 3 ? x
                                                         : 0;
            r->input[part] = which == 1 ? 0 : x - a * before;
        }
        if (!suspect_transform(r, r->input, r->c, e))
            return false;
        suspect_keep(r, &best, which);
    }
    if (best.which >= 0)
        SAY("%s of the input first: x[j] - a x[j - 1], a = %.6g, the first number %s",
            a > 0 ? "pre-emphasis" : "smoothing", a, first[best.which]);
    return suspect_kept(r, &best);
}

/* --------------------------------------------------- padded and cut -- */

/* Stores results 0, 1, ... of the input followed by zeros, m points in all. */
static bool transform_padded(struct suspect *r, size_t m, struct error *e)
{
    const struct problem *p = r->problem;
    void *block;
    if (m > SIZE_MAX / (2 * sizeof(double)) || !allocate(&block, m * 2 * sizeof(double), e))
        return error_set(e, "not enough memory to look for the reason");
    double *a = block;
    memcpy(a, r->x, p->in.points * 2 * sizeof *a);
    bool ok = transform_box(a, 1, &m, p->direction, e);
    if (ok)
        memcpy(r->c, a, p->out.points * 2 * sizeof *a);
    free(block);
    return ok;
}

/* Computes result k of the input followed by zeros, m points in all. */
static void padded_result(const struct suspect *r, size_t m, size_t k, double *y)
{
    double sign = r->problem->direction == STET_FORWARD ? -1 : 1;
    y[0] = y[1] = 0;
    for (size_t j = 0; j < r->problem->points; j++) {
        double angle = TURN * (double)((uint64_t)j * k % m) / (double)m;
        double c = cos(angle), s = sign * sin(angle);
        y[0] += r->x[2 * j] * c - r->x[2 * j + 1] * s;
        y[1] += r->x[2 * j] * s + r->x[2 * j + 1] * c;
    }
}

/* Reports whether results 1 and 2 have the ratio of a transform of m points. */
static bool may_be_padded(const struct suspect *r, size_t m)
{
    double a[2], b[2];
    const double *p = r->v + 2, *q = r->v + 4;
    padded_result(r, m, 1, a);
    padded_result(r, m, 2, b);
    double re = p[0] * b[0] - p[1] * b[1] - q[0] * a[0] + q[1] * a[1];
    double im = p[0] * b[1] + p[1] * b[0] - q[0] * a[1] - q[1] * a[0];
    return hypot(re, im) <=
           0.02 * (hypot(p[0], p[1]) * hypot(b[0], b[1]) + hypot(q[0], q[1]) * hypot(a[0], a[1]));
}

bool map_padded_cut(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    struct nearest best = NEAREST_NONE;
    size_t n = p->points, power = 1, lengths[6];
    if (p->rank != 1 || p->kind == STET_C2R || n < 4 || n > (size_t)1 << 30)
        return false;
    while (power < n)
        power *= 2;
    for (size_t i = 0; i < 3; i++) {
        lengths[i] = power << i;
        lengths[3 + i] = (2 + i) * n;
    }
    for (int i = 0; i < 6; i++) {
        if (lengths[i] == n || !may_be_padded(r, lengths[i]))
            continue;
        if (!transform_padded(r, lengths[i], e))
            return false;
        suspect_keep(r, &best, i);
    }
    if (best.which >= 0)
        SAY("the input was zero padded to %zu, and the result cut off after %zu",
            lengths[best.which], p->out.points);
    return suspect_kept(r, &best);
}

bool map_half_bin(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    struct nearest best = NEAREST_NONE;
    double n = (double)p->points;
    if (p->rank != 1 || p->kind != STET_C2C || p->points < 4)
        return false;
    for (int which = 0; which < 2; which++) {
        for (size_t j = 0; j < p->points; j++) {
            double angle = (which == 0 ? -1 : 1) * TURN / 2 * (double)j / n;
            double c = cos(angle), s = sin(angle), re = r->x[2 * j], im = r->x[2 * j + 1];
            r->input[2 * j] = re * c - im * s;
            r->input[2 * j + 1] = re * s + im * c;
        }
        if (!suspect_transform(r, r->input, r->c, e))
            return false;
        suspect_keep(r, &best, which);
    }
    bool up = (best.which == 0) == (p->direction == STET_FORWARD);
    SAY("half a bin off: the results of k %c 1/2", up ? '+' : '-');
    return suspect_kept(r, &best);
}

/* Computes X[k] = 2 sum x[j] cos(pi k (2j + 1)/(2n)) (Ahmed, Natarajan and Rao 1974). */
bool map_cosine(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->points;
    if (p->rank != 1 || p->kind != STET_C2C || p->in.layout.dtype->parts != 1 || n < 4)
        return false;
    for (size_t k = 0; k < n; k++)
        if (r->v[2 * k + 1] != 0)
            return false;
    if (!transform_padded(r, 2 * n, e))
        return false;
    double sign = p->direction == STET_FORWARD ? 1 : -1;
    for (size_t k = 0; k < n; k++) {
        double angle = TURN * (double)k / (double)(4 * n);
        r->c[2 * k] = 2 * (r->c[2 * k] * cos(angle) + sign * r->c[2 * k + 1] * sin(angle));
        r->c[2 * k + 1] = 0;
    }
    SAY("a cosine transform (DCT-II)");
    return true;
}
