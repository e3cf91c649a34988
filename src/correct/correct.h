/* SPDX-License-Identifier: Apache-2.0 */
/* Declares a plan of level `correct` and the types and functions that the files of this room share.
 * engine.h is the room's interface. */
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

/* Offsets of the pieces of a part's workspace. */
typedef struct stet_correct_pieces {
    size_t x, y, squares, bound, known, list; /* of a block */
    size_t out;              /* its outputs, unless they go to the caller's array directly */
    size_t full_x, full_out; /* whole spectrum of a transform whose stored one is half */
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
    const stet_correct_narrow *narrow; /* of the narrow format; NULL for double */
    int rank, batch_rank;
    stet_dim *dims, *batch; /* copies of rank and batch_rank dimensions */
    ptrdiff_t *lengths;     /* lengths of the dimensions */
    ptrdiff_t n;            /* product of the lengths */
    ptrdiff_t turns;        /* number of transforms */
    stet_executor executor;
    int parts; /* parts of the loop that run at once */

    /* Runs the native transform in double, contiguous; NULL if its error has no bound. */
    void *transform; /* a state of stet_native_engine */
    int is_lone;     /* one-dimensional; the caller runs lone */
    stet_lone lone;
    const void *native; /* its lines if stage double runs it (narrow formats); else NULL */
    int is_smooth;      /* no length has a prime factor above 13 */
    int half;           /* one side is real: n reals and n/2 + 1 complex numbers */
    ptrdiff_t points;   /* complex numbers of y in one transform; C2R: n/2 pairs of reals */
    ptrdiff_t block;    /* transforms that stage double does together */
    stet_bound bound;
    ptrdiff_t period; /* see kernels.h */

    stet_fused_kernel *fused;      /* fused native transform; or NULL */
    ptrdiff_t capacity;            /* largest number of undecided numbers that a line lists */
    double unit;                   /* unit of fused.h */
    stet_limb_tables *limbs;       /* tables of the last stage, one-dimensional only */
    stet_dd_fft **dd;              /* one transform for each dimension */
    double dd_error;               /* |error of an output| <= this |x|_2 */
    stet_direct_sum *direct;       /* narrow formats, one-dimensional; or NULL */
    stet_direct_axes *direct_axes; /* narrow, several dimensions; or NULL */
    ptrdiff_t most_direct;         /* most numbers that the two decide; 0 without them */
    stet_dd scale;                 /* factor of the norm */
    int scale_is_exact;            /* scale is scale.hi, a power of two */
    struct stet_norm_scale norm_scale;
    double root;               /* sqrt(f) of the scale, rounded */
    struct stet_orbits orbits; /* orbits of all n outputs */
    double slice_unit; /* slices.h: error of sqrt(f) times an output of transform, over |x|_2 */

    int is_plain;      /* each line of the input has the layout of the native transform */
    ptrdiff_t in_step; /* lines begin in_step numbers apart */
    int is_direct;     /* outputs in the caller's array are laid out like y */
    int is_together;   /* the inputs and outputs of short lines are contiguous in a block */
    stet_correct_pieces pieces;
    size_t work_size;         /* bytes of the piece work: one transform, and slices of its input */
    size_t slot;              /* bytes of workspace of one part */
    const uint8_t *requested; /* of n outputs, the parts that the caller reads; NULL: all */
    void *arrays;             /* memory of dims, batch, lengths, dd */
};

/* Returns how many numbers the native transform reads of a line. */
static inline ptrdiff_t stet_correct_inputs(const struct stet_correct *c)
{
    return !c->half ? 2 * c->n : c->kind == STET_R2C ? c->n : c->n + 2;
}

/* Result of a part, at the beginning of its workspace, cleared when the part begins. */
typedef struct stet_correct_outcome {
    stet_correct_stats stats;
    stet_status status;
    int in_sweeps; /* one class left more than the capacity: the next block takes sweeps */
} stet_correct_outcome;

/* The forms that an input may have: STET_REALS, STET_PAIRS and STET_FLOAT_PAIRS of kernels.h, which
 * are n numbers, and the n/2 + 1 complex doubles of half a spectrum. A set of forms has bits
 * STET_FORM(). */
enum { STET_HALF_SPECTRUM = STET_FLOAT_PAIRS + 1 };
#define STET_FORM(form) (1u << (form))

/* A guess about the undecided numbers. It chooses the order of the stages (stages.c), and so only
 * the time. */
enum { STET_MOSTLY_IRRATIONAL = 1, STET_MOSTLY_RATIONAL = 2, STET_ANY_GUESS = 3 };

/* A job is one transform in progress. It has its pieces of the workspace, and its undecided
 * numbers. Numbers are counted as in an interleaved complex array of the n outputs: 2 k is the real
 * part, 2 k + 1 the imaginary part of output k. */
