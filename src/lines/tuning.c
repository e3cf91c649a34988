/* SPDX-License-Identifier: Apache-2.0 */
/* Decides which tuning tables are in force. */
#include "lines/tuning.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/file.h"
#include "base/isa.h"
#include "lines/dispatch.h"
#include "lines/lock.h"
#include "lines/schedule.h"
#include "lines/tuned.h"

const char *const stet_choice_names[] = {"rule", "shipped", "measured", "STET_TUNING", "loaded"};

/* A measured entry; its text follows in memory. */
typedef struct measured {
    const stet_isa *isa;
    stet_tuned entry;
    struct measured *next; /* in the order of kinds, precisions and lengths */
} measured;

enum { REFUSED = 400, LARGEST_FILE = 4 << 20 };

/* The lock guards these variables. */
static stet_tuning *loaded, *environment;
static measured *all;
static unsigned generation = 1;
static char refused[REFUSED]; /* why STET_TUNING was refused */

/* Skips 0 on wrap-around: 0 means "never out of date". */
static void change(void) { generation += generation == ~0u ? 2 : 1; }

/* --------------------------------------------------------------- finding -- */

static int is_of(const stet_tuned *e, ptrdiff_t n, stet_kind kind, stet_precision precision)
{
    return e->n == n && e->kind == kind && e->precision == precision;
}

static const stet_tuned *find(const stet_tuned *entry, int count, ptrdiff_t n, stet_kind kind,
                              stet_precision precision)
{
    for (int i = 0; i < count; i++)
        if (is_of(&entry[i], n, kind, precision))
            return &entry[i];
    return NULL;
}

static const stet_tuned *find_in(const stet_tuning *t, ptrdiff_t n, stet_kind kind,
                                 stet_precision precision, const stet_isa *isa)
{
    return t && strcmp(t->isa, isa->name) == 0 ? find(t->entry, t->count, n, kind, precision)
                                               : NULL;
}

static const stet_tuned *find_measured(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                       const stet_isa *isa)
{
    for (const measured *m = all; m; m = m->next)
        if (m->isa == isa && is_of(&m->entry, n, kind, precision))
            return &m->entry;
    return NULL;
}

/* Finds an entry that was loaded or measured. The caller holds the lock. */
static const stet_tuned *find_own(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                  const stet_isa *isa, stet_choice *choice)
{
    const stet_tuned *e;
    if ((e = find_in(loaded, n, kind, precision, isa)))
        *choice = STET_LOADED;
    else if ((e = find_in(environment, n, kind, precision, isa)))
        *choice = STET_ENVIRONMENT;
    else if ((e = find_measured(n, kind, precision, isa)))
        *choice = STET_MEASURED;
    return e;
}

/* Reports whether this build has the kernels of a schedule: the shipped ones were measured with all
 * kernels. */
static int is_there(const stet_schedule *s, const stet_isa *isa, stet_precision precision)
{
    const stet_fft_kernels *kernels = stet_kernels_of_lanes(isa, precision, s->lanes);
    if (!kernels)
        return 0;
    return s->method == &stet_method_codelet ? kernels->codelet != NULL
                                             : kernels->run[s->method->number] != NULL;
}

static const stet_tuned *find_shipped(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                      const stet_isa *isa)
{
    const stet_shipped *shipped = stet_shipped_for(isa);
    return shipped ? find(shipped->entry, shipped->count, n, kind, precision) : NULL;
}

static void read_environment(void);

stet_choice stet_tuned_find(ptrdiff_t n, stet_kind kind, stet_precision precision,
                            const stet_isa *isa, stet_schedule list[STET_SCHEDULES])
{
    char text[STET_TUNED_TEXT] = "";
    stet_choice choice = STET_SHIPPED;
    const char *at;
    read_environment();
    stet_fft_lock();
    const stet_tuned *e = find_own(n, kind, precision, isa, &choice);
    if (e)
        memcpy(text, e->schedule, strlen(e->schedule) + 1);
    stet_fft_unlock();
    const char *schedule = text;
    if (!e) {
        e = find_shipped(n, kind, precision, isa);
        schedule = e ? e->schedule : "";
    }
    if (e && !stet_schedule_parse(schedule, list, &at) && is_there(list, isa, precision))
        return choice;
    memset(list, 0, STET_SCHEDULES * sizeof *list);
    return STET_BY_RULE;
}

int stet_tuned_has_own(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa)
{
    stet_choice choice;
    read_environment();
    stet_fft_lock();
    const int has = find_own(n, kind, precision, isa, &choice) != NULL;
    stet_fft_unlock();
    return has;
}

unsigned stet_tuning_generation(void)
{
    read_environment();
    stet_fft_lock();
    const unsigned now = generation;
    stet_fft_unlock();
    return now;
}

const stet_shipped *stet_shipped_for(const stet_isa *isa)
{
    static const char *const names[] = {"other", "zen4", "zen5", "intel"};
    const char *family = names[stet_cpu_family_of()];
    const stet_shipped *s, *found = NULL;
    for (int i = 0; (s = stet_shipped_at(i)); i++) {
        const int own = strcmp(s->family, family) == 0;
        if (strcmp(s->isa, isa->name) == 0 && (own || (!found && strcmp(s->family, "any") == 0)))
            found = s;
    }
    return found;
}

/* -------------------------------------------------------------- changing -- */

static void replace(stet_tuning **place, stet_tuning *t)
{
    stet_fft_lock();
    stet_tuning *old = *place;
    *place = t;
    change();
    stet_fft_unlock();
    stet_free(old);
}

