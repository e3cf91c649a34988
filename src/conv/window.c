/* SPDX-License-Identifier: Apache-2.0 */
/* Windows: the inputs that a block reads. */
#include <string.h>

#include "conv/conv.h"
#include "conv/kernels.h"

static const char *at(const stet_conv *plan, const void *x, ptrdiff_t i)
{
    return (const char *)x + i * (plan->o.precision == STET_F64 ? 8 : 4);
}

/* A periodic sequence is one block: its end, and then the sequence itself. This may begin in its
 * middle, because the outputs have no lags below 0. */
stet_conv_window stet_conv_window_of(const stet_conv *plan, const void *x, ptrdiff_t length,
                                     ptrdiff_t first, ptrdiff_t count)
{
    stet_conv_window w = {.length = count + plan->taps - 1};
    if (plan->periodic) {
        w.piece[0].x = at(plan, x, length - plan->before);
        w.piece[0].count = plan->before;
        w.piece[1].x = x;
        w.piece[1].count = length;
        return w;
    }
    const ptrdiff_t from = first - plan->before, begin = from < 0 ? 0 : from;
    const ptrdiff_t to = w.length > length - from ? length : from + w.length;
    w.zeros = begin - from;
    w.piece[0].x = at(plan, x, begin);
    w.piece[0].count = to > begin ? to - begin : 0;
    return w;
}

/* Reads numbers `from` to `from` + count of the window, piece by piece. */
#define READ(name, T, U, COPY)                                                                     \
    static void name(const stet_conv_window *w, ptrdiff_t from, ptrdiff_t count, U *to,            \
                     const struct stet_conv64_kernels *kernels)                                    \
    {                                                                                              \
        ptrdiff_t begin = w->zeros - from, done = 0;                                               \
        (void)kernels;                                                                             \
        for (int i = 0; i < 2; begin += w->piece[i++].count) {                                     \
            const ptrdiff_t skip = begin < 0 ? -begin : 0, start = begin < 0 ? 0 : begin;          \
            ptrdiff_t n = w->piece[i].count - skip;                                                \
            if (n > count - start)                                                                 \
                n = count - start;                                                                 \
            if (n <= 0)                                                                            \
                continue;                                                                          \
            memset(to + done, 0, (size_t)(start - done) * sizeof *to);                             \
            COPY((const T *)w->piece[i].x + skip, n, to + start);                                  \
            done = start + n;                                                                      \
        }                                                                                          \
        memset(to + done, 0, (size_t)(count - done) * sizeof *to);                                 \
    }

#define COPY_SAME(x, n, y) memcpy(y, x, (size_t)(n) * sizeof *(y))
#define COPY_PAIRS(x, n, y) kernels->widen_pairs(x, n, (double *)(y))

typedef struct {
    double hi, lo;
} pair;

READ(read_f32, float, float, COPY_SAME)
READ(read_f64, double, double, COPY_SAME)
READ(read_widened, float, double, kernels->widen)
READ(read_pairs, double, pair, COPY_PAIRS)

void stet_conv_read(const stet_conv *plan, const stet_conv_window *w, ptrdiff_t from,
                    ptrdiff_t count, int widened, void *to)
{
    const struct stet_conv64_kernels *kernels = plan->isa->conv64;
    if (plan->o.precision == STET_F64 && widened)
        read_pairs(w, from, count, (pair *)to, kernels);
    else if (plan->o.precision == STET_F64)
        read_f64(w, from, count, (double *)to, kernels);
    else if (widened)
        read_widened(w, from, count, (double *)to, kernels);
    else
        read_f32(w, from, count, (float *)to, kernels);
}

void stet_conv_read_f64(const stet_conv *plan, const stet_conv_window *w, ptrdiff_t from,
                        ptrdiff_t count, double *to)
{
    stet_conv_read(plan, w, from, count, plan->o.precision == STET_F32, to);
}
