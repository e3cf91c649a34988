/* SPDX-License-Identifier: Apache-2.0 */
/* The fpsan command: what its files share. */
#ifndef FPSAN_DRIVER_DRIVER_H
#define FPSAN_DRIVER_DRIVER_H

#include <stdint.h>

#include "files/error.h"
#include "meaning.h"
#include "record.h"

struct program {
    char *const *argv;
};

struct setting {
    const char *folder;         /* for the record */
    const char *orders;         /* FPSAN_ORDER, or NULL */
    int64_t seed, prime, unit;  /* unit < -1: random inputs */
    double seconds;             /* that a run may take */
    int precise, small, native; /* native: FPSAN_NATIVE, or 0 */
    unsigned classes, variant;  /* FPSAN_OTHER, if there are classes */
};

struct record {
    struct fpsan_record_head head;
    struct fpsan_record_output *outputs;
    uint64_t count;
    struct fpsan_record_tail tail;
    struct fpsan_record_site *sites;
};

/* Run once. Returns 1 with the record, to be freed, or 0 with e set. */
int program_run(const struct program *p, const struct setting *s, struct record *r,
                struct error *e);
void record_free(struct record *r);

/* What a verdict depends on: a and b are run with a setting and variants of it. */
struct doubt {
    const struct program *a, *b;
    const struct setting *setting;
    double seconds;     /* of a variant, at most */
    unsigned matters;   /* classes, of enum fpsan_class */
    uint64_t asked;     /* functions with no more than a tag, bit by bit */
    int one;            /* look at output `index` alone */
    int stands, failed; /* failed: nothing could be found out */
    uint64_t index, payloads[2];
    struct fpsan_record_head head;
};

/* Of a setting where outputs differ: whether the difference of one of them stands whatever is not
 * known, that output and its payloads, and what the others depend on. */
void doubt_difference(struct doubt *d);

/* Of a setting where all outputs are equal: on which orders or bits they depend. */
void doubt_equal(struct doubt *d);

/* Subcommands; argv[0] is the subcommand's name. Exit statuses 0, 1, 2. */
int check_main(int argc, char **argv);
int explain_main(int argc, char **argv);

/* The name of a payload of a run; the field is set up when it is first needed. */
void payload_name(const struct fpsan_record_head *head, const char *orders, uint64_t payload,
                  char *text, unsigned size);
int read_number(const char *option, const char *value, int64_t least, int64_t most,
                int64_t *number);

#endif