stet_status stet_tuning_take(const char *origin, const char *text, size_t size, stet_text *why)
{
    stet_status status;
    stet_tuning *t = stet_tuning_parse(origin, text, size, stet_isa_in_use(), &status, why);
    if (t)
        replace(&loaded, t);
    return status;
}

static stet_tuning *read_file(const char *path, stet_status *status, stet_text *why)
{
    size_t size;
    const char *wrong;
    char *text;
    stet_tuning *t = NULL;
    *status = stet_file_read(path, LARGEST_FILE, &text, &size, &wrong);
    if (text)
        t = stet_tuning_parse(path, text, size, stet_isa_in_use(), status, why);
    else
        stet_put(why, "%s: %s", path, wrong);
    stet_free(text);
    return t;
}

stet_status stet_tuning_take_file(const char *path, stet_text *why)
{
    stet_status status;
    stet_tuning *t = read_file(path, &status, why);
    if (t)
        replace(&loaded, t);
    return status;
}

static void read_environment_now(void)
{
    const char *path = getenv("STET_TUNING");
    if (!path || !*path)
        return;
    char text[REFUSED] = "";
    stet_text why = {text, sizeof text, 0};
    stet_status status;
    stet_tuning *t = read_file(path, &status, &why);
    stet_fft_lock();
    environment = t;
    memcpy(refused, text, sizeof refused);
    change();
    stet_fft_unlock();
}

static void read_environment(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_environment_now);
}

/* Reports whether m comes before the entry. */
static int is_before(const measured *m, const stet_isa *isa, const stet_tuned *e)
{
    if (m->isa != isa)
        return m->isa < isa;
    if (m->entry.kind != e->kind)
        return m->entry.kind < e->kind;
    if (m->entry.precision != e->precision)
        return m->entry.precision < e->precision;
    return m->entry.n < e->n;
}

int stet_tuned_add(const stet_isa *isa, const stet_tuned *entry)
{
    const size_t size = strlen(entry->schedule) + 1;
    measured *m = (measured *)stet_alloc(sizeof *m + size);
    if (!m)
        return 0;
    *m = (measured){.isa = isa, .entry = *entry};
    m->entry.schedule = (const char *)memcpy(m + 1, entry->schedule, size);
    stet_fft_lock();
    measured **link = &all;
    while (*link && is_before(*link, isa, entry))
        link = &(*link)->next;
    const int is_there = find_measured(entry->n, entry->kind, entry->precision, isa) != NULL;
    if (!is_there) {
        m->next = *link;
        *link = m;
        change();
    }
    stet_fft_unlock();
    if (is_there) /* another thread was quicker */
        stet_free(m);
    return 1;
}

void stet_tuning_forget(void)
{
    read_environment();
    stet_fft_lock();
    measured *old = all;
    all = NULL;
    refused[0] = 0;
    stet_fft_unlock();
    replace(&loaded, NULL);
    replace(&environment, NULL);
    while (old) {
        measured *next = old->next;
        stet_free(old);
        old = next;
    }
}

/* --------------------------------------------------------------- telling -- */

/* Writes all schedules in force that are not shipped, each transform once. */
void stet_tuning_put(stet_text *to)
{
    char cpu[64];
    const stet_isa *isa = stet_isa_in_use();
    int count = 0;
    stet_cpu_name(cpu, sizeof cpu);
    read_environment();
    stet_tuning_print_head(to, isa->name, cpu);
    stet_fft_lock();
    const stet_tuning *tables[] = {loaded, environment};
    for (int i = 0; i < 2; i++)
        for (int k = 0; tables[i] && strcmp(tables[i]->isa, isa->name) == 0 && k < tables[i]->count;
             k++) {
            const stet_tuned *e = &tables[i]->entry[k];
            stet_choice choice;
            if (find_own(e->n, e->kind, e->precision, isa, &choice) == e)
                stet_tuning_print(to, e, count++ == 0);
        }
    for (const measured *m = all; m; m = m->next) {
        stet_choice choice;
        const stet_tuned *e = &m->entry;
        if (m->isa == isa && find_own(e->n, e->kind, e->precision, isa, &choice) == e)
            stet_tuning_print(to, e, count++ == 0);
    }
    stet_fft_unlock();
    stet_tuning_print_end(to);
}

void stet_tuning_put_refusal(stet_text *to)
{
    read_environment();
    stet_fft_lock();
    stet_put(to, "%s", refused);
    stet_fft_unlock();
}

static void put_table(stet_text *to, const char *key, const stet_tuning *t)
{
    if (t)
        stet_put(to, "%s: %s, %d entries of %s, measured on %s\n", key, t->origin, t->count, t->isa,
                 t->cpu);
    else
        stet_put(to, "%s: nothing\n", key);
}

void stet_tuning_put_state(stet_text *to)
{
    const stet_shipped *shipped = stet_shipped_for(stet_isa_in_use());
    int count = 0;
    read_environment();
    stet_fft_lock();
    for (const measured *m = all; m; m = m->next)
        count++;
    put_table(to, "loaded", loaded);
    if (refused[0])
        stet_put(to, "STET_TUNING: %s\n", refused);
    else
        put_table(to, "STET_TUNING", environment);
    stet_put(to, "measured: %d entries\n", count);
    stet_fft_unlock();
    if (shipped)
        stet_put(to, "shipped: %s, %d entries\n", shipped->name, shipped->count);
    else
        stet_put(to, "shipped: nothing for this CPU and these instructions\n");
}
