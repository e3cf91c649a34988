/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of a subcommand, parsed by getopt_long() from its table of options. */
#ifndef STET_FILES_OPTIONS_H
#define STET_FILES_OPTIONS_H

#include "files/array.h"
#include "files/command.h"
#include "files/words.h"

#include "stet.h"

#include <stddef.h>

/* The key of the next option, its value in *value; 0 when there are none left (the operands
 * are then argv[optind..argc-1], and their number is right); -1 with e set if the command line
 * is wrong. argv[0] is the subcommand. Not reentrant: getopt keeps the place. */
int options_next(const struct command *c, int argc, char **argv, const char **value,
                 struct error *e);
const char *options_operand(char **argv, int i);

/* Move *text behind the digits, and the "-" before them, of a whole number. False if there are none
 * or they are too many: no blanks, no "+". */
bool take_whole(const char **text, long long *number);

/* A whole number from least to most. */
bool parse_number(const char *option, const char *value, ptrdiff_t least, ptrdiff_t most,
                  ptrdiff_t *number, struct error *e);

/* A list of axes such as "0,1" or "-1", or "all"; none is named twice. */
struct axes {
    const char *option; /* for messages; NULL: --axes */
    bool all;
    int count;
    ptrdiff_t items[RANK_MAX];
};
bool parse_axes(const char *value, struct axes *axes, struct error *e);
/* The axes of an array of rank dimensions, from 0, in the order in which they were named. */
bool axes_settle(const struct axes *axes, int rank, int *settled, int *count, struct error *e);

/* A number of threads, or "all" (STET_THREADS_ALL). origin names it in the message: "--threads". */
#define THREADS_MOST 1024
bool parse_threads(const char *origin, const char *value, int *threads, struct error *e);
/* Takes the number of threads from the environment variable STET_THREADS; 1 if it is not set, or
 * empty. */
bool threads_default(int *threads, struct error *e);

#endif
