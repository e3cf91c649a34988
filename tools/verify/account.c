/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/account.h"
#include "files/text.h"

#include <stdio.h>
#include <string.h>

/* problem_settle() reads a list of r2r words, since it knows how many axes there are. Here the
 * first word is checked, so that the error for an unknown word lists all words. */
bool verify_take_kind(struct request *request, const char *value, struct error *e)
{
    char word[40];
    int r2r;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(value, ","), value);
    if (find_choice(kind_choices, word) != NULL)
        return parse_choice("kind", value, kind_choices, &request->kind, e);
    request->r2r = value;
    return parse_any_kind(word, &request->kind, &r2r, e);
}

static const char *kind_words(const struct problem *p, char *text, size_t size)
{
    return p->kind == STET_R2R ? r2r_kinds_text(p->r2r, p->rank, text, size)
                               : choice_name(kind_choices, (int)p->kind);
}

static const char *kind_name(enum verdict_kind kind)
{
    static const char *const names[] = {"correctly_rounded", "not_decided", "zero_sign",
                                        "ordinary_rounding", "bug",         "inaccurate",
                                        "unexplained"};
    return names[kind];
}

static void say_rounding(const struct judgement *j, char *text, size_t size)
{
    const struct verdict *v = &j->verdict;
    if (v->kind == VERDICT_CORRECT)
        snprintf(text, size,
                 "correctly rounded to %s: every number is the exact value, rounded once%s%s",
                 v->format->name, v->input_rounded ? ", of the input rounded to it" : "",
                 v->as_expected ? "" : "; that is less than expected (see --expect)");
    else if (v->kind == VERDICT_NOT_DECIDED)
        snprintf(text, size,
                 "correctly rounded to %s as far as it can be decided: %zu numbers are "
                 "too close to a boundary of rounding",
                 v->format->name, j->measure.counts.undecided);
    else if (v->kind == VERDICT_ZERO_SIGN)
        snprintf(text, size,
                 "correctly rounded to %s but for the sign of %zu zeros: an exact zero "
                 "is +0",
                 v->format->name, j->measure.counts.zero_signs);
    else
        snprintf(text, size, "ordinary rounding: the accuracy of %s %s%s", v->looks.name,
                 v->looks.what,
                 v->as_expected ? "" : ", which is less than expected (see --expect)");
}

static void say_kind(const struct judgement *j, char *text, size_t size)
{
    const struct verdict *v = &j->verdict;
    char place[120];
    switch (v->kind) {
    case VERDICT_BUG:
        if (strcmp(v->finding.name, "not_finite") == 0) {
            const struct place_in *at = &j->measure.first_not_finite;
            right_place(&j->problem, at->row, at->k, place, sizeof place);
            snprintf(text, size, "bug: %zu number%s NaN or infinite, the first at %s",
                     j->measure.counts.not_finite,
                     j->measure.counts.not_finite == 1 ? " is" : "s are", place);
        } else {
            snprintf(text, size, "bug: %s%s", v->finding.text, v->finding.scale);
        }
        return;
    case VERDICT_INACCURATE:
        snprintf(text, size, "inaccurate: the error is %.3g times that of good %s arithmetic%s",
                 v->relative / v->expected, v->format->name,
                 v->tiny ? ""
                 : v->bad_twiddles
                     ? ", and bins without twiddles are right: it is the twiddles (rounded "
                       "angles, or a recurrence?)"
                     : ", and no other precision or mistake known here");
        return;
    case VERDICT_UNEXPLAINED:
        snprintf(text, size,
                 "unexplained: this is not the transform of that input, and no mistake "
                 "known here");
        return;
    default: say_rounding(j, text, size);
    }
}

void judgement_verdict(const struct judgement *j, char *text, size_t size)
{
    const struct verdict *v = &j->verdict;
    say_kind(j, text, size);
    size_t used = strlen(text);
    if (v->kind == VERDICT_UNEXPLAINED || v->kind == VERDICT_INACCURATE) {
        snprintf(text + used, size - used, "; %zu of %zu results are right%s%s", v->right.count,
                 v->right.of, v->right.where[0] != 0 ? ": " : "", v->right.where);
        used = strlen(text);
    }
    if (j->verdict.tiny && !judgement_passed(j))
        snprintf(text + used, size - used,
                 "; the input is so small that numbers below the normal range of %s may be the "
                 "reason",
                 j->verdict.format->name);
}

static void number_rows(const struct judgement *j, struct report *r)
{
    const struct counts *c = &j->measure.counts;
    const struct verdict *v = &j->verdict;
    char place[120];
    report_row(r, "relative L2", "%.3g (usual for %s: %.2g)", v->relative, v->format->name,
               v->expected);
    if (j->measure.max_ulp > 0 && v->kind <= VERDICT_ORDINARY) {
        const struct place_in *at = &j->measure.max_ulp_at;
        right_place(&j->problem, at->row, at->k, place, sizeof place);
        report_row(r, "max error", "%.3g ulp at %s, of numbers that are not below their row's mean",
                   j->measure.max_ulp, place);
    }
    report_row(r, "correct",
               "%zu of %zu numbers are correctly rounded, %zu of them exact ties or zeros",
               c->right, c->parts, c->proved);
    if (c->by_library > 0)
        report_row(r, "by library", "%zu of them by stet's own level correct, not by double-double",
                   c->by_library);
    if (c->undecided > 0)
        report_row(r, "undecided", "%zu: double-double does not tell them from a boundary",
                   c->undecided);
    if (v->kind == VERDICT_BUG && v->finding.residual < 1)
        report_row(r, "residual", "%.2g is left: the accuracy of %s %s", v->finding.residual,
                   v->looks.name, v->looks.what);
    if (v->kind == VERDICT_UNEXPLAINED && v->finding.residual < 1)
        report_row(r, "nearest", "%s%s: leaves %.2g", v->finding.text, v->finding.scale,
                   v->finding.residual);
    if (v->also[0] != 0)
        report_row(r, "or", "%s: the same numbers on this input", v->also);
}

