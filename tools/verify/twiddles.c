/* SPDX-License-Identifier: Apache-2.0 */
/* Tests wrong roots of unity on one row of complex numbers along one axis. The transform is
 * repeated with the wrong table, by direct sums or by radix 2. */
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
#define PI 3.14159265358979323846
/* Only short rows have direct sums. */
#define DIRECT_MOST 4096
/* Share of the error that wrong angles may leave if a table or radix 2 makes the angles; angles
 * that grow with jk leave none. */
#define NEARLY 0.6

enum method { TABLE, ANGLES, IN_TIME, IN_FREQUENCY, METHODS };
static const char *const method_names[] = {"direct sums with a table", "direct sums",
                                           "radix 2, decimation in time",
                                           "radix 2, decimation in frequency"};

/* A transform that is repeated with a mistake. */
struct rerun {
    struct suspect *r;
    size_t n;
    double *w; /* n roots */
    double *y, *work;
    double factor; /* factor of the norm */
    /* One root of one stage of radix 2, whose butterflies have this distance, has this error. */
    size_t distance, at;
    double off[2];
};

static bool rerun_new(struct rerun *t, struct suspect *r, struct error *e)
{
    void *block;
    size_t n = r->problem->points;
    *t = (struct rerun){.r = r, .n = n, .factor = problem_factor(r->problem)};
    if (n > SIZE_MAX / (6 * sizeof(double)) || !allocate(&block, 6 * n * sizeof(double), e))
        return error_set(e, "not enough memory to look for the reason");
    t->w = block;
    t->y = t->w + 2 * n;
    t->work = t->y + 2 * n;
    return true;
}

/* Computes the roots with a wrong value of pi. */
static void make_table(struct rerun *t, double pi)
{
    double sign = t->r->problem->direction == STET_FORWARD ? -1 : 1;
    for (size_t j = 0; j < t->n; j++) {
        double angle = 2 * pi * (double)j / (double)t->n;
        t->w[2 * j] = cos(angle);
        t->w[2 * j + 1] = sign * sin(angle);
    }
}

/* Computes to += a b. */
static void add_product(double *to, const double *a, const double *b)
{
    to[0] += a[0] * b[0] - a[1] * b[1];
    to[1] += a[0] * b[1] + a[1] * b[0];
}

/* Computes one result by a direct sum. A table is read at jk mod n; an angle uses the whole jk. */
static void direct(const struct rerun *t, enum method m, double pi, size_t k, double *y)
{
    double sign = t->r->problem->direction == STET_FORWARD ? -1 : 1;
    y[0] = y[1] = 0;
    for (size_t j = 0; j < t->n; j++) {
        double angle = 2 * pi * (double)((uint64_t)j * k) / (double)t->n;
        const double turned[2] = {m == ANGLES ? cos(angle) : 0,
                                  m == ANGLES ? sign * sin(angle) : 0};
        add_product(y, t->r->x + 2 * j, m == ANGLES ? turned : t->w + 2 * ((uint64_t)j * k % t->n));
    }
    y[0] *= t->factor;
    y[1] *= t->factor;
}

static void butterfly(enum method m, double *a, double *b, const double *w)
{
    double product[2] = {0, 0}, difference[2] = {a[0] - b[0], a[1] - b[1]};
    add_product(product, m == IN_TIME ? b : difference, w);
    if (m == IN_TIME) {
        b[0] = a[0] - product[0];
        b[1] = a[1] - product[1];
        a[0] += product[0];
        a[1] += product[1];
    } else {
        a[0] += b[0];
        a[1] += b[1];
        memcpy(b, product, sizeof product);
    }
}

/* Runs one stage, whose butterflies have the distance `half`. */
static void radix_2_stage(const struct rerun *t, enum method m, double *a, size_t half)
{
    for (size_t j = 0; j < half; j++) {
        const size_t at = j * (t->n / 2 / half);
        const bool bent = t->distance == half && t->at == at;
        const double w[2] = {t->w[2 * at] + (bent ? t->off[0] : 0),
                             t->w[2 * at + 1] + (bent ? t->off[1] : 0)};
        for (size_t from = j; from < t->n; from += 2 * half)
            butterfly(m, a + 2 * from, a + 2 * (from + half), w);
    }
}

