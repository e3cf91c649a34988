/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/verdict.h"
#include "files/progress.h"
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest residual that coarse arithmetic beside a mistake may leave. */
#define COARSE 0.02
/* A mistake explains most of an error, or nothing: many wrong rows are near a row that is nearly
 * right. */
#define EXPLAINS 0.25

/* If several mistakes leave nearly the same residual, the first one is kept. */
#define CLEARLY 0.9

struct search {
    const struct problem *problem;
    const struct measure *measure;
    const struct format *file;
    struct suspect row;
    double error;                     /* relative error of the row */
    double limit;                     /* largest residual that counts as rounding */
    const struct hypothesis *last;    /* it explained the previous row */
    struct finding best;              /* smallest residual above rounding */
    const struct hypothesis *best_of; /* NULL: there is none */
    bool best_shifted;
    char also[200];
    size_t wrong_place, wrong_count;
};

bool all_rows_ordinary(const struct problem *p, const struct measure *m)
{
    for (size_t i = 0; i < p->rows; i++)
        if (!row_is_ordinary(p, &m->rows[i], m->format))
            return false;
    return true;
}

static void take_row(struct search *s, size_t i)
{
    const struct problem *p = s->problem;
    suspect_set(&s->row, p->in.data + 2 * i * p->in.points, p->out.data + 2 * i * p->out.points,
                s->measure->y + 2 * i * p->out.points, i);
    s->best = (struct finding){.name = "none", .residual = (double)INFINITY};
    s->best_of = NULL;
    s->also[0] = 0;
    s->error = row_relative(&s->measure->rows[i]);
    s->wrong_count = 0;
}

/* Tests whether every row is the mean of all rows. */
static bool mean_row(struct search *s, struct finding *f)
{
    const struct problem *p = s->problem;
    size_t count = 2 * p->out.points;
    if (p->rows < 2)
        return false;
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t j = 0; j < p->rows; j++)
            sum += s->measure->y[j * count + i];
        s->row.c[i] = sum / (double)p->rows;
    }
    double residual = suspect_residual(&s->row, s->row.c, 1, 0);
    if (residual > s->limit)
        return false;
    *f = (struct finding){.name = "averaged", .residual = residual, .scale_re = 1};
    snprintf(f->text, sizeof f->text, "the mean of the transforms of all rows");
    return true;
}

static void add_also(struct search *s, const char *name)
{
    size_t used = strlen(s->also);
    snprintf(s->also + used, sizeof s->also - used, "%s%s", used > 0 ? ", " : "", name);
}

/* Reports whether the row may equal y: no point is further away than the whole row may be. The
 * first few points rule out most rows. */
static bool may_be(const struct suspect *r, const double *y, double limit)
{
    double most = limit * r->v_size;
    size_t count = 2 * r->problem->out.points;
    for (size_t i = 0; i < count && i < 16; i++)
        if (!(fabs(r->v[i] - y[i]) <= most))
            return false;
    return true;
}

/* Tests whether the row is the result of another row. */
static bool other_row(struct search *s, struct finding *f)
{
    const struct problem *p = s->problem;
    for (size_t j = 0; j < p->rows && j < 4096; j++) {
        if (j == s->row.number)
            continue;
        const double *y = s->measure->y + 2 * j * p->out.points;
        if (!may_be(&s->row, y, s->limit))
            continue;
        double residual = suspect_residual(&s->row, y, 1, 0);
        if (residual > s->limit)
            continue;
        *f = (struct finding){.name = "other_row", .residual = residual, .scale_re = 1};
        snprintf(f->text, sizeof f->text, "the transform of row %zu", j);
        return true;
    }
    return false;
}

/* Reports whether only outliers are wrong: the norm of the errors is that of rounding. */
static bool outliers_only(struct search *s, struct finding *f)
{
    const struct row_measure *r = &s->measure->rows[s->row.number];
    if (r->outliers.count == 0 || !norm_is_ordinary(s->problem, r, s->file))
        return false;
    *f = (struct finding){.name = r->outliers.count == 1 ? "wrong_bin" : "wrong_bins",
                          .residual = row_relative(r),
                          .scale_re = 1};
    s->wrong_place = r->outliers.first;
    s->wrong_count = r->outliers.count;
    s->last = NULL;
    return true;
}

