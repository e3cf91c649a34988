/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the loops over all data of level `correct`. There is one instance per instruction set.
 * All instances do the same operations on the same numbers and so take the same decisions. (fused.h
 * adds up energies in an order of its own.) Even another decision could not change an output bit:
 * an output is written when it is proved to be the rounding of the exact value. */
#ifndef STET_CORRECT_KERNELS_H
#define STET_CORRECT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "graph/bound.h"

/* Numbers of two words lie in blocks of eight. A block has the high words of the real parts, then
 * their low words, then those of the imaginary parts. A step of a transform thus reads few streams,
 * with vectors of any width. Word w of number j is at stet_dd_at(j) + STET_DD_BLOCK w; n numbers
 * take stet_dd_words(n) doubles. */
enum { STET_DD_WORDS = 4, STET_DD_BLOCK = 8 };
static inline ptrdiff_t stet_dd_at(ptrdiff_t j)
{
    return STET_DD_WORDS * (j - j % STET_DD_BLOCK) + j % STET_DD_BLOCK;
}
static inline ptrdiff_t stet_dd_words(ptrdiff_t n)
{
    return STET_DD_WORDS * ((n + STET_DD_BLOCK - 1) / STET_DD_BLOCK * STET_DD_BLOCK);
}

/* The source of an input of double-double, grids and direct sums: words as above, real numbers, or
 * complex numbers of doubles or of floats. */
enum { STET_WORDS, STET_REALS, STET_PAIRS, STET_FLOAT_PAIRS };

/* Loads number k of an input that has no words. */
static inline void stet_input_at(int source, const void *x, ptrdiff_t k, double *re, double *im)
{
    const double *d = (const double *)x;
    const float *f = (const float *)x;
    *re = source == STET_REALS ? d[k] : source == STET_PAIRS ? d[2 * k] : (double)f[2 * k];
    *im = source == STET_REALS ? 0 : source == STET_PAIRS ? d[2 * k + 1] : (double)f[2 * k + 1];
}

/* The largest radix of step_any() and length of short_leaf(). */
enum { STET_MOST_RADIX = 13, STET_MOST_LEAF = 15 };

/* Sizes of direct_sum.h: words of a weight (high part, low part and nearest double of its cosine
 * and of its sine), lanes, and the roots that make the weights of an output. */
enum { STET_WEIGHT_WORDS = 6, STET_SUM_LANES = 8, STET_SUM_ROOTS = 16 };

/* Returns the doubles from one class of direct_sum.h to the next. Sixteen classes are a little
 * apart, because a cache would keep few numbers that are powers of two apart. */
static inline ptrdiff_t stet_class_size(int fold, ptrdiff_t count)
{
    return STET_DD_WORDS * (fold == 16 ? count + STET_SUM_LANES : count);
}

/* These functions depend on the narrow format of input and output: float, binary16, bfloat16. */
typedef struct stet_correct_narrow {
    /* y[i] = x[i], i < count. Returns the sum of their squares, which is finite if and only if they
     * all are: no square of a narrow number overflows in double. */
    double (*widen)(const void *x, double *y, ptrdiff_t count);

    /* Does the same for lines of `numbers` numbers, `step` apart in x, one after the other in y.
     * sums[l] is the sum of line l. */
    void (*widen_lines)(const void *x, ptrdiff_t step, double *y, ptrdiff_t numbers,
                        ptrdiff_t lines, double *sums);

    /* out[i] = the number nearest to y[i] scale, for `lines` transforms of `numbers` numbers, one
     * after the other in y, `step` apart in out; e[l] is the bound of line l. Stores in undecided,
     * ascending, the indices in y of the numbers whose interval does not round to one number.
     * Returns how many. */
    ptrdiff_t (*certify_lines)(const double *y, ptrdiff_t numbers, ptrdiff_t lines, double scale,
                               const double *e, void *out, ptrdiff_t step, ptrdiff_t *undecided);

    /* Does the same for one transform, and adds up the energies of its classes in the same sweep:
     * sums[j] = the sum of |y[j + q period]|^2, j < period. y is count/2 complex numbers; sums has
     * space for 2 period. */
    ptrdiff_t (*certify_summing)(const double *y, ptrdiff_t count, ptrdiff_t period, double scale,
                                 double e, double *sums, void *out, ptrdiff_t *undecided);

    /* Adds up the energies of count numbers of the format. */
    void (*energies)(const void *out, ptrdiff_t count, ptrdiff_t period, double *sums);

    /* Does certify_lines() for the numbers of the list, with the bounds e[number mod 2 period].
     * Returns how many remain undecided. */
    ptrdiff_t (*refine)(const double *y, ptrdiff_t period, double scale, const double *e, void *out,
                        ptrdiff_t *undecided, ptrdiff_t count);
} stet_correct_narrow;

/* Fixed point of w limbs of STET_LIMB_BITS bits in doubles: limb_fft.h; the theorems are in
 * limb_steps.h. A complex vector is 2 w `lanes` numbers. */
enum { STET_LIMB_BITS = 45, STET_MOST_LIMBS = 8, STET_LIMB_WIDTHS = 4 };

typedef struct stet_limb_kernels {
    int w, lanes;
    /* Converts lanes m complex doubles to m complex vectors: the first step of the transform. */
    void (*split)(const double *x, ptrdiff_t m, const double *grid, const double *half,
                  const double *twiddles, double *z);
    /* Does a step of radix 4 or 2 on n complex vectors, n = 2 for radix 2. */
    void (*step4)(double *z, ptrdiff_t n, const double *roots, ptrdiff_t stride);
    void (*step2)(double *z);
    /* Converts one complex vector to sums of doubles. */
    void (*sums)(const double *z, const double *grid, double *sums);
} stet_limb_kernels;

