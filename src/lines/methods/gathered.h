/* SPDX-License-Identifier: Apache-2.0 */
/* Runs lines of any strides as contiguous lines, through the workspace: gathered.c. Internal. */
#ifndef STET_LINES_GATHERED_H
#define STET_LINES_GATHERED_H

#include "lines/fft1d.h"

/* Returns the entry of a list that runs lines of f so; f->contiguous must be made. */
stet_entry stet_gathered_entry(const stet_fft1d *f);

/* Returns how many of `count` lines go together. */
int stet_gathered_lines(const stet_fft1d *f, ptrdiff_t count);

#endif
