/* SPDX-License-Identifier: Apache-2.0 */
/* The tests of schedules share these functions. */
#ifndef STET_TESTS_SCHEDULES_H
#define STET_TESTS_SCHEDULES_H

#include "lib/check.h"

#include "base/alloc.h"
#include "lines/fft1d.h"
#include "lines/schedule.h"
#include "lines/sketch.h"

enum { SCHEDULE_TEXT = 1000 };

/* Returns the text of this list. The next call overwrites it. */
static inline char *text_of(const stet_schedule *list)
{
    static char text[SCHEDULE_TEXT];
    stet_text to = {text, sizeof text, 0};
    stet_schedule_put(&to, list);
    assert_true(to.used < sizeof text);
    return text;
}

/* Makes the transform that the rule chooses; tuning tables are left out. */
static inline stet_fft1d *make_by_rule(ptrdiff_t n, stet_kind kind, stet_precision precision)
{
    stet_sketch *k = stet_sketch_create(n, kind, precision, stet_isa_in_use());
    stet_schedule list[STET_SCHEDULES] = {0};
    int i = 0;
    assert_non_null(k);
    for (const stet_fft1d *f = &k->f[0]; f; i++) {
        list[i] = f->schedule;
        f = stet_fft1d_inner(f);
    }
    stet_free(k);
    return stet_fft1d_create(n, kind, precision, stet_isa_in_use(), list);
}

#endif