/* These are the steps of dd_fft.h in one arithmetic (steps.h). x is of any source. children is the
 * set of the wanted transforms of length n/radix; they are stored one after the other in y. magics
 * has the grids of x and of y; in leaf64(), of x, of its middle and of y. */
typedef struct stet_steps {
    void (*step4)(const void *x, int source, ptrdiff_t n, unsigned children, const double *twiddles,
                  const double *magics, double *y);
    void (*step2)(const void *x, int source, ptrdiff_t n, unsigned children, const double *twiddles,
                  const double *magics, double *y);
    /* Does a step of any radix to 13, with columns that need not be a multiple of eight; roots: of
     * order radix. */
    void (*step_any)(const void *x, int source, ptrdiff_t n, int radix, unsigned children,
                     const double *roots, const double *twiddles, const double *magics, double *y);
    /* Does a whole transform of words, of length 64 or up to 15. y is in natural order, high words
     * nearest to the sums. table: the roots of numbers j k, for one j after the other. */
    void (*leaf64)(const double *x, const double *twiddles, const double *magics, double *y);
    void (*short_leaf)(const double *x, int length, const double *table, double *y);
    /* enter: y = x in words. multiply: y = x (c - i s) for c and s of a table, the imaginary parts
     * times sign, 1 or -1. y may be x. */
    void (*enter)(const void *x, int source, ptrdiff_t count, double magic, double *y);
    void (*multiply)(const void *x, int source, ptrdiff_t count, const double *table, double magic,
                     double sign, double *y);
} stet_steps;

typedef struct stet_correct_kernels {
    stet_correct_narrow f32, f16, bf16;
    const stet_limb_kernels *limbs; /* STET_LIMB_WIDTHS, ascending; or NULL */

    /* Returns the sum of squares that widen() returns, of doubles. */
    double (*squares)(double *y, ptrdiff_t count);

    /* Adds up the energies of classes as certify_summing() does, without certifying. */
    void (*energies)(const double *y, ptrdiff_t count, ptrdiff_t period, double *sums);

    /* bounds[j] = the bound of output k = j mod length[finest], u and slack included, times scale,
     * plus the rounding of y scale -+ bound; j < period, a multiple of that length. Each bound is
     * stored twice. sums is the result of certify_summing(); work has 3 length[finest] + period
     * numbers. */
    void (*bounds)(const stet_bound *bound, const double *sums, ptrdiff_t period, double scale,
                   int scale_is_exact, double *bounds, double *work);

    /* Reports whether (x[i] + magic) - magic == x[i] for all i < count. */
    int (*on_grid)(const double *x, ptrdiff_t count, double magic);
    int (*on_grid_f32)(const void *x, ptrdiff_t count, double magic); /* of floats */

    stet_steps dd, grid;

    /* Replaces words by their conjugates times a power of two. */
    void (*conjugate)(double *y, ptrdiff_t count, double scale);

    /* These are the loops of direct_sum.h, for a few outputs by their definition. fold adds up
     * `fold` times `points` points; the points from `there` on are zero. It takes points `at` to
     * `at` + count after folding, split into a multiple of the grid of a magic number and the
     * remainder, for the classes of a set: eight points after another, words eight apart; roots:
     * weights of the roots of order 16, if fold is 16. weights makes the weights of an output, also
     * in eights, and its factor per block, from roots in two factors. sum adds the blocks of a
     * class, from the last on, to the lanes of an output, for one or two outputs. */
    void (*fold)(const void *x, int source, ptrdiff_t there, ptrdiff_t points, int fold,
                 unsigned classes, ptrdiff_t at, ptrdiff_t count, double magic, const double *roots,
                 double *y);
    void (*weights)(const double *fine, const double *coarse, ptrdiff_t block, double magic,
                    double *table, double *weights, double *turn);
    void (*sum)(int outputs, const double *const *y, ptrdiff_t count, ptrdiff_t block,
                const double *const *weights, const double *const *turns, double *const *lanes);

    /* This is the loop of direct_axes.h, for several dimensions. sums has the words of `count`
     * lines side by side, in eights. Adds to them `terms` rows of words, step doubles apart, each
     * row times its weight. */
    void (*add_rows)(const double *x, ptrdiff_t step, ptrdiff_t terms, ptrdiff_t count,
                     const double *weights, double *sums);

    /* Returns the largest magnitude. */
    double (*largest)(const double *x, ptrdiff_t count);
    double (*largest_f32)(const void *x, ptrdiff_t count); /* of floats */

    /* cut: rest[i] = x[i] - ((x[i] + magic) - magic), in place or not; returns the largest
     * magnitude of rest. subtract: y[i] -= z[i]. */
    double (*cut)(const double *x, ptrdiff_t count, double magic, double *rest);
    void (*subtract)(double *y, const double *z, ptrdiff_t count);

    /* Rounds the complex numbers y[member[i]] by adding and subtracting magic, and adds the bits in
     * which they differ from first to those of differ[0] (real parts) and differ[1] (imaginary
     * parts). */
    void (*differ)(const double *y, const uint32_t *member, ptrdiff_t count, double magic,
                   const double *first, uint64_t *differ);
} stet_correct_kernels;

/* Returns the kernels of the instruction set of new plans. */
static inline const stet_correct_kernels *stet_correct_kernels_in_use(void)
{
    return stet_isa_in_use()->correct;
}

#endif
