/* SPDX-License-Identifier: Apache-2.0 */
/* The last log2(VL) levels of one transform: the columns of a row are now the lanes of
 * one vector, so ROWS rows are transposed until the lanes are rows again. A template. */

/* Elements of E to a number: with `floats`, those of T are what is read. */
INLINE ptrdiff_t width_of(const int floats)
{
#ifdef STET_OTHER_ELEMENTS
    return floats ? (ptrdiff_t)(sizeof(T) / sizeof(E)) : 1;
#else
    (void)floats;
    return 1;
#endif
}

INLINE void store_cell(T *to, ptrdiff_t part, C z)
{
    STORE(to, z.re);
    STORE(to + part, z.im);
}

/* Where the outputs of a block go: output q of the rows j0 .. j0 + ROWS - 1 is a run of
 * ROWS complex numbers at y + q run. */
typedef struct {
    E *y;
    ptrdiff_t run;
    T scale;
    int scaled, exchanged;
    int real; /* these are the results of real input: passes.h */
#ifdef STET_OTHER_ELEMENTS
    Most *most;
#endif
} Runs;

INLINE C finished(Runs out, C x)
{
    if (out.scaled)
        x = (C){MUL(x.re, SET1(out.scale)), MUL(x.im, SET1(out.scale))};
    if (out.real)
        return (C){ADD(x.re, SET1(0)), ADD(x.im, SET1(0))};
    return out.exchanged ? (C){x.im, x.re} : x;
}

/* The packed table of a block: the twiddles of its first LOG2_ROWS levels, m and t in turn,
 * ROWS numbers each, in the order of levels(); and, if ROWS < VL, those of its last level,
 * for outputs q and q + 1 side by side, VL numbers each. One is made on the spot for a row
 * that is alone. */
enum { PACKED = ROWS < VL ? 2 * ROWS * ROWS : ROWS * ROWS };

INLINE void pack(const stet_step *p, ptrdiff_t j0, T *packed)
{
    for (int v = 0; 1 << v < VL; v++) {
        const ptrdiff_t size = stet_level_size(p->L << v);
        const T *table = (const T *)p->table[v];
        const int pair = 1 << v < ROWS ? 1 : 2;
        for (int q = 0; q < (v == 0 ? 1 : 1 << (v - 1)); q += pair)
            for (int part = 0; part < 2; part++)
                for (int i = 0; i < pair; i++, packed += ROWS) {
                    const ptrdiff_t j = level_index(p->L << v, j0 + p->L * (q + i));
                    STORE_ROWS(packed, LOAD_ROWS(table + part * size + j));
                }
    }
}

/* The levels up to L ROWS, on vectors whose lanes are rows; z[i] is in the order of
 * levels(), each vector holding VL / ROWS columns of ROWS rows. */
INLINE void last_levels(const int zone, const T *packed, const T *rows, ptrdiff_t row,
                        ptrdiff_t part, C *z)
{
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
        z[i] = (C){LOAD(rows + row * i), LOAD(rows + row * i + part)};
#pragma GCC unroll 4
    for (int h = ROWS / 2; h > 0; h /= 2)
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++)
            if (!(i & h)) {
                TRANSPOSE(h, &z[i].re, &z[i + h].re);
                TRANSPOSE(h, &z[i].im, &z[i + h].im);
            }
    levels_with(LOG2_ROWS, PLAIN_NONE, zone, 1, NULL, NULL, packed, z);
}

#if ROWS < VL
/* The last level of pair i < ROWS/2, where a vector still holds two columns: outputs q
 * and q + 1 (the halves of *a), q + ROWS and q + ROWS + 1 (of *b), q = bit_reverse(i). */
INLINE void last_pair(const int i, const T *packed, C *a, C *b)
{
    const int q = bit_reverse(LOG2_ROWS, i), q0 = q % (ROWS / 2);
    const int rho = (4 * q0 >= ROWS) + (2 * q >= ROWS);
    const T *w = packed + ROWS * ROWS + q0 * VL;
    TRANSPOSE(VL / 2, &a->re, &b->re);
    TRANSPOSE(VL / 2, &a->im, &b->im);
    butterfly2(rho, LOAD(w), LOAD(w + VL), a, b);
}
#endif

INLINE void store_run(Runs out, const int stream, int q, C x, Most *most)
{
    x = finished(out, x);
    E *y = out.y + q * out.run;
#ifndef STET_OTHER_ELEMENTS
    if (stream) {
        V low, high;
        INTERLEAVE(x.re, x.im, &low, &high);
        STREAM(y, low);
        STREAM(y + (ROWS < VL ? out.run : VL), high);
        return;
    }
#endif
    (void)stream;
#if ROWS < VL
    WRITE_RUNS(y, y + out.run, x.re, x.im, most);
#else
    WRITE_PAIRS(y, x.re, x.im, most);
#endif
}

/* One block of rows, all in one zone. With `stream` past the caches: y and the runs are aligned. */
INLINE void last_block(const int zone, const int stream, const T *packed, const T *rows,
                       ptrdiff_t row, ptrdiff_t part, Runs out)
{
    C z[ROWS];
    Most most = NOTHING_YET(out.most);
    last_levels(zone, packed, rows, row, part, z);
#if ROWS < VL
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++) {
        const int q = bit_reverse(LOG2_ROWS, i);
        last_pair(i, packed, &z[i], &z[i + ROWS / 2]);
        store_run(out, stream, q, z[i], &most);
        store_run(out, stream, q + ROWS, z[i + ROWS / 2], &most);
    }
#else
#pragma GCC unroll 16
    for (int q = 0; q < VL; q++)
        store_run(out, stream, q, z[bit_reverse(LOG2_ROWS, q)], &most);
#endif
    KEEP_MOST(out, most);
}

/* The same of a Hermitian transform: outputs q >= VL/2 of row j belong above n/2; their
 * conjugates go, backwards, to n - (j + L q). The mirrored ones first: row 0 has both. */
INLINE void last_block_real(const int zone, ptrdiff_t n, const T *packed, const T *rows,
                            ptrdiff_t j0, Runs out)
{
    out.exchanged = 0; /* the compiler should know */
    out.real = 1;
    Runs up = out, down = out;
    up.y += 2 * j0;
    down.y += 2 * (n - j0 - (ROWS - 1));
    down.run = -out.run;
    C z[ROWS];
    Most most = NOTHING_YET(out.most);
    last_levels(zone, packed, rows, 2 * VL, VL, z);
#if ROWS < VL
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++)
        last_pair(i, packed, &z[i], &z[i + ROWS / 2]);
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++) {
        const C x = z[i + ROWS / 2];
        store_run(down, 0, bit_reverse(LOG2_ROWS, i) + ROWS,
                  (C){REVERSE_RUNS(x.re), REVERSE_RUNS(SUB(SET1(0), x.im))}, &most);
    }
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++)
        store_run(up, 0, bit_reverse(LOG2_ROWS, i), z[i], &most);
#else
#pragma GCC unroll 16
    for (int q = VL / 2; q < VL; q++) {
        const C x = z[bit_reverse(LOG2_ROWS, q)];
        store_run(down, 0, q, (C){REVERSE_RUNS(x.re), REVERSE_RUNS(SUB(SET1(0), x.im))}, &most);
    }
#pragma GCC unroll 16
    for (int q = 0; q < VL / 2; q++)
        store_run(up, 0, q, z[bit_reverse(LOG2_ROWS, q)], &most);
#endif
    KEEP_MOST(out, most);
}