typedef struct stet_correct_job {
    const struct stet_correct *c;
    const void *input; /* the input in that form */
    int form;          /* STET_REALS, ...: the form of input */
    double *x;         /* n complex doubles for STET_PAIRS; then input is x */
    double *line;      /* input in the layout of the native transform; may be x */
    int has_spectrum;  /* y holds the whole native transform, without the norm's factor */
    double *y;         /* n more: outputs of stage double, times 1/y_scale */
    double y_scale;
    void *out;            /* array of the precision; number k is at k/step */
    ptrdiff_t step;       /* 2 if out has the real parts of complex outputs only */
    ptrdiff_t *undecided; /* ascending indices, at most 2 n; the array holds 8 more */
    ptrdiff_t count;      /* length of the list */
    const double *bounds; /* bounds of all classes, not yet tried on irrational numbers; or NULL */
    double squares;       /* |x|_2^2 to 2^-30; 0 for doubles */
    void *work;           /* workspace of double-double */
    uint8_t *wanted;      /* n bytes: the undecided parts of each output */
    stet_correct_stats *stats;
    int timed;
    int is_real; /* all imaginary parts are known to be zero */
    int guess;   /* STET_MOSTLY_IRRATIONAL or STET_MOSTLY_RATIONAL */
} stet_correct_job;

/* Copies between the caller's strides and contiguous complex arrays: gather.c. gather() completes a
 * half spectrum and returns 0 if a number is not finite. For narrow inputs *squares becomes at
 * least the sum of their squares. If c->half, x gets the layout that the native transform reads,
 * and expand() makes n complex numbers of it. */
int stet_correct_gather(const struct stet_correct *c, const void *in, double *x, double *squares);
/* If c->half, clears the numbers of a line that C2R ignores and subtracts them from *squares.
 * Returns whether the other numbers are finite. */
int stet_correct_clear_ignored(const struct stet_correct *c, double *x, double *squares);
void stet_correct_expand(const struct stet_correct *c, const double *half, double *x);
void stet_correct_scatter(const struct stet_correct *c, const void *from, void *out);
/* Stages after the first work on all n outputs as complex numbers. R2C has half of these, C2R the
 * real parts. spread() copies the native outputs to their places among all, take_back() copies them
 * back. */
void stet_correct_spread(const struct stet_correct *c, const void *half, void *all);
void stet_correct_take_back(const struct stet_correct *c, void *half, const void *all);
void stet_correct_fill_nan(const struct stet_correct *c, void *numbers);
/* Returns whether outputs have the same layout in the caller's array as in y. */
int stet_correct_is_direct(const struct stet_correct *c);

/* Known facts about a line: its imaginary parts are zero; if is_fused, it is in x. */
enum { STET_KNOWN_REAL = 1, STET_KNOWN_IN_X = 2 };

/* Stage double on the spectra y of a block of `lines` transforms: stage_double.c. squares[l] is the
 * square of the 2-norm of each input; it is infinite or NaN if a number is. Undecided numbers go to
 * the list, ascending, counted through the whole block. */
typedef struct stet_correct_block {
    const struct stet_correct *c;
    ptrdiff_t lines;
    double *x, *y, *squares;
    double y_scale;      /* outputs are y y_scale; 1 if y includes the norm's factor */
    int is_fused;        /* y holds undecided numbers only, and x is not filled yet */
    const float *floats; /* then the input: lines floats_step numbers apart */
    ptrdiff_t floats_step;
    uint8_t *known; /* for each line, a set of known facts */
    double total;   /* squares of all lines, if one bound serves them; or 0 */
    double *bound;  /* bound of each line */
    void *out;      /* outputs in the narrow format */
    ptrdiff_t step; /* distance of lines of out, in numbers */
    ptrdiff_t *list, count;
    ptrdiff_t listed;     /* most numbers that one class left */
    const double *bounds; /* bounds of all classes that the list was not tested with; or NULL */
    char *work;           /* origin of c->pieces */
    stet_correct_stats *stats;
} stet_correct_block;

void stet_correct_stage_double(stet_correct_block *block);

/* Returns the bound of an output times the norm's factor, for one class and inputs of energy 1. */
double stet_correct_unit(const struct stet_correct *c);

/* Returns the input of a line as the doubles that the native transform reads. */
double *stet_correct_line(const stet_correct_block *block, ptrdiff_t line);
/* Returns whether stages after the first read the input in place, as complex floats. */
static inline int stet_correct_reads_floats(const stet_correct_block *b)
{
    return b->is_fused && b->c->kind == STET_C2C;
}

/* Runs the native transforms and stage double in one pass (fused.h), on block->floats. Returns 0 if
 * stet_correct_stage_double() must do the block instead; the outputs are then undefined. */
int stet_correct_stage_double_fused(stet_correct_block *block);

