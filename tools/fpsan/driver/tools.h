/* SPDX-License-Identifier: Apache-2.0 */
/* This header declares functions that find our files and run other programs. */
#ifndef FPSAN_DRIVER_TOOLS_H
#define FPSAN_DRIVER_TOOLS_H

#include <stddef.h>

/* Prints "PROGRAM: WHAT: DETAIL" on stderr and exits with status 2. */
_Noreturn void tools_die(const char *program, const char *what, const char *detail);

/* Return the path of a file beside this program or where `make install` puts it. End the program if
 * the file is missing. The result is static. */
const char *tools_instrumenter(void);
const char *tools_runtime(void);
const char *tools_include(void);

/* Runs the command and returns its exit status, or 2 if it did not start or was killed. */
int tools_run(const char *const *command);

/* Casts the command for execvp() and similar functions, which do not write to it. */
char *const *tools_arguments(const char *const *command);

/* Create a new folder below TMPDIR, and remove it with its files. */
void tools_make_folder(char *path, size_t size);
void tools_remove_folder(const char *path);

#endif
