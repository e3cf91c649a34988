/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict on a spectrum. */
#ifndef STET_VERIFY_VERDICT_H
#define STET_VERIFY_VERDICT_H

#include "verify/hypotheses.h"
#include "verify/measure.h"
#include "verify/precision.h"
#include "verify/right.h"

enum verdict_kind {
    VERDICT_CORRECT,     /* every number is the exact value, rounded once */
    VERDICT_NOT_DECIDED, /* all numbers that could be decided are right */
    VERDICT_ZERO_SIGN,   /* all are right, except the sign of zeros */
    VERDICT_ORDINARY,    /* the errors are those of rounding in looks */
    VERDICT_BUG,         /* a mistake that has a name */
    VERDICT_INACCURATE,  /* an error slightly above rounding */
    VERDICT_UNEXPLAINED
};

#define BAD_ROWS_SHOWN 6

struct verdict {
    enum verdict_kind kind;
    const struct format *format; /* the numbers are correctly rounded to it */
    bool input_rounded;          /* the input is rounded to it as well */
    double relative, expected;   /* relative L2 error; usual: expected */
    struct looks looks;          /* ORDINARY; BUG: of the error that the bug leaves */
    bool tiny;                   /* the input is (nearly) subnormal: a possible reason */
    bool bad_twiddles;           /* INACCURATE: only the twiddles are wrong */
    bool as_expected;            /* ORDINARY: looks is as good as expected */
    struct finding finding;      /* BUG; UNEXPLAINED: the best hypothesis */
    char also[200];              /* other names that explain it equally well */
    size_t bad_rows, bad_shown[BAD_ROWS_SHOWN];
    struct right right; /* UNEXPLAINED, INACCURATE; BUG: unnamed rows */
    bool has_place;     /* wrong bins: row and place are the first */
    size_t row, place;
    /* The error of the worst of them if the norm of all errors is that of rounding, or 0. */
    double wrong_ulp;
};

/* Judges p, whose arrays are loaded and whose measure is m. It scales p->out.data. expect is the
 * requested format. */
bool verdict_find(struct verdict *v, struct problem *p, const struct measure *m,
                  const struct format *expect, struct error *e);

/* Reports whether every row's error is that of rounding in the format of the file. */
bool all_rows_ordinary(const struct problem *p, const struct measure *m);

#endif
