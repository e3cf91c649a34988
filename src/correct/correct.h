/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of level `correct`: what the files of this room share. engine.h is its outside. */
#ifndef STET_CORRECT_CORRECT_H
#define STET_CORRECT_CORRECT_H

#include "arith/dd.h"
#include "base/clock.h"
#include "base/executor.h"
#include "graph/bound.h"
#include "correct/dd_axes.h"
#include "correct/decide.h"
#include "correct/dft.h"
#include "correct/direct_axes.h"
#include "correct/direct_sum.h"
#include "correct/fused.h"
#include "correct/kernels.h"
#include "arith/integers.h"
#include "correct/limb_fft.h"
#include "correct/number.h"
#include "correct/orbits.h"
#include "native/native.h"

/* Pieces of the workspace of a part: where they begin. */
typedef struct stet_correct_pieces {
    size_t x, y, squares, bound, known, list; /* of a block */
    size_t out;              /* its outputs, if they do not go to the caller's array at once */
    size_t full_x, full_out; /* of a transform whose spectrum is half in those */
    size_t undecided, wanted, work, sums, bounds, fold;
    size_t size;
} stet_correct_pieces;

struct stet_correct {
    stet_kind kind;
    stet_precision precision;
    stet_direction direction;
    stet_norm norm;
    stet_correct_policy policy;
    const stet_correct_kernels *kernels;
    const stet_correct_narrow *narrow; /* of them, those of the precision; NULL for double */
    int rank, batch_rank;
    stet_dim *dims, *batch; /* rank and batch_rank of them: copies */
    ptrdiff_t *lengths;     /* of the dimensions */
    ptrdiff_t n;            /* their product */
    ptrdiff_t turns;        /* transforms */
    stet_executor executor;
    int parts; /* of the turns, that run at once */

    /* The native transform in double, contiguous; NULL if the bound says nothing about it. */
    void *transform; /* of stet_native_engine; */
    int is_lone;     /* in one dimension, it is a set of lines of the calling thread, */
    stet_lone lone;
    const void *native; /* the same where stage double runs it: of narrow formats; else NULL */
    int is_smooth;      /* of lengths without primes above 13 */
    int half;           /* it is real on one side: n reals and n/2 + 1 complex numbers */
    ptrdiff_t points;   /* numbers of y, complex, of one transform; of C2R n/2 pairs of reals */
    ptrdiff_t block;    /* transforms that go through stage double together */
    stet_bound bound;
    ptrdiff_t period; /* see kernels.h */

    stet_fused_kernel *fused;      /* of the native transform; or NULL */
    ptrdiff_t capacity;            /* undecided numbers of a line that it lists */
    double unit;                   /* of fused.h */
    stet_limb_tables *limbs;       /* of the last level, in one dimension */
    stet_dd_fft **dd;              /* of each dimension */
    double dd_error;               /* |error of an output| <= this |x|_2 */
    stet_direct_sum *direct;       /* of narrow formats in one dimension; or NULL */
    stet_direct_axes *direct_axes; /* in several; or NULL */
    ptrdiff_t most_direct;         /* numbers that they decide; 0 without them */
    stet_dd scale;                 /* of the norm */
    int scale_is_exact;            /* it is scale.hi, a power of two */
    struct stet_norm_scale norm_scale;
    double root;               /* sqrt(f) of that, rounded */
    struct stet_orbits orbits; /* of all n outputs */
    double slice_unit; /* of slices.h: sqrt(f) times an output of transform is off by this |x|_2 */

    int is_plain;      /* every line of the input lies as the native transform reads it, */
    ptrdiff_t in_step; /* so many numbers after the one before */
    int is_direct;     /* the outputs lie in the caller's array as in y */
    int is_together;   /* so do short lines of a block, one after the other, and their inputs */
    stet_correct_pieces pieces;
    size_t work_size; /* of the piece work: that of a transform, and the slices of its input */
    size_t slot;      /* bytes of workspace of a part */
    const uint8_t *requested; /* of n outputs, the parts that the caller looks at; NULL: all */
    void *arrays;             /* dims, batch, lengths, dd live here */
};

/* Numbers that the native transform reads of a line. */
static inline ptrdiff_t stet_correct_inputs(const struct stet_correct *c)
{
    return !c->half ? 2 * c->n : c->kind == STET_R2C ? c->n : c->n + 2;
}

/* At the beginning of the workspace of a part, cleared when it begins. */
typedef struct stet_correct_outcome {
    stet_correct_stats stats;
    stet_status status;
    int in_sweeps; /* one class left more than the capacity, so the next block takes sweeps */
} stet_correct_outcome;

/* The forms that an input may have: STET_REALS, STET_PAIRS and STET_FLOAT_PAIRS of kernels.h, which
 * are n numbers, and the n/2 + 1 complex doubles of half a spectrum. A set of them has bits
 * STET_FORM(). */
enum { STET_HALF_SPECTRUM = STET_FLOAT_PAIRS + 1 };
#define STET_FORM(form) (1u << (form))

