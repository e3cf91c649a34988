/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one complex transform of n = R VL points: R = 2, 4, 8 or 16 in registers, 32 through a tile;
 * vector types of 16 registers take 16 through a tile, too (small_rounds.h). A template.
 *
 * R vectors hold the columns, VL neighbouring ones to a vector. The first log2 R levels are between
 * vectors. Then come log2 VL exchanges of one lane bit of the position against one bit of the
 * vector's number, each with the level that it brings between vectors; see stet_small in method.h.
 * An exchange takes the oldest row bit out of the vector's number.
 *
 * rho of row j at level 2^l is the number of ones among the bits l - 1 and l - 2 of j. For R >= 8
 * both are in the vector's number, so rho is the same in all lanes. For R = 4, bit l - 2 goes into
 * the lanes. Where it is set, the real and the imaginary part of b change places, which the
 * exchange does at no cost, and signs change, which the table has:
 *     p = x + t y, q = y - t x,   a' = a + (mp p, mq q),   b' = a - (mp p, mq q)
 * with (x, y) = (b.re, b.im), t, mp = m, mq = m for bit l - 2 clear, and
 *      (x, y) = (b.im, b.re), -t, mp = m, mq = -m for bit l - 2 set: rho = 1.
 * For R = 2 both bits are in the lanes; bit l - 1 has just gone there. Parts change places where
 * one of the two is set, and for rho = 2 both signs change. */

#ifndef REGISTERS
#define REGISTERS 32
#endif

/* Reads vector i of the input; floats: numbers of T, as in wide.h. */
INLINE void read_vector(const int floats, const Reading how, const E *x, ptrdiff_t i, C *z)
{
    x += 2 * VL * i * width_of(floats);
    if (floats)
        LOAD_LANES(numbers_at(x), &z->re, &z->im);
    else if (EXCHANGED(how))
        READ_LANES(x, &z->im, &z->re);
    else
        READ_LANES(x, &z->re, &z->im);
}

/* Exchanges vectors a and b, which differ in the bit that goes into the lanes; crossed: where the
 * bit is set, the parts of b change places. */
INLINE void exchange(int h, int crossed, C *a, C *b)
{
    C x = *a, y = *b;
    if (crossed) {
        C u = *a, v = *b;
        TRANSPOSE(h, &u.re, &v.im);
        TRANSPOSE(h, &u.im, &v.re);
        *b = (C){v.im, v.re};
        TRANSPOSE(h, &x.re, &y.re);
        TRANSPOSE(h, &x.im, &y.im);
    } else {
        TRANSPOSE(h, &x.re, &y.re);
        TRANSPOSE(h, &x.im, &y.im);
        *b = y;
    }
    *a = x;
}

/* Runs exchange e and the level after it. */
INLINE void small_level(const int s, const int e, const T *table, C *z)
{
    const int pair = 1 << stet_small_vector_bit(s, e);
    const int last = 1 << stet_small_vector_bit(s, e - 1),
              before = 1 << stet_small_vector_bit(s, e - 2);
    int used = 0;
#pragma GCC unroll 16
    for (int i = 0; i < 1 << s; i++) {
        if (i & pair || i & last)
            continue;
        C *a = &z[i], *b = &z[i + pair], *c = &z[i + last], *d = &z[i + last + pair];
        exchange(1 << stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e), s == 2, a, b);
        exchange(1 << stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e), s == 2, c, d);
        if (s == 2) {
            const V t = LOAD(table), mp = LOAD(table + VL), mq = LOAD(table + 2 * VL);
            butterfly2_lanes(0, t, mp, mq, a, b);
            butterfly2_lanes(1, t, mp, mq, c, d);
        } else {
            const V m = LOAD(table + 2 * used * VL), t = LOAD(table + (2 * used + 1) * VL);
            used++;
            butterfly2(i & before ? 1 : 0, m, t, a, b);
            butterfly2(i & before ? 2 : 1, m, t, c, d);
        }
    }
}

/* Runs exchange e and the level after it for R = 2. Level 2 is plain: it multiplies by signs
 * only. */
