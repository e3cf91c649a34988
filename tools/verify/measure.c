/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/measure.h"
#include "files/progress.h"
#include "verify/library.h"
#include "verify/slices.h"
#include "verify/wide.h"

#include <math.h>
#include <stdlib.h>

struct work {
    struct measure *m;
    struct truth truth;
    struct slices slices;
    struct wide_row wide; /* limbs 0: not computed yet */
    bool has_slices;
    bool independent, asked;
    double *library; /* results of level correct; NULL: no such level */
    const double *x, *v;
    double *off2; /* squared errors of the row's results */
    size_t row;
    double rms;
};

static bool ask_library(struct work *w, size_t k, int part, double v, enum decision *d,
                        struct counts *c, struct error *e)
{
    if (!w->asked && !library_row(w->truth.problem, w->x, w->m->format, &w->library, e))
        return false;
    w->asked = true;
    if (w->library == NULL)
        return true;
    double right = w->library[2 * k + (size_t)part];
    bool same_sign = (signbit(v) != 0) == (signbit(right) != 0);
    *d = v != right ? DECIDED_WRONG : same_sign ? DECIDED_RIGHT : DECIDED_ZERO_SIGN;
    c->by_library++;
    return true;
}

/* Decides with wider and wider fixed point, until the bits suffice for a number of this size. */
static bool decide_wide(struct work *w, size_t k, int part, double v, enum decision *d,
                        struct counts *c, struct error *e)
{
    int limbs = w->wide.limbs > 0 ? w->wide.limbs : WIDE_LEAST;
    bool exact = false;
    for (; *d == NEAR_BOUNDARY && limbs <= WIDE_MOST; limbs *= 2) {
        if (w->wide.limbs != limbs) {
            wide_free(&w->wide);
            if (!wide_new(&w->wide, w->truth.problem, w->x, limbs, e))
                return false;
        }
        *d = wide_decide(&w->wide, &w->truth, w->m->format, v, k, part, &exact);
    }
    c->by_fixed += *d != NEAR_BOUNDARY;
    c->proved += *d == DECIDED_RIGHT && exact;
    return true;
}

/* Decides a number that double-double did not decide. */
static bool decide_exactly(struct work *w, size_t k, int part, double v, enum decision *d,
                           struct counts *c, struct error *e)
{
    const struct problem *p = w->truth.problem;
    bool exact = false;
    if (!p->exact)
        return true;
    if (p->kind == STET_R2R) /* slices.h does not know its orbits */
        return ask_library(w, k, part, v, d, c, e);
    if (!w->has_slices && !(w->has_slices = slices_new(&w->slices, p, w->x, e)))
        return false;
    *d = slices_decide(&w->slices, w->m->format, v, k, part, &exact);
    c->proved += *d == DECIDED_RIGHT && exact;
    if (*d != NEAR_BOUNDARY)
        return true;
    return (w->independent ? decide_wide : ask_library)(w, k, part, v, d, c, e);
}

static void count(struct counts *c, enum decision d, double v)
{
    switch (d) {
    case DECIDED_RIGHT: c->right++; break;
    case DECIDED_ZERO_SIGN: c->zero_signs++; break;
    case DECIDED_WRONG: *(isinf(v) ? &c->not_finite : &c->wrong) += 1; break;
    default: c->undecided++;
    }
}

static void note_ulp(struct work *w, struct place_in here, double v, struct dd y)
{
    int exponent = w->truth.problem->exponent;
    if (!isfinite(v) || fabs(y.hi) < w->rms)
        return;
    double off = dd_sub(dd_of(ldexp(v, -exponent)), y).hi;
    double ulp = ldexp(format_ulp(w->m->format, ldexp(y.hi, exponent)), -exponent);
    if (fabs(off) / ulp > w->m->max_ulp) {
        w->m->max_ulp = fabs(off) / ulp;
        w->m->max_ulp_at = here;
    }
}

/* Decides one real number and updates the largest error. */
static bool look(struct work *w, size_t k, int part, double v, struct dd y, struct error *e)
{
    struct counts *c = &w->m->rows[w->row].counts, before = *c;
    const struct counts *all = &w->m->counts;
    struct place_in here = {w->row, k, part};
    c->parts++;
    if (isnan(v)) {
        c->not_finite++;
    } else {
        enum decision d = decide(w->m->format, v, y, w->truth.bound, w->truth.problem->exponent);
        if (d == NEAR_BOUNDARY && !decide_exactly(w, k, part, v, &d, c, e))
            return false;
        count(c, d, v);
    }
    size_t bad = c->wrong + c->zero_signs, bad_before = before.wrong + before.zero_signs;
    if (c->not_finite > before.not_finite && all->not_finite + before.not_finite == 0)
        w->m->first_not_finite = here;
    if (bad > bad_before && all->wrong + all->zero_signs + bad_before == 0)
        w->m->first_wrong = here;
    note_ulp(w, here, v, y);
    return true;
}

/* Reports whether all twiddles of result k are 1 or -1: 2k = 0 modulo each length. */
static bool is_easy(const struct problem *p, size_t k)
{
    if (p->kind == STET_R2R)
        return false;
    for (int i = p->rank - 1; i >= 0; i--) {
        if (k % p->out.shape[i] * 2 % p->n[i] != 0)
            return false;
        k /= p->out.shape[i];
    }
    return true;
}