/* A guess about the numbers that are left, which chooses the order of the stages (stages.c). It
 * matters for the time alone. */
enum { STET_MOSTLY_IRRATIONAL = 1, STET_MOSTLY_RATIONAL = 2, STET_ANY_GUESS = 3 };

/* One transform on its way: pieces of the workspace, and what is not decided. Numbers are counted
 * as in an interleaved complex array of the n outputs: 2 k the real, 2 k + 1 the imaginary part. */
typedef struct stet_correct_job {
    const struct stet_correct *c;
    const void *input; /* in the form */
    int form;          /* STET_REALS, ... */
    double *x;    /* n complex doubles, for the input as STET_PAIRS; where these are, input is x */
    double *line; /* the input as the native transform reads it; may be x */
    int has_spectrum; /* y is its whole native transform, without the norm's factor */
    double *y;        /* n more: what stage double has for the outputs, times 1/y_scale */
    double y_scale;
    void *out;            /* numbers of the precision: number k in the place k/step */
    ptrdiff_t step;       /* 2: of complex outputs, the real parts alone */
    ptrdiff_t *undecided; /* their indices, at most 2 n, and space for 8 more, ascending */
    ptrdiff_t count;      /* of them */
    const double *bounds; /* of all classes, still to be tried on what is irrational; or NULL */
    double squares;       /* the square of the input's 2-norm, to 2^-30; of doubles 0 */
    void *work;           /* of double-double */
    uint8_t *wanted;      /* n bytes: the parts left of each output */
    stet_correct_stats *stats;
    int timed;
    int is_real; /* it is known that all imaginary parts are zero */
    int guess;   /* STET_MOSTLY_IRRATIONAL or STET_MOSTLY_RATIONAL */
} stet_correct_job;

/* Between the caller's strides and contiguous complex arrays: gather.c. gather() completes a half
 * spectrum and returns 0 if a number is not finite. *squares becomes the sum of the squares of the
 * inputs, or more, if they are narrow. If c->half, x becomes what the native transform reads, and
 * expand() makes n complex numbers of that. */
int stet_correct_gather(const struct stet_correct *c, const void *in, double *x, double *squares);
/* If c->half, clears what C2R does not read of a line and takes it out of *squares. Returns whether
 * the rest is finite. */
int stet_correct_clear_ignored(const struct stet_correct *c, double *x, double *squares);
void stet_correct_expand(const struct stet_correct *c, const double *half, double *x);
void stet_correct_scatter(const struct stet_correct *c, const void *from, void *out);
/* Stages after the first know all n outputs as complex numbers. R2C has half of these, C2R the real
 * parts: spread() puts them where they are among all, take_back() brings them back. */
void stet_correct_spread(const struct stet_correct *c, const void *half, void *all);
void stet_correct_take_back(const struct stet_correct *c, void *half, const void *all);
void stet_correct_fill_nan(const struct stet_correct *c, void *numbers);
/* Whether the outputs lie in the caller's array as in y. */
int stet_correct_is_direct(const struct stet_correct *c);

/* What is known of a line: its imaginary parts are zero; if is_fused, it is in x. */
enum { STET_KNOWN_REAL = 1, STET_KNOWN_IN_X = 2 };

/* Stage double on the spectra y of a block of `lines` transforms: stage_double.c. squares[l] is the
 * square of the 2-norm of the input of each, infinite or NaN if a number is. What is not decided
 * goes to the list, ascending, counted through all of the block. */
typedef struct stet_correct_block {
    const struct stet_correct *c;
    ptrdiff_t lines;
    double *x, *y, *squares;
    double y_scale;      /* the outputs are y y_scale: 1 if the norm's factor is in y */
    int is_fused;        /* y has undecided numbers alone, x nothing yet: */
    const float *floats; /* lines of these are the input, so many numbers apart */
    ptrdiff_t floats_step;
    uint8_t *known; /* of each line, a set: */
    double total;   /* of all lines together, which are certified with one bound; or 0 */
    double *bound;  /* of each line; `lines` of them */
    void *out;      /* in the narrow format */
    ptrdiff_t step; /* from line to line of out, in numbers */
    ptrdiff_t *list, count;
    ptrdiff_t listed;     /* what one class for all has left, or more */
    const double *bounds; /* of all classes, if the list was not looked at with them; or NULL */
    char *work;           /* where c->pieces begin */
    stet_correct_stats *stats;
} stet_correct_block;

void stet_correct_stage_double(stet_correct_block *block);

/* The bound of an output times the norm's factor, if there is one class, for inputs whose energy is
 * 1. */
double stet_correct_unit(const struct stet_correct *c);

/* The input of a line as doubles, which the native transform reads. */
double *stet_correct_line(const stet_correct_block *block, ptrdiff_t line);
/* Whether stages after the first read it there, as it is: complex floats. */
static inline int stet_correct_reads_floats(const stet_correct_block *b)
{
    return b->is_fused && b->c->kind == STET_C2C;
}

