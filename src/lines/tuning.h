/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning tables: schedules that were measured, by instruction set, kind, precision and length. The
 * default choice of a transform is the first that is there of
 *     loaded    by the program (stet_tuning_load(), stet_tuning_read())
 *     STET_TUNING    a file that the environment names
 *     measured  in this process (STET_EFFORT_MEASURE)
 *     shipped   with the library for this family of CPUs: tuned/README.md
 *     rule      choose() of the methods
 * A part of the outside: api reads and writes them, and measuring is what native and half ask for.
 */
#ifndef STET_LINES_TUNING_H
#define STET_LINES_TUNING_H

#include <stddef.h>

#include "base/text.h"
#include "lines/cache.h"
#include "stet.h"

/* Make sure that this transform, and what goes into it, has an entry that was loaded or measured:
 * if it has none, times its candidates (measure.h). Nothing is lost where memory is short. */
void stet_measure(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa);

/* 1: the rule has a schedule for that transform; 0: it has none, which is so of some of
 * STET_OWN_F16 (lines.h) alone; -1: memory is short. */
int stet_fft1d_has_schedule(ptrdiff_t n, stet_kind kind, stet_precision precision,
                            const stet_isa *isa);

/* In place of what was loaded before. The text is size bytes of a file called origin. On an error
 * nothing is, and why gets the reason: stet.h. */
stet_status stet_tuning_take(const char *origin, const char *text, size_t size, stet_text *why);
stet_status stet_tuning_take_file(const char *path, stet_text *why);

/* What was measured, as a file. */
void stet_tuning_put(stet_text *to);

/* Forget all but what is shipped. */
void stet_tuning_forget(void);

/* Why the file of STET_TUNING was refused; nothing if it was not. */
void stet_tuning_put_refusal(stet_text *to);

/* Where choices come from: lines "key: value". */
void stet_tuning_put_state(stet_text *to);

#endif
