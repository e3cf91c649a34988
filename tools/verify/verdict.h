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
    VERDICT_NOT_DECIDED, /* all that could be decided are */
    VERDICT_ZERO_SIGN,   /* all are, but for the sign of zeros */
    VERDICT_ORDINARY,    /* the errors are those of rounding in looks */
    VERDICT_BUG,         /* a mistake with a name */
    VERDICT_INACCURATE,  /* more than rounding, and not by much */
    VERDICT_UNEXPLAINED
};

#define BAD_ROWS_SHOWN 6

struct verdict {
    enum verdict_kind kind;
    const struct format *format; /* that the numbers are correctly rounded to */
    bool input_rounded;          /* ... for the input rounded to it */
    double relative, expected;   /* relative L2, and what good arithmetic of the format gives */
    struct looks looks;          /* ORDINARY, and BUG: of what the bug leaves */
    bool tiny;                   /* the input is subnormal, or nearly: that may be all */
    bool bad_twiddles;           /* INACCURATE: the sums are right, so it is the twiddles */
    bool as_expected;            /* ORDINARY: looks is no worse than what was asked for */
    struct finding finding;      /* BUG; UNEXPLAINED: the best of what was tried */
    char also[200];              /* other names that explain it as well */
    size_t bad_rows, bad_shown[BAD_ROWS_SHOWN];
    struct right right; /* UNEXPLAINED, INACCURATE, and rows without a name */
    bool has_place;     /* wrong bins: the first */
    size_t row, place;
    /* The error of the worst of them, where the norm of all is that of rounding; or 0. */
    double wrong_ulp;
};

/* Judges p, whose arrays are loaded and of which m is the measure; p->out.data is scaled then.
 * expect: the format that was asked for. */
bool verdict_find(struct verdict *v, struct problem *p, const struct measure *m,
                  const struct format *expect, struct error *e);

/* True if every row's error is that of rounding in the format of the file. */
bool all_rows_ordinary(const struct problem *p, const struct measure *m);

#endif
