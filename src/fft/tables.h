/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of one precision: a template over T and NAME(x), included by tables.c. */

static void NAME(fill_level)(const stet_roots *roots, ptrdiff_t L, T *table)
{
    const ptrdiff_t size = stet_level_size(L);
    NAME(stet_roots_twiddles)(roots, (uint64_t)L, (uint64_t)size, table, table + size);
}

/* Level L from level 2 L, whose j and j + L share a twiddle but for rho. */
static void NAME(halve_level)(ptrdiff_t L, const T *above, T *table)
{
    const ptrdiff_t size = stet_level_size(L);
    for (int part = 0; part < 2; part++)
        for (ptrdiff_t j = 0; j < size; j++)
            *table++ = above[part * L + (2 * j < L ? 2 * j : 2 * j - L)];
}

static void NAME(fill_odd)(const stet_roots *roots, ptrdiff_t n, ptrdiff_t L, int r, T *table)
{
    const ptrdiff_t step = n / (L * r);
    for (ptrdiff_t j = 0; j <= L / 2; j++, table += 2 * (r - 1))
        for (int i = 1; i < r; i++)
            NAME(stet_roots)(roots, (uint64_t)(i * j * step), &table[i - 1], &table[r - 1 + i - 1]);
}

/* The table of an odd step for lanes that are rows; rows above L/2 have the conjugates. */
static T *NAME(fill_rows)(const stet_step *p, T *table)
{
    const T *w = (const T *)p->table[0];
    const int count = (int)p->radix - 1;
    for (int i = 0; i < count; i++)
        for (int part = 0; part < 2; part++)
            for (ptrdiff_t j = 0; j < p->L; j++) {
                const int upper = 2 * j > p->L;
                const T value = w[(upper ? p->L - j : j) * 2 * count + part * count + i];
                *table++ = part == 1 && upper ? -value : value;
            }
    return table;
}

/* The packed table of the last wide step. A pair of levels' twiddles of one output q is `rows`
 * numbers m and as many t; in the last level two outputs q and q + 1 stand side by side. */
static void NAME(fill_packed)(const stet_step *last, int lanes, T *packed)
{
    const int rows = stet_rows_of(lanes);
    for (ptrdiff_t j0 = 0; j0 < last->L; j0 += rows) {
        for (int v = 0; 1 << v < lanes; v++) {
            const ptrdiff_t L = last->L << v, size = stet_level_size(L);
            const T *table = (const T *)last->table[v];
            const int pair = 1 << v < rows ? 1 : 2;
            for (int q = 0; q < (v == 0 ? 1 : 1 << (v - 1)); q += pair)
                for (int part = 0; part < 2; part++)
                    for (int i = 0; i < pair * rows; i++) {
                        const ptrdiff_t j = j0 + last->L * (q + i / rows) + i % rows;
                        *packed++ = table[part * size + (j >= size ? j - size : j)];
                    }
        }
    }
}

/* The row of a lane of vector i just before the level of exchange e: its bits up to e are in
 * the lanes, the s - 1 others in i. */
static ptrdiff_t NAME(small_row)(const stet_small *p, int log2_lanes, int e, int i, int lane)
{
    const int s = p->log2_vectors;
    ptrdiff_t j = 0;
    for (int k = 0; k < e + s; k++) {
        const int bit = k <= e ? lane >> stet_small_lane_bit(sizeof(T) == 4 ? STET_F32 : STET_F64,
                                                             log2_lanes, k)
                               : i >> stet_small_vector_bit(s, k - s);
        j |= (ptrdiff_t)(bit & 1) << k;
    }
    return j;
}

static void NAME(fill_small)(const stet_fft1d *f, T *table)
{
    const stet_small *p = &f->small;
    const int s = p->log2_vectors, lanes = p->lanes, log2_lanes = f->graph.levels - s;
    for (int e = 0; e < log2_lanes; e++) {
        const ptrdiff_t size = stet_level_size((ptrdiff_t)1 << (s + e));
        const T *m = (const T *)f->level[s + e], *t = m + size;
        const int pair = 1 << stet_small_vector_bit(s, e);
        const int last = 1 << stet_small_vector_bit(s, e - 1);
        for (int i = 0; i < 1 << s; i++) {
            if (i & pair || i & last)
                continue;
            for (int lane = 0; lane < lanes; lane++) {
                const ptrdiff_t j = NAME(small_row)(p, log2_lanes, e, i, lane);
                const T w = s == 2 && (j >> e & 1) ? -1 : 1;
                if (s == 2) {
                    table[lane] = w * t[j];
                    table[lanes + lane] = m[j];
                    table[2 * lanes + lane] = w * m[j];
                } else {
                    table[lane] = m[j];
                    table[lanes + lane] = t[j];
                }
            }
            table += (s == 2 ? 3 : 2) * lanes;
        }
    }
}
