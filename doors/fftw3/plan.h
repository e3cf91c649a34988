/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of FFTW's interface: a stet_plan, and the way in which it uses the caller's arrays. */
#ifndef STET_FFTW3_PLAN_H
#define STET_FFTW3_PLAN_H

#include <stdatomic.h>

#include "problem.h"
#include "stet.h"
#include "transform.h"

typedef struct X(plan_s) plan;
typedef void run_function(const plan *p, const arrays *at);

struct X(plan_s) {
    run_function *run;        /* called by an execution */
    arrays at;                /* the planner's arrays */
    transform *transform;     /* NULL: nothing is transformed */
    run_function *uncounted;  /* the real run if `run` counts: report.h */
    problem problem;          /* with dims that the plan owns */
    stet_options options;     /* of the transform, without dims */
    axis *in_axes, *out_axes; /* stet_fftw_dims() axes each */
    stet_r2r_kind *r2r;
    ptrdiff_t in_reals, out_reals;
    ptrdiff_t transforms; /* number of transforms of one execution */
    /* Plans that copy have a buffer, and say whether the input is copied too. One execution takes
     * the buffer and returns it; another one at the same time allocates its own. */
    int packs_input;
    void *_Atomic *buffer;
    void (*end)(plan *p); /* replaces destroy_plan() for plans of libfftw3_mpi */
};

/* Returns NULL if there is no plan for the problem, and counts the reason. */
plan *stet_fftw_plan(const problem *q);
/* The functions that libfftw3_mpi calls in this library; its plans are plans of this library. */
typedef struct planner_door {
    void (*settle)(stet_options *o, unsigned flags);
    plan *(*refuse)(refusal why);
    void (*count)(plan *p);
    void (*hush)(void);
} planner_door;
extern const planner_door X(stet_planner);
/* Executes on arrays that do not fit the plan, through memory of its own. */
void stet_fftw_run_anyhow(const plan *p, const arrays *at);
/* Returns the address of the imaginary part that follows p. */
static inline real *stet_fftw_im(real *p) { return p ? p + 1 : p; }

#endif