/* Transforms longer than the first length are always tested again with all classes; transforms
 * longer than the second, if few numbers are undecided. */
enum { STET_MOST_SHORT = 1024, STET_LEAST_REFINED = 128 };

/* Returns whether stet_correct_block_quarters() looks for number `number` of a line. */
int stet_correct_is_easy(const struct stet_correct *c, ptrdiff_t number);

/* Returns whether the imaginary parts of n complex numbers are zero. */
int stet_correct_is_real(const double *x, ptrdiff_t n);

/* Decide the quarters and zeros that stage double has left, of a block and of one transform:
 * quarters.c. */
void stet_correct_block_quarters(stet_correct_block *block);
void stet_correct_job_quarters(stet_correct_job *job);

/* Returns whether the caller gets a number. The caller does not get the imaginary parts of C2R, the
 * second half of the spectrum of a real input, and numbers that stet_correct_request() leaves out.
 */
int stet_correct_is_requested(const struct stet_correct *c, ptrdiff_t number);

static inline void stet_correct_put(const stet_correct_job *job, ptrdiff_t number, uint64_t bits)
{
    stet_number_put(job->c->precision, job->out, number / job->step, bits);
}

/* Returns whether few numbers are undecided: then only these are written, not others with the same
 * value. */
static inline int stet_correct_is_sparse(const stet_correct_job *job)
{
    enum { SPARSE = 64 };
    return job->count <= job->c->n / SPARSE;
}

/* Runs the stages after the first: stages.c. Returns STET_OK or STET_E_MEMORY. */
stet_status stet_correct_resolve(stet_correct_job *job);

/* These functions decide parts that wanted[k] names, a set for each output. They write each part
 * that they decide and remove it from the set. They return STET_OK or STET_E_MEMORY. The table of
 * stages.c has their requirements.
 *
 * stage_pairs.c: direct sums for a few numbers, transforms on a grid, transforms in double-double.
 * The job's work has stet_correct_pairs_work() bytes for them. */
stet_status stet_correct_stage_sums(stet_correct_job *job, uint8_t *wanted);
stet_status stet_correct_stage_grid(stet_correct_job *job, uint8_t *wanted);
stet_status stet_correct_stage_pairs(stet_correct_job *job, uint8_t *wanted);
size_t stet_correct_pairs_work(const struct stet_correct *c);
/* stage_rational.c: decides rational numbers, and near ties. */
stet_status stet_correct_stage_rational(stet_correct_job *job, uint8_t *wanted);

/* Multiplies an output, known to within *error of v, by the norm's factor for stet_decide(). The
 * relative error of the factor is below 16 u^2, that of the product 4 u^2. */
static inline stet_dd stet_correct_scaled(const struct stet_correct *c, stet_dd v, double *error)
{
    *error *= c->scale.hi;
    if (c->scale_is_exact)
        return (stet_dd){v.hi * c->scale.hi, v.lo * c->scale.hi};
    v = stet_dd_mul(v, c->scale);
    *error += 0x1p-100 * (v.hi < 0 ? -v.hi : v.hi) + 0x1p-50 * *error;
    return v;
}

/* Chooses factors whose product scales numbers up to `most` to at most 1, in steps of 2^64, and the
 * inverse factors. Each is a normal number. */
void stet_correct_choose_powers(double most, double *down, double *up);

/* Runs the transform of c on `lines` lines, by the shortest path to the kernel: blocks.c. */
stet_status stet_correct_run_native(const struct stet_correct *c, const double *x, double *y,
                                    ptrdiff_t lines, char *work);

/* Returns the bytes of workspace of direct sums of count numbers in several dimensions. */
size_t stet_correct_axes_work(const struct stet_correct *c, ptrdiff_t count);

/* Returns the time in seconds if statistics are collected. */
static inline double stet_correct_now(int timed) { return timed ? 1e-9 * (double)stet_clock() : 0; }

/* Does create() of the engine with another factor than that of the norm; NULL: the norm's. */
stet_status stet_correct_create_scaled(void **state, const stet_options *o,
                                       const struct stet_norm_scale *scale);

/* Restricts a plan to requested outputs: of all n outputs, for R2C too, only the parts that
 * requested[k] names are decided; other output numbers are undefined. The array requested belongs
 * to the caller and must outlive the plan. The plan has one transform and no batch. Do not call it
 * for C2R. */
void stet_correct_request(void *state, const uint8_t *requested);

/* Adds all counters except the numbers requested: blocks.c. */
void stet_correct_add_stats(stet_correct_stats *to, const stet_correct_stats *s);

/* Runs the engine: blocks.c. */
stet_status stet_correct_run(const void *state, const void *in, void *out, char *work,
                             stet_correct_stats *stats);

/* Returns the bytes of workspace of the engine. */
size_t stet_correct_workspace(const void *state);

#endif
