/* SPDX-License-Identifier: Apache-2.0 */
/* stet-mpi finds the subcommand and runs it on every rank. Only rank 0 prints. */
#include "../commands.h"
#include "ranks.h"

#include "files/output.h"
#include "files/progress.h"
#include "files/settings.h"
#include "files/text.h"

#include <stdio.h>
#include <string.h>

const struct command *const commands[] = {&command_fft,  &command_bits, &command_bench,
                                          &command_plan, &command_help, NULL};

static int fail(const char *command, const struct error *e)
{
    char clean[sizeof e->text];
    text_clean(clean, sizeof clean, e->text);
    if (rank == 0)
        fprintf(stderr, "stet-mpi%s%s: %s\n", *command ? " " : "", command, clean);
    return EXIT_ERROR;
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct error e = {""};
    if (wants_help(argc, argv) || c == &command_help) {
        if (rank > 0)
            return EXIT_SAME;
        if (c != &command_help)
            command_print_help(c);
        else if (c->run(c, argc, argv, &e) == EXIT_ERROR)
            return fail(c->name, &e);
        return EXIT_SAME;
    }
    if (!ranks_agree(rank > 0 || settings_check(c, &e), &e))
        return fail(c->name, &e);
    const int status = c->run(c, argc, argv, &e);
    progress_end();
    output_abandon_all();
    return status == EXIT_ERROR ? fail(c->name, &e) : status;
}

static int dispatch(int argc, char **argv)
{
    struct error e;
    const struct command *c = argc > 1 ? command_find(argv[1]) : NULL;
    if (c != NULL)
        return run(c, argc - 1, argv + 1);
    if (argc < 2) {
        error_set(&e, "which subcommand? 'stet-mpi help' lists them");
        return fail("", &e);
    }
    if (strcmp(argv[1], "--version") == 0) {
        if (rank == 0)
            printf("stet-mpi %s (bits version %d)\n", stet_version(), stet_bits_version());
        return EXIT_SAME;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        if (rank == 0)
            command_print_list();
        return EXIT_SAME;
    }
    command_unknown(argv[1], &e);
    return fail("", &e);
}

int main(int argc, char **argv)
{
    int provided;
    program_name = "stet-mpi";
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return EXIT_ERROR;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = EXIT_ERROR;
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return status;
}
