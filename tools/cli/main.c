/* SPDX-License-Identifier: Apache-2.0 */
/* The stet command: the table of its subcommands. */
#include "commands.h"

#ifdef STET_NATIVE_ONLY // what make demo builds
const struct command *const commands[] = {&command_fft,  &command_bits, &command_compare,
                                          &command_info, &command_help, NULL};
#else
const struct command *const commands[] = {
    &command_fft,   &command_bits, &command_compare, &command_verify, &command_certify,
    &command_lint,  &command_info, &command_bench,   &command_tune,   &command_conv,
    &command_drift, &command_run,  &command_profile, &command_trig,   &command_tables,
    &command_help,  NULL};
#endif

int main(int argc, char **argv) { return program_main(argc, argv); }
