/* SPDX-License-Identifier: Apache-2.0 */
/* The inside of tuning.h: entries and tables, and which of them is in force. */
#ifndef STET_LINES_TUNED_H
#define STET_LINES_TUNED_H

#include "lines/fft1d.h"
#include "lines/tuning.h"

/* The sources of a transform's schedule; a later one takes precedence over an earlier one. */
typedef enum stet_choice {
    STET_BY_RULE,
    STET_SHIPPED,
    STET_MEASURED,
    STET_ENVIRONMENT,
    STET_LOADED
} stet_choice;

extern const char *const stet_choice_names[];

/* A schedule and its measured time for one line alone. gain: how many times longer the rule's own
 * schedule took, in thousandths: the largest ratio of one line alone, of one of many and of strided
 * lines; 0: this is the rule's schedule. */
typedef struct stet_tuned {
    ptrdiff_t n;
    stet_kind kind;
    stet_precision precision;
    const char *schedule;
    int64_t tenths_of_ns;
    int gain;
} stet_tuned;

/* A table is one block of memory with all it points to; it never changes. */
typedef struct stet_tuning {
    const char *origin, *isa, *cpu;
    int count;
    stet_tuned *entry;
} stet_tuning;

/* Declares the strict reader and the writer: tuning_text.c. The reader returns NULL on an error;
 * `why` then has the reason. */
stet_tuning *stet_tuning_parse(const char *origin, const char *text, size_t size,
                               const stet_isa *isa, stet_status *status, stet_text *why);
void stet_tuning_print_head(stet_text *to, const char *isa, const char *cpu);
void stet_tuning_print(stet_text *to, const stet_tuned *e, int is_first);
void stet_tuning_print_end(stet_text *to);
const char *stet_kind_name(stet_kind kind);
const char *stet_precision_name(stet_precision precision);

enum { STET_TUNED_TEXT = 600 }; /* exceeds the text of any useful schedule */

/* Finds the default choice if it is not the rule's; the list may leave out transforms inside.
 * STET_BY_RULE: *list is empty. */
stet_choice stet_tuned_find(ptrdiff_t n, stet_kind kind, stet_precision precision,
                            const stet_isa *isa, stet_schedule list[STET_SCHEDULES]);

/* Returns a number that changes whenever a default choice can change; it is never 0. */
unsigned stet_tuning_generation(void);

/* Reports whether an entry was loaded or measured, STET_TUNING included. */
int stet_tuned_has_own(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa);

/* Adds a measured entry, if there is none for the transform. Returns 0 if memory is short. */
int stet_tuned_add(const stet_isa *isa, const stet_tuned *entry);

/* The tables shipped for this CPU and instruction set, which their names say: shipped.c */
typedef struct stet_shipped {
    const char *name, *family, *isa;
    int count;
    const stet_tuned *entry;
} stet_shipped;

const stet_shipped *stet_shipped_for(const stet_isa *isa);
const stet_shipped *stet_shipped_at(int index); /* all of them, ended by NULL */

#endif
