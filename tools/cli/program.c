/* SPDX-License-Identifier: Apache-2.0 */
/* The main() of a program of subcommands: it finds the subcommand, runs it and prints its error. */
#include "commands.h"
#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"
#include "files/settings.h"
#include "files/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stet.h"

static int fail(const char *command, const struct error *e)
{
    char clean[sizeof e->text];
    text_clean(clean, sizeof clean, e->text);
    fprintf(stderr, "%s%s%s: %s\n", program_name, *command ? " " : "", command, clean);
    return EXIT_ERROR;
}

/* Reports whether "SUB --help" is on the line. It works with any other arguments. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct error e = {""};
    if (wants_help(argc, argv)) {
        command_print_help(c);
        return EXIT_SAME;
    }
    if (c != &command_help && !settings_check(c, &e))
        return fail(c->name, &e);
    int status = c->run(c, argc, argv, &e);
    progress_end();
    output_abandon_all();
    return status == EXIT_ERROR ? fail(c->name, &e) : status;
}

static int dispatch(int argc, char **argv)
{
    struct error e;
    if (argc < 2) {
        fprintf(stderr, "%s: which subcommand? '%s help' lists them\n", program_name, program_name);
        return EXIT_ERROR;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s (bits version %d)\n", program_name, stet_version(), stet_bits_version());
        return EXIT_SAME;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        command_print_list();
        return EXIT_SAME;
    }
    const struct command *c = command_find(argv[1]);
    if (c != NULL)
        return run(c, argc - 1, argv + 1);
    command_unknown(argv[1], &e);
    return fail("", &e);
}

/* Opens closed standard streams. A file that got such a number would be read or written as that
 * stream. The replacement cannot be used: a write to it is a reported error. */
static void fill_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int program_main(int argc, char **argv)
{
    struct error e;
    fill_streams();
    json_watch();
    int status = dispatch(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (status == EXIT_ERROR)
        return status;
    error_errno(&e, "standard output", "cannot write");
    return fail("", &e);
}