INLINE void level_of_2(const int e, const T *table, C *z)
{
    const V t = LOAD(table), mp = LOAD(table + VL), mq = LOAD(table + 2 * VL);
    C x;
    exchange(1 << stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e), 1, &z[0], &z[1]);
    if (e > 0) {
        const V crossed = LOAD(table + 3 * VL); /* bit l - 2 */
        x = (C){SELECT(crossed, z[1].re, z[1].im), SELECT(crossed, z[1].im, z[1].re)};
        x = lanes_turned(t, x);
    } else {
        x = z[1];
    }
    lanes_joined(mp, mq, x, z);
}

/* Writes the first half of the spectrum of real input, and number n/2, which is `count` vectors
 * further on. Zeros become +0 (passes.h). */
INLINE void write_half(const int q, const int count, E *y, C x, Most *most)
{
    T one[2 * VL];
    const ptrdiff_t at[2] = {2 * VL * (ptrdiff_t)q, 2 * VL * (ptrdiff_t)q + 1};
    x = c_plus_zero(x);
    if (q < count)
        WRITE_LANES(y + 2 * VL * q, x.re, x.im, most);
    if (q != count)
        return;
    STORE_LANES(one, x.re, x.im);
    WRITE_NUMBERS(y, 2, at, one, most);
}

INLINE C of_tile(const T *tile, int i)
{
    return (C){LOAD(tile + 2 * VL * i), LOAD(tile + 2 * VL * i + VL)};
}

/* Runs level v of the first s on vectors a and b: number i and the one that differs in bit s - 1 -
 * v. rho is as in levels_with(), with zone 0. */
INLINE void level_of_pair(const int s, const int v, const int i, const stet_small *p, C *a, C *b)
{
    const T *m = (const T *)p->first.table[v], *t = m + stet_level_size((ptrdiff_t)1 << v);
    const int q = bit_reverse(v, i >> (s - v)), half = 1 << (v - 1), q0 = q % half;
    butterfly2((2 * q0 >= half) + (q >= half), SET1(m[q0]), SET1(t[q0]), a, b);
}

/* Runs exchange e and the level after it on vectors a and b: number i and the one that differs from
 * it in one bit. It works like small_level(), whose twiddles come in groups, one for each value of
 * the other bits. */
INLINE void exchange_pair(const int s, const int e, const int i, const stet_small *p, C *a, C *b)
{
    const int pair = stet_small_vector_bit(s, e), last = stet_small_vector_bit(s, e - 1),
              before = stet_small_vector_bit(s, e - 2);
    int group = 0, bits = 0;
#pragma GCC unroll 5
    for (int k = 0; k < s; k++)
        if (k != pair && k != last)
            group |= (i >> k & 1) << bits++;
    const T *w = (const T *)p->table + e * stet_small_level_size(s, VL) + 2 * VL * group;
    exchange(1 << stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e), 0, a, b);
    butterfly2((i >> before & 1) + (i >> last & 1), LOAD(w), LOAD(w + VL), a, b);
}

/* Writes vector i to its place in the output. */
INLINE void write_vector(const int s, const int i, const int real, const Reading how, E *y, C x,
                         Most *most)
{
    int q = 0;
#pragma GCC unroll 5
    for (int v = 0; v < s; v++)
        q |= (i >> stet_small_vector_bit(s, LOG2_VL - s + v) & 1) << v;
    if (real)
        write_half(q, 1 << (s - 1), y, x, most);
    else if (EXCHANGED(how))
        WRITE_LANES(y + 2 * VL * q, x.im, x.re, most);
    else
        WRITE_LANES(y + 2 * VL * q, x.re, x.im, most);
}

#if LOG2_VL >= 3 && REGISTERS != 16
/* ------------------------------------------------------- twice as many points --
 *
 * R = 32: a tile keeps the vectors between three passes over 8 of them at a time, whose numbers
 * differ in
 *   bits 4, 3, 2     the first three levels;
 *   bits 4, 1, 0     the next two, and exchange 0, which is against bit 4;
 *   bits 3, 2 (, 1)  the other exchanges.
 * Each pass is a function, which the compiler cannot merge with the next: 32 pairs fit no
 * registers. */

