/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the subcommands of stet, and the functions of a program that has a table of subcommands.
 * To add a subcommand, write cmd_NAME.c, declare its struct here, and name it in the table of
 * main.c. */
#ifndef STET_CLI_COMMANDS_H
#define STET_CLI_COMMANDS_H

#include "files/command.h"

extern const struct command command_bench, command_bits, command_certify, command_compare,
    command_conv, command_fft, command_help, command_info, command_lint, command_run, command_trig,
    command_tune, command_verify;

/* The table of the program, which ends with NULL. Each main.c defines its own. */
extern const struct command *const commands[];
const struct command *command_find(const char *name);
/* Returns false: there is no such name. e suggests a similar one. */
bool command_unknown(const char *name, struct error *e);
void command_print_help(const struct command *c);
void command_print_list(void);

/* The list of subcommands has this title, and these lines below it; "" means none (cmd_help.c). */
extern const char *program_title, *program_note;

/* Subcommands that another program has; the last row has no name. command_unknown() names that
 * program. NULL: there are none. */
struct command_elsewhere {
    const char *name, *now; /* "drift", "stet-lab drift" */
};
extern const struct command_elsewhere *program_elsewhere;

/* The main() of a program of subcommands. The program defines `commands`, and may change the
 * variables above before the call. */
int program_main(int argc, char **argv);

#endif
