/* SPDX-License-Identifier: Apache-2.0 */
/* The environment variables of stet's users: what is not understood is said. */
#ifndef STET_FILES_SETTINGS_H
#define STET_FILES_SETTINGS_H

#include "files/command.h"

/* False with e set if an environment variable is not understood (stet.h, SETTINGS). A wrong
 * STET_TUNING, which changes speed alone, is only printed, unless c runs another program. */
bool settings_check(const struct command *c, struct error *e);

#endif
