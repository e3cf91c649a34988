/* SPDX-License-Identifier: Apache-2.0 */
/* stet-lab profile shows every key of a profile. */
#include "cli/subcommands.h"
#include "files/options.h"
#include "files/output.h"
#include "files/report.h"
#include "stet_lab.h"

#include <getopt.h>
#include <stdio.h>

/* Fills the report. stet_profile_write() returns JSON, so the report's keys are those of the file.
 */
static bool fill(struct report *r, const stet_profile *profile, struct error *e)
{
    char text[1000];
    stet_profile_write(profile, text, sizeof text);
    json_t *all = json_loads(text, 0, NULL);
    if (all == NULL)
        return error_set(e, "not enough memory");
    const char *key;
    json_t *value;
    json_object_foreach(all, key, value)
    {
        if (json_is_string(value))
            report_row(r, key, "%s", json_string_value(value));
        else
            report_row(r, key, "%s", json_is_true(value) ? "true" : "false");
        report_key(r, key, json_incref(value));
    }
    json_decref(all);
    return true;
}

static int list(void)
{
    const char *name;
    for (int i = 0; (name = stet_profile_name(i)) != NULL; i++)
        printf("%s\n", name);
    return EXIT_SAME;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    const char *value;
    bool as_json = false, names = false;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0) {
        as_json = as_json || key == 'j';
        names = names || key == 'l';
    }
    if (key < 0)
        return EXIT_ERROR;
    if (names)
        return list();
    stet_profile profile;
    stet_profile_init(&profile);
    char why[600];
    const char *path = optind < argc ? options_operand(argv, 0) : NULL;
    const stet_status status = stet_profile_load(&profile, path, why, sizeof why);
    if (status != STET_OK) {
        error_write(e, "%s", why[0] ? why : stet_strerror(status));
        return EXIT_ERROR;
    }
    struct report r;
    report_start(&r, as_json);
    return fill(&r, &profile, e) && report_finish(&r, e) ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'l', "list", NULL, "print the names of the profiles that come with stet"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_profile = {
    .name = "profile",
    .operands = "[NAME|FILE]",
    .summary = "check a profile of the precision guide, and print all its keys",
    .least = 0,
    .most = 1,
    .options = rows,
    .details =
        "A profile says how convolutions and layers are computed: in which domain, with which sum\n"
        "and norm, and which parts in the next precision. NAME is a profile that comes with stet\n"
        "(torch_like, mlx_stable, extended), FILE a JSON file. Without an operand it is the\n"
        "profile that STET_PROFILE names, or else the defaults. lab/docs/profiles.md lists the\n"
        "keys.",
    .example = "  $ stet-lab profile torch_like\n"
               "  $ stet-lab profile ./mine.json --json",
    .run = run,
};
