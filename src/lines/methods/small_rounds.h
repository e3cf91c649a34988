/* SPDX-License-Identifier: Apache-2.0 */
/* Runs lines of 16 and 32 vectors for vector types of 16 registers, which hold four vectors of
 * complex numbers and what a radix-4 butterfly needs beside them. small.h includes this template.
 *
 * A tile keeps the vectors between rounds. A round takes all of them through two levels, four at a
 * time, whose numbers differ in the bits of these levels. If the number of levels is odd, the first
 * round takes eight at a time through three levels, of which two have no twiddles.
 *
 * A line of 64 doubles takes 0.3 times the time that it takes by wide.h, and one of 128 floats 0.8
 * times the time that the same levels take on 16 vectors at once, which spill (Zen 3). */

/* After this the compiler knows nothing of the tile, so it keeps no vectors of one group while it
 * computes the next one. */
#define END_GROUP(tile) __asm__ __volatile__("" : : "r"(tile) : "memory")

/* Returns the bit of the vector's number that level v uses. */
INLINE int level_bit(const int s, const int v) { return stet_small_vector_bit(s, v - s); }

/* Returns i with a zero inserted as bit `bit`. */
INLINE int with_bit(const int i, const int bit)
{
    return i >> bit << (bit + 1) | (i & ((1 << bit) - 1));
}

/* Returns the number of vector l of group g in the round of levels v and v + 1. */
INLINE int number_in_round(const int s, const int v, const int g, const int l)
{
    const int high = level_bit(s, v), low = level_bit(s, v + 1);
    const int i = with_bit(with_bit(g, high < low ? high : low), high < low ? low : high);
    return i | l >> 1 << high | (l & 1) << low;
}

/* Runs level v, after its exchange if it has one, on vectors a and b: number i and the one that
 * differs from it in level_bit(). */
INLINE void level_of_round(const int s, const int v, const int i, const stet_small *p, C *a, C *b)
{
    if (v < s)
        level_of_pair(s, v, i, p, a, b);
    else
        exchange_pair(s, v - s, i, p, a, b);
}

/* Runs levels v and v + 1 on group g. */
INLINE void run_group(const int s, const int v, const int g, const stet_small *p, const T *tile,
                      C *z)
{
    int i[4];
#pragma GCC unroll 4
    for (int l = 0; l < 4; l++) {
        i[l] = number_in_round(s, v, g, l);
        z[l] = of_tile(tile, i[l]);
    }
    level_of_round(s, v, i[0], p, &z[0], &z[2]);
    level_of_round(s, v, i[1], p, &z[1], &z[3]);
    level_of_round(s, v + 1, i[0], p, &z[0], &z[1]);
    level_of_round(s, v + 1, i[2], p, &z[2], &z[3]);
}

/* Returns the levels of the first round, and how far apart the vectors of its groups are. */
INLINE int first_levels(const int s) { return 2 + (s + LOG2_VL) % 2; }
INLINE int first_apart(const int s) { return 1 << (s - first_levels(s)); }

INLINE void store_first_group(const int s, const int k, T *tile, const C *z)
{
#pragma GCC unroll 8
    for (int i = 0; i < 1 << first_levels(s); i++)
        store_cell(tile + 2 * VL * (first_apart(s) * i + k), VL, z[i]);
    END_GROUP(tile);
}

INLINE void first_round(const int s, const int floats, const Reading how, const stet_small *p,
                        const E *x, T *tile)
{
    const int count = first_levels(s);
#pragma GCC unroll 8
    for (int k = 0; k < first_apart(s); k++) {
        C z[8];
        V m[4], t[4];
#pragma GCC unroll 8
        for (int i = 0; i < 1 << count; i++)
            read_vector(floats, how, x, first_apart(s) * i + k, &z[i]);
        if (!floats)
            SCALE_READ(how, count, z);
        load_twiddles(count, &p->first, 0, m, t);
        levels(count, PLAIN_AT_1, 0, m, t, z);
        store_first_group(s, k, tile, z);
    }
    if (!floats)
        ALL_READ(how);
}

INLINE void middle_rounds(const int s, const stet_small *p, T *tile)
{
#pragma GCC unroll 4
    for (int v = first_levels(s); v < s + LOG2_VL - 2; v += 2)
#pragma GCC unroll 8
        for (int g = 0; g < 1 << (s - 2); g++) {
            C z[4];
            run_group(s, v, g, p, tile, z);
#pragma GCC unroll 4
            for (int l = 0; l < 4; l++)
                store_cell(tile + 2 * VL * number_in_round(s, v, g, l), VL, z[l]);
            END_GROUP(tile);
        }
}

INLINE void last_round(const int s, const int real, const Reading how, const stet_small *p,
                       const T *tile, E *y, T scale, Most *most)
{
    const int v = s + LOG2_VL - 2;
#pragma GCC unroll 8
    for (int g = 0; g < 1 << (s - 2); g++) {
        C z[4];
        run_group(s, v, g, p, tile, z);
        if (scale != 1) {
#pragma GCC unroll 4
            for (int l = 0; l < 4; l++)
                z[l] = c_scaled(z[l], scale);
        }
#pragma GCC unroll 4
        for (int l = 0; l < 4; l++)
            write_vector(s, number_in_round(s, v, g, l), real, how, y, z[l], most);
        END_GROUP(tile);
    }
}

/* Does the work of small(). */
INLINE void small_in_rounds(const int s, const int floats, const Reading how, const stet_small *p,
                            const E *x, const E *next, E *y, T scale, Most *most)
{
    _Alignas(STET_ALIGN) T tile[2 * VL * 32];
    if (next)
#pragma GCC unroll 32
        for (int i = 0; i < 2 * VL << s; i += STET_ALIGN / (int)sizeof(E))
            __builtin_prefetch(next + i);
    first_round(s, floats, how, p, x, tile);
    middle_rounds(s, p, tile);
    last_round(s, 0, how, p, tile, y, scale, most);
}