static bool explains(const struct search *s, const struct finding *f)
{
    return f->residual <= s->limit && f->residual <= EXPLAINS * s->error;
}

/* Stores the first hypothesis that leaves only rounding in f; others go to `also`. *failed is set,
 * with e, if something failed. */
static bool try_all(struct search *s, const struct hypothesis *list, bool shifted,
                    struct finding *f, bool *failed, struct error *e)
{
    struct finding one;
    bool found = false;
    for (const struct hypothesis *h = list; h->name != NULL; h++) {
        if (s->problem->points == 1 && h != hypotheses) /* a factor explains any single number */
            continue;
        if (!hypothesis_try(h, shifted, &s->row, &one, e)) {
            *failed = e->text[0] != 0;
            if (*failed)
                return false;
            continue;
        }
        /* A hypothesis with a parameter per result must leave only rounding. */
        if (h->make != map_filtered && one.residual < CLEARLY * s->best.residual) {
            s->best = one;
            s->best_of = h;
            s->best_shifted = shifted;
        }
        if (!explains(s, &one))
            continue;
        if (found && strcmp(f->name, one.name) != 0)
            add_also(s, one.name);
        if (!found) {
            *f = one;
            s->last = shifted ? NULL : h;
        }
        found = true;
    }
    return found;
}

static bool explain_fourier(struct search *s, struct finding *f, bool *failed, struct error *e)
{
    return try_all(s, hypotheses, false, f, failed, e) ||
           (!*failed && try_all(s, costly_hypotheses, false, f, failed, e)) ||
           (!*failed && try_all(s, shifted_hypotheses, true, f, failed, e));
}

/* Tries all hypotheses for one row. Returns true if one of them, or a few wrong bins, leave only
 * rounding. f is that finding, else the best one. */
static bool explain_row(struct search *s, struct finding *f, struct error *e)
{
    bool failed = false;
    e->text[0] = 0;
    if (s->measure->rows[s->row.number].zero) {
        *f = (struct finding){.name = "not_zero",
                              .text = "results that are not zero where every exact result is",
                              .residual = (double)INFINITY};
        return true;
    }
    if (outliers_only(s, f))
        return true;
    if (s->row.v_size == 0) {
        *f = (struct finding){.name = "zeros", .text = "every result is zero", .residual = 0};
        return true;
    }
    if (s->last != NULL && hypothesis_try(s->last, false, &s->row, f, e) && explains(s, f))
        return true;
    const bool reals = s->problem->kind == STET_R2R;
    if (reals ? try_all(s, real_hypotheses, false, f, &failed, e)
              : explain_fourier(s, f, &failed, e))
        return true;
    if (failed)
        return false;
    if (s->problem->points > 1 && (other_row(s, f) || mean_row(s, f)))
        return true;
    if (find_wrong_bins(&s->row, s->limit / SLACK, f, &s->wrong_place, &s->wrong_count, e)) {
        s->last = NULL;
        return true;
    }
    s->wrong_count = 0;
    if (!reals && e->text[0] == 0 && try_all(s, late_hypotheses, false, f, &failed, e))
        return true;
    *f = s->best;
    return false;
}

static void say_rows(struct verdict *v, const struct problem *p, struct finding *f)
{
    char what[sizeof f->text];
    memcpy(what, f->text, sizeof what);
    snprintf(f->text, sizeof f->text, "%zu of %zu rows wrong, the others right: %.320s",
             v->bad_rows, p->rows, what);
}

/* Describes count wrong results of a row, the first at place; o has the worst. */
static void say_wrong_bins(struct verdict *v, const struct problem *p, size_t row, size_t count,
                           size_t place, const struct outliers *o)
{
    char where[120], worst[120], by[200] = "";
    right_place(p, row, place, where, sizeof where);
    right_place(p, row, o->worst, worst, sizeof worst);
    if (o->count > 0 && count == 1)
        snprintf(by, sizeof by, ", off by %.3g ulp", o->ulp);
    else if (o->count > 0)
        snprintf(by, sizeof by, ", the worst at %s off by %.3g ulp", worst, o->ulp);
    if (count == 1)
        snprintf(v->finding.text, sizeof v->finding.text,
                 "a single wrong result, at %s%s; all others are right", where, by);
    else
        snprintf(v->finding.text, sizeof v->finding.text,
                 "%zu wrong results, the first at %s%s; the other %zu are right", count, where, by,
                 p->out.points - count);
    v->has_place = true;
    v->row = row;
    v->place = place;
    v->wrong_ulp = o->count > 0 ? o->ulp : 0;
}

