/* stet_drift: how far a computation that is repeated has drifted, and putting it back.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract, as stet.h is for transforms; what that one says of threads, errors
 * and structs holds here too. The callbacks run in the caller's thread and in the floating-point
 * environment of the caller.
 *
 * A run applies a step to a state, an array of numbers, again and again; every so many steps it
 * compares the state with a reference, and on request it puts the state back to the reference,
 * rounded (periodic rebase).
 *
 * ULP. The error of a number is |state - reference|. Its unit in the last place is that of the
 * state's precision, p bits, beside the reference: 2^(floor(log2 |reference|) - p + 1), and not
 * below the smallest subnormal number; signs do not matter, the numbers beside zero on both sides
 * being two of these apart. Where a reference is far smaller than the others, an error that all
 * share is many of its own units; so errors are also given in units of the state's scale, the ulp
 * of the reference's root mean square. */
#ifndef STET_DRIFT_H
#define STET_DRIFT_H

#include "stet.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a comparison finds. Infinities of the same sign, and a NaN beside a NaN, have no error;
 * other numbers of which one is not finite have an infinite one. */
typedef struct stet_drift_record {
    int64_t step;       /* steps taken */
    double max_ulp;     /* errors in their own units: the largest, */
    double rms_ulp;     /* and the root of the mean of the squares */
    double max_scale;   /* errors in units of the state's scale */
    double rms_scale;   /* */
    double norm;        /* 2-norm of the reference, of its finite numbers */
    int64_t same;       /* numbers that are the reference, rounded to the state's precision */
    int64_t not_finite; /* numbers whose error is infinite */
    int rebased;        /* the state was put back after this comparison */
} stet_drift_record;

/* Compare count numbers of the precision, F32 or F64, with a reference in double. record->step and
 * rebased become 0. count may be 0.
 * Returns STET_OK, STET_E_NULL (a pointer; state and reference may be NULL if count is 0),
 * STET_E_PRECISION, STET_E_LENGTH (count < 0), STET_E_OVERFLOW. */
STET_API stet_status stet_drift_compare(stet_precision precision, ptrdiff_t count,
                                        const void *state, const double *reference,
                                        stet_drift_record *record);

/* Step number `step`, counted from 0, in place. 0: go on; anything else ends the run. */
typedef int stet_drift_step(void *context, int64_t step, void *state);

/* The reference after `step` steps, from 1 on, in double: all of it is written. 0: go on. */
typedef int stet_drift_at(void *context, int64_t step, double *reference);

/* A comparison as it is made; and now and then, at least at every comparison, how many steps are
 * done. 0: go on. */
typedef int stet_drift_visit(void *context, const stet_drift_record *record);
typedef int stet_drift_progress(void *context, int64_t done, int64_t steps);

/* CYCLES. If the state (with that of reference_step) is what it was before, bit for bit, all that
 * follows repeats, if the steps depend on the state alone. Asked for by `cycles`:
 *   IGNORE  nobody looks
 *   STOP    the run ends there: the last state is that of `steps` steps, for which those that are
 *           left over from whole cycles are taken; comparisons that would repeat are not made
 *   VERIFY  the run goes on to its end, and looks once around the cycle whether the state is what
 *           it was
 * A cycle of one state is a fixed point. That is seen at once; longer ones after at most three
 * times as many steps as their beginning and length have together (R. P. Brent, "An improved Monte
 * Carlo factorization algorithm", BIT 20, 1980, section 2). Not with reference_at or rebase, which
 * change what a step does. */
typedef enum stet_drift_cycles {
    STET_DRIFT_IGNORE = 0,
    STET_DRIFT_STOP = 1,
    STET_DRIFT_VERIFY = 2
} stet_drift_cycles;

/* What to run. Fill it with stet_drift_options_init(), then set what has no default. */
typedef struct stet_drift_options {
    size_t size;              /* [sizeof(stet_drift_options)] as of stet_options */
    stet_precision precision; /* [STET_F64] of the state: or STET_F32 */
    ptrdiff_t count;          /* [0] numbers of the state, at least 1; a complex one is two */
    int64_t steps;            /* [0] at least 1 */
    int64_t every;            /* [0] steps between comparisons; 0: at steps 1, 2, 3, ... 10, */
                              /* 20, ... 100, 200, ... and at the last */
    int64_t rebase;           /* [0] every so many steps the state is compared and put back; */
                              /* 0: never */
    stet_drift_step *step;    /* [NULL] */
    void *step_context;       /* [NULL] handed to step, and so on */
    /* The reference: the steps of another function on a state of its own, which begins with the
     * same numbers; or a function that knows it; or, if both are NULL, the state of the beginning:
     * for steps that should change nothing. */
    stet_drift_step *reference_step;    /* [NULL] */
    void *reference_context;            /* [NULL] of either */
    stet_precision reference_precision; /* [STET_F64] of reference_step's state: or STET_F32 */
    stet_drift_at *reference_at;        /* [NULL] */
    stet_drift_visit *visit;            /* [NULL] */
    void *visit_context;                /* [NULL] */
    stet_drift_progress *progress;      /* [NULL] */
    void *progress_context;             /* [NULL] */
    stet_drift_record *records;         /* [NULL] room for `room` of them: the first ones */
    ptrdiff_t room;                     /* [0] */
    stet_drift_cycles cycles;           /* [STET_DRIFT_IGNORE] */
} stet_drift_options;

/* Set every field to its default, as stet_options_init() does. */
STET_API void stet_drift_options_init_size(stet_drift_options *options, size_t size);
static inline void stet_drift_options_init(stet_drift_options *options)
{
    stet_drift_options_init_size(options, sizeof(stet_drift_options));
}

/* What became of it. Set size. */
typedef struct stet_drift_result {
    size_t size;             /* sizeof(stet_drift_result), or what it was in an older header */
    int64_t steps;           /* calls of step; fewer than asked for if a cycle ended the run */
    int64_t comparisons;     /* also those that records has no room for */
    int64_t rebases;         /* */
    int64_t cycle_seen;      /* the step after which a cycle was seen: the state after it is that */
    int64_t cycle_length;    /* after so many steps less; 0: none */
    int64_t cycle_broken;    /* VERIFY: how often the state was not what it was */
    stet_drift_record first; /* the first comparison, */
    stet_drift_record last;  /* the last one, */
    stet_drift_record worst; /* and that with the largest rms_scale */
    int code;                /* what the callback that ended the run returned */
} stet_drift_result;

/* Run. state has count numbers of the precision; it is stepped in place, and is what it is then
 * whatever the status: of STET_E_ABORTED the state as the callback left it. result may be NULL.
 * Memory: up to two more states, and one in double.
 *
 * Returns STET_OK or
 *   STET_E_NULL          options, step or state; records, if room is not 0
 *   STET_E_OPTIONS_SIZE  options->size;  STET_E_STATS_SIZE  result->size
 *   STET_E_PRECISION     precision or reference_precision is neither F32 nor F64
 *   STET_E_LENGTH        count or steps < 1, every, rebase or room < 0
 *   STET_E_REFERENCE     both reference_step and reference_at; cycles with reference_at or rebase;
 *                        cycles is none of the three
 *   STET_E_OVERFLOW, STET_E_MEMORY
 *   STET_E_ABORTED       a callback returned something else than 0: result says what */
STET_API stet_status stet_drift(const stet_drift_options *options, void *state,
                                stet_drift_result *result);

#ifdef __cplusplus
}
#endif

#endif /* STET_DRIFT_H */
