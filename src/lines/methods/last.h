/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the last log2(VL) levels of one transform. The columns of a row are the lanes of one vector,
 * so ROWS rows are transposed until the lanes are rows again. A template. */

/* Returns the lane of column c after LOAD_COLUMNS and LOAD_REAL_COLUMNS: vec/README.md. */
INLINE int lane_of_column(int c)
{
#if defined OWN_ROWS && VL == 32
    return c;
#elif defined OWN_ROWS
    return ROWS < VL ? c % 2 + c / 2 % 4 * 4 + c / 8 * 2 : c % 4 * 2 + c / 4;
#else
    return ROWS < VL ? c / 2 + c % 2 * ROWS : c;
#endif
}

#ifndef OWN_ROWS /* else the vector type has its own order of rows and columns: vec/README.md */
INLINE void PACK_ROWS(T *to, const T *p, const T *q)
{
    STORE(to, LOAD(p));
    STORE(to + ROWS, LOAD(q));
}
#ifndef OWN_TRANSPOSED
INLINE void LOAD_TRANSPOSED(const T *p, ptrdiff_t step, V *z)
{
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
        z[i] = LOAD(p + i * step);
#pragma GCC unroll 4
    for (int h = ROWS / 2; h > 0; h /= 2)
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++)
            if (!(i & h))
                TRANSPOSE(h, &z[i], &z[i + h]);
}
#endif
#endif

/* Returns how many elements of E a number takes; with `floats` the array holds numbers of T. */
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

/* Stores to[c L + j] = from[j columns + c] for VL rows and VL columns. flip_columns = 1 swaps odd
 * and even columns, flip_rows = 1 odd and even rows. */
INLINE void transpose_tile(const T *from, ptrdiff_t columns, const int flip_rows, T *to,
                           ptrdiff_t L, const int flip_columns)
{
    V z[VL];
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++)
        z[i] = LOAD(from + (i ^ flip_rows) * columns);
#pragma GCC unroll 4
    for (int b = 0; b < LOG2_VL; b++)
#pragma GCC unroll 16
        for (int i = 0; i < VL; i++)
            if (!(i & (VL / 2 >> b)))
                TRANSPOSE(VL / 2 >> b, &z[i], &z[i + (VL / 2 >> b)]);
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++)
        STORE(to + (i ^ flip_columns) * L, z[i]);
}

/* Says where the outputs of a block go: output q of the rows j0 .. j0 + ROWS - 1 is a run of ROWS
 * complex numbers at y + q run. */
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
        x = c_scaled(x, out.scale);
    if (out.real)
        return c_plus_zero(x);
    return out.exchanged ? (C){x.im, x.re} : x;
}

/* The packed table of a block has the twiddles of its first LOG2_ROWS levels, m and t in turn, ROWS
 * numbers each, in the order of levels(). If ROWS < VL, those of its last level follow, for outputs
 * q and q + 1 side by side, VL numbers each. Two times ROWS numbers are in the order of
 * LOAD_PACKED, or of the lanes of vectors that hold two columns. pack() makes the table of a row
 * that is alone. */
enum { PACKED = ROWS < VL ? 2 * ROWS * ROWS : ROWS * ROWS };

INLINE void pack(const stet_step *p, ptrdiff_t j0, T *packed)
{
    for (int v = 0; 1 << v < VL; v++) {
        const ptrdiff_t L = p->L << v, size = stet_level_size(L);
        const T *m = (const T *)p->table[v], *t = m + size;
        for (int q = 0; q < (v == 0 ? 1 : 1 << (v - 1)); q += 1 << v < ROWS ? 1 : 2) {
            const ptrdiff_t j = level_index(L, j0 + p->L * q);
            if (1 << v < ROWS) {
                PACK_ROWS(packed, m + j, t + j);
            } else {
                const ptrdiff_t next = level_index(L, j0 + p->L * (q + 1));
                PACK_ROWS(packed, m + j, m + next);
                PACK_ROWS(packed += VL, t + j, t + next);
            }
            packed += 1 << v < ROWS ? 2 * ROWS : VL;
        }
    }
}

/* Runs the levels up to L ROWS, on vectors whose lanes are rows. z[i] is in the order of levels();
 * each vector holds VL / ROWS columns of ROWS rows. */
INLINE void last_levels(const int zone, const T *packed, const T *rows, ptrdiff_t row,
                        ptrdiff_t part, C *z)
{
    V re[ROWS], im[ROWS];
    LOAD_TRANSPOSED(rows, row, re);
    LOAD_TRANSPOSED(rows + part, row, im);
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
        z[i] = (C){re[i], im[i]};
    levels_with(LOG2_ROWS, PLAIN_NONE, zone, NULL, 1, NULL, NULL, packed, z);
}

#if ROWS < VL
/* Runs the last level of pair i < ROWS/2, where a vector still holds two columns: outputs q and q +
 * 1 (even and odd lanes of *a), q + ROWS and q + ROWS + 1 (of *b), q = bit_reverse(i). */
