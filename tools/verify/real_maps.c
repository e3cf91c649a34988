/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with transforms of real numbers to real numbers: another type of the cosine or sine
 * transform, or another convention for its ends. */
#include "files/options.h"
#include "verify/maps.h"
#include "verify/reals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/* Multiplies the numbers at the ends of the axes of a box by the factor. */
static void scale_ends(const struct problem *p, const stet_r2r_kind *kinds, double *data,
                       bool outputs, bool opposite, double factor)
{
    size_t index[RANK_MAX];
    for (size_t i = 0; i < p->points; i++) {
        unravel(i, p->rank, p->n, index);
        for (int a = 0; a < p->rank; a++) {
            const struct reals_ends ends = reals_ends(kinds[a]);
            bool first = outputs ? ends.first_out : ends.first_in;
            bool last = outputs ? ends.last_out : ends.last_in;
            size_t at = opposite ? p->n[a] - 1 - index[a] : index[a];
            if ((first && at == 0) || (last && at == p->n[a] - 1))
                data[2 * i] *= factor;
        }
    }
}

/* Stores the transform of those kinds in r->c, with factors `in` and `out` for inputs and outputs
 * at the ends, or at the opposite ends. */
static bool transform_ends(struct suspect *r, const stet_r2r_kind *kinds, double in, double out,
                           bool opposite, struct error *e)
{
    struct problem p = *r->problem;
    struct suspect other;
    memcpy(p.r2r, kinds, sizeof p.r2r);
    memcpy(r->input, r->x, 2 * p.in.points * sizeof *r->input);
    scale_ends(&p, kinds, r->input, false, opposite, in);
    bool ok = suspect_new(&other, &p, e) && suspect_transform(&other, r->input, r->c, e);
    if (other.problem != NULL)
        suspect_free(&other);
    scale_ends(&p, kinds, r->c, true, opposite, out);
    return ok;
}

static bool has_ends(const struct problem *p, bool outputs)
{
    for (int a = 0; a < p->rank; a++) {
        const struct reals_ends ends = reals_ends(p->r2r[a]);
        if (outputs ? ends.first_out || ends.last_out : ends.first_in || ends.last_in)
            return true;
    }
    return false;
}

bool map_orthonormal(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    if (!has_ends(p, false) && !has_ends(p, true))
        return false;
    SAY("the orthonormal transform, whose ends have %s",
        has_ends(p, true) ? "another factor of 1/sqrt(2)" : "a factor of sqrt(2) in the input");
    return transform_ends(r, p->r2r, sqrt(2), sqrt(0.5), false, e);
}

/* SciPy up to 1.11 has these DST2 and DST3: y[0] is divided, x[0] multiplied by sqrt 2 instead of
 * the last number (scipy issue 18452), so that they are not orthonormal. 1.12 and later are
 * right. */
bool map_orthonormal_wrong_end(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    if (!has_ends(p, false) && !has_ends(p, true))
        return false;
    SAY("the orthonormal transform, but the factor of its one end is at the other end");
    return transform_ends(r, p->r2r, sqrt(2), sqrt(0.5), true, e);
}

/* Types I and III count the ends of their input once, not twice. */
bool map_ends(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    bool inputs = has_ends(p, false);
    if (!inputs && !has_ends(p, true))
        return false;
    SAY(inputs ? "the numbers at the ends of the input were counted twice"
               : "the result at the end has half of its value");
    return transform_ends(r, p->r2r, 2, inputs ? 1 : 0.5, false, e);
}

/* Returns the residual of the row after the best multiple of r->c. */
static double fitted_residual(const struct suspect *r)
{
    double re, im;
    suspect_fit(r, r->c, &re, &im);
    return suspect_residual(r, r->c, re, 0);
}

/* Finds the nearest of all other kinds, one kind for all axes. */
static bool other_kind(struct suspect *r, bool orthonormal, char *text, size_t size,
                       struct error *e)
{
    const struct problem *p = r->problem;
    const struct choice *best = NULL;
    const double in = orthonormal ? sqrt(2) : 1, out = orthonormal ? sqrt(0.5) : 1;
    stet_r2r_kind kinds[RANK_MAX];
    double least = (double)INFINITY;
    char own[80];
    for (const struct choice *c = r2r_choices; c->name != NULL; c++) {
        bool same = true, short_line = false;
        for (int a = 0; a < RANK_MAX; a++) {
            kinds[a] = (stet_r2r_kind)c->value;
            same = same && (a >= p->rank || kinds[a] == p->r2r[a]);
            short_line = short_line || (a < p->rank && p->n[a] < 2);
        }
        if (same || short_line)
            continue;
        if (!transform_ends(r, kinds, in, out, false, e))
            return false;
        const double residual = fitted_residual(r);
        if (residual < least) {
            least = residual;
            best = c;
        }
    }
    if (best == NULL)
        return false;
    for (int a = 0; a < RANK_MAX; a++)
        kinds[a] = (stet_r2r_kind)best->value;
    SAY("the kind is %s%s, and not %s", best->name, orthonormal ? ", orthonormal" : "",
        r2r_kinds_text(p->r2r, p->rank, own, sizeof own));
    return transform_ends(r, kinds, in, out, false, e);
}

bool map_other_kind(struct suspect *r, char *text, size_t size, struct error *e)
{
    return other_kind(r, false, text, size, e);
}

bool map_other_kind_orthonormal(struct suspect *r, char *text, size_t size, struct error *e)
{
    return other_kind(r, true, text, size, e);
}

bool map_alternating(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = i % 2 != 0 ? -r->y[2 * i] : r->y[2 * i];
        r->c[2 * i + 1] = 0;
    }
    SAY("every other result has the wrong sign");
    return r->problem->rank == 1 && r->problem->points > 2;
}

bool map_real_dft(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    memcpy(r->c, r->x, 2 * p->in.points * sizeof *r->c);
    SAY("the real part of the Fourier transform");
    bool ok = transform_box(r->c, p->rank, p->n, STET_FORWARD, e);
    for (size_t i = 0; i < p->points; i++)
        r->c[2 * i + 1] = 0;
    return ok;
}

bool map_input_itself(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    memcpy(r->c, r->x, 2 * r->problem->out.points * sizeof *r->c);
    SAY("the input itself: no transform took place");
    return true;
}
