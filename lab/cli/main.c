/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the subcommands of stet-lab. */
#include "cli/subcommands.h"

#include <stddef.h>

const struct command *const commands[] = {&command_drift, &command_profile, &command_tables,
                                          &command_help, NULL};

int main(int argc, char **argv)
{
    program_name = "stet-lab";
    program_title = "published figures about precision, computed again";
    program_note = "Transforms, and all else, are subcommands of stet: 'stet help'.\n";
    return program_main(argc, argv);
}
