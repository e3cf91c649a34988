/* SPDX-License-Identifier: Apache-2.0 */
/* Mode STORE: computes the two sums of half.h for a long line; lanes are lines of either sum. This
 * template is included after direct.h.
 *
 *   columns  VL neighbouring columns of x are widened, transformed in a tile, and narrowed into y,
 *            which has the n1 cells of a group of columns one after another; a cell is VL pairs.
 *   rows     VL rows of y, a cell each, are transposed, widened, multiplied by w^(j c),
 *            transformed in the tile, and narrowed: each output is a run of VL neighbours.
 *
 * So all numbers that go through memory have 16 bits. The passes are those of wide.h's tall
 * part. */

/* Says where element k of the lines of a group goes: VL pairs at y + step k. */
typedef struct {
    E *y;
    ptrdiff_t step;
    T scale;
    int scaled, exchanged;
} Cells;

INLINE void cells_first(const int s, const stet_step *p, ptrdiff_t rest, T *tile)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t a = 0; a < rest; a++) {
        T *at = tile + a * 2 * VL;
        C z[16];
#pragma GCC unroll 16
        for (int u = 0; u < 1 << s; u++)
            z[u] = (C){LOAD(at + u * rest * 2 * VL), LOAD(at + u * rest * 2 * VL + VL)};
        levels(s, PLAIN_AT_1, 0, m, t, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(at + q * rest * 2 * VL, VL, z[bit_reverse(s, q)]);
    }
}

INLINE void widened_first(const int s, const stet_step *p, const E *x, ptrdiff_t step,
                          ptrdiff_t rest, Reading how, T *tile)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t a = 0; a < rest; a++) {
        C z[16];
#pragma GCC unroll 16
        for (int u = 0; u < 1 << s; u++)
            if (EXCHANGED(how))
                widen_pairs(load_pairs(x + (a + u * rest) * step), &z[u].im, &z[u].re);
            else
                widen_pairs(load_pairs(x + (a + u * rest) * step), &z[u].re, &z[u].im);
        SCALE_READ(how, s, z);
        levels(s, PLAIN_AT_1, 0, m, t, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(tile + (q * rest + a) * 2 * VL, VL, z[bit_reverse(s, q)]);
    }
}

INLINE void prefetch_pairs(const E *p) { __builtin_prefetch(p, 0, 2); }

/* Does the work of tall_last() of tall.h. */
INLINE void cells_last(const int s, const int zone, const stet_step *p, ptrdiff_t first,
                       const T *tile, Cells out, const E *next, ptrdiff_t step, Most *most)
{
    const ptrdiff_t L = p->L, second = L / first;
    for (ptrdiff_t j = zone * L / 4; j < (zone + 1) * L / 4; j++) {
        const T *cells = tile + ((j % first * second + j / first) << s) * 2 * VL;
        V m[8], t[8];
        C z[16];
        if (next)
            for (ptrdiff_t u = j << s; u < (j + 1) << s; u++)
                prefetch_pairs(next + u * step);
        load_twiddles(s, p, j, m, t);
        cells_column(s, zone, m, t, cells, 2 * VL, VL, z);
        if (out.scaled) {
#pragma GCC unroll 16
            for (int q = 0; q < 1 << s; q++)
                z[q] = (C){MUL(z[q].re, SET1(out.scale)), MUL(z[q].im, SET1(out.scale))};
        }
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++) {
            const C x = z[bit_reverse(s, q)];
            const Pairs pairs = out.exchanged ? narrow_pairs(x.im, x.re) : narrow_pairs(x.re, x.im);
            note(pairs, most);
            store_pairs(out.y + (j + L * q) * out.step, pairs);
        }
    }
}

#define SPLIT_PASSES(s)                                                                            \
    static __attribute__((noinline)) void cells_first_##s(const stet_step *p, ptrdiff_t rest,      \
                                                          T *tile)                                 \
    {                                                                                              \
        cells_first(s, p, rest, tile);                                                             \
    }                                                                                              \
    static __attribute__((noinline)) void widened_first_##s(                                       \
        const stet_step *p, const E *x, ptrdiff_t step, ptrdiff_t rest, Reading how, T *tile)      \
    {                                                                                              \
        widened_first(s, p, x, step, rest, how, tile);                                             \
    }                                                                                              \
    static __attribute__((noinline)) void cells_last_##s(const stet_step *p, ptrdiff_t first,      \
                                                         const T *tile, Cells out, const E *next,  \
                                                         ptrdiff_t step, Most *to)                 \
    {                                                                                              \
        Most most = NOTHING_YET(NULL);                                                             \
        cells_last(s, 0, p, first, tile, out, next, step, &most);                                  \
        cells_last(s, 1, p, first, tile, out, next, step, &most);                                  \
        cells_last(s, 2, p, first, tile, out, next, step, &most);                                  \
        cells_last(s, 3, p, first, tile, out, next, step, &most);                                  \
        GIVE_MOST(to, most);                                                                       \
    }