static void table(const struct judgement *j, const char *const *names, struct report *r)
{
    char text[500], shape[200], axes[200] = "", kind[120];
    const struct problem *p = &j->problem;
    for (int side = 0; side < 2; side++) {
        const struct layout *l = &j->files[side];
        text_shape(shape, sizeof shape, l->shape, l->rank);
        report_row(r, side ? "spectrum" : "input", "%s: %s %s", names[side], l->dtype->name, shape);
    }
    for (int i = 0; i < p->rank && strlen(axes) < 160; i++)
        snprintf(axes + strlen(axes), sizeof axes - strlen(axes), "%s%d (%zu)", i ? ", " : "",
                 p->axes[i], p->n[i]);
    report_row(r, "transform", "%s %s, norm %s, axis %s, %zu row%s",
               kind_words(p, kind, sizeof kind),
               p->direction == STET_FORWARD ? "forward" : "inverse",
               choice_name(norm_choices, (int)p->norm), axes, p->rows, p->rows == 1 ? "" : "s");
    judgement_verdict(j, text, sizeof text);
    report_row(r, "verdict", "%s", text);
    if (j->measured)
        number_rows(j, r);
}

static json_t *json_place(const struct judgement *j, const struct place_in *at, bool is_set)
{
    size_t index[RANK_MAX];
    if (!is_set)
        return json_null();
    problem_index(&j->problem, at->row, at->k, index);
    return json_shape(index, j->problem.out.layout.rank);
}

static void bug_keys(const struct judgement *j, struct report *r)
{
    const struct verdict *v = &j->verdict;
    bool bug = v->kind == VERDICT_BUG, has_looks = v->looks.format != NULL;
    json_t *rows = json_array();
    for (size_t i = 0; i < v->bad_rows && i < BAD_ROWS_SHOWN; i++)
        json_array_append_new(rows, json_size(v->bad_shown[i]));
    report_key(r, "bug", bug ? json_string(v->finding.name) : json_null());
    report_key(r, "factor",
               bug && v->finding.scale_im == 0 ? json_number(v->finding.scale_re) : json_null());
    report_key(r, "residual", json_number(v->finding.residual));
    report_key(r, "also", json_text(v->also));
    report_key(r, "looks_like", has_looks ? json_string(v->looks.name) : json_null());
    report_key(r, "looks_what", has_looks ? json_string(v->looks.what) : json_null());
    report_key(r, "bad_twiddles", json_boolean(v->bad_twiddles));
    report_key(r, "wrong_rows", json_size(v->bad_rows));
    report_key(r, "wrong_rows_first", rows);
    struct place_in at = {v->row, v->place, 0};
    report_key(r, "right_results", v->right.of > 0 ? json_size(v->right.count) : json_null());
    report_key(r, "right_where", json_text(v->right.where));
    report_key(r, "wrong_at", json_place(j, &at, v->has_place));
    report_key(r, "wrong_ulp", v->wrong_ulp > 0 ? json_number(v->wrong_ulp) : json_null());
}

static void keys(const struct judgement *j, const char *const *names, struct report *r)
{
    const struct problem *p = &j->problem;
    const struct verdict *v = &j->verdict;
    const struct counts *c = &j->measure.counts;
    char text[500], kind[120];
    json_t *axes = json_array();
    for (int i = 0; i < p->rank; i++)
        json_array_append_new(axes, json_integer(p->axes[i]));
    judgement_verdict(j, text, sizeof text);
    report_key(r, "input", json_name(names[0]));
    report_key(r, "spectrum", json_name(names[1]));
    report_key(r, "kind", json_string(kind_words(p, kind, sizeof kind)));
    report_key(r, "direction", json_string(p->direction == STET_FORWARD ? "forward" : "inverse"));
    report_key(r, "norm", json_string(choice_name(norm_choices, (int)p->norm)));
    report_key(r, "axes", axes);
    report_key(r, "lengths", json_shape(p->n, p->rank));
    report_key(r, "rows", json_size(p->rows));
    report_key(r, "verdict", json_string(kind_name(v->kind)));
    report_key(r, "text", json_text(text));
    report_key(r, "passed", json_boolean(judgement_passed(j)));
    report_key(r, "format", json_string(v->format->name));
    report_key(r, "input_rounded", json_boolean(v->input_rounded));
    report_key(r, "relative_l2", json_number(v->relative));
    report_key(r, "usual_l2", json_number(v->expected));
    report_key(r, "max_ulp", json_number(j->measure.max_ulp));
    report_key(r, "max_ulp_at", json_place(j, &j->measure.max_ulp_at, j->measure.max_ulp > 0));
    report_key(r, "numbers", json_size(c->parts));
    report_key(r, "correct", json_size(c->right));
    report_key(r, "proved_exact", json_size(c->proved));
    report_key(r, "by_library", json_size(c->by_library));
    report_key(r, "not_correct", json_size(c->wrong));
    report_key(r, "first_not_correct",
               json_place(j, &j->measure.first_wrong, c->wrong + c->zero_signs > 0));
    report_key(r, "zero_signs", json_size(c->zero_signs));
    report_key(r, "undecided", json_size(c->undecided));
    report_key(r, "not_finite", json_size(c->not_finite));
    report_key(r, "bound", json_number(j->measure.bound));
    bug_keys(j, r);
}

void judgement_report(const struct judgement *j, const char *in, const char *out, struct report *r)
{
    const char *const names[] = {in, out};
    table(j, names, r);
    keys(j, names, r);
}
