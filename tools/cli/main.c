/* SPDX-License-Identifier: Apache-2.0 */
/* The stet command has this table of subcommands. */
#include "commands.h"

#ifdef STET_NATIVE_ONLY // what make demo builds
const struct command *const commands[] = {&command_fft,  &command_bits, &command_compare,
                                          &command_info, &command_help, NULL};
#else
const struct command *const commands[] = {
    &command_fft,     &command_bits, &command_compare, &command_verify,
    &command_certify, &command_lint, &command_info,    &command_bench,
    &command_tune,    &command_conv, &command_run,     &command_trig,
    &command_help,    NULL};

static const struct command_elsewhere moved[] = {{"drift", "stet-lab drift"},
                                                 {"profile", "stet-lab profile"},
                                                 {"tables", "stet-lab tables"},
                                                 {NULL, NULL}};
#endif

int main(int argc, char **argv)
{
#ifndef STET_NATIVE_ONLY
    program_note = "Published experiments, drift and profiles are subcommands of stet-lab: "
                   "'stet-lab help'.\n";
    program_elsewhere = moved;
#endif
    return program_main(argc, argv);
}
