/* SPDX-License-Identifier: Apache-2.0 */
/* One line on stderr that says how far a long phase is. Nothing is written unless stderr is a
 * terminal and the phase has lasted half a second. */
#ifndef STET_FILES_PROGRESS_H
#define STET_FILES_PROGRESS_H

#include "files/clock.h"

#include <stddef.h>

/* A phase of total steps, each of which is short. */
void progress_phase(const char *name, size_t total);
/* A phase whose steps may take long: a thread draws the line, with the seconds that have passed,
 * also while no step ends. The name must last until progress_end(). */
void progress_long(const char *name, size_t total);
void progress_at(size_t done);
void progress_end(void);

#endif
