/* SPDX-License-Identifier: Apache-2.0 */
#include "fft/cache.h"

#include <pthread.h>

/* Guards the list and the counts of users. Nothing is computed or allocated under it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static stet_fft1d *all;

/* With the lock held: the transform that is there, with one user more, or NULL. */
static stet_fft1d *find(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa,
                        int max_radix)
{
    stet_fft1d *f = all;
    while (f && !(f->n == n && f->kind == kind && f->precision == precision && f->isa == isa &&
                  f->max_radix == max_radix))
        f = f->next;
    if (f)
        f->users++;
    return f;
}

stet_fft1d *stet_fft1d_acquire(ptrdiff_t n, stet_kind kind, stet_precision precision,
                               const stet_isa *isa, int max_radix)
{
    pthread_mutex_lock(&lock);
    stet_fft1d *f = find(n, kind, precision, isa, max_radix);
    pthread_mutex_unlock(&lock);
    if (f)
        return f;
    stet_fft1d *made = stet_fft1d_create(n, kind, precision, isa, max_radix);
    if (!made)
        return NULL;
    pthread_mutex_lock(&lock);
    f = find(n, kind, precision, isa, max_radix); /* another thread may have been quicker */
    if (!f) {
        made->users = 1;
        made->next = all;
        all = f = made;
    }
    pthread_mutex_unlock(&lock);
    if (f != made)
        stet_fft1d_destroy(made);
    return f;
}

void stet_fft1d_release(stet_fft1d *f)
{
    if (!f)
        return;
    pthread_mutex_lock(&lock);
    const int last = --f->users == 0;
    if (last) {
        stet_fft1d **link = &all;
        while (*link != f)
            link = &(*link)->next;
        *link = f->next;
    }
    pthread_mutex_unlock(&lock);
    if (last)
        stet_fft1d_destroy(f); /* which may release others */
}
