/* SPDX-License-Identifier: Apache-2.0 */
/* The inside of tuning.h: entries and tables, and which of them is in force. */
#ifndef STET_LINES_TUNED_H
#define STET_LINES_TUNED_H

#include "lines/fft1d.h"
#include "lines/tuning.h"

/* Where the schedule of a transform comes from, the strongest last. */
typedef enum stet_choice {
    STET_BY_RULE,
    STET_SHIPPED,
    STET_MEASURED,
    STET_ENVIRONMENT,
    STET_LOADED
} stet_choice;

extern const char *const stet_choice_names[];

/* A schedule, and where it was measured how long one line alone takes. gain: how many times longer
 * the rule's own schedule took, alone, one of many or strided, in thousandths; 0: this is it. */
typedef struct stet_tuned {
    ptrdiff_t n;
    stet_kind kind;
    stet_precision precision;
    const char *schedule;
    int64_t tenths_of_ns;
    int gain;
} stet_tuned;

/* A block of its own with all it points to; never changes. */
typedef struct stet_tuning {
    const char *origin, *isa, *cpu;
    int count;
    stet_tuned *entry;
} stet_tuning;

/* The strict reader, and its opposite: tuning_text.c. NULL: why has the reason. */
stet_tuning *stet_tuning_parse(const char *origin, const char *text, size_t size,
                               const stet_isa *isa, stet_status *status, stet_text *why);
void stet_tuning_print_head(stet_text *to, const char *isa, const char *cpu);
void stet_tuning_print(stet_text *to, const stet_tuned *e, int is_first);
void stet_tuning_print_end(stet_text *to);
const char *stet_kind_name(stet_kind kind);
const char *stet_precision_name(stet_precision precision);

enum { STET_TUNED_TEXT = 600 }; /* more than the text of any schedule that is of use */

/* The default choice, if it is not the rule's; the list may end before what is inside.
 * STET_BY_RULE: *list is empty. */
stet_choice stet_tuned_find(ptrdiff_t n, stet_kind kind, stet_precision precision,
                            const stet_isa *isa, stet_schedule list[STET_SCHEDULES]);

/* Changes with everything that can change a default choice; it never is 0. */
unsigned stet_tuning_generation(void);

/* Whether one was loaded or measured, STET_TUNING included. */
int stet_tuned_has_own(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa);

/* One that was measured; 0 if memory is short. If there is one, it stays. */
int stet_tuned_add(const stet_isa *isa, const stet_tuned *entry);

/* Those shipped for this CPU and instruction set, by name: shipped.c */
typedef struct stet_shipped {
    const char *name, *family, *isa;
    int count;
    const stet_tuned *entry;
} stet_shipped;

const stet_shipped *stet_shipped_for(const stet_isa *isa);
const stet_shipped *stet_shipped_at(int index); /* all, ended by NULL */

#endif
