/* SPDX-License-Identifier: Apache-2.0 */
/* Where our files are, and running other programs. */
#ifndef FPSAN_DRIVER_TOOLS_H
#define FPSAN_DRIVER_TOOLS_H

#include <stddef.h>

/* "PROGRAM: WHAT: DETAIL" on stderr, exit status 2. */
_Noreturn void tools_die(const char *program, const char *what, const char *detail);

/* Found beside this program, or where `make install` puts them; ends the program if they are
 * not there. Static. */
const char *tools_instrumenter(void);
const char *tools_runtime(void);
const char *tools_include(void);

/* Run to the end; the exit status, 2 if it could not be started or was killed. */
int tools_run(const char *const *command);

/* As execvp() and its kin want it; they do not write. */
char *const *tools_arguments(const char *const *command);

/* A new folder of our own below TMPDIR, and away with it and the files in it. */
void tools_make_folder(char *path, size_t size);
void tools_remove_folder(const char *path);

#endif
