/* SPDX-License-Identifier: Apache-2.0 */
/* stet verify: a verdict on somebody's spectrum. */
#include "input.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "text.h"
#include "verify/judge.h"
#include "verify/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct choice kinds[] = {
    {"c2c", STET_C2C}, {"r2c", STET_R2C}, {"c2r", STET_C2R}, {NULL, 0}};
static const struct choice norms[] = {{"backward", STET_NORM_BACKWARD},
                                      {"ortho", STET_NORM_ORTHO},
                                      {"forward", STET_NORM_FORWARD},
                                      {NULL, 0}};
static const struct choice precisions[] = {{"f64", 0}, {"f32", 1},  {"tf32", 2},
                                           {"f16", 3}, {"bf16", 4}, {NULL, 0}};
static const struct format *const formats[] = {&format_f64, &format_f32, &format_tf32, &format_f16,
                                               &format_bf16};

struct request {
    struct wish wish;
    const char *plot;
    const struct format *expect; /* NULL: that of the spectrum's file */
    bool json;
};

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    int chosen = 0;
    switch (key) {
    case 'k': return parse_choice("kind", value, kinds, &r->wish.kind, e);
    case 'i': r->wish.inverse = true; return true;
    case 'm': return parse_choice("norm", value, norms, &r->wish.norm, e);
    case 'a': return parse_axes(value, &r->wish.axes, e);
    case 'n': return parse_number("n", value, 1, PTRDIFF_MAX, &r->wish.n, e);
    case 'p': r->plot = value; return true;
    case 'j': r->json = true; return true;
    case 'C': r->wish.complex = true; return true;
    case 'b': r->wish.bf16 = true; return true;
    default:
        if (!parse_choice("expect", value, precisions, &chosen, e))
            return false;
        r->expect = formats[chosen];
        return true;
    }
}

/* ------------------------------------------------------------ report -- */

static const char *kind_name(enum verdict_kind kind)
{
    static const char *const names[] = {"correctly_rounded", "not_decided", "zero_sign",
                                        "ordinary_rounding", "bug",         "inaccurate",
                                        "unexplained"};
    return names[kind];
}

