/* SPDX-License-Identifier: Apache-2.0 */
/* The fpsan command calls its subcommands. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "files/json.h"
#include "stet.h"

static const char HELP[] =
    "fpsan: tell whether two programs compute the same function of real numbers\n"
    "\n"
    "usage: fpsan SUBCOMMAND [OPTION...] [OPERAND...]\n"
    "\n"
    "  check      compare two programs\n"
    "  explain    name the element that a number is, or the outputs of a program\n"
    "\n"
    "'fpsan SUBCOMMAND --help' explains one. 'fpsan --version' prints the version.\n"
    "The programs are compiled by fpsan-cc and call fpsan.h: see 'fpsan-cc --help'.\n"
    "\n"
    "Example:\n"
    "  $ fpsan-cc -O2 -o tree tree.c && fpsan-cc -O2 -o loop loop.c\n"
    "  $ fpsan check ./tree ./loop\n";

int read_number(const char *option, const char *value, int64_t least, int64_t most, int64_t *number)
{
    char *end;
    errno = 0;
    const long long n = strtoll(value, &end, 0);
    if (end == value || *end || errno || n < least || n > most) {
        fprintf(stderr, "fpsan: %s: '%s' is not a number from %lld to %lld\n", option, value,
                (long long)least, (long long)most);
        return 0;
    }
    *number = n;
    return 1;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs(HELP, stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        fputs(HELP, stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("fpsan %d.%d.%d\n", STET_VERSION_MAJOR, STET_VERSION_MINOR, STET_VERSION_PATCH);
        return 0;
    }
    json_watch();
    if (strcmp(argv[1], "check") == 0)
        return check_main(argc - 1, argv + 1);
    if (strcmp(argv[1], "explain") == 0)
        return explain_main(argc - 1, argv + 1);
    fprintf(stderr, "fpsan: no subcommand '%s'; fpsan --help lists them\n", argv[1]);
    return 2;
}
