/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/judge.h"
#include "files/input.h"
#include "files/text.h"
#include "verify/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct files {
    struct array in, out;
    bool wav;
    const struct request *request;
};

/* Reads 16-bit numbers that .npy cannot describe: pairs as complex numbers, uint16 as bfloat16. A
 * spectrum is complex. */
static bool take_16_bits(struct input *in, const struct request *request, bool complex,
                         struct error *e)
{
    const enum component c = in->layout.dtype->component;
    if (request->bf16 && c == COMPONENT_U16 && !input_take_bf16(in, e))
        return false;
    const enum component now = in->layout.dtype->component;
    const bool is_16 = now == COMPONENT_F16 || now == COMPONENT_BF16;
    return !complex || !is_16 || input_take_complex(in, e);
}

static bool read_file(const char *path, const struct request *request, bool complex,
                      struct array *a, bool *wav, struct error *e)
{
    struct input in;
    if (!input_open(&in, path, e))
        return false;
    *wav = in.wav != NULL;
    bool ok = take_16_bits(&in, request, complex, e) && input_read(&in, a, e);
    input_close(&in);
    return ok;
}

static bool remeasure(struct judgement *j, const struct format *f, struct error *e)
{
    measure_free(&j->measure);
    j->measured = measure_run(&j->measure, &j->problem, f, false, e);
    return j->measured;
}

static bool load_in(struct judgement *j, const struct files *f, struct error *e)
{
    free(j->problem.in.data);
    j->problem.in.data = NULL;
    return problem_load_in(&j->problem, &f->in, e) || error_prefix(e, f->request->in_path);
}

static bool load_out(struct judgement *j, const struct files *f, const int *order, struct error *e)
{
    return problem_load_out(&j->problem, &f->out, order, e) ||
           error_prefix(e, f->request->out_path);
}

/* Names a mistake of a spectrum that is scaled already. */
static void name_scaled(struct judgement *j, const char *name, const char *text)
{
    struct verdict *v = &j->verdict;
    *v = (struct verdict){.kind = VERDICT_BUG, .format = j->measure.format};
    v->relative = measure_relative(&j->measure, j->problem.rows);
    v->expected = usual_error(v->format, (double)j->problem.points);
    v->finding = (struct finding){.name = name, .residual = v->relative, .scale_re = 1};
    v->looks = look_like(&j->problem, v->relative, v->format, NULL, NULL);
    snprintf(v->finding.text, sizeof v->finding.text, "%s", text);
}

static void name_bug(struct judgement *j, const char *name, const char *text)
{
    problem_scale_out(&j->problem);
    name_scaled(j, name, text);
}

/* Reports whether some number is decided. Numbers outside of the measurable range get no
 * verdict. */
static bool is_measured(const struct judgement *j)
{
    return j->measure.counts.undecided < j->measure.counts.parts;
}

/* Reports whether the spectrum is right for the problem that j has. */
static bool right_after_all(const struct judgement *j)
{
    return j->measure.counts.not_finite == 0 && is_measured(j) &&
           (j->measure.counts.wrong == 0 || all_rows_ordinary(&j->problem, &j->measure));
}

/* -------------------------------------------- other axes, other shapes -- */

/* Stores the next order of the axes, in lexical order. Returns false after the last. */
static bool next_order(int *order, int rank)
{
    int i = rank - 2, k = rank - 1;
    while (i >= 0 && order[i] > order[i + 1])
        i--;
    if (i < 0)
        return false;
    while (order[k] < order[i])
        k--;
    int t = order[i];
    order[i] = order[k];
    order[k] = t;
    for (int l = i + 1, r = rank - 1; l < r; l++, r--) {
        t = order[l];
        order[l] = order[r];
        order[r] = t;
    }
    return true;
}

/* Reports whether the file, with its axes in that order, has the expected shape. */
static bool order_fits(const struct problem *p, const struct files *f, const int *order)
{
    for (int i = 0; i < f->in.layout.rank; i++) {
        size_t want = f->in.layout.shape[i];
        for (int k = 0; k < p->rank; k++)
            want = p->axes[k] == i ? p->out.shape[k] : want;
        if (f->out.layout.shape[order[i]] != want)
            return false;
    }
    return true;
}