/* The native transforms and stage double in one go (fused.h), of block->floats. Returns 0 if the
 * block has to be done by stet_correct_stage_double() after all; then the outputs mean nothing. */
int stet_correct_stage_double_fused(stet_correct_block *block);

/* Transforms longer than the first are always looked at again with all classes; shorter ones, from
 * the second length on, where a few numbers are left undecided. */
enum { STET_MOST_SHORT = 1024, STET_LEAST_REFINED = 128 };

/* Whether number `number` of a line is one that stet_correct_block_quarters() looks for. */
int stet_correct_is_easy(const struct stet_correct *c, ptrdiff_t number);

/* Whether the imaginary parts of n complex numbers are zero. */
int stet_correct_is_real(const double *x, ptrdiff_t n);

/* Quarters and zeros that stage double has left, of a block and of one transform: quarters.c. */
void stet_correct_block_quarters(stet_correct_block *block);
void stet_correct_job_quarters(stet_correct_job *job);

/* Whether the caller gets a number: not the imaginary parts of C2R, nor the second half of the
 * spectrum of a real input, nor what stet_correct_request() leaves out. */
int stet_correct_is_requested(const struct stet_correct *c, ptrdiff_t number);

static inline void stet_correct_put(const stet_correct_job *job, ptrdiff_t number, uint64_t bits)
{
    stet_number_put(job->c->precision, job->out, number / job->step, bits);
}

/* Few numbers are left: only these are written, not what has the same value. */
static inline int stet_correct_is_sparse(const stet_correct_job *job)
{
    enum { SPARSE = 64 };
    return job->count <= job->c->n / SPARSE;
}

/* The stages after the first: stages.c. STET_OK or STET_E_MEMORY. */
stet_status stet_correct_resolve(stet_correct_job *job);

/* These decide parts that wanted[k] names, a set for each output: those that they decide are
 * written and taken out of it. STET_OK or STET_E_MEMORY. What they need is in the table of
 * stages.c.
 *
 * stage_pairs.c: direct sums for a few numbers, transforms on a grid, transforms in double-double,
 * for which the job's work has stet_correct_pairs_work() bytes. */
stet_status stet_correct_stage_sums(stet_correct_job *job, uint8_t *wanted);
stet_status stet_correct_stage_grid(stet_correct_job *job, uint8_t *wanted);
stet_status stet_correct_stage_pairs(stet_correct_job *job, uint8_t *wanted);
size_t stet_correct_pairs_work(const struct stet_correct *c);
/* stage_rational.c: rational numbers, and near ties. */
stet_status stet_correct_stage_rational(stet_correct_job *job, uint8_t *wanted);

/* What the norm makes of an output that is within *error of v, for stet_decide(). The factor of the
 * norm is off by less than 16 u^2, the product by 4 u^2. */
static inline stet_dd stet_correct_scaled(const struct stet_correct *c, stet_dd v, double *error)
{
    *error *= c->scale.hi;
    if (c->scale_is_exact)
        return (stet_dd){v.hi * c->scale.hi, v.lo * c->scale.hi};
    v = stet_dd_mul(v, c->scale);
    *error += 0x1p-100 * (v.hi < 0 ? -v.hi : v.hi) + 0x1p-50 * *error;
    return v;
}

/* Factors whose product brings numbers of that size to at most 1, in steps of 2^64, and the
 * inverse ones. Each is a normal number. */
void stet_correct_choose_powers(double most, double *down, double *up);

/* The transform of c on `lines` lines, by the shortest way to the kernel that there is:
 * blocks.c. */
stet_status stet_correct_run_native(const struct stet_correct *c, const double *x, double *y,
                                    ptrdiff_t lines, char *work);

/* Bytes of work of direct sums in several dimensions, for so many numbers. */
size_t stet_correct_axes_work(const struct stet_correct *c, ptrdiff_t count);

/* Seconds, if somebody wants to know. */
static inline double stet_correct_now(const stet_correct_job *job)
{
    return job->timed ? 1e-9 * (double)stet_clock() : 0;
}

/* The create() of the engine, for another factor than that of the norm; NULL: that. */
stet_status stet_correct_create_scaled(void **state, const stet_options *o,
                                       const struct stet_norm_scale *scale);

/* Of all n outputs of a plan, R2C's too, only the parts are decided that requested[k] names, a set
 * for each; other numbers of the output mean nothing. The array requested belongs to the caller and
 * has to outlive the plan, which is of one transform without a batch. Not for C2R. */
void stet_correct_request(void *state, const uint8_t *requested);

/* Adds all that is counted but the numbers requested: blocks.c. */
void stet_correct_add_stats(stet_correct_stats *to, const stet_correct_stats *s);

/* The run() of the engine: blocks.c. */
stet_status stet_correct_run(const void *state, const void *in, void *out, char *work,
                             stet_correct_stats *stats);

/* Its workspace. */
size_t stet_correct_workspace(const void *state);

#endif
