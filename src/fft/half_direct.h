/* SPDX-License-Identifier: Apache-2.0 */
/* Complex lines of 16-bit numbers, contiguous on both sides, of lengths that small.h or wide.h
 * takes: the first pass widens what it reads, the last one narrows what it writes. What is between
 * them is the transform of STET_F32. A template: a wrapper file names the functions DIRECT and
 * ALL_FINITE (half.h, half_convert.h), and SPLIT for half_split.h, and includes the vector type of
 * float and then what reads and writes 16 bits with it (vec/half_*.h). */
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
#define WRITE_PAIRS(p, re, im, most) write_pairs(p, re, im, most)
#define WRITE_LANES(p, re, im, most) write_lanes(p, re, im, most)
/* All finite is what is expected: a branch, and nobody waits for memory. */
#define GIVE_MOST(to, most) (IS_FINITE(most) ? (void)0 : (void)(*(to) = LARGER(*(to), most)))
#define KEEP_MOST(out, most) GIVE_MOST((out).most, most)

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

static void wide_lines(const stet_fft1d *f, const stet_lines *lines, Reading how, T scale, T *work,
                       Most *most)
{
    T *tile = work + stet_wide_bank(f);
    const Bank bank = f->grouped ? bank_of_groups(f, work) : bank_of_rows(f, work);
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        const E *x = (const E *)lines->in + 2 * i * lines->id;
        E *y = (E *)lines->out + 2 * i * lines->od;
        const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, how.exchanged, most};
        wide_tall(f, x, how, &bank, tile, 0, f->cells);
        wide_rows(f, &bank, tile, out, 0, f->tall);
    }
}

int DIRECT(const stet_fft1d *f, const stet_lines *lines, int swap, float load, float scale,
           void *work)
{
    Most most = NOTHING_YET;
    if (f->small.log2_vectors > 0)
        small_lines(f, lines, swap, load, scale, &most);
    else
        wide_lines(f, lines, READING(swap, load), scale, (T *)work, &most);
    return IS_FINITE(most);
}

int ALL_FINITE(const uint16_t *x, ptrdiff_t n)
{
    Most most = NOTHING_YET;
    ptrdiff_t i = 0;
    for (; i + 2 * VL <= n; i += 2 * VL)
        note(load_pairs(x + i), &most);
    int finite = IS_FINITE(most);
    for (; i < n; i++)
        finite &= (x[i] & 0x7fff) < INFINITE;
    return finite;
}