static void say_first(struct verdict *v)
{
    char what[sizeof v->finding.text];
    memcpy(what, v->finding.text, sizeof what);
    snprintf(v->finding.text, sizeof v->finding.text, "rows have several mistakes; row %zu: %.200s",
             v->bad_shown[0], what);
}

static bool same_finding(const struct finding *a, const struct finding *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->text, b->text) == 0 &&
           strcmp(a->scale, b->scale) == 0;
}

/* Reports whether the finding improves most of the results that it changes, and not only one large
 * result that a factor fits. s->row.c is the finding without the factor. */
static bool serves_most(const struct search *s, const struct finding *f)
{
    const struct suspect *r = &s->row;
    const size_t points = s->problem->out.points;
    size_t changed = 0, better = 0;
    double sum = 0;
    for (size_t i = 0; i < 2 * points; i++)
        sum += r->y[i] * r->y[i];
    const double rms = sqrt(sum / (double)points);
    for (size_t k = 0; k < points; k++) {
        const double *v = r->v + 2 * k, *y = r->y + 2 * k, *c = r->c + 2 * k;
        const double re = f->scale_re * c[0] - f->scale_im * c[1];
        const double im = f->scale_re * c[1] + f->scale_im * c[0];
        if (hypot(re - y[0], im - y[1]) <= s->limit * fmax(rms, hypot(y[0], y[1])))
            continue;
        changed++;
        better += hypot(v[0] - re, v[1] - im) < hypot(v[0] - y[0], v[1] - y[1]) / 2;
    }
    return 2 * better >= changed;
}

/* Tests the best hypothesis of one row with every wrong row, which it must explain as well. */
static bool test_best(struct search *s, struct finding *f, struct error *e)
{
    const struct problem *p = s->problem;
    const struct hypothesis *h = s->best_of;
    const bool shifted = s->best_shifted;
    struct finding one;
    for (size_t i = 0; i < p->rows && h != NULL && f->residual <= COARSE; i++) {
        if (row_is_ordinary(p, &s->measure->rows[i], s->file))
            continue;
        take_row(s, i);
        bool applies = hypothesis_try(h, shifted, &s->row, &one, e);
        if (e->text[0] != 0)
            return false;
        applies = applies && serves_most(s, &one);
        f->residual = applies ? fmax(f->residual, one.residual) : (double)INFINITY;
    }
    return true;
}

/* Goes through the wrong rows and names what they have in common. */
static bool explain_rows(struct search *s, struct verdict *v, struct error *e)
{
    struct finding f;
    bool all = true, same = true, first = true;
    const struct problem *p = s->problem;
    progress_long("looking for the reason", p->rows);
    for (size_t i = 0; i < p->rows && all; progress_at(++i)) {
        if (row_is_ordinary(p, &s->measure->rows[i], s->file))
            continue;
        take_row(s, i);
        all = explain_row(s, &f, e);
        if (e->text[0] != 0)
            return false;
        if (first) {
            v->finding = f;
            snprintf(v->also, sizeof v->also, "%s", s->also);
            if (all && s->wrong_count > 0)
                say_wrong_bins(v, p, i, s->wrong_count, s->wrong_place,
                               &s->measure->rows[i].outliers);
        }
        same = same && (first || same_finding(&f, &v->finding) || s->wrong_count > 0);
        first = false;
    }
    progress_end();
    if (!all) { /* best finding of the first unnamed row */
        v->finding = f;
        v->also[0] = 0;
        return test_best(s, &v->finding, e);
    }
    v->kind = VERDICT_BUG;
    v->looks = look_like(p, v->finding.residual / SLACK, s->file, NULL, NULL);
    if (!same)
        say_first(v);
    return true;
}

static void find_bad_rows(struct verdict *v, const struct problem *p, const struct measure *m)
{
    for (size_t i = 0; i < p->rows; i++)
        if (!row_is_ordinary(p, &m->rows[i], m->format)) {
            if (v->bad_rows < BAD_ROWS_SHOWN)
                v->bad_shown[v->bad_rows] = i;
            v->bad_rows++;
        }
}

