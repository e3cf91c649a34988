/* SPDX-License-Identifier: Apache-2.0 */
/* What a subcommand is. To add one: write cmd_NAME.c, declare its struct here, and name it in
 * the table of main.c. */
#ifndef STET_CLI_COMMAND_H
#define STET_CLI_COMMAND_H

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

/* "stet"; another command that is made of these pieces says another. */
extern const char *program_name;

/* The list of subcommands has this title, and these lines below it; "" is none (cmd_help.c). */
extern const char *program_title, *program_note;

/* Subcommands that another program has, ended by a row without a name: command_unknown() says where
 * they are. NULL: there are none. */
struct command_elsewhere {
    const char *name, *now; /* "drift", "stet-lab drift" */
};
extern const struct command_elsewhere *program_elsewhere;

/* main() of a program of subcommands. The program defines `commands`, and may change the variables
 * above before. */
int program_main(int argc, char **argv);

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

extern const struct command command_bench, command_bits, command_certify, command_compare,
    command_conv, command_drift, command_fft, command_help, command_info, command_lint,
    command_profile, command_run, command_tables, command_trig, command_tune, command_verify;

/* The table of the program's main.c, ended by NULL, and functions of cmd_help.c. */
extern const struct command *const commands[];
const struct command *command_find(const char *name);
/* False: there is none of this name; e says which one may be meant. */
bool command_unknown(const char *name, struct error *e);
void command_print_help(const struct command *c);
void command_print_list(void);

#define ROW_JSON {'j', "json", NULL, "print one JSON object instead of the table"}
#define ROW_HELP {'h', "help", NULL, "print this help"}
#define ROW_END {0, NULL, NULL, NULL}

#endif
