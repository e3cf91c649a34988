/* SPDX-License-Identifier: Apache-2.0 */
/* stet help prints the list of subcommands, and the help of each from its own tables. */
#include "commands.h"
#include "files/options.h"
#include "files/text.h"

#include <stdio.h>
#include <string.h>

const char *program_title = "Fourier transforms with the same bits on every machine",
           *program_note = "";
const struct command_elsewhere *program_elsewhere = NULL;

const struct command *command_find(const char *name)
{
    for (const struct command *const *c = commands; *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

#ifdef STET_NATIVE_ONLY // what make demo builds
#define HINT "; a build for make demo has few of them, make builds all"
#else
#define HINT ""
#endif

bool command_unknown(const char *name, struct error *e)
{
    for (const struct command_elsewhere *c = program_elsewhere; c != NULL && c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return error_set(e, "'%s %s' is now '%s'", program_name, name, c->now);
    struct nearest_word near = nearest_to(name, strlen(name));
    for (const struct command *const *c = commands; *c != NULL; c++)
        nearest_offer(&near, (*c)->name);
    nearest_offer(&near, "--version");
    nearest_offer(&near, "--help");
    return error_set(e, "no subcommand '%s'; %s%s%s'%s help' lists them" HINT, name,
                     near.best != NULL ? "did you mean '" : "", near.best != NULL ? near.best : "",
                     near.best != NULL ? "'? " : "", program_name);
}

void command_print_list(void)
{
    printf("%s: %s\n\n", program_name, program_title);
    printf("usage: %s SUBCOMMAND [OPTION...] [OPERAND...]\n\n", program_name);
    for (const struct command *const *c = commands; *c != NULL; c++)
        printf("  %-10s %s\n", (*c)->name, (*c)->summary);
    printf("\n'%s help SUBCOMMAND' explains one, with an example. '%s --version' prints the\n"
           "version.\n",
           program_name, program_name);
    fputs(program_note, stdout);
    puts("\nExit status: 0 done; 1 files differ, or a verdict is bad; 2 an error; 3 not decided.");
}

/* Prints the option in the left column and its help, with every line indented, on the right. */
static void print_option(const struct option_row *row)
{
    char left[40], letter[5] = "    ";
    if (row->key <= 255)
        snprintf(letter, sizeof letter, "-%c, ", row->key);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, row->name, row->value ? " " : "",
             row->value ? row->value : "");
    const char *line = row->help;
    while (line != NULL) {
        const char *end = strchr(line, '\n');
        size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
        printf("  %-24s %.*s\n", line == row->help ? left : "", (int)length, line);
        line = end != NULL ? end + 1 : NULL;
    }
}

void command_print_help(const struct command *c)
{
    bool operands = *c->operands != 0;
    printf("%s %s: %s\n\n", program_name, c->name, c->summary);
    printf("usage: %s %s [OPTION...]%s%s\n\n", program_name, c->name, operands ? " " : "",
           c->operands);
    if (*c->details)
        printf("%s\n\n", c->details);
    puts("Options:");
    for (const struct option_row *row = c->options; row->name != NULL; row++)
        print_option(row);
    if (c == &command_help)
        printf("\nExample:\n  $ %s help %s\n", program_name, commands[0]->name);
    else
        printf("\nExample:\n%s\n", c->example);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    const char *value;
    if (options_next(self, argc, argv, &value, e) != 0)
        return EXIT_ERROR;
    const char *name = options_operand(argv, 0);
    if (name == NULL) {
        command_print_list();
        return EXIT_SAME;
    }
    const struct command *c = command_find(name);
    if (c == NULL) {
        command_unknown(name, e);
        return EXIT_ERROR;
    }
    command_print_help(c);
    return EXIT_SAME;
}

static const struct option_row rows[] = {ROW_HELP, ROW_END};

const struct command command_help = {
    .name = "help",
    .operands = "[SUBCOMMAND]",
    .summary = "list the subcommands, or explain one",
    .least = 0,
    .most = 1,
    .options = rows,
    .details = "",
    .example = "", /* the program's first subcommand */
    .run = run,
};