/* Returns the relative error of the wrong rows. */
static double bad_relative(const struct problem *p, const struct measure *m)
{
    struct row_measure sum = {.error2 = 0};
    for (size_t i = 0; i < p->rows; i++)
        if (!row_is_ordinary(p, &m->rows[i], m->format)) {
            sum.error2 += m->rows[i].error2;
            sum.size2 += m->rows[i].size2;
        }
    return row_relative(&sum);
}

/* Reports whether many results of the wrong rows are right in the file's format, which coarser
 * arithmetic would have rounded. Stores the first that is not, and their count. */
static bool partly_right(struct verdict *v, const struct problem *p, const struct measure *m,
                         size_t *wrong)
{
    size_t points = p->out.points, fine = 0, all = 0;
    *wrong = 0;
    for (size_t i = 0; i < p->rows; i++) {
        if (row_is_ordinary(p, &m->rows[i], m->format))
            continue;
        for (size_t k = 0; k < points; k++) {
            const double *a = p->out.data + 2 * (i * points + k);
            bool off = right_is_off(p, m, i, k);
            if (off && (*wrong)++ == 0) {
                v->row = i;
                v->place = k;
            }
            fine += !off && !(format_holds(v->looks.format, ldexp(a[0], p->exponent)) &&
                              format_holds(v->looks.format, ldexp(a[1], p->exponent)));
        }
        all += points;
    }
    return *wrong > 0 && points >= 128 && 8 * fine >= all;
}

static void say_partly_right(struct verdict *v, const struct problem *p, size_t wrong)
{
    char where[120];
    right_place(p, v->row, v->place, where, sizeof where);
    v->kind = VERDICT_BUG;
    v->has_place = true;
    v->finding =
        (struct finding){.name = "wrong_bins", .residual = (double)INFINITY, .scale_re = 1};
    snprintf(v->finding.text, sizeof v->finding.text,
             "%zu wrong results, the first at %s, among others that are right: a wrong entry of a "
             "table?",
             wrong, where);
}

/* Tests whether one error is too large even for the coarser format whose errors the rows have. */
static bool coarse_outliers(struct verdict *v, const struct problem *p, const struct measure *m,
                            bool *found, struct error *e)
{
    size_t points = p->out.points;
    void *block;
    *found = false;
    if (!allocate(&block, points * sizeof(double), e))
        return false;
    double *off2 = block;
    bool ok = true;
    for (size_t i = 0; ok && !*found && i < p->rows; i++) {
        struct outliers o;
        const double *a = p->out.data + 2 * i * points, *y = m->y + 2 * i * points;
        for (size_t k = 0; k < points; k++)
            off2[k] = (a[2 * k] - y[2 * k]) * (a[2 * k] - y[2 * k]) +
                      (a[2 * k + 1] - y[2 * k + 1]) * (a[2 * k + 1] - y[2 * k + 1]);
        ok = outliers_find(&o, p, v->looks.format, y, off2, e);
        *found = ok && o.count > 0;
        if (!*found)
            continue;
        v->kind = VERDICT_BUG;
        v->finding = (struct finding){.name = o.count == 1 ? "wrong_bin" : "wrong_bins",
                                      .residual = (double)INFINITY,
                                      .scale_re = 1};
        say_wrong_bins(v, p, i, o.count, o.first, &o);
    }
    free(off2);
    return ok;
}

/* Judges arithmetic coarser than the file's format, unless only some results are that
 * inaccurate. */
static bool judge_coarse(struct verdict *v, const struct problem *p, const struct measure *m,
                         struct error *e)
{
    size_t wrong;
    bool found;
    v->kind = VERDICT_ORDINARY;
    if (!coarse_outliers(v, p, m, &found, e))
        return false;
    if (!found && v->looks.format->precision < m->format->precision &&
        partly_right(v, p, m, &wrong))
        say_partly_right(v, p, wrong);
    return true;
}

/* Describes wrong rows if only the size of their error is known. */
static void say_wrong_rows(struct verdict *v, const struct problem *p, const struct measure *m,
                           double bad)
{
    bool coarse = v->looks.format != NULL;
    v->kind = VERDICT_BUG;
    v->finding.name = coarse ? "coarse_rows" : "wrong_rows";
    v->finding.scale[0] = 0;
    if (coarse) {
        snprintf(v->finding.text, sizeof v->finding.text, "the accuracy of %s %s", v->looks.name,
                 v->looks.what);
    } else {
        right_find(&v->right, p, m);
        snprintf(v->finding.text, sizeof v->finding.text,
                 "no known mistake; relative L2 %.2g there, %zu of %zu results are right%s%s", bad,
                 v->right.count, v->right.of, v->right.where[0] != 0 ? ": " : "", v->right.where);
    }
}

