/* SPDX-License-Identifier: Apache-2.0 */
/* One line on stderr that shows the progress of a long phase. It appears only if stderr is a
 * terminal and the phase has lasted half a second. */
#ifndef STET_FILES_PROGRESS_H
#define STET_FILES_PROGRESS_H

#include "files/clock.h"

#include <stddef.h>

/* Begins a phase of `total` short steps. */
void progress_phase(const char *name, size_t total);
/* Begins a phase whose steps may be long. A thread draws the line with the elapsed seconds, even
 * while no step ends. The name must last until progress_end(). */
void progress_long(const char *name, size_t total);
void progress_at(size_t done);
void progress_end(void);

#endif
