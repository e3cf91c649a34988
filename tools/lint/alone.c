/* SPDX-License-Identifier: Apache-2.0 */
/* The program stet-lint: `stet lint` without the rest of stet. It builds quickly, for work on a
 * rule. */
#include "cli/commands.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct error e = {""};
    int status = command_lint.run(&command_lint, argc, argv, &e);
    if (status == EXIT_ERROR && e.text[0] != 0)
        fprintf(stderr, "stet lint: %s\n", e.text);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    perror("stet lint: standard output");
    return EXIT_ERROR;
}
