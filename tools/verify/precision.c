/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/precision.h"

#include <math.h>

#define USUAL 0.5
#define MOST 3.0
/* Errors of twiddles that are rounded once, in wider arithmetic: measured 0.1 to 0.2. */
#define USUAL_TWIDDLES 0.14
/* An error below this share of u sqrt(log2 n) is too small for the format. Measured: from 0.2
 * (tensor cores: few roundings) for arithmetic, from 0.1 for twiddles. */
#define LEAST 0.12
#define LEAST_TWIDDLES 0.04
/* Results that are rounded once and have no other error have an error of 0.2 u to 0.41 u. */
#define LEAST_STORAGE 0.1
#define MOST_STORAGE 0.6

static double growth(double n) { return sqrt(fmax(1, log2(n))); }

double usual_error(const struct format *f, double n)
{
    return USUAL * format_roundoff(f) * growth(n);
}

double most_error(const struct format *f, double n)
{
    return MOST * format_roundoff(f) * growth(n);
}

const struct format *format_of(enum component c)
{
    switch (c) {
    case COMPONENT_F64: return &format_f64;
    case COMPONENT_F32: return &format_f32;
    case COMPONENT_F16: return &format_f16;
    case COMPONENT_BF16: return &format_bf16;
    default: return NULL;
    }
}

/* Returns the squared relative error of a direct sum of n terms of one sign, which may round all of
 * them in one direction. It matters for a result that is most of the spectrum: the sum of a
 * constant. */
static double one_sided2(const struct problem *p, const struct row_measure *r, double u)
{
    size_t n = longest_axis(p);
    double most = u * (double)n / 4 * r->peak2;
    return n <= DIRECT_LENGTH && r->size2 > 0 ? most * most / r->size2 : 0;
}

/* Below the normal numbers errors are absolute: a few of the smallest numbers per result. */
bool norm_is_ordinary(const struct problem *p, const struct row_measure *r, const struct format *f)
{
    double most = most_error(f, (double)p->points);
    double smallest = ldexp(1, f->emin - f->precision + 1 - p->exponent);
    double tiny = 4 * smallest * growth((double)p->points);
    if (r->zero)
        return r->counts.wrong == 0;
    return r->error2 <= most * most * r->size2 + one_sided2(p, r, format_roundoff(f)) +
                            (double)p->out.points * 2 * tiny * tiny;
}

bool row_is_ordinary(const struct problem *p, const struct row_measure *r, const struct format *f)
{
    return r->outliers.count == 0 && norm_is_ordinary(p, r, f);
}

/* Twiddles of few bits leave the sums exact: results whose twiddles are all 1 or -1 have the error
 * of the wider format. */
bool only_twiddles(const struct problem *p, const struct measure *m, const struct format *file)
{
    struct row_measure sum = {.easy = 0};
    double points = (double)(p->rows * p->out.points);
    for (size_t i = 0; m != NULL && i < p->rows; i++) {
        sum.error2 += m->rows[i].error2;
        sum.size2 += m->rows[i].size2;
        sum.easy_error2 += m->rows[i].easy_error2;
        sum.easy_size2 += m->rows[i].easy_size2;
        sum.easy += m->rows[i].easy;
    }
    if (m == NULL || sum.easy == 0 || p->points < 8)
        return false;
    double most = 8 * most_error(file, (double)p->points);
    double size = sum.easy_size2 + (double)sum.easy * sum.size2 / points;
    double share = (double)sum.easy * sum.error2 / points;
    return sum.easy_error2 <= most * most * size && sum.easy_error2 <= share / 256;
}

const struct format *narrower_storage(const struct problem *p, const double *data,
                                      const struct format *file)
{
    static const struct format *const narrow[] = {&format_bf16, &format_f16, &format_tf32,
                                                  &format_f32};
    size_t count = 2 * p->rows * p->out.points;
    for (size_t f = 0; f < sizeof narrow / sizeof *narrow; f++) {
        size_t i = 0;
        bool zero = true;
        if (narrow[f]->precision >= file->precision)
            return NULL;
        for (; i < count && format_holds(narrow[f], data[i]); i++)
            zero = zero && data[i] == 0;
        if (i == count && !zero)
            return narrow[f];
    }
    return NULL;
}

/* Returns the factor between a relative error and the usual one, or 0 if that format cannot have
 * the error. */
static double distance(double relative, const struct format *f, double n, bool twiddles,
                       const struct format *storage)
{
    double u = format_roundoff(f), grown = u * growth(n);
    double usual = (twiddles ? USUAL_TWIDDLES : USUAL) * grown;
    double least = (twiddles ? LEAST_TWIDDLES : LEAST) * grown;
    if (storage != NULL && storage->precision == f->precision)
        least = LEAST_STORAGE * u;
    if (relative > most_error(f, n) || relative < least)
        return 0;
    return relative > usual ? relative / usual : usual / relative;
}

struct looks look_like(const struct problem *p, double relative, const struct format *file,
                       const struct format *storage, const struct measure *m)
{
    static const struct format *const all[] = {&format_f32, &format_tf32, &format_bf16};
    struct looks l = {NULL, "none", ""};
    double n = (double)p->points, nearest = (double)INFINITY;
    bool twiddles = only_twiddles(p, m, file);
    if (relative <= most_error(file, n))
        return (struct looks){file, file->name, "arithmetic"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct format *f = all[i];
        double d = distance(relative, f, n, twiddles, storage);
        if (f->precision >= file->precision || d == 0 || d >= nearest)
            continue;
        nearest = d;
        l = (struct looks){f, f == &format_tf32 ? "f16 or tf32" : f->name,
                           twiddles ? "twiddles" : "arithmetic"};
    }
    if (storage != NULL && (l.format == NULL || storage->precision <= l.format->precision) &&
        relative <= most_error(storage, n) && distance(relative, storage, n, false, storage) > 0)
        l = (struct looks){storage, storage == &format_f16 ? "f16 or tf32" : storage->name,
                           relative <= MOST_STORAGE * format_roundoff(storage) ? "storage"
                                                                               : "arithmetic"};
    return l;
}
