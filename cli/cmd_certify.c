/* SPDX-License-Identifier: Apache-2.0 */
/* stet certify: check a certificate of stet fft. */
#include "options.h"
#include "report.h"
#include "text.h"
#include "verify/recheck.h"

#include <stdio.h>

static size_t not_right(const struct counts *c) { return c->wrong + c->zero_signs + c->not_finite; }

/* "1 number is", "7 numbers are" */
static const char *numbers(size_t count) { return count == 1 ? "number is" : "numbers are"; }

static void say_false(const struct recheck *r, char *text, size_t size)
{
    const struct counts *c = &r->measure.counts;
    const struct place_in *at =
        c->wrong + c->zero_signs > 0 ? &r->measure.first_wrong : &r->measure.first_not_finite;
    size_t index[RANK_MAX];
    char place[120];
    problem_index(&r->problem, at->row, at->k, index);
    text_shape(place, sizeof place, index, r->problem.out.layout.rank);
    snprintf(text, size, "false: %zu %s not correctly rounded, the first at %s", not_right(c),
             numbers(not_right(c)), place);
}

static void say(const struct recheck *r, char *text, size_t size)
{
    const struct counts *c = &r->measure.counts;
    if (r->input_differs != NULL)
        snprintf(text, size, "refused: IN is not the input of the certificate: %s",
                 r->input_differs);
    else if (r->output_differs != NULL)
        snprintf(text, size, "refused: OUT is not the output of the certificate: %s",
                 r->output_differs);
    else if (r->shapes_differ != NULL)
        snprintf(text, size, "refused: the certificate contradicts itself: %s", r->shapes_differ);
    else if (recheck_passed(r))
        snprintf(text, size, "confirmed: every number is the exact value, rounded once");
    else if (not_right(c) == 0)
        snprintf(text, size,
                 "not decided: %zu %s closer to a boundary of rounding than this check can tell; "
                 "the others are right",
                 c->undecided, numbers(c->undecided));
    else
        say_false(r, text, size);
}

static const char *result_name(const struct recheck *r)
{
    const struct counts *c = &r->measure.counts;
    if (!r->measured)
        return "refused";
    if (recheck_passed(r))
        return "confirmed";
    return not_right(c) == 0 ? "not_decided" : "false";
}

static bool report(const struct certificate *c, const struct recheck *r, char **argv, bool as_json,
                   struct error *e)
{
    struct report out;
    const struct counts *n = &r->measure.counts;
    char text[400];
    static const char *const labels[] = {"certificate", "input", "output"};
    report_start(&out, as_json);
    for (int i = 0; i < 3; i++) {
        report_row(&out, labels[i], "%s", options_operand(argv, i));
        report_key(&out, labels[i], json_name(options_operand(argv, i)));
    }
    say(r, text, sizeof text);
    report_row(&out, "made by", "stet %s, bits version %d", c->version, c->bits_version);
    report_row(&out, "result", "%s", text);
    report_key(&out, "made_by", json_text(c->version));
    report_key(&out, "bits_version", json_integer(c->bits_version));
    report_key(&out, "same_bits_version", json_boolean(c->bits_version == stet_bits_version()));
    report_key(&out, "result", json_string(result_name(r)));
    report_key(&out, "text", json_text(text));
    if (r->measured) {
        report_row(&out, "numbers", "%zu, %zu proved right, %zu of them exact ties or zeros",
                   n->parts, n->right, n->proved);
        report_row(&out, "method", "double-double, error below %.2g of a row's mean%s",
                   r->measure.bound, n->by_fixed > 0 ? "; fixed point where that is too much" : "");
    }
    if (n->by_fixed > 0)
        report_row(&out, "fixed point", "%zu numbers, far below the others of their row",
                   n->by_fixed);
    if (c->bits_version != stet_bits_version())
        report_row(&out, "remark",
                   "the certificate is of bits version %d, and this stet of %d: the level correct "
                   "has the same bits in all versions, so it was checked all the same",
                   c->bits_version, stet_bits_version());
    report_key(&out, "numbers", json_size(n->parts));
    report_key(&out, "right", json_size(n->right));
    report_key(&out, "proved_exact", json_size(n->proved));
    report_key(&out, "wrong", json_size(not_right(n)));
    report_key(&out, "by_fixed_point", json_size(n->by_fixed));
    report_key(&out, "undecided", json_size(n->undecided));
    report_key(&out, "bound", r->measured ? json_number(r->measure.bound) : json_null());
    return report_finish(&out, e);
}

static int status_of(const struct recheck *r)
{
    bool undecided = r->measured && not_right(&r->measure.counts) == 0;
    return recheck_passed(r) ? EXIT_SAME : undecided ? EXIT_UNDECIDED : EXIT_DIFFERENT;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct certificate c;
    struct recheck r;
    const char *value;
    bool as_json = false;
    int key, status = EXIT_ERROR;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        as_json = as_json || key == 'j';
    if (key < 0 || !certificate_load(&c, options_operand(argv, 0), e) ||
        !recheck_run(&r, &c, options_operand(argv, 1), options_operand(argv, 2), e))
        return EXIT_ERROR;
    if (report(&c, &r, argv, as_json, e))
        status = status_of(&r);
    recheck_free(&r);
    return status;
}

static const struct option_row rows[] = {ROW_JSON, ROW_HELP, ROW_END};

const struct command command_certify = {
    .name = "certify",
    .operands = "CERTIFICATE IN OUT",
    .summary = "check a certificate of stet fft again, by other means",
    .least = 3,
    .most = 3,
    .options = rows,
    .details =
        "CERTIFICATE was written by stet fft --level correct --certificate; IN and OUT are its\n"
        "input and its output. Both must be the arrays that it names, by their SHA-256; then "
        "every\n"
        "number of OUT is compared with a transform of IN in double-double, whose error is proved\n"
        "and which shares nothing with the level correct but the roots of unity; and where that\n"
        "has too few bits, in fixed point of up to 1024 bits, which shares nothing at all.\n"
        "\n"
        "Exit status: 0 confirmed; 1 refused or false; 2 an error; 3 not decided for some numbers.",
    .example = "  $ stet certify spectrum.json signal.npy spectrum.npy",
    .run = run,
};
