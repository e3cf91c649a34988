/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules: the default choice, the rules, and schedules as text. Internal.
 *
 *     schedule = way { " of " way }        the transform inside last: hermitian, rough
 *     way      = method " " lanes [": " radices { " | " radices }] { ", " option }
 *     option   = "beside " lanes | "grouped" | "block " rows | "in-output" | "stream-bank" |
 *                "stream-output" | "prefetch " distance | "together " vectors | "lane " radices
 *
 * Radices are those of the passes in order, " | " where lanes or memory change what they are; after
 * `lane`, and of method lane, those of lines side by side. What a text leaves out is: no lines side
 * by side before the method, the default passes of a lane, and with these how many go together.
 * For example
 *     wide 16: 8 | 8 | 16, block 8, in-output, lane 8 8 16
 *     hermitian 16 of small 16: 4 | 16, lane 8 8 */
#ifndef STET_LINES_SCHEDULE_H
#define STET_LINES_SCHEDULE_H

#include "base/text.h"
#include "lines/fft1d.h"

/* The rule's choice for f, whose graph is there, and what is inside: the default where no tuning
 * table has an entry (tuning.h). And the default passes of a lane. */
void stet_schedule_default(const stet_fft1d *f, stet_schedule *s);
void stet_schedule_lane(const stet_fft1d *f, stet_schedule *s);

/* The same up to the method, number `index` of those for s->lanes lanes, which choose() tries in
 * this order; 0: there are no more. */
const struct stet_method *stet_schedule_begin(const stet_fft1d *f, stet_schedule *s, int lanes,
                                              int index);

/* Whether f, made without a schedule, would be made as it is now. */
int stet_schedule_is_default(const stet_fft1d *f);

/* What is wrong with a schedule of f, apart from what is inside; or NULL. */
const char *stet_schedule_wrong(const stet_fft1d *f, const stet_schedule *s);

/* The list of f and of what is inside. */
void stet_schedule_of(const stet_fft1d *f, stet_schedule list[STET_SCHEDULES]);

/* The same with passes of a lane, of columns and of rows of radix at most max_radix: 2, 4 or 8. */
void stet_schedule_limit_radix(const stet_fft1d *f, int max_radix,
                               stet_schedule list[STET_SCHEDULES]);

/* The text of a list. */
void stet_schedule_put(stet_text *to, const stet_schedule *list);

/* The list of a text; or what is wrong with it, and *at is where. NULL: nothing is. */
const char *stet_schedule_parse(const char *text, stet_schedule list[STET_SCHEDULES],
                                const char **at);

/* Whether all choices are the same. */
int stet_schedule_same(const stet_schedule *a, const stet_schedule *b);

#endif
