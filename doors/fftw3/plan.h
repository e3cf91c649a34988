/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of FFTW's interface: a stet_plan, and how the caller's arrays reach it. */
#ifndef STET_FFTW3_PLAN_H
#define STET_FFTW3_PLAN_H

#include <stdatomic.h>

#include "problem.h"
#include "stet.h"
#include "transform.h"

typedef struct X(plan_s) plan;
typedef void run_function(const plan *p, const arrays *at);

struct X(plan_s) {
    run_function *run;        /* what an execution calls */
    arrays at;                /* of the planner */
    transform *transform;     /* NULL: nothing is transformed */
    run_function *uncounted;  /* run, if that counts: report.h */
    problem problem;          /* dims are the plan's own */
    stet_options options;     /* of the transform, without dims */
    axis *in_axes, *out_axes; /* stet_fftw_dims() of each */
    stet_r2r_kind *r2r;
    ptrdiff_t in_reals, out_reals;
    ptrdiff_t transforms; /* of one execution */
    /* Through memory of its own: whether the input is packed too, and a buffer that one execution
     * takes and gives back; another one at the same time allocates. */
    int packs_input;
    void *_Atomic *buffer;
    void (*end)(plan *p); /* of a plan of libfftw3_mpi: what destroy_plan() does instead */
};

/* NULL, and why is counted, if there is no plan for it. */
plan *stet_fftw_plan(const problem *q);
/* What libfftw3_mpi needs of this library, whose plans its own are too. */
typedef struct planner_door {
    void (*settle)(stet_options *o, unsigned flags);
    plan *(*refuse)(refusal why);
    void (*count)(plan *p);
    void (*hush)(void);
} planner_door;
extern const planner_door X(stet_planner);
/* An execution on arrays that do not suit the plan: through memory of its own. */
void stet_fftw_run_anyhow(const plan *p, const arrays *at);
/* The one of the two that follow p. */
static inline real *stet_fftw_im(real *p) { return p ? p + 1 : p; }

#endif