INLINE void first_of_32(const int floats, const Reading how, const stet_small *p, const E *x,
                        T *tile)
{
    V m[8], t[8];
    load_twiddles(3, &p->first, 0, m, t);
    for (int k = 0; k < 4; k++) {
        C z[8];
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            read_vector(floats, how, x, 4 * i + k, &z[i]);
        if (!floats)
            SCALE_READ(how, 3, z);
        levels(3, PLAIN_AT_1, 0, m, t, z);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            store_cell(tile + 2 * VL * (4 * i + k), VL, z[i]);
    }
    if (!floats)
        ALL_READ(how);
}

/* Runs the group of vectors whose bits 3 and 2 are g. In z[l], bit 2 of l is bit 4. */
INLINE void middle_group_of_32(const int g, const stet_small *p, T *tile)
{
    C z[8];
#pragma GCC unroll 8
    for (int l = 0; l < 8; l++)
        z[l] = of_tile(tile, l / 4 * 16 + 4 * g + l % 4);
#pragma GCC unroll 2
    for (int v = 3; v < 5; v++)
#pragma GCC unroll 8
        for (int l = 0; l < 8; l++)
            if (!(l & 16 >> v))
                level_of_pair(5, v, l / 4 * 16 + 4 * g + l % 4, p, &z[l], &z[l + (16 >> v)]);
#pragma GCC unroll 4
    for (int l = 0; l < 4; l++)
        exchange_pair(5, 0, 4 * g + l, p, &z[l], &z[l + 4]);
#pragma GCC unroll 8
    for (int l = 0; l < 8; l++)
        store_cell(tile + 2 * VL * (l / 4 * 16 + 4 * g + l % 4), VL, z[l]);
}

static __attribute__((noinline)) void middle_of_32(const stet_small *p, T *tile)
{
    middle_group_of_32(0, p, tile);
    middle_group_of_32(1, p, tile);
    middle_group_of_32(2, p, tile);
    middle_group_of_32(3, p, tile);
}

/* The vectors of a group in the last pass differ in bits 3 2 1; with 32 lanes also in bit 0, which
 * the last exchange is against. */
enum { LAST_OF_32 = LOG2_VL > 4 ? 16 : 8 };

INLINE int number_of_32(const int high, const int low, int l)
{
    return 16 * high + (LAST_OF_32 == 16 ? l : 2 * l + low);
}

/* Runs the group whose bit 4 is `high`, and whose bit 0, if it is not one of l, is `low`. */
INLINE void last_group_of_32(const int high, const int low, const int real, const Reading how,
                             const stet_small *p, const T *tile, E *y, T scale, Most *most)
{
    C z[LAST_OF_32];
#pragma GCC unroll 16
    for (int l = 0; l < LAST_OF_32; l++)
        z[l] = of_tile(tile, number_of_32(high, low, l));
#pragma GCC unroll 4
    for (int e = 1; e < LOG2_VL; e++)
#pragma GCC unroll 16
        for (int l = 0; l < LAST_OF_32; l++)
            if (!(l & LAST_OF_32 >> e))
                exchange_pair(5, e, number_of_32(high, low, l), p, &z[l],
                              &z[l + (LAST_OF_32 >> e)]);
    if (scale != 1) {
#pragma GCC unroll 16
        for (int l = 0; l < LAST_OF_32; l++)
            z[l] = c_scaled(z[l], scale);
    }
#pragma GCC unroll 16
    for (int l = 0; l < LAST_OF_32; l++)
        write_vector(5, number_of_32(high, low, l), real, how, y, z[l], most);
}

INLINE void last_of_32(const int real, const Reading how, const stet_small *p, const T *tile, E *y,
                       T scale, Most *most)
{
    last_group_of_32(0, 0, real, how, p, tile, y, scale, most);
    if (LAST_OF_32 == 8)
        last_group_of_32(0, 1, real, how, p, tile, y, scale, most);
    last_group_of_32(1, 0, real, how, p, tile, y, scale, most);
    if (LAST_OF_32 == 8)
        last_group_of_32(1, 1, real, how, p, tile, y, scale, most);
}

