/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries use this version: they print nothing, and several threads may call them at once. */
#include "files/progress.h"

void progress_phase(const char *name, size_t total) { (void)name, (void)total; }

void progress_long(const char *name, size_t total) { (void)name, (void)total; }

void progress_at(size_t done) { (void)done; }

void progress_end(void) {}