INLINE void last_pair(const int i, const T *packed, C *a, C *b)
{
    const int q = bit_reverse(LOG2_ROWS, i), q0 = q % (ROWS / 2);
    const int rho = (4 * q0 >= ROWS) + (2 * q >= ROWS);
    const T *w = packed + ROWS * ROWS + q0 * VL;
    TRANSPOSE(1, &a->re, &b->re);
    TRANSPOSE(1, &a->im, &b->im);
    butterfly2(rho, LOAD(w), LOAD(w + VL), a, b);
}
#endif

INLINE void store_run(Runs out, const int stream, int q, C x, Most *most)
{
    x = finished(out, x);
    E *y = out.y + q * out.run;
#ifndef STET_OTHER_ELEMENTS
    if (stream) {
#ifdef OWN_ROWS
        TRANSPOSE(1, &x.re, &x.im);
#else
        INTERLEAVE(x.re, x.im, &x.re, &x.im);
#endif
        STREAM(y, x.re);
        STREAM(y + (ROWS < VL ? out.run : VL), x.im);
        return;
    }
#endif
    (void)stream;
#if ROWS < VL
    WRITE_RUNS(y, y + out.run, x.re, x.im, most);
#elif defined OWN_ROWS
    WRITE_LANES(y, x.re, x.im, most);
#else
    WRITE_PAIRS(y, x.re, x.im, most);
#endif
}

/* Runs one block of rows, all in one zone. `stream` stores past the caches; y and the runs are then
 * aligned. */
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

/* Stores output q of a Hermitian transform, which belongs above n/2, as its conjugate: the rows go
 * backwards. */
INLINE void store_back(Runs out, int q, C x, Most *most)
{
    x = out.scaled ? c_plus_zero(c_scaled(c_conjugate(x), out.scale)) : c_conjugate_plus_zero(x);
    E *y = out.y - q * out.run;
#if defined STORE_BACK && !defined STET_OTHER_ELEMENTS
    (void)most;
    STORE_BACK(y, y - (ROWS < VL ? out.run : -VL), x.re, x.im);
#else
    x = (C){REVERSE_RUNS(x.re), REVERSE_RUNS(x.im)};
#if ROWS < VL
    WRITE_RUNS(y, y - out.run, x.re, x.im, most);
#elif defined OWN_ROWS
    WRITE_LANES(y, x.re, x.im, most);
#else
    WRITE_PAIRS(y, x.re, x.im, most);
#endif
#endif
}

/* Returns where output 0 of rows k .. k + ROWS - 1 would go backwards: output q goes q runs before
 * that. */
INLINE E *real_down(ptrdiff_t n, ptrdiff_t k, Runs out) { return out.y + 2 * (n - k - (ROWS - 1)); }

/* Runs one block of a Hermitian transform. Outputs q >= VL/2 of row j belong above n/2; their
 * conjugates go, backwards, to n - (j + L q). The mirrored ones are stored first, because row 0 has
 * both. */
INLINE void last_block_real(const int zone, const T *packed, const T *rows, ptrdiff_t row, E *up,
                            E *down, Runs out)
{
    out.exchanged = 0; /* constants for the compiler */
    out.real = 1;
    Runs back = out;
    out.y = up;
    back.y = down;
    C z[ROWS];
    Most most = NOTHING_YET(out.most);
    last_levels(zone, packed, rows, row, VL, z);
#if ROWS < VL
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++)
        last_pair(i, packed, &z[i], &z[i + ROWS / 2]);
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++)
        store_back(back, bit_reverse(LOG2_ROWS, i) + ROWS, z[i + ROWS / 2], &most);
#pragma GCC unroll 16
    for (int i = 0; i < ROWS / 2; i++)
        store_run(out, 0, bit_reverse(LOG2_ROWS, i), z[i], &most);
#else
#pragma GCC unroll 16
    for (int q = VL / 2; q < VL; q++)
        store_back(back, q, z[bit_reverse(LOG2_ROWS, q)], &most);
#pragma GCC unroll 16
    for (int q = 0; q < VL / 2; q++)
        store_run(out, 0, q, z[bit_reverse(LOG2_ROWS, q)], &most);
#endif
    KEEP_MOST(out, most);
}

/* A block is a function, so that the compiler moves nothing of it out of loops around it: that
 * takes more registers than there are, and 1.2 times as long (gcc 12, Zen 5). */
#define REAL_BLOCK(zone)                                                                           \
    static __attribute__((noinline)) void real_block_##zone(                                       \
        const T *packed, const T *at, ptrdiff_t row, E *up, E *down, const Runs *out)              \
    {                                                                                              \
        last_block_real(zone, packed, at, row, up, down, *out);                                    \
    }
REAL_BLOCK(0)
REAL_BLOCK(1)
REAL_BLOCK(2)
REAL_BLOCK(3)

INLINE void real_block(int zone, const T *packed, const T *at, ptrdiff_t row, E *up, E *down,
                       const Runs *out)
{
    switch (zone) {
    case 0: real_block_0(packed, at, row, up, down, out); break;
    case 1: real_block_1(packed, at, row, up, down, out); break;
    case 2: real_block_2(packed, at, row, up, down, out); break;
    default: real_block_3(packed, at, row, up, down, out); break;
    }
}
