/* SPDX-License-Identifier: Apache-2.0 */
/* This header has the findings of fpsan check and the functions that report them. */
#ifndef FPSAN_DRIVER_CHECK_H
#define FPSAN_DRIVER_CHECK_H

#include "driver.h"

enum verdict { EQUAL, DIFFERENT, UNDECIDED };

/* Lists places of the programs, each once: "./fft: fft.c:12: a call of sin". */
enum { MOST_PLACES = 16 };
struct places {
    char text[MOST_PLACES][360];
    int count;
};

struct check {
    struct program a, b;
    char **arguments[2]; /* the argv of both, owned */
    struct setting setting;
    int64_t seeds, primes, prime, degree;
    int linear, json;
    double explain; /* seconds */
    /* The findings follow. */
    enum verdict verdict;
    char reason[600], names[2][96];
    uint64_t index, outputs, inputs;
    int64_t seed, unit;
    uint32_t p;
    int algebra, runs;
    double bound_log2;
    struct places native, decisions, remarks;
    /* doubts counts differences that may come from something the algebra does not know. matters and
     * asked have the classes and functions on which those differences, or equal outputs, depend
     * (driver.h, struct doubt). */
    int doubts, failed;
    double distance;    /* on ordinary numbers; < 0: unknown */
    char natively[160]; /* the distance in words */
    int small;          /* small integers as inputs show the difference */
    unsigned matters;
    uint64_t asked;
};

/* natively.c: fills distance and natively, within c->explain seconds. */
void look_natively(struct check *c);

/* report.c: these return 0 if writing fails. report_text() prints the verdict, report_more() a
 * later finding. */
void report_text(const struct check *c);
void report_more(const char *sentence);
int report_json(const struct check *c, struct error *e);

#endif