#define SMALL_5(exchanged)                                                                         \
    static __attribute__((noinline)) void first_of_32_##exchanged(const stet_small *p, const E *x, \
                                                                  Load load, T *tile)              \
    {                                                                                              \
        (void)load;                                                                                \
        first_of_32(0, READING(exchanged, load), p, x, tile);                                      \
    }                                                                                              \
    static __attribute__((noinline)) void last_of_32_##exchanged(                                  \
        const stet_small *p, const T *tile, E *y, T scale, Most *most)                             \
    {                                                                                              \
        Most largest = NOTHING_YET(most);                                                          \
        last_of_32(0, READING(exchanged, 0), p, tile, y, scale, &largest);                         \
        GIVE_MOST(most, largest);                                                                  \
    }                                                                                              \
    static void small_5_##exchanged(const stet_small *p, const stet_lines *lines, Load load,       \
                                    T scale, Most *most)                                           \
    {                                                                                              \
        _Alignas(STET_ALIGN) T tile[2 * VL * 32];                                                  \
        const E *x = (const E *)lines->in;                                                         \
        E *y = (E *)lines->out;                                                                    \
        for (ptrdiff_t i = 0; i < lines->count; i++) {                                             \
            first_of_32_##exchanged(p, x + 2 * i * lines->id, load, tile);                         \
            middle_of_32(p, tile);                                                                 \
            last_of_32_##exchanged(p, tile, y + 2 * i * lines->od, scale, most);                   \
        }                                                                                          \
    }
SMALL_5(0)
SMALL_5(1)

#endif

#if (LOG2_VL == 3 || LOG2_VL == 4) && REGISTERS != 16
/* --------------------------------------------------------------- 16 vectors --
 *
 * Four vectors at a time, whose numbers differ in two bits, go through two levels. All at once
 * would leave no register for what is computed, and a store takes the place of an fma (Zen 5: 128
 * doubles 53 ns in place of 59). The exchanges of 8 and 16 lanes come in two of these rounds. */
INLINE void first_of_16(const int floats, const Reading how, const E *x, C *z)
{
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        C u[4];
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            read_vector(floats, how, x, 4 * i + k, &u[i]);
        if (!floats)
            SCALE_READ(how, 2, u);
        levels(2, PLAIN_AT_1, 0, NULL, NULL, u);
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            z[4 * i + k] = u[i];
    }
    if (!floats)
        ALL_READ(how);
}

INLINE void last_of_16(const int g, const Reading how, const stet_small *p, C *z, E *y, T scale,
                       Most *most)
{
#pragma GCC unroll 2
    for (int e = 2; e < LOG2_VL; e++)
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            if (!(i & 8 >> e))
                exchange_pair(4, e, g + i, p, &z[g + i], &z[g + i + (8 >> e)]);
    if (scale != 1) {
#pragma GCC unroll 4
        for (int i = g; i < g + 4; i++)
            z[i] = c_scaled(z[i], scale);
    }
#pragma GCC unroll 4
    for (int i = g; i < g + 4; i++)
        write_vector(4, i, 0, how, y, z[i], most);
}

INLINE void small_16(const int floats, const Reading how, const stet_small *p, const E *x, E *y,
                     T scale, Most *most)
{
    C z[16];
    first_of_16(floats, how, x, z);
#pragma GCC unroll 4
    for (int g = 0; g < 16; g += 4) {
        level_of_pair(4, 2, g, p, &z[g], &z[g + 2]);
        level_of_pair(4, 2, g + 1, p, &z[g + 1], &z[g + 3]);
        level_of_pair(4, 3, g, p, &z[g], &z[g + 1]);
        level_of_pair(4, 3, g + 2, p, &z[g + 2], &z[g + 3]);
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        exchange_pair(4, 0, k, p, &z[k], &z[k + 8]);
        exchange_pair(4, 0, k + 4, p, &z[k + 4], &z[k + 12]);
        exchange_pair(4, 1, k, p, &z[k], &z[k + 4]);
        exchange_pair(4, 1, k + 8, p, &z[k + 8], &z[k + 12]);
    }
#pragma GCC unroll 4
    for (int g = 0; g < 16; g += 4)
        last_of_16(g, how, p, z, y, scale, most);
}
#endif

/* Returns where output vector q is: bit v of q is row bit LOG2_VL + v. */
INLINE int small_vector(const int s, const int q)
{
    int i = 0;
    for (int v = 0; v < s; v++)
        i |= ((q >> v) & 1) << stet_small_vector_bit(s, LOG2_VL - s + v);
    return i;
}

