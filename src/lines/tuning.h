/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning tables hold schedules that were measured, by instruction set, kind, precision and length.
 * The default choice of a transform is the first of these that exists:
 *     loaded       by the program (stet_tuning_load(), stet_tuning_read())
 *     STET_TUNING  a file that the environment names
 *     measured     in this process (STET_EFFORT_MEASURE)
 *     shipped      with the library for this family of CPUs: tuned/README.md
 *     rule         choose() of the methods
 * A part of the outside: api reads and writes the tables; native and half ask for measurements. */
#ifndef STET_LINES_TUNING_H
#define STET_LINES_TUNING_H

#include <stddef.h>

#include "base/text.h"
#include "lines/cache.h"
#include "stet.h"

/* Makes sure that this transform, and what is inside it, has an entry that was loaded or measured:
 * if it has none, times its candidates (measure.c). If memory is short, nothing is lost. */
void stet_measure(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa);

/* Returns 1 if the rule has a schedule for the transform, 0 if it has none, which happens only for
 * STET_OWN_F16 (graph/graph.h), and -1 if memory is short. */
int stet_fft1d_has_schedule(ptrdiff_t n, stet_kind kind, stet_precision precision,
                            const stet_isa *isa);

/* Replaces the table that was loaded before. The text is `size` bytes of a file called origin. On
 * an error the old table stays in force and `why` gets the reason: stet.h. */
stet_status stet_tuning_take(const char *origin, const char *text, size_t size, stet_text *why);
stet_status stet_tuning_take_file(const char *path, stet_text *why);

/* Writes the measured schedules as a file. */
void stet_tuning_put(stet_text *to);

/* Forgets all tables but the shipped ones. */
void stet_tuning_forget(void);

/* Writes why the file of STET_TUNING was refused; nothing if it was not. */
void stet_tuning_put_refusal(stet_text *to);

/* Writes where choices come from, as lines "key: value". */
void stet_tuning_put_state(stet_text *to);

#endif