static void say_order(const int *order, int rank, char *text, size_t size)
{
    int moved[RANK_MAX] = {0}, count = 0;
    for (int i = 0; i < rank; i++)
        if (order[i] != i)
            moved[count++] = i;
    size_t used = (size_t)snprintf(text, size, "transposed: axes %d and %d are exchanged", moved[0],
                                   moved[1]);
    if (count > 2)
        used =
            (size_t)snprintf(text, size, "transposed: its axes are, in the order of the input's,");
    for (int i = 0; count > 2 && i < rank && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s %d", i > 0 ? "," : "", order[i]);
}

/* Tries the file's axes in another order. More than MOST_ORDERED axes have too many orders. */
#define MOST_ORDERED 5
static bool try_transposed(struct judgement *j, const struct files *f, const struct format *format,
                           bool *found, struct error *e)
{
    char text[160];
    const int rank = f->in.layout.rank;
    int order[RANK_MAX];
    *found = false;
    for (int i = 0; i < rank; i++)
        order[i] = i;
    while (rank <= MOST_ORDERED && next_order(order, rank)) {
        if (!order_fits(&j->problem, f, order))
            continue;
        if (!load_out(j, f, order, e) || !remeasure(j, format, e))
            return false;
        if (!right_after_all(j))
            continue;
        say_order(order, rank, text, sizeof text);
        name_bug(j, "transposed", text);
        *found = true;
        return true;
    }
    return true;
}

/* Stores set number `which` of the axes of an array, with axis `last` at the end. Returns false if
 * the set does not contain `last`. */
static bool choose_axes(struct axes *axes, int rank, int which, int last)
{
    *axes = (struct axes){.count = 0};
    for (int a = 0; a < rank; a++)
        if ((which >> a & 1) != 0 && a != last)
            axes->items[axes->count++] = a;
    axes->items[axes->count++] = last;
    return (which >> last & 1) != 0;
}

static void say_axes(const struct problem *p, int rank, char *text, size_t size)
{
    if (p->rank == 1) {
        snprintf(text, size, "axis %d was transformed, and not the axes that were asked for",
                 p->axes[0]);
        return;
    }
    size_t used = (size_t)snprintf(text, size, "%s", p->rank == rank ? "all axes" : "axes");
    for (int i = 0; p->rank < rank && i < p->rank && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s %d", i > 0 ? "," : "", p->axes[i]);
    if (used < size)
        snprintf(text + used, size - used, " were transformed, not those that were asked for");
}

static bool has_same_axes(const struct problem *a, const struct problem *b)
{
    bool same = a->rank == b->rank;
    for (int i = 0; i < a->rank && same; i++) {
        same = false;
        for (int k = 0; k < b->rank; k++)
            same = same || a->axes[i] == b->axes[k];
    }
    return same;
}

/* Tries other axes than those of the request, one or several. kind 0 means the kind that fits the
 * shapes. */
static bool try_other_axes(struct judgement *j, const struct files *f, const struct format *format,
                           int kind, bool *found, struct error *e)
{
    char text[160];
    const int rank = f->in.layout.rank;
    struct problem old = j->problem;
    struct request request = *f->request;
    struct error unused;
    *found = false;
    request.kind = kind;
    if (rank < 2 || rank > 4 || request.n != 0)
        return true;
    for (int i = 0; i < rank << rank; i++) {
        struct problem p;
        if (!choose_axes(&request.axes, rank, i / rank, i % rank) ||
            problem_settle(&p, &request, &f->in.layout, &f->out.layout, f->wav, &unused) !=
                FIT_YES ||
            has_same_axes(&p, &old))
            continue;
        /* The choice of the last axis matters only for half spectra. */
        if (p.kind != STET_R2C && p.kind != STET_C2R && (i / rank) >> (i % rank + 1) != 0)
            continue;
        problem_free(&j->problem);
        j->problem = p;
        if (!load_in(j, f, e) || !load_out(j, f, NULL, e) || !remeasure(j, format, e))
            return false;
        if (!right_after_all(j))
            continue;
        say_axes(&p, rank, text, sizeof text);
        name_bug(j, "other_axes", text);
        *found = true;
        return true;
    }
    return true;
}

/* Looks at the array as a whole, because the search row by row found no name for the mistake. If
 * this finds none either, the result of the search stays. */
static bool look_at_whole(struct judgement *j, const struct files *f, const struct format *format,
                          struct error *e)
{
    struct judgement whole = {.problem = j->problem};
    bool found = false;
    if (f->in.layout.rank < 2)
        return true;
    whole.problem.in.data = whole.problem.out.data = NULL;
    bool ok = load_in(&whole, f, e);
    if (ok && j->problem.kind != STET_C2R)
        ok = try_other_axes(&whole, f, format, (int)j->problem.kind, &found, e);
    if (ok && !found) {
        struct problem p = j->problem;
        p.in.data = p.out.data = NULL;
        problem_free(&whole.problem);
        whole.problem = p;
        ok = load_in(&whole, f, e) && try_transposed(&whole, f, format, &found, e);
    }
    if (!ok || !found) {
        judgement_free(&whole);
        return ok;
    }
    judgement_free(j);
    *j = whole;
    return true;
}

/* Handles a file whose shape is not that of the requested transform. If the values are right for
 * the transform that the shape suggests, the shape is the mistake. Otherwise the files do not
 * belong together. */
static bool misshapen(struct judgement *j, const struct files *f, const struct format *format,
                      enum fit fit, bool *found, struct error *e)
{
    char shape[200];
    if (!load_in(j, f, e))
        return false;
    if (fit == FIT_TRANSPOSED) {
        if (!try_transposed(j, f, format, found, e))
            return false;
    } else {
        if (!load_out(j, f, NULL, e) || !remeasure(j, format, e))
            return false;
        *found = right_after_all(j);
    }
    text_shape(shape, sizeof shape, f->out.layout.shape, f->out.layout.rank);
    if (!*found) {
        error_write(e,
                    "%s: a shape of %s, which this transform of %s does not have; and as "
                    "another one (%s) the values are wrong: are they the right files?",
                    f->request->out_path, shape, f->request->in_path,
                    fit == FIT_TRANSPOSED ? "axes exchanged" : "half and full exchanged");
        return true;
    }
    if (fit == FIT_FULL)
        name_bug(j, "full_spectrum", "a full spectrum where bins 0 to N/2 were expected");
    if (fit == FIT_HALF)
        name_bug(j, "half_spectrum", "bins 0 to N/2 only, where a full spectrum was expected");
    return true;
}

/* ------------------------------------------------------------- verdict -- */

/* Tests whether the results are correctly rounded to a narrower type than the file's, or for a
 * rounded input. It does not test results that are accurate in their own type: few or simple
 * results may all be numbers of a narrower type. */
static bool try_narrower(struct judgement *j, const struct files *f, const struct format *format,
                         bool *found, struct error *e)
{
    struct problem *p = &j->problem;
    const struct format *storage = narrower_storage(p, p->out.data, format);
    double relative = measure_relative(&j->measure, p->rows);
    *found = false;
    if (storage != NULL && !all_rows_ordinary(p, &j->measure) &&
        relative < 2 * format_roundoff(storage)) {
        if (!remeasure(j, storage, e))
            return false;
        *found = j->measure.counts.wrong == 0 && j->measure.counts.not_finite == 0;
        return *found || remeasure(j, format, e);
    }
    const enum component c = f->out.layout.dtype->component;
    if (component_size(c) >= component_size(f->in.layout.dtype->component) ||
        !all_rows_ordinary(p, &j->measure))
        return true;
    for (size_t i = 0; i < 2 * p->rows * p->in.points; i++)
        p->in.data[i] = ldexp(component_round(ldexp(p->in.data[i], p->exponent), c), -p->exponent);
    if (!remeasure(j, format, e))
        return false;
    *found = j->measure.counts.wrong == 0;
    j->verdict.input_rounded = *found;
    return *found || (load_in(j, f, e) && remeasure(j, format, e));
}

static bool judge_fitting(struct judgement *j, const struct files *f, const struct format *format,
                          const struct format *expect, struct error *e)
{
    bool found = false;
    if (!load_in(j, f, e) || !load_out(j, f, NULL, e) || !remeasure(j, format, e))
        return false;
    if (j->measure.counts.wrong > 0 && j->measure.counts.not_finite == 0 &&
        !try_narrower(j, f, format, &found, e))
        return false;
    bool rounded = j->verdict.input_rounded;
    if (!verdict_find(&j->verdict, &j->problem, &j->measure, expect, e))
        return false;
    j->verdict.input_rounded = rounded;
    if (found)
        j->verdict.as_expected = j->measure.format->precision >= expect->precision;
    if (j->verdict.kind == VERDICT_UNEXPLAINED || j->verdict.kind == VERDICT_INACCURATE)
        return look_at_whole(j, f, format, e);
    return true;
}

/* ---------------------------------------------------------- other views -- */

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* Reports whether the search row by row found more than that some numbers are wrong. */
static bool is_named(const struct judgement *j)
{
    static const char *const vague[] = {"not_finite", "wrong_rows", "coarse_rows", "filtered",
                                        NULL};
    if (j->verdict.kind != VERDICT_BUG)
        return j->verdict.kind <= VERDICT_ORDINARY;
    return !is_one_of(j->verdict.finding.name, vague);
}

#define LEAST_POINTS 4

/* Reports whether enough results are right in a view, apart from those that the view changes. */
static bool fits_view(const struct judgement *j, const struct view *view)
{
    static const char *const partly[] = {"wrong_bin", "wrong_bins", "mixed",    "cut",
                                         "half_only", "zeros",      "not_zero", NULL};
    static const char *const zeros[] = {"wrong_bin", "cut", "half_only", NULL};
    const char *name = j->verdict.finding.name;
    if (view->proved)
        return true;
    if (!is_measured(j))
        return false;
    /* A view of inaccurate numbers must be accurate. Numbers with exchanged bytes have any size, so
     * a factor must not explain them. */
    const double factor = hypot(j->verdict.finding.scale_re, j->verdict.finding.scale_im);
    if (view->same_shape && j->verdict.kind == VERDICT_BUG &&
        (j->verdict.looks.format != j->measure.format || !(factor > 1e-20 && factor < 1e20)))
        return false;
    if (j->verdict.kind != VERDICT_BUG)
        return view->name != NULL && j->verdict.kind <= VERDICT_ORDINARY;
    /* If there are few numbers, some factor with a name always fits. */
    return is_named(j) && j->problem.out.points >= LEAST_POINTS &&
           (view->filled ? is_one_of(name, zeros) : !is_one_of(name, partly));
}

/* Names the view as the mistake, and a second mistake after it if there is one. */
static void name_view(struct judgement *j, const struct view *view, const char *name,
                      const char *text)
{
    struct finding *f = &j->verdict.finding;
    char more[sizeof f->text];
    if (j->verdict.kind != VERDICT_BUG) {
        name_scaled(j, name, text);
        return;
    }
    memcpy(more, f->text, sizeof more);
    f->name = name;
    if (view->filled || view->proved)
        snprintf(f->text, sizeof f->text, "%s", text);
    else
        snprintf(f->text, sizeof f->text, "%.150s; and %.130s", text, more);
}

/* Reports whether the row is right apart from a factor and small errors, so that a search may
 * succeed. Rows of zeros do not count, because they pass every test. */
static bool is_near(struct judgement *j, struct error *e)
{
    struct suspect r;
    double re, im, size2 = 0;
    const struct problem *p = &j->problem;
    for (size_t i = 0; i < p->rows; i++)
        size2 += j->measure.rows[i].size2;
    if (size2 == 0 || right_after_all(j))
        return size2 > 0;
    if (j->measure.counts.not_finite > 0 || !suspect_new(&r, p, e))
        return false;
    suspect_set(&r, p->in.data, p->out.data, j->measure.y, 0);
    suspect_fit(&r, r.y, &re, &im);
    bool near = suspect_residual(&r, r.y, re, im) < 0.1;
    suspect_free(&r);
    return near;
}

static bool try_view(struct judgement *j, const struct view *view, struct pair *q,
                     const struct format *expect, bool *found, struct error *e)
{
    const struct files f = {.in = q->in, .out = q->out, .wav = q->wav, .request = &q->request};
    const struct format *format = format_of(q->out.layout.dtype->component);
    struct error unused;
    *found = false;
    if (format == NULL || problem_settle(&j->problem, &q->request, &q->in.layout, &q->out.layout,
                                         q->wav, &unused) != FIT_YES)
        return true;
    if (view->same_shape) {
        e->text[0] = 0;
        if (!load_in(j, &f, e) || !load_out(j, &f, NULL, e) || !remeasure(j, format, e))
            return false;
        if (!is_near(j, e))
            return e->text[0] == 0;
    }
    if (!judge_fitting(j, &f, format, expect != NULL ? expect : format, e))
        return false;
    *found = fits_view(j, view);
    return true;
}

/* Reads the files in other ways. If one of them is right, or has a mistake with a name, j becomes
 * that judgement. A view needs an input with an axis. */
static bool try_views(struct judgement *j, const struct files *f, bool same_shape,
                      const struct format *expect, bool *found, struct error *e)
{
    bool ok = true;
    *found = false;
    if (f->in.layout.rank == 0)
        return true;
    for (const struct view *view = views; ok && !*found && view->make != NULL; view++) {
        struct pair q = {f->in, f->out, f->wav, *f->request, NULL, NULL};
        struct judgement other = {.measured = false};
        char text[200] = "";
        if (same_shape && !view->same_shape)
            continue;
        struct error failed = {""};
        if (view->make(&q, text, sizeof text, &failed) &&
            (f->request->kind != STET_R2R || q.request.kind == STET_R2R))
            ok = try_view(&other, view, &q, expect, found, &failed);
        else
            ok = failed.text[0] == 0;
        if (*found && view->name != NULL)
            name_view(&other, view, q.name != NULL ? q.name : view->name, text);
        free(q.owned);
        if (*found) {
            judgement_free(j);
            *j = other;
        } else {
            judgement_free(&other);
        }
        if (!ok)
            *e = failed;
    }
    return ok;
}

/* ---------------------------------------------- which kind of real to real -- */

/* Judges the files as that kind. *found: nothing is wrong, or, with `bugs`, only a factor or an
 * end. */
static bool try_kind(struct judgement *j, const struct files *f, const struct format *format,
                     const struct format *expect, bool bugs, bool *found, struct error *e)
{
    static const char *const of_the_kind[] = {
        "scaled", "orthonormal_wrong_end", "orthonormal", "ends", "wrong_bin", "wrong_bins", NULL};
    struct error unused;
    *found = false;
    if (problem_settle(&j->problem, f->request, &f->in.layout, &f->out.layout, f->wav, &unused) !=
            FIT_YES ||
        j->problem.points < 4)
        return true;
    if (!load_in(j, f, e) || !load_out(j, f, NULL, e) || !remeasure(j, format, e))
        return false;
    if (!bugs && !right_after_all(j))
        return true;
    if (!judge_fitting(j, f, format, expect, e))
        return false;
    *found =
        j->verdict.kind <= VERDICT_ORDINARY ||
        (bugs && j->verdict.kind == VERDICT_BUG && is_one_of(j->verdict.finding.name, of_the_kind));
    return true;
}

/* Tries each kind of STET_R2R if the request names none and both files have real numbers, first
 * without a mistake. If one is right, or its mistake has a name, j becomes that judgement. */
static bool try_kinds(struct judgement *j, const struct files *f, const struct format *expect,
                      bool *found, struct error *e)
{
    const struct format *format = format_of(f->out.layout.dtype->component);
    *found = false;
    if (format == NULL || f->request->kind != 0 || f->in.layout.dtype->parts != 1 ||
        f->out.layout.dtype->parts != 1)
        return true;
    for (int bugs = 0; bugs < 2; bugs++)
        for (const struct choice *c = r2r_choices; c->name != NULL; c++) {
            struct request request = *f->request;
            struct files g = *f;
            struct judgement other = {.measured = false};
            request.kind = STET_R2R;
            request.r2r = c->name;
            g.request = &request;
            bool ok =
                try_kind(&other, &g, format, expect != NULL ? expect : format, bugs != 0, found, e);
            if (ok && *found) {
                judgement_free(j);
                *j = other;
                return true;
            }
            judgement_free(&other);
            if (!ok)
                return false;
        }
    return true;
}

/* Tries other axes for a shape that fits them. *found: the values are then right. */
static bool try_shape_of_axes(struct judgement *j, const struct files *f, bool *found,
                              struct error *e)
{
    struct judgement other = {.problem = {.rank = j->problem.rank}};
    const struct format *format = format_of(f->out.layout.dtype->component);
    struct error failed = {""};
    *found = false;
    memcpy(other.problem.axes, j->problem.axes, sizeof other.problem.axes);
    if (format == NULL)
        return true;
    bool ok = try_other_axes(&other, f, format, f->request->kind, found, &failed);
    if (ok && *found) {
        judgement_free(j);
        *j = other;
        return true;
    }
    judgement_free(&other);
    if (!ok)
        *e = failed;
    return ok;
}

static bool judge_files(struct judgement *j, const struct files *f, const struct format *expect,
                        struct error *e)
{
    enum fit fit =
        problem_settle(&j->problem, f->request, &f->in.layout, &f->out.layout, f->wav, e);
    const struct format *format = format_of(f->out.layout.dtype->component);
    bool found = fit == FIT_YES;
    if (fit == FIT_YES && !judge_fitting(j, f, format, expect != NULL ? expect : format, e))
        return false;
    if (fit != FIT_YES && fit < FIT_SHAPE && !misshapen(j, f, format, fit, &found, e))
        return false;
    if (fit == FIT_SHAPE && !try_shape_of_axes(j, f, &found, e))
        return false;
    if (fit == FIT_YES ? !is_named(j) : !found) {
        bool other;
        if (!try_views(j, f, fit == FIT_YES, expect, &other, e))
            return false;
        found = found || other;
        /* A view calls it a cosine transform, a request names the kind. */
        if (!found || strcmp(j->verdict.finding.name, "cosine") == 0) {
            struct error failed = {""};
            if (!try_kinds(j, f, expect, &other, &failed)) {
                *e = failed;
                return false;
            }
            found = found || other;
        }
    }
    j->files[0] = f->in.layout;
    j->files[1] = f->out.layout;
    return found;
}

bool judge_arrays(struct judgement *j, const struct request *request, const struct array *in,
                  const struct array *out, const struct format *expect, struct error *e)
{
    const struct files f = {.in = *in, .out = *out, .request = request};
    memset(j, 0, sizeof *j);
    if (judge_files(j, &f, expect, e))
        return true;
    judgement_free(j);
    return false;
}

bool judge(struct judgement *j, const struct request *request, const struct format *expect,
           struct error *e)
{
    struct files f = {.request = request};
    bool wav_out;
    memset(j, 0, sizeof *j);
    bool ok =
        read_file(request->in_path, request, request->complex, &f.in, &f.wav, e) &&
        read_file(request->out_path, request, request->kind != STET_C2R, &f.out, &wav_out, e) &&
        judge_files(j, &f, expect, e);
    array_free(&f.in);
    array_free(&f.out);
    if (!ok)
        judgement_free(j);
    return ok;
}

void judgement_free(struct judgement *j)
{
    problem_free(&j->problem);
    measure_free(&j->measure);
}

bool judgement_passed(const struct judgement *j)
{
    return j->verdict.kind <= VERDICT_ORDINARY && j->verdict.as_expected;
}
