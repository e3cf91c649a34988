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
     "c2c, r2c or c2r; or of real numbers to real numbers: dct1\n"
     "to dct4, dst1 to dst4, dht, r2hc or hc2r, one for all axes\n"
     "or a list [the kind that fits types, shapes and values]"},
    {'i', "inverse", NULL, "the transform was an inverse one"},
    {'m', "norm", "NORM",
     "the norm that was asked for: backward, ortho or forward\n"
     "[backward]"},
    {'a', "axes", "A,B",
     "the axes that were transformed, such as 0,1, or all [-1;\n"
     "WAV: 0]"},
    {'n', "n", "N",
     "the input was cut off, or filled up with zeros, to length\n"
     "N before the transform"},
    {'x', "expect", "PREC",
     "the lowest accuracy that passes: f64, f32, tf32, f16 or\n"
     "bf16 [that of SPECTRUM's type]"},
    {'C', "complex", NULL,
     "IN holds complex numbers of float16: its last dimension\n"
     "has length 2, the real and the imaginary part"},
    {'b', "bf16", NULL, "arrays of uint16 hold bfloat16 numbers"},
    {'p', "plot", "OUT.svg", "draw the errors and the exact values"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_verify = {
    .name = "verify",
    .operands = "IN SPECTRUM",
    .summary = "judge the spectrum that a program computed: exact, rounded, or wrong and how",
    .least = 2,
    .most = 2,
    .options = rows,
    .details =
        "IN is the input of a transform, and SPECTRUM is what some program computed from it. Both\n"
        "are .npy or WAV files. The verdict is one of\n"
        "  correctly rounded   each number is the exact value, rounded once; this is proved\n"
        "  ordinary rounding   the errors are those of good arithmetic in the precision named\n"
        "  bug                 a known mistake explains the numbers: a factor N; the inverse\n"
        "                      transform; bins that are shifted, reordered, conjugated,\n"
        "                      exchanged, packed, doubled or wrong by some ulp; magnitudes or\n"
        "                      power; wrong roots of unity or a wrong pi; an input that was cut\n"
        "                      off, padded, windowed, rolled or rounded; wrong rows, axes, shapes\n"
        "                      or byte order; NaN; another kind of cosine or sine transform, or\n"
        "                      an orthonormal one\n"
        "  inaccurate          the errors are larger than those of rounding\n"
        "  unexplained         this is not the transform of IN, and no known mistake explains it\n"
        "The exact values come from a transform in double-double with a proved bound.\n"
        "\n"
        "Exit status: 0 correctly rounded, or ordinary rounding in the precision that is\n"
        "expected; 1 a bug, or less accurate; 2 an error.",
    .example = "  $ stet verify signal.npy spectrum.npy --axes 0,1 --norm ortho\n"
               "  $ stet verify image.npy coefficients.npy --axes 0,1 --kind dct2",
    .run = run,
};
