/* SPDX-License-Identifier: Apache-2.0 */
#include "lines/cache.h"

#include "lines/fft1d.h"
#include "lines/lock.h"
#include "lines/schedule.h"
#include "lines/tuned.h"

/* The list of transforms with their counts of users; the lock guards it. */
static stet_fft1d *all;

/* Returns the transform with one more user, or NULL; skips those whose schedule is known to differ
 * from the default choice of generation `now`. The caller holds the lock. */
static stet_fft1d *find(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa,
                        unsigned now)
{
    stet_fft1d *f = all;
    while (f && !(f->n == n && f->kind == kind && f->precision == precision && f->isa == isa &&
                  f->outdated != now))
        f = f->next;
    if (f)
        f->users++;
    return f;
}

/* Does the work of find(), and also skips transforms from before a change of the tuning tables
 * whose schedule differs from the default choice. */
static stet_fft1d *find_default(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                const stet_isa *isa, unsigned now)
{
    for (;;) {
        stet_fft_lock();
        stet_fft1d *f = find(n, kind, precision, isa, now);
        const int known = f && f->made_in == now;
        stet_fft_unlock();
        if (!f || known)
            return f;
        const int same = stet_schedule_is_default(f);
        stet_fft_lock();
        if (same)
            f->made_in = now;
        else
            f->outdated = now;
        stet_fft_unlock();
        if (same)
            return f;
        stet_fft1d_release(f);
    }
}

stet_fft1d *stet_fft1d_acquire(ptrdiff_t n, stet_kind kind, stet_precision precision,
                               const stet_isa *isa, const stet_schedule *schedule)
{
    if (schedule && schedule->method)
        return stet_fft1d_create(n, kind, precision, isa, schedule);
    const unsigned now = stet_tuning_generation();
    stet_fft1d *f = find_default(n, kind, precision, isa, now);
    if (f)
        return f;
    stet_fft1d *made = stet_fft1d_create(n, kind, precision, isa, NULL);
    if (!made)
        return NULL;
    made->made_in = now;
    stet_fft_lock();
    f = find(n, kind, precision, isa, now); /* another thread may have been quicker */
    if (f && f->made_in != now) {           /* but took one of another generation */
        f->users--;
        f = NULL;
    }
    if (!f) {
        made->users = 1;
        made->next = all;
        all = f = made;
    }
    stet_fft_unlock();
    if (f != made)
        stet_fft1d_destroy(made);
    return f;
}

void stet_fft1d_release(stet_fft1d *f)
{
    if (!f)
        return;
    stet_fft_lock();
    const int last = --f->users <= 0; /* below 0: not on the list, one user */
    if (last && f->users == 0) {
        stet_fft1d **link = &all;
        while (*link != f)
            link = &(*link)->next;
        *link = f->next;
    }
    stet_fft_unlock();
    if (last)
        stet_fft1d_destroy(f); /* this may release others */
}
