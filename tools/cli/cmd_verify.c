/* SPDX-License-Identifier: Apache-2.0 */
/* stet verify gives a verdict on a claimed spectrum. */
#include "commands.h"
#include "files/input.h"
#include "files/options.h"
#include "files/output.h"
#include "verify/account.h"
#include "verify/judge.h"
#include "verify/picture.h"

#include <stdlib.h>

static const struct choice accuracies[] = {{"f64", 0}, {"f32", 1},  {"tf32", 2},
                                           {"f16", 3}, {"bf16", 4}, {NULL, 0}};
static const struct format *const formats[] = {&format_f64, &format_f32, &format_tf32, &format_f16,
                                               &format_bf16};

struct job {
    struct request request;
    const char *plot;
    const struct format *expect; /* NULL: the format of the spectrum's file */
    bool json;
};

static bool take_option(struct job *r, int key, const char *value, struct error *e)
{
    int chosen = 0;
    switch (key) {
    case 'k': return verify_take_kind(&r->request, value, e);
    case 'i': r->request.inverse = true; return true;
    case 'm': return parse_choice("norm", value, norm_choices, &r->request.norm, e);
    case 'a': return parse_axes(value, &r->request.axes, e);
    case 'n': return parse_number("n", value, 1, PTRDIFF_MAX, &r->request.n, e);
    case 'p': r->plot = value; return true;
    case 'j': r->json = true; return true;
    case 'C': r->request.complex = true; return true;
    case 'b': r->request.bf16 = true; return true;
    default:
        if (!parse_choice("expect", value, accuracies, &chosen, e))
            return false;
        r->expect = formats[chosen];
        return true;
    }
}

static bool draw(const struct judgement *j, const char *spectrum, const char *path, struct error *e)
{
    struct output *out = output_begin(path, "--plot", OUTPUT_SVG, e);
    if (out == NULL)
        return false;
    picture_draw(j, spectrum, output_stream(out));
    return output_finish_all(e);
}

static int work(const struct job *q, char **argv, struct error *e)
{
    struct judgement j;
    struct report r;
    int status = EXIT_ERROR;
    if (q->json && !output_take_stdout("--json", e))
        return EXIT_ERROR;
    if (!judge(&j, &q->request, q->expect, e))
        return EXIT_ERROR;
    if (q->plot == NULL || draw(&j, q->request.out_path, q->plot, e)) {
        report_start(&r, q->json);
        judgement_report(&j, options_operand(argv, 0), options_operand(argv, 1), &r);
        if (report_finish(&r, e) && output_commit_all(e))
            status = judgement_passed(&j) ? EXIT_SAME : EXIT_DIFFERENT;
    }
    judgement_free(&j);
    return status;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct job q = {.request = {.norm = STET_NORM_BACKWARD}};
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(&q, key, value, e))
            return EXIT_ERROR;
    if (key < 0)
        return EXIT_ERROR;
    q.request.in_path = options_operand(argv, 0);
    q.request.out_path = options_operand(argv, 1);
    return work(&q, argv, e);
}

static const struct option_row rows[] = {
    {'k', "kind", "KIND",
     "c2c, r2c or c2r; of real numbers to real numbers dct1 to\n"
     "dct4, dst1 to dst4, dht, r2hc, hc2r, one for all axes or\n"
     "a list [what fits types, shapes and values]"},
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
        "                      axes, shapes, order of bytes; NaN; another kind of cosine or\n"
        "                      sine transform, or an orthonormal one\n"
        "  inaccurate, unexplained\n"
        "The exact values come from a transform in double-double with a proved bound.\n"
        "\n"
        "Exit status: 0 correctly rounded, or rounding in the precision that is expected; 1 a\n"
        "bug, or less accurate; 2 an error.",
    .example = "  $ stet verify signal.npy spectrum.npy --axes 0,1 --norm ortho\n"
               "  $ stet verify image.npy coefficients.npy --axes 0,1 --kind dct2",
    .run = run,
};