/* Runs one line, and prefetches the line at `next`, if not NULL. */
INLINE void small(const int s, const int floats, const Reading how, const stet_small *p, const E *x,
                  const E *next, E *y, T scale, Most *most)
{
    C z[16];
    V m[8], t[8];
#if (LOG2_VL == 3 || LOG2_VL == 4) && REGISTERS != 16
    if (s == 4) {
        small_16(floats, how, p, x, y, scale, most);
        return;
    }
#endif
#pragma GCC unroll 16
    for (int i = 0; i < 1 << s; i++)
        read_vector(floats, how, x, i, &z[i]);
    if (!floats) {
        SCALE_READ(how, s, z);
        ALL_READ(how);
    }
    if (next)
#pragma GCC unroll 32
        for (int i = 0; i < 2 * VL << s; i += STET_ALIGN / (int)sizeof(E))
            __builtin_prefetch(next + i);
    const stet_step first = {
        .L = 1,
        .table = {p->first.table[0], p->first.table[1], p->first.table[2], p->first.table[3]}};
    load_twiddles(s, &first, 0, m, t);
    levels(s, PLAIN_AT_1, 0, m, t, z);
    const T *table = (const T *)p->table;
#pragma GCC unroll 5
    for (int e = 0; e < LOG2_VL; e++)
        if (s == 1)
            level_of_2(e, table + (ptrdiff_t)e * stet_small_level_size(s, VL), z);
        else
            small_level(s, e, table + (ptrdiff_t)e * stet_small_level_size(s, VL), z);
    if (scale != 1) {
#pragma GCC unroll 16
        for (int i = 0; i < 1 << s; i++)
            z[i] = c_scaled(z[i], scale);
    }
#pragma GCC unroll 16
    for (int q = 0; q < 1 << s; q++) {
        const int i = small_vector(s, q);
        if (EXCHANGED(how))
            WRITE_LANES(y + 2 * VL * q, z[i].im, z[i].re, most);
        else
            WRITE_LANES(y + 2 * VL * q, z[i].re, z[i].im, most);
    }
}

/* The function that runs a line of 16 vectors. If small() called the other one, gcc 12 would spill
 * half as many registers again for 8 vectors. */
#if REGISTERS == 16
#include "lines/methods/small_rounds.h"
#define LONG_LINE small_in_rounds
#else
#define LONG_LINE small
#endif

/* Defines a function that runs all lines of a set, each contiguous. */
#define SMALL(run, s, exchanged)                                                                   \
    static void small_##s##_##exchanged(const stet_small *p, const stet_lines *lines, Load load,   \
                                        T scale, Most *most)                                       \
    {                                                                                              \
        const E *x = (const E *)lines->in;                                                         \
        E *y = (E *)lines->out;                                                                    \
        Most largest = NOTHING_YET(most);                                                          \
        (void)load;                                                                                \
        for (ptrdiff_t i = 0; i < lines->count; i++)                                               \
            run(s, 0, READING(exchanged, load), p, x + 2 * i * lines->id, NULL,                    \
                y + 2 * i * lines->od, scale, &largest);                                           \
        GIVE_MOST(most, largest);                                                                  \
    }
SMALL(small, 1, 0)
SMALL(small, 1, 1)
SMALL(small, 2, 0)
SMALL(small, 2, 1)
SMALL(small, 3, 0)
SMALL(small, 3, 1)
#if LOG2_VL >= 3 || REGISTERS == 16
SMALL(LONG_LINE, 4, 0)
SMALL(LONG_LINE, 4, 1)
#endif
#if REGISTERS == 16
SMALL(LONG_LINE, 5, 0)
SMALL(LONG_LINE, 5, 1)
#endif

static void small_lines(const stet_small *p, const stet_lines *lines, int exchanged, Load load,
                        T scale, Most *most)
{
    switch (2 * p->log2_vectors + (exchanged != 0)) {
    case 2: small_1_0(p, lines, load, scale, most); break;
    case 3: small_1_1(p, lines, load, scale, most); break;
    case 4: small_2_0(p, lines, load, scale, most); break;
    case 5: small_2_1(p, lines, load, scale, most); break;
    case 6: small_3_0(p, lines, load, scale, most); break;
#if LOG2_VL >= 3 || REGISTERS == 16
    case 8: small_4_0(p, lines, load, scale, most); break;
    case 9: small_4_1(p, lines, load, scale, most); break;
    case 10: small_5_0(p, lines, load, scale, most); break;
    case 11: small_5_1(p, lines, load, scale, most); break;
#endif
    default: small_3_1(p, lines, load, scale, most); break;
    }
}