static double off_square(double v, struct dd y, int exponent)
{
    double d = dd_sub(dd_of(ldexp(v, -exponent)), y).hi;
    return d * d;
}

static void add_errors(struct work *w)
{
    const struct problem *p = w->truth.problem;
    struct row_measure *r = &w->m->rows[w->row];
    double *y = w->m->y + 2 * w->row * p->out.points;
    for (size_t k = 0; k < p->out.points; k++) {
        struct ddc t = w->truth.y[k];
        double size = t.re.hi * t.re.hi + t.im.hi * t.im.hi;
        double off = off_square(w->v[2 * k], t.re, p->exponent);
        if (p->out.layout.dtype->parts == 2)
            off += off_square(w->v[2 * k + 1], t.im, p->exponent);
        w->off2[k] = off;
        r->error2 += off;
        r->size2 += size;
        r->peak2 = fmax(r->peak2, size);
        if (is_easy(p, k)) {
            r->easy++;
            r->easy_error2 += off;
            r->easy_size2 += size;
        }
        y[2 * k] = t.re.hi;
        y[2 * k + 1] = p->out.layout.dtype->parts == 1 ? 0 : t.im.hi;
    }
}

static void add_counts(struct counts *to, const struct counts *c)
{
    to->parts += c->parts;
    to->right += c->right;
    to->wrong += c->wrong;
    to->zero_signs += c->zero_signs;
    to->undecided += c->undecided;
    to->not_finite += c->not_finite;
    to->proved += c->proved;
    to->by_library += c->by_library;
    to->by_fixed += c->by_fixed;
}

/* Reports whether all inputs are 0. A number that only the scaling turned into 0 does not count. */
static bool is_zero(const struct problem *p, const double *x)
{
    for (size_t i = 0; i < 2 * p->in.points; i++)
        if (x[i] != 0)
            return false;
    return p->exact;
}

static bool measure_row(struct work *w, struct error *e)
{
    const struct problem *p = w->truth.problem;
    int parts = p->out.layout.dtype->parts;
    double reals = (double)p->out.points * parts;
    bool ok = true;
    truth_row(&w->truth, w->x);
    add_errors(w);
    w->m->rows[w->row].zero = is_zero(p, w->x);
    w->rms = sqrt(w->m->rows[w->row].size2 / reals);
    if (w->rms > 0)
        w->m->bound = fmax(w->m->bound, w->truth.bound / w->rms);
    for (size_t k = 0; ok && k < p->out.points; k++)
        for (int part = 0; ok && part < parts; part++)
            ok = look(w, k, part, w->v[2 * k + (size_t)part],
                      part == 0 ? w->truth.y[k].re : w->truth.y[k].im, e);
    if (w->has_slices)
        slices_free(&w->slices);
    wide_free(&w->wide);
    free(w->library);
    w->library = NULL;
    w->asked = false;
    w->has_slices = false;
    const struct counts *c = &w->m->rows[w->row].counts;
    /* Bounds of the error of a single result exist only for Fourier transforms. */
    if (ok && c->wrong > 0 && c->not_finite == 0 && p->kind != STET_R2R)
        ok = outliers_find(&w->m->rows[w->row].outliers, p, w->m->format,
                           w->m->y + 2 * w->row * p->out.points, w->off2, e);
    add_counts(&w->m->counts, &w->m->rows[w->row].counts);
    return ok;
}

bool measure_run(struct measure *m, const struct problem *p, const struct format *f,
                 bool independent, struct error *e)
{
    struct work w = {.m = m, .independent = independent};
    void *block;
    *m = (struct measure){.format = f};
    if (!allocate(&block, p->rows * sizeof *m->rows, e))
        return false;
    m->rows = block;
    bool ok = allocate(&block, p->rows * p->out.points * 2 * sizeof *m->y, e);
    if (ok)
        m->y = block;
    ok = ok && allocate(&block, p->out.points * sizeof *w.off2, e);
    if (ok)
        w.off2 = block;
    ok = ok && truth_new(&w.truth, p, e);
    progress_long("transforming in double-double", p->rows);
    for (; ok && w.row < p->rows; progress_at(++w.row)) {
        w.x = p->in.data + 2 * w.row * p->in.points;
        w.v = p->out.data + 2 * w.row * p->out.points;
        ok = measure_row(&w, e);
    }
    progress_end();
    truth_free(&w.truth);
    free(w.off2);
    if (!ok)
        measure_free(m);
    return ok;
}

void measure_free(struct measure *m)
{
    free(m->rows);
    free(m->y);
    m->rows = NULL;
    m->y = NULL;
}

double row_relative(const struct row_measure *r)
{
    if (r->error2 == 0)
        return 0;
    double ratio = sqrt(r->error2 / r->size2);
    return isnan(ratio) ? (double)INFINITY : ratio;
}

double measure_relative(const struct measure *m, size_t rows)
{
    struct row_measure sum = {.error2 = 0};
    for (size_t i = 0; i < rows; i++) {
        sum.error2 += m->rows[i].error2;
        sum.size2 += m->rows[i].size2;
    }
    /* squares of small errors may underflow */
    return sum.size2 == 0 && m->counts.wrong > 0 ? (double)INFINITY : row_relative(&sum);
}