/* Reports whether the last places of the wrong rows' input are below the normal range. Smaller
 * intermediate numbers, such as those of Bluestein's method, then lose bits. */
static bool is_tiny(const struct problem *p, const struct measure *m)
{
    size_t count = 2 * p->in.points;
    double largest = 0;
    int exponent;
    for (size_t i = 0; i < p->rows; i++)
        for (size_t k = 0; k < count && !row_is_ordinary(p, &m->rows[i], m->format); k++)
            largest = fmax(largest, fabs(p->in.data[i * count + k]));
    frexp(largest, &exponent);
    return exponent + p->exponent - m->format->precision < m->format->emin;
}

/* Judges rows that no mistake explains to the last bit: coarse arithmetic, alone or beside a
 * mistake; low accuracy; or an unknown reason. */
static bool judge_rest(struct verdict *v, const struct problem *p, const struct measure *m,
                       const struct format *storage, struct error *e)
{
    double bad = bad_relative(p, m);
    bool few = v->bad_rows < p->rows;
    bool mostly =
        v->finding.residual <= COARSE && bad > 10 * v->finding.residual && !right_mostly(p, m);
    v->looks = look_like(p, bad, m->format, storage, m);
    v->tiny = !mostly && is_tiny(p, m);
    if (v->looks.format != NULL && !few && !(mostly && bad > 1000 * v->finding.residual))
        return judge_coarse(v, p, m, e);
    if (mostly) {
        v->kind = VERDICT_BUG;
        v->looks = look_like(p, v->finding.residual, m->format, NULL, NULL);
        if (v->looks.format == NULL)
            v->looks = (struct looks){NULL, "low", "accuracy"};
    } else if (few) {
        say_wrong_rows(v, p, m, bad);
    } else {
        right_find(&v->right, p, m);
        if (bad <= COARSE) {
            v->kind = VERDICT_INACCURATE;
            v->bad_twiddles = !v->tiny && only_twiddles(p, m, m->format);
        }
    }
    return true;
}

bool verdict_find(struct verdict *v, struct problem *p, const struct measure *m,
                  const struct format *expect, struct error *e)
{
    const struct counts *c = &m->counts;
    const struct format *storage = narrower_storage(p, p->out.data, m->format);
    *v = (struct verdict){.kind = VERDICT_UNEXPLAINED, .format = m->format};
    v->relative = measure_relative(m, p->rows);
    v->expected = usual_error(m->format, (double)p->points);
    v->finding = (struct finding){.name = "none", .residual = (double)INFINITY};
    problem_scale_out(p);
    if (c->not_finite > 0) {
        v->kind = VERDICT_BUG;
        v->finding.name = "not_finite";
        return true;
    }
    if (c->wrong == 0) {
        v->kind = c->undecided > 0    ? VERDICT_NOT_DECIDED
                  : c->zero_signs > 0 ? VERDICT_ZERO_SIGN
                                      : VERDICT_CORRECT;
        v->as_expected = true;
        return true;
    }
    find_bad_rows(v, p, m);
    if (v->bad_rows == 0) {
        v->kind = VERDICT_ORDINARY;
        v->looks = (struct looks){m->format, m->format->name, "arithmetic"};
        v->as_expected = true;
        return true;
    }
    struct search s = {.problem = p, .measure = m, .file = m->format};
    s.limit = SLACK * most_error(m->format, (double)p->points);
    if (!suspect_new(&s.row, p, e))
        return false;
    e->text[0] = 0;
    bool ok = explain_rows(&s, v, e);
    suspect_free(&s.row);
    if (!ok)
        return false;
    if (v->kind == VERDICT_UNEXPLAINED && !judge_rest(v, p, m, storage, e))
        return false;
    if (v->kind == VERDICT_BUG && v->bad_rows < p->rows)
        say_rows(v, p, &v->finding);
    v->as_expected = v->kind == VERDICT_ORDINARY && v->looks.format->precision >= expect->precision;
    return true;
}