#ifndef STET_OTHER_ELEMENTS
/* Defines a function that also prefetches the line p->prefetch further on: 4096 lines of 64 doubles
 * take 0.55 to 0.93 of the time, 1024 of 256 floats 0.75 to 0.91. It is a separate function,
 * because one line takes 1.03 to 1.08 times as long if it asks whether there is another (Zen 5). */
#define SMALL_AHEAD(run, s, exchanged)                                                             \
    static void small_##s##_##exchanged##_ahead(const stet_small *p, const stet_lines *lines,      \
                                                T scale)                                           \
    {                                                                                              \
        const T *x = (const T *)lines->in;                                                         \
        T *y = (T *)lines->out;                                                                    \
        const ptrdiff_t last = lines->count - p->prefetch;                                         \
        for (ptrdiff_t i = 0; i < lines->count; i++)                                               \
            run(s, 0, exchanged, p, x + 2 * i * lines->id,                                         \
                i < last ? x + 2 * (i + p->prefetch) * lines->id : NULL, y + 2 * i * lines->od,    \
                scale, NULL);                                                                      \
    }
SMALL_AHEAD(small, 3, 0)
SMALL_AHEAD(small, 3, 1)
#if LOG2_VL >= 3 || REGISTERS == 16
SMALL_AHEAD(LONG_LINE, 4, 0)
SMALL_AHEAD(LONG_LINE, 4, 1)
#endif

static void small_lines_ahead(const stet_small *p, const stet_lines *lines, int exchanged, T scale)
{
    switch (2 * p->log2_vectors + (exchanged != 0)) {
    case 6: small_3_0_ahead(p, lines, scale); break;
#if LOG2_VL >= 3 || REGISTERS == 16
    case 8: small_4_0_ahead(p, lines, scale); break;
    case 9: small_4_1_ahead(p, lines, scale); break;
#endif
    default: small_3_1_ahead(p, lines, scale); break;
    }
}
#endif

#ifdef STET_LINES_OF_FLOATS
/* Defines a function that runs one line of numbers of T. */
#define SMALL_OF_FLOATS(run, s)                                                                    \
    static __attribute__((noinline)) void small_##s##_of_floats(const stet_small *p, const E *x,   \
                                                                E *y, T scale, Most *most)         \
    {                                                                                              \
        Most largest = NOTHING_YET(most);                                                          \
        run(s, 1, READING(0, 0), p, x, NULL, y, scale, &largest);                                  \
        GIVE_MOST(most, largest);                                                                  \
    }
SMALL_OF_FLOATS(small, 3)
#if LOG2_VL >= 3 || REGISTERS == 16
SMALL_OF_FLOATS(LONG_LINE, 4)
#endif
#if REGISTERS == 16
SMALL_OF_FLOATS(LONG_LINE, 5)
#elif LOG2_VL >= 3
static __attribute__((noinline)) void first_of_32_of_floats(const stet_small *p, const E *x,
                                                            T *tile)
{
    first_of_32(1, READING(0, 0), p, x, tile);
}
#endif

/* Runs one line of numbers of T; log2_vectors >= 3. */
INLINE void small_of_floats(const stet_small *p, const E *x, E *y, T scale, Most *most)
{
#if REGISTERS == 16
    switch (p->log2_vectors) {
    case 3: small_3_of_floats(p, x, y, scale, most); break;
    case 4: small_4_of_floats(p, x, y, scale, most); break;
    default: small_5_of_floats(p, x, y, scale, most); break;
    }
#elif LOG2_VL < 3
    small_3_of_floats(p, x, y, scale, most);
#else
    _Alignas(STET_ALIGN) T tile[2 * VL * 32];
    if (p->log2_vectors == 3) {
        small_3_of_floats(p, x, y, scale, most);
    } else if (p->log2_vectors == 4) {
        small_4_of_floats(p, x, y, scale, most);
    } else {
        first_of_32_of_floats(p, x, tile);
        middle_of_32(p, tile);
        last_of_32_0(p, tile, y, scale, most);
    }
#endif
}
#endif