/* Stores the radix-2 transform of x with the roots of the table in t->y. */
static void radix_2(struct rerun *t, enum method m)
{
    size_t n = t->n;
    double *a = m == IN_TIME ? t->y : t->work;
    for (size_t j = 0; j < n; j++)
        memcpy(a + 2 * j, t->r->x + 2 * (m == IN_TIME ? bit_reversed(j, n) : j), 2 * sizeof *a);
    for (size_t stage = 1; stage < n; stage *= 2)
        radix_2_stage(t, m, a, m == IN_TIME ? stage : n / 2 / stage);
    for (size_t k = 0; m == IN_FREQUENCY && k < n; k++)
        memcpy(t->y + 2 * k, a + 2 * bit_reversed(k, n), 2 * sizeof *a);
    for (size_t k = 0; k < 2 * n; k++)
        t->y[k] *= t->factor;
}

static bool applies(const struct suspect *r, enum method m)
{
    const struct problem *p = r->problem;
    size_t n = p->points;
    bool power = (n & (n - 1)) == 0;
    return p->rank == 1 && p->kind == STET_C2C && n >= 16 &&
           (m == TABLE || m == ANGLES ? n <= DIRECT_MOST : power);
}

/* ------------------------------------------------------------ wrong angles -- */

static const struct {
    double value;
    const char *name;
} wrong_pi[] = {{3, "3"},
                {3.1, "3.1"},
                {3.14, "3.14"},
                {3.142, "3.142"},
                {3.1416, "3.1416"},
                {3.1415, "3.1415"},
                {3.14159, "3.14159"},
                {3.141592, "3.141592"},
                {3.141593, "3.141593"},
                {3.1415926, "3.1415926"},
                {3.1415927, "3.1415927"},
                {3.14159265, "3.14159265"},
                {3.141592653, "3.141592653"},
                {3.141592654, "3.141592654"},
                {3.1415926535, "3.1415926535"},
                {22.0 / 7, "22/7"},
                {355.0 / 113, "355/113"},
                {0x1.921fb6p+1, "that of float"}};

/* Returns the distance of v from y, for a result that a wrong angle changes, as a share of its
 * distance from the right one. */
static double misfit(const struct suspect *r, const double *y, size_t k)
{
    const double *v = r->v + 2 * k, *right = r->y + 2 * k;
    double now = hypot(v[0] - y[0], v[1] - y[1]);
    double before = hypot(v[0] - right[0], v[1] - right[1]);
    return before > 0 ? now / before : (double)INFINITY;
}

static double try_pi(struct rerun *t, enum method m, double pi)
{
    double y[2], worst = 0;
    size_t n = t->n;
    make_table(t, pi);
    if (m == IN_TIME || m == IN_FREQUENCY)
        radix_2(t, m);
    for (size_t k = n / 2 - 1; k < n; k += n / 4) {
        if (m == TABLE || m == ANGLES)
            direct(t, m, pi, k, y);
        else
            memcpy(y, t->y + 2 * k, sizeof y);
        worst = fmax(worst, misfit(t->r, y, k));
    }
    return worst;
}

static void fill_candidate(struct rerun *t, enum method m, double pi)
{
    make_table(t, pi);
    if (m == IN_TIME || m == IN_FREQUENCY) {
        radix_2(t, m);
        memcpy(t->r->c, t->y, 2 * t->n * sizeof *t->y);
        return;
    }
    for (size_t k = 0; k < t->n; k++)
        direct(t, m, pi, k, t->r->c + 2 * k);
}

bool map_wrong_angle(struct suspect *r, char *text, size_t size, struct error *e)
{
    struct rerun t;
    bool found = false, near = suspect_residual(r, r->y, 1, 0) < NEARLY;
    if (!applies(r, TABLE) && !(applies(r, IN_TIME) && near))
        return false;
    if (!rerun_new(&t, r, e))
        return false;
    for (enum method m = TABLE; m < METHODS && !found; m++)
        for (size_t i = 0; applies(r, m) && (near || m == ANGLES) && !found &&
                           i < sizeof wrong_pi / sizeof *wrong_pi;
             i++) {
            found = try_pi(&t, m, wrong_pi[i].value) < 1e-2;
            if (!found)
                continue;
            fill_candidate(&t, m, wrong_pi[i].value);
            SAY("wrong angles: pi was taken as %s (%s)", wrong_pi[i].name, method_names[m]);
        }
    free(t.w);
    return found;
}

