/* SPDX-License-Identifier: Apache-2.0 */
/* A subcommand of a program: its names, its table of options, its help, and a function. */
#ifndef STET_FILES_COMMAND_H
#define STET_FILES_COMMAND_H

#include "files/error.h"

#include <stddef.h>

/* Exit statuses of the stet command. A new one is a line in docs/cli.md and in cmd_help.c. */
#define EXIT_SAME 0      /* done; compare: the same bits */
#define EXIT_DIFFERENT 1 /* compare: not the same bits; verify: a bug */
#define EXIT_ERROR 2     /* a wrong command line, or a file that cannot be read or written */
#define EXIT_UNDECIDED 3 /* certify: nothing is wrong, and something could not be decided */

/* One option: a row of the help and of the parser alike. */
struct option_row {
    int key;           /* the letter of its short form, or a number above 255 if it has none */
    const char *name;  /* the long form, without "--" */
    const char *value; /* what its value is called in the help, or NULL if it has none */
    const char *help;  /* may have several lines */
};

/* "stet". Another program sets its own name. */
extern const char *program_name;

struct command {
    const char *name;
    const char *operands;             /* "IN" */
    const char *summary;              /* one line for the list */
    int least, most;                  /* operands */
    const struct option_row *options; /* ends with a row whose name is NULL */
    const char *details;              /* paragraphs of the help, before the options */
    const char *example;              /* the help's last part */
    /* Returns an exit status; EXIT_ERROR sets e. */
    int (*run)(const struct command *self, int argc, char **argv, struct error *e);
    /* The operands are the command line of another program: its options are not ours. */
    bool ends_options;
};

#define ROW_JSON {'j', "json", NULL, "print one JSON object instead of the table"}
#define ROW_HELP {'h', "help", NULL, "print this help"}
#define ROW_END {0, NULL, NULL, NULL}

#endif
