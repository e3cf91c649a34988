/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over all data of level `correct`, one instance per instruction set. All instances do
 * the same operations on the same numbers and so take the same decisions. (fused.h adds up energies
 * in an order of its own.) Even another decision could not change an output bit: an output is
 * written when it is proved to be the rounding of the exact value. */
#ifndef STET_CORRECT_KERNELS_H
#define STET_CORRECT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "graph/bound.h"

/* Numbers of two words are kept in blocks of eight: of each block first the high words of the real
 * parts, then their low words, then the same of the imaginary parts. So a step of a transform reads
 * few streams, with vectors of any width. Word w of number j is at stet_dd_at(j) + STET_DD_BLOCK w;
 * n numbers take stet_dd_words(n) doubles. */
enum { STET_DD_WORDS = 4, STET_DD_BLOCK = 8 };
static inline ptrdiff_t stet_dd_at(ptrdiff_t j)
{
    return STET_DD_WORDS * (j - j % STET_DD_BLOCK) + j % STET_DD_BLOCK;
}
static inline ptrdiff_t stet_dd_words(ptrdiff_t n)
{
    return STET_DD_WORDS * ((n + STET_DD_BLOCK - 1) / STET_DD_BLOCK * STET_DD_BLOCK);
}

/* An input of double-double, grids and direct sums: words, as above; real numbers; complex ones, of
 * doubles or of floats. */
enum { STET_WORDS, STET_REALS, STET_PAIRS, STET_FLOAT_PAIRS };

/* Number k of an input that is no words. */
static inline void stet_input_at(int source, const void *x, ptrdiff_t k, double *re, double *im)
{
    const double *d = (const double *)x;
    const float *f = (const float *)x;
    *re = source == STET_REALS ? d[k] : source == STET_PAIRS ? d[2 * k] : (double)f[2 * k];
    *im = source == STET_REALS ? 0 : source == STET_PAIRS ? d[2 * k + 1] : (double)f[2 * k + 1];
}

/* The largest radix of a step, and length of a leaf, that step_any() and short_leaf() take. */
enum { STET_MOST_RADIX = 13, STET_MOST_LEAF = 15 };

/* Of direct_sum.h: words of a weight (high part, low part and nearest double of its cosine and of
 * its sine), lanes, and the roots that make the weights of an output. */
enum { STET_WEIGHT_WORDS = 6, STET_SUM_LANES = 8, STET_SUM_ROOTS = 16 };

/* What depends on the narrow format of input and output: float, binary16, bfloat16. */
typedef struct stet_correct_narrow {
    /* y[i] = x[i], i < count; the sum of their squares, which is finite if and only if they all
     * are: in double no narrow number's square overflows. */
    double (*widen)(const void *x, double *y, ptrdiff_t count);

    /* The same for lines of so many numbers, `step` apart in x, one after the other in y: sums[l]
     * of line l. */
    void (*widen_lines)(const void *x, ptrdiff_t step, double *y, ptrdiff_t numbers,
                        ptrdiff_t lines, double *sums);

    /* out[i] = the number nearest to y[i] scale, for `lines` transforms of so many numbers, one
     * after the other in y, `step` apart in out; those of line l have the bound e[l]. The indices
     * in y of those whose interval does not round to one number go to undecided, ascending; returns
     * how many. */
    ptrdiff_t (*certify_lines)(const double *y, ptrdiff_t numbers, ptrdiff_t lines, double scale,
                               const double *e, void *out, ptrdiff_t step, ptrdiff_t *undecided);

    /* The same for one transform, and the energies of its classes in the same sweep: sums[j] = the
     * sum of |y[j + q period]|^2, j < period, y being count/2 complex numbers; sums has room for 2
     * period. */
    ptrdiff_t (*certify_summing)(const double *y, ptrdiff_t count, ptrdiff_t period, double scale,
                                 double e, double *sums, void *out, ptrdiff_t *undecided);

    /* The sums alone, of count numbers of the format. */
    void (*energies)(const void *out, ptrdiff_t count, ptrdiff_t period, double *sums);

    /* certify_lines() for those of the list alone, with the bounds e[number mod 2 period]; how many
     * are left. */
    ptrdiff_t (*refine)(const double *y, ptrdiff_t period, double scale, const double *e, void *out,
                        ptrdiff_t *undecided, ptrdiff_t count);
} stet_correct_narrow;

/* Fixed point of w limbs of STET_LIMB_BITS bits in doubles: limb_fft.h; the theorems are in
 * limb_steps.h. A complex vector is 2 w `lanes` numbers. */
enum { STET_LIMB_BITS = 45, STET_MOST_LIMBS = 8, STET_LIMB_WIDTHS = 4 };

typedef struct stet_limb_kernels {
    int w, lanes;
    /* lanes m complex doubles to m complex vectors, the first step of the transform. */
    void (*split)(const double *x, ptrdiff_t m, const double *grid, const double *half,
                  const double *twiddles, double *z);
    /* A step of radix 4 or 2 on n complex vectors, n = 2 for radix 2. */
    void (*step4)(double *z, ptrdiff_t n, const double *roots, ptrdiff_t stride);
    void (*step2)(double *z);
    /* One complex vector as sums of doubles. */
    void (*sums)(const double *z, const double *grid, double *sums);
} stet_limb_kernels;

