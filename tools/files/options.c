/* SPDX-License-Identifier: Apache-2.0 */
#include "files/options.h"
#include "stet.h"
#include "files/text.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 32

const char *program_name = "stet";

/* Makes getopt's two tables from ours. A leading ':' in the letters distinguishes a missing value
 * from an unknown option; a '+' before it ends the options at the first operand. */
static void make_tables(const struct command *c, struct option *longs, char *letters)
{
    const struct option_row *rows = c->options;
    if (c->ends_options)
        *letters++ = '+';
    *letters++ = ':';
    for (; rows->name != NULL; rows++) {
        *longs++ = (struct option){rows->name, rows->value != NULL, NULL, rows->key};
        if (rows->key > 255)
            continue;
        *letters++ = (char)rows->key;
        if (rows->value != NULL)
            *letters++ = ':';
    }
    *longs = (struct option){NULL, 0, NULL, 0};
    *letters = 0;
}

/* Describes a wrong option. getopt sets optopt to the key of a long option whose name is right, to
 * 0 if the name is wrong, and to the letter of a short option. */
static int wrong_option(const struct command *c, char **argv, int key, struct error *e)
{
    const char *last = argv[optind - 1];
    char letter[3] = {'-', (char)optopt, 0};
    bool is_long = strncmp(last, "--", 2) == 0 || optopt == 0;
    const char *name = is_long ? last : letter;
    int length = (int)strcspn(name, "=");
    struct nearest_word near = nearest_to(name, (size_t)length);
    char candidate[40];
    for (const struct option_row *row = c->options; is_long && row->name != NULL; row++) {
        snprintf(candidate, sizeof candidate, "--%s", row->name);
        nearest_offer(&near, candidate);
        near.best = near.best == candidate ? row->name : near.best;
    }
    if (key == ':')
        error_set(e, "option %.*s needs a value; ", length, name);
    else if (is_long && optopt != 0)
        error_set(e, "option %.*s takes no value; ", length, name);
    else if (near.best != NULL)
        error_set(e, "unknown option %.*s; did you mean --%s? ", length, name, near.best);
    else
        error_set(e, "unknown option %.*s; ", length, name);
    snprintf(e->text + strlen(e->text), sizeof e->text - strlen(e->text),
             "'%s help %s' lists the options", program_name, c->name);
    return -1;
}

int options_next(const struct command *c, int argc, char **argv, const char **value,
                 struct error *e)
{
    struct option longs[ROWS_MAX + 1];
    char letters[2 * ROWS_MAX + 3];
    make_tables(c, longs, letters);
    opterr = 0;
    int key = getopt_long(argc, argv, letters, longs, NULL);
    *value = optarg;
    if (key == '?' || key == ':')
        return wrong_option(c, argv, key, e);
    if (key != -1)
        return key;
    int operands = argc - optind, piped = 0;
    for (int i = optind; i < argc; i++)
        piped += strcmp(argv[i], "-") == 0;
    if (piped > 1 && !c->ends_options) {
        error_set(e, "only one operand can be -, standard input: name files for the others");
        return -1;
    }
    if (operands >= c->least && operands <= c->most)
        return 0;
    error_set(e, "%s: the form is '%s %s%s%s'; '%s help %s' says more",
              operands < c->least ? "an operand is missing" : "too many operands", program_name,
              c->name, *c->operands ? " " : "", c->operands, program_name, c->name);
    return -1;
}

const char *options_operand(char **argv, int i) { return argv[optind + i]; }

bool take_whole(const char **text, long long *number)
{
    const char *digits = **text == '-' ? *text + 1 : *text;
    char *end;
    if (*digits < '0' || *digits > '9')
        return false;
    errno = 0;
    *number = strtoll(*text, &end, 10);
    *text = end;
    return errno == 0;
}

bool parse_number(const char *option, const char *value, ptrdiff_t least, ptrdiff_t most,
                  ptrdiff_t *number, struct error *e)
{
    const char *end = value;
    long long n;
    if (!take_whole(&end, &n) || *end != 0 || n < least || n > most)
        return error_set(e, "--%s %s: not a whole number from %td to %td", option, value, least,
                         most);
    *number = (ptrdiff_t)n;
    return true;
}

bool parse_axes(const char *value, struct axes *axes, struct error *e)
{
    const char *at = value;
    *axes = (struct axes){.all = strcmp(value, "all") == 0};
    while (!axes->all) {
        long long axis;
        if (!take_whole(&at, &axis) || (*at != 0 && *at != ',') || axes->count == RANK_MAX ||
            axis < -RANK_MAX || axis >= RANK_MAX)
            return error_set(e, "--axes %s: not a list of axes such as 0,1 or -1, nor all", value);
        axes->items[axes->count++] = (ptrdiff_t)axis;
        if (*at++ == 0)
            break;
    }
    return true;
}

bool axes_settle(const struct axes *axes, int rank, int *settled, int *count, struct error *e)
{
    bool used[RANK_MAX] = {false};
    *count = axes->all ? rank : axes->count;
    for (int i = 0; i < *count; i++) {
        ptrdiff_t axis = axes->all ? i : axes->items[i];
        if (axis < -rank || axis >= rank)
            return error_set(e, "%s %td: the input has %d dimension%s: an axis is from %d to %d",
                             axes->option != NULL ? axes->option : "--axes", axis, rank,
                             rank == 1 ? "" : "s", -rank, rank - 1);
        axis += axis < 0 ? rank : 0;
        if (used[axis])
            return error_set(e, "--axes: axis %td is named twice", axis);
        used[axis] = true;
        settled[i] = (int)axis;
    }
    return true;
}

bool parse_threads(const char *origin, const char *value, int *threads, struct error *e)
{
    const char *end = value;
    long long n;
    if (strcmp(value, "all") == 0) {
        *threads = STET_THREADS_ALL;
        return true;
    }
    if (!take_whole(&end, &n) || *end != 0 || n < 1 || n > THREADS_MOST)
        return error_set(e, "%s %s: not a whole number from 1 to %d, nor all", origin, value,
                         THREADS_MOST);
    *threads = (int)n;
    return true;
}

bool threads_default(int *threads, struct error *e)
{
    const char *value = getenv("STET_THREADS");
    *threads = 1;
    return value == NULL || *value == 0 || parse_threads("STET_THREADS", value, threads, e);
}
