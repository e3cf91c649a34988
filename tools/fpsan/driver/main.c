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
    "usage: fpsan SUBCOMMAND ...\n"
    "  check A B    do two programs compute the same function? fpsan check --help\n"
    "  explain X    which element a number is; what a program computes. fpsan explain --help\n"
    "  --version\n"
    "Programs are compiled by fpsan-cc (see fpsan-cc --help) and use fpsan.h.\n"
    "Example: fpsan-cc -O2 -o tree tree.c && fpsan-cc -O2 -o loop loop.c && fpsan check ./tree "
    "./loop\n";

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
