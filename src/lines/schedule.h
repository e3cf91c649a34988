/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules: the default choice, the rules, and schedules as text. Internal.
 *
 *     schedule = way { " of " way }        the transform inside comes last: hermitian, rough
 *     way      = method " " lanes [": " radices { " | " radices }] { ", " option }
 *     option   = "beside " lanes | "grouped" | "block " rows | "in-output" | "stream-bank" |
 *                "stream-output" | "prefetch " distance | "together " vectors | "lane " radices
 *
 * Radices are those of the passes, in order; " | " separates parts in which lanes or memory have
 * another meaning. Radices after `lane`, and those of method lane, are for lines side by side. A
 * text may leave out "beside" (then no lines go side by side before the method) and "lane" (then
 * the passes of a lane, and how many vectors go together, are the default). For example
 *     wide 16: 8 | 8 | 16, block 8, in-output, lane 8 8 16
 *     hermitian 16 of small 16: 4 | 16, lane 8 8 */
#ifndef STET_LINES_SCHEDULE_H
#define STET_LINES_SCHEDULE_H

#include "base/text.h"
#include "lines/fft1d.h"

/* stet_schedule_default() stores the rule's choice for f, which has its graph and its transform
 * inside: the default if no tuning table has an entry (tuning.h). stet_schedule_lane() stores the
 * default passes of a lane. */
void stet_schedule_default(const stet_fft1d *f, stet_schedule *s);
void stet_schedule_lane(const stet_fft1d *f, stet_schedule *s);

/* Stores the default up to the method, and returns that: number `index` of the methods for s->lanes
 * lanes, in the order in which their choose() is asked. Returns NULL if there are no more. */
const struct stet_method *stet_schedule_begin(const stet_fft1d *f, stet_schedule *s, int lanes,
                                              int index);

/* Reports whether f, made without a schedule, would get the same schedule if it were made again. */
int stet_schedule_is_default(const stet_fft1d *f);

/* Returns what is wrong with a schedule of f, apart from the transform inside; or NULL. */
const char *stet_schedule_wrong(const stet_fft1d *f, const stet_schedule *s);

/* Stores the list of schedules of f and of the transforms inside; of several convolutions only the
 * first one has entries. */
void stet_schedule_of(const stet_fft1d *f, stet_schedule list[STET_SCHEDULES]);

/* Stores the same list with passes of a lane, of columns and of rows of radix at most max_radix: 2,
 * 4 or 8. */
void stet_schedule_limit_radix(const stet_fft1d *f, int max_radix,
                               stet_schedule list[STET_SCHEDULES]);

/* Writes a list as text. */
void stet_schedule_put(stet_text *to, const stet_schedule *list);

/* Reads a list from text. Returns NULL, or what is wrong; *at is then the place. */
const char *stet_schedule_parse(const char *text, stet_schedule list[STET_SCHEDULES],
                                const char **at);

/* Reports whether all choices of a and b are equal. */
int stet_schedule_same(const stet_schedule *a, const stet_schedule *b);

#endif
