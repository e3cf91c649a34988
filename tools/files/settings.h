/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the environment variables of stet's users. Unknown values are reported. */
#ifndef STET_FILES_SETTINGS_H
#define STET_FILES_SETTINGS_H

#include "files/command.h"

/* Returns false with e set if an environment variable has an unknown value (stet.h, SETTINGS). A
 * wrong STET_TUNING, which affects only speed, is only printed, unless c runs another program. */
bool settings_check(const struct command *c, struct error *e);

#endif
