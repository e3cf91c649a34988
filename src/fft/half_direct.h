/* SPDX-License-Identifier: Apache-2.0 */
/* Complex lines of 16-bit numbers, contiguous on both sides, of lengths that small.h or wide.h
 * takes: the first pass widens what it reads, the last one narrows what it writes. What is between
 * them is the transform of STET_F32. A template: a wrapper file sets DIRECT and ALL_FINITE, includes
 * the vector type of float and then the one that reads and writes 16 bits (vec/half_*.h). */
#include <string.h>

#include "base/alloc.h"
#include "fft/half.h"
#include "fft/odd_constants.h"

#include "fft/butterfly.h"

#include "fft/passes.h"

#define STET_HALF_LINES

typedef uint16_t E;

typedef struct {
    int exchanged;
    T load;
} Reading;

#define EXCHANGED(how) ((how).exchanged)
#define READING(exchanged, load) ((Reading){exchanged, load})
#define READ_COLUMNS(p, re, im) read_columns(p, re, im)
#define READ_LANES(p, re, im) read_lanes(p, re, im)
#define SCALE_READ(how, s, z) scale_read((how).load, s, z)
#define WRITE_RUNS(p, q, re, im, most) write_runs(p, q, re, im, most)
#define WRITE_PAIRS(p, re, im, most) write_runs(p, (p) + VL, re, im, most)
#define WRITE_LANES(p, re, im, most) write_lanes(p, re, im, most)
#define KEEP_MOST(out, most) (*(out).most = LARGER(*(out).most, most))
#define GIVE_MOST(to, most) (*(to) = LARGER(*(to), most))

INLINE void scale_read(T load, const int s, C *z)
{
    if (load == 1)
        return;
#pragma GCC unroll 16
    for (int u = 0; u < 1 << s; u++)
        z[u] = (C){MUL(z[u].re, SET1(load)), MUL(z[u].im, SET1(load))};
}

#include "fft/last.h"

#include "fft/wide.h"

#include "fft/small.h"

static void wide_line(const stet_fft1d *f, const E *x, E *y, Reading how, T scale, T *work,
                      Most *most)
{
    T *tile = work + stet_wide_bank(f);
    const Bank bank = f->grouped ? bank_of_groups(f, work) : bank_of_rows(f, work);
    const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, how.exchanged, most};
    wide_tall(f, x, how, &bank, tile, 0, f->n / f->tall / VL);
    wide_rows(f, &bank, tile, out, 0, f->tall);
}

int DIRECT(const stet_fft1d *f, const stet_lines *lines, int swap, float load, float scale,
                void *work)
{
    Most most = NOTHING_YET;
    if (f->small.log2_vectors > 0)
        small_lines(f, lines, swap, load, scale, &most);
    else
        for (ptrdiff_t i = 0; i < lines->count; i++)
            wide_line(f, (const E *)lines->in + 2 * i * lines->id,
                      (E *)lines->out + 2 * i * lines->od, READING(swap, load), scale, (T *)work,
                      &most);
    return IS_FINITE(most);
}
