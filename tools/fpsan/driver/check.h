/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan check: what it finds, and how that is told. */
#ifndef FPSAN_DRIVER_CHECK_H
#define FPSAN_DRIVER_CHECK_H

#include "driver.h"

enum verdict { EQUAL, DIFFERENT, UNDECIDED };

/* Places of the programs, each once: "./fft: fft.c:12: a call of sin". */
enum { MOST_PLACES = 16 };
struct places {
    char text[MOST_PLACES][360];
    int count;
};

struct check {
    struct program a, b;
    char **arguments[2]; /* their argv, to be freed */
    struct setting setting;
    int64_t seeds, primes, prime, degree;
    int linear, json;
    double explain; /* seconds */
    /* what was found */
    enum verdict verdict;
    char reason[600], names[2][96];
    uint64_t index, outputs, inputs;
    int64_t seed, unit;
    uint32_t p;
    int algebra, runs;
    double bound_log2;
    struct places native, decisions, remarks;
    /* differences that may come of what is not known, on what they or equal outputs depend, and the
     * functions that were asked for (driver.h, struct doubt) */
    int doubts, failed;
    double distance;    /* of the outputs on ordinary numbers, or negative: not known */
    char natively[160]; /* that in words */
    int small;          /* the difference is one of small integers as inputs */
    unsigned matters;
    uint64_t asked;
};

/* natively.c: distance and natively, within c->explain seconds. */
void look_natively(struct check *c);

/* report.c: return 0 if it cannot be written. The text is the verdict; what is found out after it
 * is said by report_more(). */
void report_text(const struct check *c);
void report_more(const char *sentence);
int report_json(const struct check *c, struct error *e);

#endif
