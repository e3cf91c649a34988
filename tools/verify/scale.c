/* SPDX-License-Identifier: Apache-2.0 */
/* Fits a factor to a hypothesis, and finds results that are wrong individually. */
#include "files/text.h"
#include "verify/hypotheses.h"
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A factor with a name, near s. */
struct factor {
    double value;
    char name[60];
};

static bool near(double s, double value) { return fabs(s - value) <= 0.02 * value; }

static bool name_power(struct factor *f, double s, double n, const char *name)
{
    const double values[] = {n, 1 / n, sqrt(n), 1 / sqrt(n)};
    for (int i = 0; n > 1 && i < 4; i++)
        if (near(s, values[i])) {
            f->value = values[i];
            snprintf(f->name, sizeof f->name, i < 2 ? "%s%s" : "%ssqrt(%s)", i % 2 ? "1/" : "",
                     name);
            return true;
        }
    return false;
}

static bool name_factor(struct factor *f, const struct problem *p, double s)
{
    char name[40];
    *f = (struct factor){1, ""};
    if (near(s, 1) || name_power(f, s, (double)p->logical, p->rank > 1 ? "N of all axes" : "N"))
        return true;
    if (p->kind == STET_R2R &&
        (name_power(f, s, 2, "2") || name_power(f, s, (double)p->points, "n")))
        return true;
    for (int a = 0; p->rank > 1 && a < p->rank; a++) {
        snprintf(name, sizeof name, "N of axis %d", p->axes[a]);
        if (name_power(f, s, (double)p->n[a], name))
            return true;
    }
    double root = sqrt((double)p->logical);
    return name_power(f, s, 2, "2") || name_power(f, s, (double)p->logical * root, "N^1.5");
}

/* Describes the factor if the transform has the factor 1/N of a pair: a result that is N times too
 * small has it twice (1/N^2), one that is N times too large lacks it. */
static const char *contract(const struct problem *p, const struct factor *named)
{
    if (p->norm != (p->direction == STET_FORWARD ? STET_NORM_FORWARD : STET_NORM_BACKWARD))
        return "";
    const double n = (double)p->logical;
    return named->value == 1 / n ? ": 1/N twice" : named->value == n ? ": 1/N is missing" : "";
}

static void set_named(struct suspect *r, struct finding *f, double sign, const struct factor *named)
{
    f->scale_re = sign * named->value;
    f->scale_im = 0;
    f->residual = suspect_residual(r, r->c, f->scale_re, 0);
    if (named->name[0] != 0 || sign < 0)
        snprintf(f->scale, sizeof f->scale, ", times %s%s%s", sign < 0 ? "-" : "",
                 named->name[0] != 0 ? named->name : "1", contract(r->problem, named));
}

/* Writes a factor near 1 or -1 as that number and the distance, which six digits would not show. */
static void say_real(char *text, size_t size, double x)
{
    double one = x < 0 ? -1 : 1, off = x - one;
    if (off != 0 && fabs(off) < 1e-4)
        snprintf(text, size, "%g %c %.2g", one, off < 0 ? '-' : '+', fabs(off));
    else
        snprintf(text, size, "%.6g", x);
}

/* Reports whether several numbers are not far below the largest. Any factor fits a single
 * number. */
static bool has_several(const struct suspect *r)
{
    double largest = 0;
    size_t count = 0;
    for (size_t k = 0; k < r->problem->out.points; k++)
        largest = fmax(largest, hypot(r->c[2 * k], r->c[2 * k + 1]));
    for (size_t k = 0; k < r->problem->out.points; k++)
        count += hypot(r->c[2 * k], r->c[2 * k + 1]) > 1e-4 * largest;
    return count > 1;
}