SPLIT_PASSES(3)
SPLIT_PASSES(4)

/* Runs the passes after the first. */
static void cells_rest(const stet_lane_steps *f, T *tile, Cells out, const E *next, ptrdiff_t step,
                       Most *most)
{
    const stet_step *p = f->step, *last = p + f->count - 1;
    if (f->count == 3 && p[1].radix == 8)
        SHARED(tall_middle_zones_3)(p + 1, f->n / p->radix / 8, tile);
    else if (f->count == 3)
        SHARED(tall_middle_zones_4)(p + 1, f->n / p->radix / 16, tile);
    if (last->radix == 8)
        cells_last_3(last, p->radix, tile, out, next, step, most);
    else
        cells_last_4(last, p->radix, tile, out, next, step, most);
}

static void split_columns(const stet_half_split *s, const E *x, Reading how, E *y, T *tile)
{
    const stet_lane_steps *f = &s->column;
    const ptrdiff_t step = 2 * s->n2, rest = s->n1 / f->step->radix;
    Most any = NOTHING_YET(NULL);
    for (ptrdiff_t c = 0; c < s->n2; c += VL) {
        const E *columns = x + 2 * c;
        const Cells out = {y + c / VL * stet_split_group(s, VL), 2 * VL, 1, 0, how.exchanged};
        if (f->step->radix == 8)
            widened_first_3(f->step, columns, step, rest, how, tile);
        else
            widened_first_4(f->step, columns, step, rest, how, tile);
        cells_rest(f, tile, out, c + VL < s->n2 ? columns + 2 * VL : NULL, step, &any);
    }
}

/* Puts elements c .. c + VL - 1 of VL rows, which are cells, into the tile, times w^(j c). w has
 * table entries of VL cosines and VL sines: fine[c % 32] and coarse[c / 32]. */
INLINE void twisted_cells(const E *cells, ptrdiff_t c, const T *coarse, const T *fine, T sign,
                          int exchanged, T *tile)
{
    V z[VL];
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++)
        z[i] = AS_FLOATS(load_pairs(cells + 2 * VL * i));
#pragma GCC unroll 4
    for (int b = 0; b < LOG2_VL; b++)
#pragma GCC unroll 16
        for (int i = 0; i < VL; i++)
            if (!(i & (VL / 2 >> b)))
                TRANSPOSE(VL / 2 >> b, &z[i], &z[i + (VL / 2 >> b)]);
    const T *a = coarse + c / STET_FINE * 2 * VL, *b = fine + c % STET_FINE * 2 * VL;
    const V a_re = LOAD(a), a_im = MUL(LOAD(a + VL), SET1(sign));
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++) {
        const V b_re = LOAD(b + 2 * VL * i), b_im = MUL(LOAD(b + 2 * VL * i + VL), SET1(sign));
        const V w_re = FMS(a_re, b_re, MUL(a_im, b_im)), w_im = FMA(a_im, b_re, MUL(a_re, b_im));
        V re, im;
        widen_pairs(AS_PAIRS(z[i]), &re, &im);
        const V x = FMS(re, w_re, MUL(im, w_im)), y = FMA(im, w_re, MUL(re, w_im));
        STORE(tile + 2 * VL * i, exchanged ? y : x);
        STORE(tile + 2 * VL * i + VL, exchanged ? x : y);
    }
}

static void split_rows(const stet_half_split *s, const E *y, int exchanged, T scale, E *x, T *tile,
                       Most *most)
{
    const stet_lane_steps *f = &s->row;
    const ptrdiff_t fine = 2 * STET_FINE, coarse = 2 * s->n2 / STET_FINE;
    const ptrdiff_t rest = s->n2 / f->step->radix;
    for (ptrdiff_t j = 0; j < s->n1; j += VL) {
        const Cells out = {x + 2 * j, 2 * s->n1, scale, scale != 1, exchanged};
        for (ptrdiff_t c = 0; c < s->n2; c += VL)
            twisted_cells(y + c / VL * stet_split_group(s, VL) + 2 * VL * j, c,
                          s->lane_coarse + coarse * j, s->lane_fine + fine * j, exchanged ? 1 : -1,
                          exchanged, tile + 2 * VL * c);
        if (f->step->radix == 8)
            cells_first_3(f->step, rest, tile);
        else
            cells_first_4(f->step, rest, tile);
        cells_rest(f, tile, out, NULL, 0, most);
    }
}

static int split_line(const stet_half_split *s, const uint16_t *x, uint16_t *y, int swap,
                      float load, float scale, void *work)
{
    Most most = NOTHING_YET(NULL);
    E *bank = (E *)work;
    T *tile = (T *)(bank + s->n2 / VL * stet_split_group(s, VL));
    split_columns(s, x, READING(swap, load), bank, tile);
    split_rows(s, bank, swap, scale, y, tile, &most);
    return IS_FINITE(most);
}

const stet_direct_kernel KERNELS = {direct_lines, all_finite, split_line, VL};
