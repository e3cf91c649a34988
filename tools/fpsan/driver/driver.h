/* SPDX-License-Identifier: Apache-2.0 */
/* This header declares what the files of the fpsan command share. */
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
    const char *folder;         /* folder of the record */
    const char *orders;         /* FPSAN_ORDER, or NULL */
    int64_t seed, prime, unit;  /* unit < -1: random inputs */
    double seconds;             /* time limit of a run */
    int precise, small, native; /* native: FPSAN_NATIVE, or 0 */
    unsigned classes, variant;  /* FPSAN_OTHER, unless classes is 0 */
};

struct record {
    struct fpsan_record_head head;
    struct fpsan_record_output *outputs;
    uint64_t count;
    struct fpsan_record_tail tail;
    struct fpsan_record_site *sites;
};

/* Runs the program once. Returns 1 with a record for record_free(), or 0 with e set. */
int program_run(const struct program *p, const struct setting *s, struct record *r,
                struct error *e);
void record_free(struct record *r);

/* Describes what a verdict depends on. Programs a and b run with a setting and with variants of
 * it. */
struct doubt {
    const struct program *a, *b;
    const struct setting *setting;
    double seconds;     /* time limit of a variant */
    unsigned matters;   /* bits of enum fpsan_class */
    uint64_t asked;     /* bits of functions that have only a tag */
    int one;            /* check only output `index` */
    int stands, failed; /* failed: nothing was found out */
    uint64_t index, payloads[2];
    struct fpsan_record_head head;
};

/* Use it for a setting with different outputs. Stores whether the difference of one output holds
 * for every meaning, that output and its payloads, and the classes on which the others depend. */
void doubt_difference(struct doubt *d);

/* Use it for a setting with equal outputs. Stores the orders or bits on which they depend. */
void doubt_equal(struct doubt *d);

/* These run a subcommand, whose name is argv[0], and return the exit status 0, 1 or 2. */
int check_main(int argc, char **argv);
int explain_main(int argc, char **argv);

/* Stores the name of a payload of a run. The first call sets the field up. */
void payload_name(const struct fpsan_record_head *head, const char *orders, uint64_t payload,
                  char *text, unsigned size);
int read_number(const char *option, const char *value, int64_t least, int64_t most,
                int64_t *number);

#endif