/* ---------------------------------------------------------- one wrong root -- */

/* Stores the effect of root m in direct sums: result k uses it where jk = m mod n. v - y = d times
 * the sum of those x[j]. */
static void direct_response(const struct rerun *t, size_t m, double *c)
{
    size_t n = t->n;
    memset(c, 0, 2 * n * sizeof *c);
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0, at = 0; k < n; k++, at = at + j < n ? at + j : at + j - n)
            if (at == m) {
                c[2 * k] += t->r->x[2 * j];
                c[2 * k + 1] += t->r->x[2 * j + 1];
            }
}

static void quotient(const double *a, const double *b, double *q)
{
    double square = b[0] * b[0] + b[1] * b[1];
    q[0] = (a[0] * b[0] + a[1] * b[1]) / square;
    q[1] = (a[1] * b[0] - a[0] * b[1]) / square;
}

static void off_at(const struct suspect *r, size_t k, double *d)
{
    d[0] = r->v[2 * k] - r->y[2 * k];
    d[1] = r->v[2 * k + 1] - r->y[2 * k + 1];
}

/* Stores the s that minimises ||v - y - s c||. */
static void fit_rest(const struct rerun *t, const double *y, const double *c, double *s)
{
    double top[2] = {0, 0}, bottom = 0;
    for (size_t k = 0; k < t->n; k++) {
        double d[2] = {t->r->v[2 * k] - y[2 * k], t->r->v[2 * k + 1] - y[2 * k + 1]};
        double conjugate[2] = {c[2 * k], -c[2 * k + 1]};
        add_product(top, d, conjugate);
        bottom += c[2 * k] * c[2 * k] + c[2 * k + 1] * c[2 * k + 1];
    }
    s[0] = bottom > 0 ? top[0] / bottom : 0;
    s[1] = bottom > 0 ? top[1] / bottom : 0;
}

/* Results 1 and n - 1 use the root m at samples m and n - m, and nowhere else. */
static bool find_direct(struct rerun *t, char *text, size_t size)
{
    const struct suspect *r = t->r;
    size_t n = t->n, best = 0;
    double first[2], last[2], d[2], least = 1e-3;
    off_at(r, 1, first);
    off_at(r, n - 1, last);
    double size_last = hypot(last[0], last[1]);
    for (size_t m = 1; m < n && size_last > 0; m++) {
        double want[2] = {0, 0};
        if (2 * m == n)
            continue;
        quotient(first, r->x + 2 * m, d);
        add_product(want, d, r->x + 2 * (n - m));
        double rest = hypot(last[0] - want[0], last[1] - want[1]) / size_last;
        if (rest < least) {
            least = rest;
            best = m;
        }
    }
    if (best == 0)
        return false;
    direct_response(t, best, t->y);
    fit_rest(t, r->y, t->y, d);
    memcpy(r->c, r->y, 2 * n * sizeof *r->c);
    for (size_t k = 0; k < n; k++)
        add_product(r->c + 2 * k, d, t->y + 2 * k);
    SAY("one wrong root of unity: number %zu of a table of %zu, by direct sums", best, n);
    return true;
}

/* Finds the error of root m, in t->w, by Newton's method. t->r->c is the transform with it. */
static bool fit_root(struct rerun *t, enum method method, size_t m)
{
    const double step = 1e-4;
    struct suspect *r = t->r;
    double s[2] = {0, 0};
    for (int round = 0; round < 5; round++) {
        radix_2(t, method);
        memcpy(r->c, t->y, 2 * t->n * sizeof *r->c);
        t->w[2 * m] += step;
        radix_2(t, method);
        t->w[2 * m] -= step;
        for (size_t i = 0; i < 2 * t->n; i++)
            t->y[i] = (t->y[i] - r->c[i]) / step;
        fit_rest(t, r->c, t->y, s);
        t->w[2 * m] += s[0];
        t->w[2 * m + 1] += s[1];
        if (!(hypot(s[0], s[1]) < 10))
            return false;
    }
    radix_2(t, method);
    memcpy(r->c, t->y, 2 * t->n * sizeof *r->c);
    return true;
}

/* Reports whether the error of result k is above the limit. */
static bool is_off(const struct suspect *r, size_t k, double limit)
{
    double d[2];
    off_at(r, k, d);
    return hypot(d[0], d[1]) > limit;
}

