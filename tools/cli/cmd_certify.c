/* SPDX-License-Identifier: Apache-2.0 */
/* stet certify checks a certificate of stet fft. */
#include "commands.h"
#include "files/options.h"
#include "verify/account.h"

static bool report(const struct certificate *c, const struct recheck *k, char **argv, bool as_json,
                   struct error *e)
{
    struct report r;
    const char *const names[] = {options_operand(argv, 0), options_operand(argv, 1),
                                 options_operand(argv, 2)};
    report_start(&r, as_json);
    recheck_report(k, c, names, &r);
    return report_finish(&r, e);
}

static int status_of(const struct recheck *r)
{
    return recheck_passed(r) ? EXIT_SAME : recheck_undecided(r) ? EXIT_UNDECIDED : EXIT_DIFFERENT;
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