/* The steps of dd_fft.h in one arithmetic (steps.h). x is of any source; children: which of the
 * transforms of length n/radix are wanted, as a set; they lie one after the other in y. magics: of
 * the grids of x, of y, and in leaf64() of x, of its middle and of y. */
typedef struct stet_steps {
    void (*step4)(const void *x, int source, ptrdiff_t n, unsigned children, const double *twiddles,
                  const double *magics, double *y);
    void (*step2)(const void *x, int source, ptrdiff_t n, unsigned children, const double *twiddles,
                  const double *magics, double *y);
    /* Any radix to 13, columns that are no multiple of eight; roots: of order radix. */
    void (*step_any)(const void *x, int source, ptrdiff_t n, int radix, unsigned children,
                     const double *roots, const double *twiddles, const double *magics, double *y);
    /* A whole transform of words, of length 64 or to 15; y in natural order, high words nearest to
     * the sums. table: the roots of numbers j k, for j one after the other. */
    void (*leaf64)(const double *x, const double *twiddles, const double *magics, double *y);
    void (*short_leaf)(const double *x, int length, const double *table, double *y);
    /* y = x in words; y = x (c - i s) for c and s of a table, the imaginary parts times sign, 1 or
     * -1. y may be x. */
    void (*enter)(const void *x, int source, ptrdiff_t count, double magic, double *y);
    void (*multiply)(const void *x, int source, ptrdiff_t count, const double *table, double magic,
                     double sign, double *y);
} stet_steps;

typedef struct stet_correct_kernels {
    stet_correct_narrow f32, f16, bf16;
    const stet_limb_kernels
        *limbs; /* STET_LIMB_WIDTHS of them, ascending; NULL: fma is not there */

    /* The sum of squares that widen() has, of numbers that are there. */
    double (*squares)(double *y, ptrdiff_t count);

    /* The energies of classes that certify_summing() has, alone. */
    void (*energies)(const double *y, ptrdiff_t count, ptrdiff_t period, double *sums);

    /* bounds[j] = the bound of output k = j mod length[finest], u and slack included, times scale,
     * and what the rounding of y scale -+ bound costs; j < period, a multiple of that length, and
     * each of them twice. sums is what certify_summing() gave; work has 3 length[finest] + period
     * numbers. */
    void (*bounds)(const stet_bound *bound, const double *sums, ptrdiff_t period, double scale,
                   int scale_is_exact, double *bounds, double *work);

    /* Whether (x[i] + magic) - magic == x[i] for all i < count. */
    int (*on_grid)(const double *x, ptrdiff_t count, double magic);
    int (*on_grid_f32)(const void *x, ptrdiff_t count, double magic); /* of floats */

    stet_steps dd, grid;

    /* Words become their conjugates times a power of two. */
    void (*conjugate)(double *y, ptrdiff_t count, double scale);

    /* A few outputs by their definition: direct_sum.h. Of fold times `points` points, those behind
     * the first `there` being zero, points `at` to `at` + count folded, on the
     * grid of a magic number and the rest, for the classes of a set: eight points after another,
     * words eight apart; class c from 4 c count on. The weights of an output, in eights too, and
     * its turn, from roots in two factors. Blocks of one class added to the lanes of one or two
     * outputs, from the last block on. */
    void (*fold)(const void *x, int source, ptrdiff_t there, ptrdiff_t points, int fold,
                 unsigned classes, ptrdiff_t at, ptrdiff_t count, double magic, double *y);
    void (*weights)(const double *fine, const double *coarse, ptrdiff_t block, double magic,
                    double *table, double *weights, double *turn);
    void (*sum)(int outputs, const double *y, ptrdiff_t count, ptrdiff_t block,
                const double *const *weights, const double *const *turns, double *const *lanes);

    /* The same in several dimensions: direct_axes.h. sums, words of `count` lines side by side,
     * eights, become themselves and `terms` rows of words, each so many doubles behind the one
     * before, times one weight for each row. */
    void (*add_rows)(const double *x, ptrdiff_t step, ptrdiff_t terms, ptrdiff_t count,
                     const double *weights, double *sums);

    /* The largest magnitude. */
    double (*largest)(const double *x, ptrdiff_t count);
    double (*largest_f32)(const void *x, ptrdiff_t count); /* of floats */

    /* rest[i] = x[i] - ((x[i] + magic) - magic), in place or not; returns the largest magnitude of
     * what is left. And y[i] -= z[i]. */
    double (*cut)(const double *x, ptrdiff_t count, double magic, double *rest);
    void (*subtract)(double *y, const double *z, ptrdiff_t count);

    /* The bits in which complex numbers y[member[i]], rounded by adding and subtracting magic, are
     * not those of first, added to those of differ[0], real parts, and differ[1]. */
    void (*differ)(const double *y, const uint32_t *member, ptrdiff_t count, double magic,
                   const double *first, uint64_t *differ);
} stet_correct_kernels;

/* Those that go with the instruction set of new plans. */
static inline const stet_correct_kernels *stet_correct_kernels_in_use(void)
{
    return stet_isa_in_use()->correct;
}

#endif