static size_t count_off(const struct suspect *r, double limit)
{
    size_t count = 0;
    for (size_t k = 0; k < r->problem->points; k++)
        count += is_off(r, k, limit);
    return count;
}

/* In decimation in time, root m = 2^a odd is used in the last stage, for results m and m + n/2, and
 * in a stages before it: 2^(a + 2) - 2 results in all. */
static size_t root_in_time(const struct suspect *r, double limit)
{
    size_t n = r->problem->points, count = count_off(r, limit), power = 1;
    while (4 * power - 2 < count)
        power *= 2;
    if (count == 0 || 4 * power - 2 != count)
        return 0;
    for (size_t m = power; m < n / 2; m += 2 * power) {
        bool all = true;
        for (size_t b = 1; all && b <= power; b *= 2)
            for (size_t k = m / b % (n / 2 / b); all && k < n; k += n / 2 / b)
                all = is_off(r, k, limit);
        if (all)
            return m;
    }
    return 0;
}

/* Finds the root's number from the phases of results power, 3 power, 5 power ..., whose errors are
 * one sample. SIZE_MAX: the phases do not show it. */
static size_t root_of_phases(const struct suspect *r, size_t power)
{
    double first[2], second[2], turn[2];
    off_at(r, power, first);
    off_at(r, 3 * power, second);
    quotient(second, first, turn);
    if (!isfinite(turn[0]) || !isfinite(turn[1])) /* the first error underflowed */
        return SIZE_MAX;
    const size_t samples = r->problem->points / (2 * power);
    double sign = r->problem->direction == STET_FORWARD ? -1 : 1, length = (double)samples;
    double j = sign * atan2(turn[1], turn[0]) / (2 * PI) * length;
    return (size_t)floor(fmod(j + length, length) + 0.5) % samples * power;
}

/* In frequency, root m = 2^a odd is used in the results with one of the bits 0 to a. The error of a
 * result that has only bit a of them is one sample. */
static size_t root_in_frequency(const struct suspect *r, double limit)
{
    size_t n = r->problem->points, count = count_off(r, limit), power = 1;
    while (2 * power < n && n - n / (2 * power) < count)
        power *= 2;
    if (n - n / (2 * power) != count || 3 * power >= n || !is_off(r, power, limit))
        return 0;
    size_t m = root_of_phases(r, power);
    return m < n / 2 ? m : 0;
}

/* Finds a wrong root of one stage that has its own table. Decimation in time uses it in the results
 * j modulo the distance of the butterflies, decimation in frequency in the half of them that has
 * one bit set. */
static bool stage_in_time(struct rerun *t, double limit)
{
    size_t n = t->n, count = count_off(t->r, limit), first = 0;
    if (count < 2 || n % count != 0 || n / count < 2)
        return false;
    t->distance = n / count;
    while (!is_off(t->r, first, limit))
        first++;
    for (size_t k = first; k < n; k += t->distance)
        if (!is_off(t->r, k, limit))
            return false;
    t->at = first * (n / 2 / t->distance);
    return first < t->distance;
}

static bool stage_in_frequency(struct rerun *t, double limit)
{
    size_t n = t->n, power = 1;
    if (count_off(t->r, limit) != n / 2)
        return false;
    while (power < n && !is_off(t->r, power, limit))
        power *= 2;
    if (4 * power > n)
        return false;
    for (size_t k = 0; k < n; k++)
        if (is_off(t->r, k, limit) != ((k & power) != 0))
            return false;
    t->distance = n / 2 / power;
    t->at = root_of_phases(t->r, power);
    return t->at < n / 2;
}

/* Fits t->off, in which the transform is linear, and stores the transform in t->r->c. */
static void fit_stage(struct rerun *t, enum method method)
{
    struct suspect *r = t->r;
    double s[2];
    t->off[0] = t->off[1] = 0;
    radix_2(t, method);
    memcpy(r->c, t->y, 2 * t->n * sizeof *r->c);
    t->off[0] = 1;
    radix_2(t, method);
    for (size_t i = 0; i < 2 * t->n; i++)
        t->y[i] -= r->c[i];
    fit_rest(t, r->c, t->y, s);
    memcpy(t->off, s, sizeof s);
    radix_2(t, method);
    memcpy(r->c, t->y, 2 * t->n * sizeof *r->c);
}

