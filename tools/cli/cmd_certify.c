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
    .summary = "check a certificate of stet fft by other means",
    .least = 3,
    .most = 3,
    .options = rows,
    .details =
        "CERTIFICATE is a file that 'stet fft --level correct --certificate' has written; IN and\n"
        "OUT are the input and the output of that command. Their SHA-256 must be those in the\n"
        "certificate. Then every number of OUT is compared with a transform of IN in\n"
        "double-double, which has a proved error bound and shares only the roots of unity with\n"
        "level correct. Where that has too few bits, fixed point of up to 1024 bits decides,\n"
        "which shares nothing with level correct.\n"
        "\n"
        "Exit status: 0 confirmed; 1 refused or false; 2 an error; 3 not decided for some\n"
        "numbers.",
    .example = "  $ stet certify spectrum.json signal.npy spectrum.npy",
    .run = run,
};
