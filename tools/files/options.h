/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of a subcommand. getopt_long() parses it with the subcommand's table of
 * options. */
#ifndef STET_FILES_OPTIONS_H
#define STET_FILES_OPTIONS_H

#include "files/array.h"
#include "files/command.h"
#include "files/words.h"

#include "stet.h"

#include <stddef.h>

/* Returns the key of the next option and stores its value in *value. Returns 0 after the last: the
 * operands are then argv[optind..argc-1], and their number is right. Returns -1 with e set if the
 * command line is wrong. argv[0] is the subcommand. Not reentrant, because getopt keeps the
 * position. */
int options_next(const struct command *c, int argc, char **argv, const char **value,
                 struct error *e);
const char *options_operand(char **argv, int i);

/* Moves *text behind the digits, and a "-" before them, of an integer. Returns false if there are
 * none or too many. Blanks and "+" are not allowed. */
bool take_whole(const char **text, long long *number);

/* Parses an integer from least to most. */
bool parse_number(const char *option, const char *value, ptrdiff_t least, ptrdiff_t most,
                  ptrdiff_t *number, struct error *e);

/* Holds a list of axes such as "0,1" or "-1", or "all". No axis occurs twice. */
struct axes {
    const char *option; /* for messages; NULL: --axes */
    bool all;
    int count;
    ptrdiff_t items[RANK_MAX];
};
bool parse_axes(const char *value, struct axes *axes, struct error *e);
/* Stores the axes of an array of rank dimensions, from 0, in the order of the list. */
bool axes_settle(const struct axes *axes, int rank, int *settled, int *count, struct error *e);

/* Parses a number of threads, or "all" (STET_THREADS_ALL). origin names it in the message:
 * "--threads". */
#define THREADS_MOST 1024
bool parse_threads(const char *origin, const char *value, int *threads, struct error *e);
/* Takes the number of threads from the environment variable STET_THREADS; 1 if it is not set or
 * empty. */
bool threads_default(int *threads, struct error *e);

#endif