static void place_text(const struct problem *p, size_t row, size_t k, char *text, size_t size)
{
    size_t index[RANK_MAX];
    problem_index(p, row, k, index);
    text_shape(text, size, index, p->out.layout.rank);
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
            place_text(&j->problem, at->row, at->k, place, sizeof place);
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

static void say_verdict(const struct judgement *j, char *text, size_t size)
{
    say_kind(j, text, size);
    size_t used = strlen(text);
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
        place_text(&j->problem, at->row, at->k, place, sizeof place);
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

static void table(const struct judgement *j, char **argv, struct report *r)
{
    char text[400], shape[200], axes[200] = "";
    const struct problem *p = &j->problem;
    for (int side = 0; side < 2; side++) {
        const struct layout *l = &j->files[side];
        text_shape(shape, sizeof shape, l->shape, l->rank);
        report_row(r, side ? "spectrum" : "input", "%s: %s %s", options_operand(argv, side),
                   l->dtype->name, shape);
    }
    for (int i = 0; i < p->rank && strlen(axes) < 160; i++)
        snprintf(axes + strlen(axes), sizeof axes - strlen(axes), "%s%d (%zu)", i ? ", " : "",
                 p->axes[i], p->n[i]);
    report_row(r, "transform", "%s %s, norm %s, axis %s, %zu row%s",
               choice_name(kinds, (int)p->kind),
               p->direction == STET_FORWARD ? "forward" : "inverse",
               choice_name(norms, (int)p->norm), axes, p->rows, p->rows == 1 ? "" : "s");
    say_verdict(j, text, sizeof text);
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
    report_key(r, "wrong_at", json_place(j, &at, v->has_place));
    report_key(r, "wrong_ulp", v->wrong_ulp > 0 ? json_number(v->wrong_ulp) : json_null());
}

static void keys(const struct judgement *j, char **argv, struct report *r)
{
    const struct problem *p = &j->problem;
    const struct verdict *v = &j->verdict;
    const struct counts *c = &j->measure.counts;
    char text[400];
    json_t *axes = json_array();
    for (int i = 0; i < p->rank; i++)
        json_array_append_new(axes, json_integer(p->axes[i]));
    say_verdict(j, text, sizeof text);
    report_key(r, "input", json_name(options_operand(argv, 0)));
    report_key(r, "spectrum", json_name(options_operand(argv, 1)));
    report_key(r, "kind", json_string(choice_name(kinds, (int)p->kind)));
    report_key(r, "direction", json_string(p->direction == STET_FORWARD ? "forward" : "inverse"));
    report_key(r, "norm", json_string(choice_name(norms, (int)p->norm)));
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

static bool draw(const struct judgement *j, const char *spectrum, const char *path, struct error *e)
{
    struct output *out = output_begin(path, "--plot", OUTPUT_REPORT, e);
    if (out == NULL)
        return false;
    picture_draw(&j->problem, &j->measure, spectrum, output_stream(out));
    return output_finish_all(e);
}

static int work(const struct request *q, char **argv, struct error *e)
{
    struct judgement j;
    struct report r;
    int status = EXIT_ERROR;
    if (q->json && !output_take_stdout("--json", e))
        return EXIT_ERROR;
    if (!judge(&j, &q->wish, q->expect, e))
        return EXIT_ERROR;
    if (q->plot == NULL || draw(&j, q->wish.out_path, q->plot, e)) {
        report_start(&r, q->json);
        table(&j, argv, &r);
        keys(&j, argv, &r);
        if (report_finish(&r, e) && output_commit_all(e))
            status = judgement_passed(&j) ? EXIT_SAME : EXIT_DIFFERENT;
    }
    judgement_free(&j);
    return status;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request q = {.wish = {.norm = STET_NORM_BACKWARD}};
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(&q, key, value, e))
            return EXIT_ERROR;
    if (key < 0)
        return EXIT_ERROR;
    q.wish.in_path = options_operand(argv, 0);
    q.wish.out_path = options_operand(argv, 1);
    return work(&q, argv, e);
}

static const struct option_row rows[] = {
    {'k', "kind", "KIND", "c2c, r2c or c2r [what fits types and shapes]"},
    {'i', "inverse", NULL, "the transform was inverse"},
    {'m', "norm", "NORM", "backward, ortho or forward [backward]"},
    {'a', "axes", "A,B", "axes that were transformed, or all [-1; WAV: 0]"},
    {'n', "n", "N", "the input was cut off or filled up with zeros to N"},
    {'x', "expect", "PREC",
     "the least accuracy that passes: f64, f32, tf32, f16 or\n"
     "bf16 [that of the spectrum's type]"},
    {'C', "complex", NULL,
     "IN is complex float16: its last dimension, of length\n"
     "2, holds real and imaginary parts"},
    {'b', "bf16", NULL, "arrays of uint16 are bfloat16"},
    {'p', "plot", "OUT.svg", "draw the errors"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_verify = {
    .name = "verify",
    .operands = "IN SPECTRUM",
    .summary = "judge somebody's spectrum: correct, rounded, or wrong and how",
    .least = 2,
    .most = 2,
    .options = rows,
    .details =
        "IN and SPECTRUM are .npy or WAV: the input of a transform, and what some program made\n"
        "of it. The verdict is one of\n"
        "  correctly rounded   each number is the exact value, rounded once: proved\n"
        "  ordinary rounding   the errors of good arithmetic, and in which precision\n"
        "  bug                 a mistake with a name: a factor N, the inverse transform, bins\n"
        "                      shifted, reordered, conjugated, exchanged, packed, doubled, wrong\n"
        "                      by so many ulp; magnitudes, power; roots of unity or pi wrong;\n"
        "                      input cut off, padded, windowed, rolled, rounded; wrong rows,\n"
        "                      axes, shapes, order of bytes; NaN\n"
        "  inaccurate, unexplained\n"
        "The exact values come from a transform in double-double with a proved bound.\n"
        "\n"
        "Exit status: 0 correctly rounded, or rounding in the precision that is expected; 1 a\n"
        "bug, or less accurate; 2 an error.",
    .example = "  $ stet verify signal.npy spectrum.npy --axes 0,1 --norm ortho",
    .run = run,
};
