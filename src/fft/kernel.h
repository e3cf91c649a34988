/* SPDX-License-Identifier: Apache-2.0 */
/* The line kernel: one-dimensional transforms of one precision on one instruction
 * set. A template: a wrapper file names KERNELS, sets the vector type and includes this. */
#include <string.h>

#include "base/alloc.h"
#include "fft/convolution.h"
#include "fft/dispatch.h"
#include "fft/fft1d.h"
#include "fft/odd_constants.h"

#include "fft/butterfly.h"

#if VL > 1
extern const struct stet_fft_kernels NARROWER; /* of the row below */

#include "fft/element.h"
#endif

#include "fft/passes.h"

#include "fft/transform.h"

#if VL > 1
#include "fft/last.h"

#include "fft/columns.h"

#include "fft/rows.h"

#include "fft/wide.h"

#include "fft/small.h"

#include "fft/across.h"
#else

/* One line: strides and the exchange of parts become pointers. */
static void line(const stet_fft1d *f, const T *x, ptrdiff_t is, T *y, ptrdiff_t os, int exchanged,
                 T scale, T *work)
{
    const Target complex_out = {y + exchanged, y + 1 - exchanged, 2 * os,
                                scale,         scale != 1,        f->kind == STET_R2C};
    if (f->kind == STET_C2C) {
        transform(f, (Source){x + exchanged, x + 1 - exchanged, 2 * is, 0}, complex_out, 0, work);
    } else if (f->kind == STET_R2C) {
        if (f->graph.rough > 1)
            half_of_complex(f, (Source){x, x, is, 0}, complex_out, work);
        else
            transform(f, (Source){x, x, is, 0}, complex_out, 1, work);
    } else if (f->half) {
        const Target pairs = {y, y + os, 2 * os, scale, scale != 1, 0};
        hermitian_even(f, (Source){x, x + 1, 2 * is, 0}, pairs, work);
    } else {
        const Target real_out = {y, y, os, scale, scale != 1, 0};
        hermitian_odd(f, (Source){x, x + 1, 2 * is, 0}, real_out, work);
    }
}

/* Here no line is divided: share is NULL. */
static void run_lines(const stet_fft1d *f, const stet_lines *lines, int exchanged, T scale, T *work,
                      const stet_share *share)
{
    (void)share;
    const ptrdiff_t in_parts = f->kind == STET_R2C ? 1 : 2, out_parts = f->kind == STET_C2R ? 1 : 2;
    for (ptrdiff_t i = 0; i < lines->count; i++)
        line(f, (const T *)lines->in + i * lines->id * in_parts, lines->is,
             (T *)lines->out + i * lines->od * out_parts, lines->os, exchanged, scale, work);
}
#endif

static void kernel(const stet_fft1d *f, const stet_lines *lines, int exchanged, double scale,
                   void *work, const stet_share *share)
{
#if VL > 1
    if (f->small.log2_vectors > 0 && f->lanes == VL && lines->is == 1 && lines->os == 1) {
        small_lines(f, lines, exchanged, 1, (T)scale, NULL);
        return;
    }
#endif
    run_lines(f, lines, exchanged, (T)scale, (T *)work, share);
}

const struct stet_fft_kernels KERNELS = {VL, kernel};