static double roughly_right(const struct suspect *r)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * r->problem->points; i++)
        sum += r->y[i] * r->y[i];
    return sqrt(sum / (double)r->problem->points);
}

static bool leaves(const struct suspect *r, double level)
{
    double re, im;
    suspect_fit(r, r->c, &re, &im);
    return suspect_residual(r, r->c, re, im) <= level;
}

/* Tests the table of all stages, or of one stage. An angle whose error is above the level is
 * wrong. */
static bool find_by(struct rerun *t, enum method m, double level, char *text, size_t size)
{
    double limit = level * roughly_right(t->r);
    size_t at = m == IN_TIME ? root_in_time(t->r, limit) : root_in_frequency(t->r, limit);
    make_table(t, PI);
    if (at != 0 && fit_root(t, m, at) && leaves(t->r, level)) {
        SAY("one wrong root of unity: number %zu of a table of %zu, by %s", at, t->n / 2,
            method_names[m]);
        return true;
    }
    make_table(t, PI);
    if (m == IN_TIME ? stage_in_time(t, limit) : stage_in_frequency(t, limit)) {
        fit_stage(t, m);
        SAY("one wrong root of unity: number %zu of %zu, in the stage whose butterflies have "
            "distance %zu, by %s",
            t->at / (t->n / 2 / t->distance), t->distance, t->distance, method_names[m]);
        if (leaves(t->r, level))
            return true;
    }
    t->distance = 0;
    return false;
}

static bool find_radix_2(struct rerun *t, char *text, size_t size)
{
    const double levels[] = {1e-13, 1e-10, 1e-6};
    for (int i = 0; i < 3; i++)
        for (enum method m = IN_TIME; m <= IN_FREQUENCY; m++)
            if (find_by(t, m, levels[i], text, size))
                return true;
    return false;
}

bool map_wrong_twiddle(struct suspect *r, char *text, size_t size, struct error *e)
{
    struct rerun t;
    if ((!applies(r, TABLE) && !applies(r, IN_TIME)) || !rerun_new(&t, r, e))
        return false;
    bool found = (applies(r, TABLE) && find_direct(&t, text, size)) ||
                 (applies(r, IN_TIME) && find_radix_2(&t, text, size));
    free(t.w);
    return found;
}

/* ------------------------------------------------------------- last stage -- */

/* Computes a last stage with a mistake from the right y[k] = E + wO, y[k + n/2] = E - wO. */
static void make_stage(struct suspect *r, int which)
{
    size_t n = r->problem->points, h = n / 2;
    double sign = r->problem->direction == STET_FORWARD ? -1 : 1;
    for (size_t k = 0; k < h; k++) {
        double angle = 2 * PI * (double)k / (double)n, w[2] = {cos(angle), sign * sin(angle)};
        double back[2] = {w[0], -w[1]}, twice[2] = {w[0] * w[0] - w[1] * w[1], -2 * w[0] * w[1]};
        const double *p = r->y + 2 * k, *q = r->y + 2 * (k + h);
        double even[2] = {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2};
        double odd[2] = {(p[0] - q[0]) / 2, (p[1] - q[1]) / 2}, turned[2] = {0, 0};
        const double one[2] = {1, 0};
        add_product(turned, odd, which == 0 ? back : which == 1 ? twice : one);
        double second = which == 2 ? 1 : -1;
        for (size_t i = 0; i < 2; i++) {
            r->c[2 * k + i] = even[i] + turned[i];
            r->c[2 * (k + h) + i] = even[i] + second * turned[i];
        }
    }
}

bool map_stage(struct suspect *r, char *text, size_t size, struct error *e)
{
    static const char *const what[] = {"lacks its twiddles",
                                       "has the twiddles of the other direction",
                                       "adds where it should subtract"};
    double least = (double)INFINITY, re, im;
    int best = 0;
    (void)e;
    if (r->problem->rank != 1 || r->problem->kind != STET_C2C || r->problem->points % 2 != 0 ||
        r->problem->points < 8)
        return false;
    for (int which = 0; which < 3; which++) {
        make_stage(r, which);
        suspect_fit(r, r->c, &re, &im);
        double residual = suspect_residual(r, r->c, re, im);
        best = residual < least ? which : best;
        least = fmin(residual, least);
    }
    make_stage(r, best);
    SAY("the last stage, radix 2, %s", what[best]);
    return true;
}