/* Takes any factor if it explains much more than one with a name. */
static void set_any(struct suspect *r, struct finding *f, double re, double im)
{
    double residual = suspect_residual(r, r->c, re, im);
    char real[40];
    if (r->problem->out.points < 4 || !(residual < f->residual / 10) || !has_several(r))
        return;
    bool is_real = fabs(im) <= fmax(3 * residual, 1e-15) * fabs(re);
    bool is_imaginary = fabs(re) <= fmax(3 * residual, 1e-15) * fabs(im);
    f->residual = residual;
    f->scale_re = re;
    f->scale_im = is_real ? 0 : im;
    say_real(real, sizeof real, re);
    if (is_real)
        snprintf(f->scale, sizeof f->scale, ", times %s", real);
    else if (is_imaginary && fabs(fabs(im) - 1) <= fmax(3 * residual, 1e-15))
        snprintf(f->scale, sizeof f->scale, ", times %si", im < 0 ? "-" : "");
    else if (is_imaginary)
        snprintf(f->scale, sizeof f->scale, ", times %.6gi", im);
    else
        snprintf(f->scale, sizeof f->scale, ", times %.6g%+.6gi", re, im);
}

/* Fits the factor. It must have a name, or be 1, unless h allows any; the factor of the right
 * values is not 1. */
static bool fit_scale(struct suspect *r, const struct hypothesis *h, struct finding *f)
{
    double re, im;
    struct factor named;
    suspect_fit(r, r->c, &re, &im);
    bool right_values = h->make == map_as_it_is, is_real = fabs(im) <= 0.02 * fabs(re);
    f->scale[0] = 0;
    f->residual = (double)INFINITY;
    if (is_real && name_factor(&named, r->problem, fabs(re)))
        set_named(r, f, re < 0 ? -1 : 1, &named);
    if (h->any_factor)
        set_any(r, f, re, im);
    return isfinite(f->residual) && (!right_values || f->scale[0] != 0);
}

bool hypothesis_try(const struct hypothesis *h, bool shifted, struct suspect *r, struct finding *f,
                    struct error *e)
{
    e->text[0] = 0;
    *f = (struct finding){.name = h->name};
    if (!h->make(r, f->text, sizeof f->text, e))
        return false;
    if (shifted) {
        size_t used = strlen(f->text);
        suspect_shift(r);
        snprintf(f->text + used, sizeof f->text - used, ", and fftshifted");
    }
    return fit_scale(r, h, f);
}

/* --------------------------------------------------------- wrong bins -- */

struct off {
    double square;
    size_t k;
};

static int by_error(const void *a, const void *b)
{
    const struct off *x = a, *y = b;
    return x->square < y->square ? -1 : x->square > y->square ? 1 : (x->k > y->k) - (x->k < y->k);
}

bool find_wrong_bins(struct suspect *r, double limit, struct finding *f, size_t *place,
                     size_t *count, struct error *e)
{
    const struct problem *p = r->problem;
    size_t points = p->out.points, most = points < 32 ? 1 : points / 16, good = 0;
    double size = 0, sum = 0;
    void *block;
    if (points < 3 || !allocate(&block, points * sizeof(struct off), e))
        return false;
    struct off *off = block;
    for (size_t k = 0; k < points; k++) {
        double a = r->v[2 * k] - r->y[2 * k], b = r->v[2 * k + 1] - r->y[2 * k + 1];
        off[k] = (struct off){a * a + b * b, k};
        if (isnan(off[k].square))
            off[k].square = (double)INFINITY;
        size += r->y[2 * k] * r->y[2 * k] + r->y[2 * k + 1] * r->y[2 * k + 1];
    }
    qsort(off, points, sizeof *off, by_error);
    while (good < points && sum + off[good].square <= limit * limit * size)
        sum += off[good++].square;
    *count = points - good;
    /* Errors of rounding have no gap, but a wrong value is far above the others. */
    bool outliers = good < points && off[good].square > 256 * sum / (double)good;
    *place = points;
    for (size_t i = good; i < points; i++)
        *place = off[i].k < *place ? off[i].k : *place;
    f->name = *count == 1 ? "wrong_bin" : "wrong_bins";
    f->residual = size > 0 ? sqrt(sum / size) : 0;
    f->scale[0] = 0;
    free(off);
    return *count > 0 && *count <= most && outliers;
}
