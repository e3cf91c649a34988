/* SPDX-License-Identifier: Apache-2.0 */
/* Runs two passes over 64 or fewer vectors at a time, which lie in a tile of the workspace in
 * between: the tile stays in the first-level cache, where all lines of the workspace do not. The
 * first of the two passes has radix 8. The output is neighbouring lines. This template is included
 * after passes.h, except for pairs of words and vectors without fma, where arithmetic takes the
 * time, and for vectors that serve a wider instruction set. */

/* Runs the second pass, of radix 2^s, for the rows that are outputs 2 zone and 2 zone + 1 of the
 * first: output q is row `row` + q L, and its inputs are row q of the tile. `p` is the second
 * step, and 8 L its L. */
INLINE void rows_of_tile(const int s, const int zone, const stet_step *p, const T *tile,
                         ptrdiff_t row, Target out)
{
    for (int q = 2 * zone; q < 2 * zone + 2; q++) {
        const ptrdiff_t j = row + q * (p->L / 8);
        const T *x = tile + (ptrdiff_t)(q << s) * 2 * VL;
        C z[8];
        V m[8], t[8];
        load_twiddles(s, p, j, m, t);
        UNROLL(8)
        for (int i = 0; i < 1 << s; i++)
            z[i] = (C){LOAD(x + 2 * VL * i), LOAD(x + 2 * VL * i + VL)};
        levels(s, PLAIN_NONE, zone, m, t, z);
        UNROLL(8)
        for (int i = 0; i < 1 << s; i++) {
            const C a = c_scaled(z[bit_reverse(s, i)], out.scale);
            T *y = out.re + (j + i * p->L) * out.row;
            if (out.exchanged)
                STORE_PAIRS(y, a.im, a.re);
            else
                STORE_PAIRS(y, a.re, a.im);
        }
    }
}

INLINE void all_of_tile(const int s, const stet_step *p, const T *tile, ptrdiff_t row, Target out)
{
    rows_of_tile(s, 0, p, tile, row, out);
    rows_of_tile(s, 1, p, tile, row, out);
    rows_of_tile(s, 2, p, tile, row, out);
    rows_of_tile(s, 3, p, tile, row, out);
}

/* It is a function, because two passes of radix 8 are also those of 64 points: straight.h. */
static __attribute__((noinline)) void all_of_64(const stet_step *p, const T *tile, ptrdiff_t row,
                                                Target out)
{
    all_of_tile(3, p, tile, row, out);
}

/* Stores the outputs of one column of the first pass: column c of 2^s. */
INLINE void column_to_tile(const int s, T *tile, ptrdiff_t c, const C *z)
{
    UNROLL(8)
    for (int q = 0; q < 8; q++) {
        T *to = tile + 2 * VL * ((q << s) + c);
        STORE(to, z[bit_reverse(3, q)].re);
        STORE(to + VL, z[bit_reverse(3, q)].im);
    }
}

/* Runs the first pass on one row, with 8 columns of `apart` vectors, and a zone as levels_pass()
 * has. */
INLINE void row_to_tile(const int zone, const V *m, const V *t, const T *x, ptrdiff_t apart,
                        T *tile)
{
    for (int c = 0; c < 8; c++) {
        C z[8];
        UNROLL(8)
        for (int i = 0; i < 8; i++) {
            const T *p = x + 2 * VL * apart * (8 * i + c);
            z[i] = (C){LOAD(p), LOAD(p + VL)};
        }
        levels(3, PLAIN_NONE, zone, m, t, z);
        column_to_tile(3, tile, c, z);
    }
}

/* Reports whether the last two passes of a transform can go together from step p on. Rows of L = 2
 * have twiddles of their own (PLAIN_AT_2). */
static int ends_twice(const stet_step *p)
{
    return p->kind == STET_STEP_LEVELS && p->L > 2 && p[0].radix == 8 && p[1].radix == 8 &&
           p[0].columns == 8;
}

/* Runs steps p and p + 1, the last two, on `together` times VL lines. */
static __attribute__((noinline)) void last_twice(const stet_step *p, const T *in, Target out,
                                                 ptrdiff_t together, T *tile)
{
    const ptrdiff_t L = p->L;
    for (ptrdiff_t j = 0; j < L; j++) {
        V m[8], t[8];
        load_twiddles(3, p, j, m, t);
        for (ptrdiff_t v = 0; v < together; v++) {
            const T *x = in + 2 * VL * (j * 64 * together + v);
            Target to = out;
            to.re += v * out.step;
            if (4 * j < L)
                row_to_tile(0, m, t, x, together, tile);
            else if (2 * j < L)
                row_to_tile(1, m, t, x, together, tile);
            else if (4 * j < 3 * L)
                row_to_tile(2, m, t, x, together, tile);
            else
                row_to_tile(3, m, t, x, together, tile);
            all_of_64(p + 1, tile, j, to);
        }
    }
}
