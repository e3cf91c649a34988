/* SPDX-License-Identifier: Apache-2.0 */
/* stet compare reports whether two arrays have the same bits, and if not, how far apart they
 * are. */
#include "commands.h"
#include "files/comparison.h"
#include "files/input.h"
#include "files/options.h"

static int print(char **argv, const struct array *a, const struct array *b, bool as_json,
                 struct error *e)
{
    struct report r;
    report_start(&r, as_json);
    const bool same =
        comparison_report(options_operand(argv, 0), a, options_operand(argv, 1), b, &r);
    if (!report_finish(&r, e))
        return EXIT_ERROR;
    return same ? EXIT_SAME : EXIT_DIFFERENT;
}

/* Takes uint16 beside bfloat16 as bfloat16, because .npy has two names for it. */
static void take_bf16(struct array *a, const struct array *beside)
{
    if (a->layout.dtype->component == COMPONENT_U16 &&
        beside->layout.dtype->component == COMPONENT_BF16)
        a->layout.dtype = beside->layout.dtype;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    bool as_json = false;
    const char *value;
    int key, status = EXIT_ERROR;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        as_json = as_json || key == 'j';
    struct array a = {.data = NULL}, b = {.data = NULL};
    if (key == 0 && input_load(options_operand(argv, 0), &a, e) &&
        input_load(options_operand(argv, 1), &b, e)) {
        take_bf16(&a, &b);
        take_bf16(&b, &a);
        status = print(argv, &a, &b, as_json, e);
    }
    array_free(&a);
    array_free(&b);
    return status;
}

static const struct option_row rows[] = {ROW_JSON, ROW_HELP, ROW_END};

const struct command command_compare = {
    .name = "compare",
    .operands = "A B",
    .summary = "tell whether two files hold the same bits, and how far apart they are",
    .least = 2,
    .most = 2,
    .options = rows,
    .details =
        "A and B are .npy or WAV files; one of them may be -, standard input. They are the same\n"
        "if type, shape and all bits agree. Byte order, and C or Fortran order, do not count, and\n"
        "any NaN equals any NaN.\n"
        "The distance of two numbers is counted in ulp of the narrower of the two formats: the\n"
        "number of floating-point numbers from one value to the other, across zero too. Real and\n"
        "imaginary parts are compared separately. 'relative L2' is the norm of A - B over the\n"
        "norm of B, the reference.\n"
        "\n"
        "Exit status: 0 the same bits; 1 different; 2 an error.",
    .example = "  $ stet compare mine.npy reference.npy",
    .run = run,
};
