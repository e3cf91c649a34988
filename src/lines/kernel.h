/* SPDX-License-Identifier: Apache-2.0 */
/* Includes the line kernels: one-dimensional transforms of one precision on one instruction set, by
 * every method. isa/<family>.c.in defines KERNELS and includes the vector type and this file. These
 * macros choose the methods:
 *     STET_NO_WIDE       leaves out wide, which takes the longest to compile: where fma is not an
 *                        instruction it saves little (columns.h takes its lengths).
 *     STET_HAS_CODELETS  adds codelet to kernels of one lane.
 *     STET_NO_SMALL      leaves out small; graph/double_word.h defines it.
 *     STET_ONLY_TILES    leaves out wide and keeps tiles: for vectors that serve the short lengths
 *                        of a wider instruction set.
 *     STET_COMPACT       leaves out tiles, codelets and passes between neighbours: other methods
 *                        do their work more slowly. */
#include <string.h>

#include "base/alloc.h"
#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lines/method.h"
#include "graph/odd_constants.h"

#include "graph/butterfly.h"

/* run_<method>() runs lines one after another, each contiguous on both sides, by
 * <method>_line(). */
#define EACH_LINE(method)                                                                          \
    static void run_##method(const stet_fft1d *f, const stet_lines *lines, int swap, double scale, \
                             void *work, const stet_share *share)                                  \
    {                                                                                              \
        const ptrdiff_t in_step = lines->id * (f->kind == STET_R2C ? 1 : 2);                       \
        const ptrdiff_t out_step = lines->od * (f->kind == STET_C2R ? 1 : 2);                      \
        const T *x = (const T *)lines->in;                                                         \
        T *y = (T *)lines->out;                                                                    \
        for (ptrdiff_t i = 0; i < lines->count; i++, x += in_step, y += out_step)                  \
            method##_line(f, x, y, swap, OF_DOUBLE(scale), (T *)work, share);                      \
    }

#if VL > 1
#include "lines/element.h"
#endif

#include "lines/passes.h"

#if VL > 1 && !defined STET_NO_WIDE && !defined STET_ONLY_TILES && !defined STET_COMPACT
#define TWICE
#include "lines/methods/twice.h"
#endif

#include "lines/methods/transform.h"

#if VL > 1
#include "lines/methods/last.h"

#include "lines/methods/columns.h"

#include "lines/methods/large.h"

#include "lines/methods/rows.h"

#ifndef STET_NO_WIDE
#ifndef STET_ONLY_TILES
#include "lines/methods/wide.h"

#include "lines/methods/wide_real.h"

#ifdef FOURS_LAST
#include "lines/methods/fours.h"

#include "lines/methods/fours_real.h"
#endif
#endif

#ifndef STET_COMPACT
#include "lines/methods/tiles.h"
#endif
#endif

#ifndef STET_NO_SMALL
#include "lines/methods/small.h"

#include "lines/methods/small_real.h"
#endif

#ifndef DOUBLE_WORDS
#ifndef STET_COMPACT
#include "lines/methods/straight.h"

#include "lines/methods/transposed.h"
#endif
#endif

#include "lines/methods/side_by_side.h"

#include "lines/methods/hermitian.h"

#else

/* Runs one line: strides and the exchange of parts become pointers. */
static void line(const stet_fft1d *f, const T *x, ptrdiff_t is, T *y, ptrdiff_t os, int exchanged,
                 T scale, T *work)
{
    const Target complex_out = {.re = y + exchanged,
                                .im = y + 1 - exchanged,
                                .step = 2 * os,
                                .scale = scale,
                                .scaled = scale != 1,
                                .real = f->kind == STET_R2C};
    if (f->kind == STET_C2C) {
        transform(f, (Source){x + exchanged, x + 1 - exchanged, 2 * is, 0}, complex_out, 0, work);
    } else if (f->kind == STET_R2C) {
        if (f->graph.rough_count > 0)
            half_of_complex(f, (Source){x, x, is, 0}, complex_out, work);
        else
            transform(f, (Source){x, x, is, 0}, complex_out, 1, work);
    } else if (f->n % 2 == 0) {
        const Target pairs = {
            .re = y, .im = y + os, .step = 2 * os, .scale = scale, .scaled = scale != 1};
        hermitian_even(f, (Source){x, x + 1, 2 * is, 0}, pairs, work);
    } else {
        const Target real_out = {
            .re = y, .im = y, .step = os, .scale = scale, .scaled = scale != 1};
        hermitian_odd(f, (Source){x, x + 1, 2 * is, 0}, real_out, work);
    }
}

static void run_lane(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                     void *work, const stet_share *share)
{
    (void)share;
    const ptrdiff_t in_parts = f->kind == STET_R2C ? 1 : 2, out_parts = f->kind == STET_C2R ? 1 : 2;
    for (ptrdiff_t i = 0; i < lines->count; i++)
        line(f, (const T *)lines->in + i * lines->id * in_parts, lines->is,
             (T *)lines->out + i * lines->od * out_parts, lines->os, swap, OF_DOUBLE(scale),
             (T *)work);
}
#endif

#if VL == 1
#include "lines/methods/hermitian.h"

#if defined STET_HAS_CODELETS && !defined STET_COMPACT
#include "lines/methods/codelet.h"
#endif
#endif

#define NAME_OF(kernels) #kernels
#define NAME(kernels) NAME_OF(kernels)

const stet_fft_kernels KERNELS = {
    .name = NAME(KERNELS),
    .lanes = VL,
#if VL > 1
#if !defined DOUBLE_WORDS && !defined STET_COMPACT
    .transpose = transpose_pairs,
#endif
    .run = {[STET_SIDE_BY_SIDE] = run_side_by_side,
#ifndef STET_NO_SMALL
            [STET_SMALL] = run_small,
#endif
#ifndef STET_NO_WIDE
#ifndef STET_ONLY_TILES
            [STET_WIDE] = run_wide,
#ifdef FOURS_LAST
            [STET_FOURS] = run_fours,
#endif
#endif
#ifndef STET_COMPACT
            [STET_TILES] = run_tiles,
#endif
#endif
            [STET_COLUMNS] = run_columns,
            [STET_ROWS] = run_rows,
            [STET_LARGE] = run_large,
            [STET_HERMITIAN] = run_hermitian},
#else
    .run = {[STET_LANE] = run_lane, [STET_HERMITIAN] = run_hermitian},
#if defined STET_HAS_CODELETS && !defined STET_COMPACT
    .codelet = codelet_of,
#endif
#endif
};
