/* SPDX-License-Identifier: Apache-2.0 */
/* A subcommand of a program has names, a table of options, a help, and a function. */
#ifndef STET_FILES_COMMAND_H
#define STET_FILES_COMMAND_H

#include "files/error.h"

#include <stddef.h>

/* Exit statuses of the stet command. For a new one, add a line to docs/cli.md and to cmd_help.c. */
#define EXIT_SAME 0      /* done; compare: the same bits */
#define EXIT_DIFFERENT 1 /* compare: other bits; verify: a bug */
#define EXIT_ERROR 2     /* wrong command line, or a file error */
#define EXIT_UNDECIDED 3 /* certify: not wrong, but undecided */

/* An option: one row of the help and of the parser. */
struct option_row {
    int key;           /* letter of its short form, or above 255 */
    const char *name;  /* the long form, without "--" */
    const char *value; /* its value's name in the help, or NULL */
    const char *help;  /* may have several lines */
};

/* The name is "stet". Another program sets its own. */
extern const char *program_name;

struct command {
    const char *name;
    const char *operands;             /* "IN" */
    const char *summary;              /* one line for the list */
    int least, most;                  /* operands */
    const struct option_row *options; /* ends with a row whose name is NULL */
    const char *details;              /* paragraphs before the options */
    const char *example;              /* the help's last part */
    /* Returns an exit status. With EXIT_ERROR it sets e. */
    int (*run)(const struct command *self, int argc, char **argv, struct error *e);
    /* Set if the operands are the command line of another program, whose options are not ours. */
    bool ends_options;
};

#define ROW_JSON {'j', "json", NULL, "print one JSON object instead of the table"}
#define ROW_HELP {'h', "help", NULL, "print this help"}
#define ROW_END {0, NULL, NULL, NULL}

#endif
