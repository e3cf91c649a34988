/* SPDX-License-Identifier: Apache-2.0 */
/* Runs small.h and its lines on n real numbers. This template is included after small.h. Only the
 * first levels use that the numbers are real. After them, using that rows are conjugates of other
 * rows costs more than it saves. The last level makes the first half of the spectrum. */

/* Runs the first levels; x[i] is vector i step; exact: all operations. Returns
 * real_infinities(). */
INLINE V small_real_first(const int s, const int exact, const Reading how, const V *m, const V *t,
                          const E *x, ptrdiff_t step, V seen, C *z)
{
    (void)how;
#pragma GCC unroll 16
    for (int i = 0; i < 1 << s; i++)
        z[i] = (C){READ_REAL_LANES(x + i * step), SET1(0)};
    SCALE_REALS(how, s, z);
    if (exact) {
        levels(s, PLAIN_AT_1, 0, m, t, z);
        return seen;
    }
    levels_real(s, m, t, z);
    seen = real_infinities(s, z, seen);
    real_rows(s, z);
    return seen;
}

INLINE int small_real(const int s, const int exact, const Reading how, const stet_small *p,
                      const E *x, E *y, T scale, Most *most)
{
    C z[16];
    V m[8], t[8];
    load_twiddles(s, &p->first, 0, m, t);
    if (is_any_nan(small_real_first(s, exact, how, m, t, x, VL, SET1(0), z)))
        return 1;
    ALL_READ(how);
    const T *table = (const T *)p->table;
#pragma GCC unroll 5
    for (int e = 0; e < LOG2_VL; e++)
        small_level(s, e, table + (ptrdiff_t)e * stet_small_level_size(s, VL), z);
#pragma GCC unroll 16
    for (int q = 0; q <= 1 << (s - 1); q++) {
        C *out = &z[small_vector(s, q)];
        if (scale != 1)
            *out = c_scaled(*out, scale);
        write_half(q, 1 << (s - 1), y, *out, most);
    }
    return 0;
}

#define SMALL_REAL(s)                                                                              \
    static __attribute__((noinline, cold)) void small_real_exactly_##s(                            \
        const stet_small *p, const E *x, Load load, E *y, T scale, Most *most)                     \
    {                                                                                              \
        (void)load;                                                                                \
        small_real(s, 1, READING(0, load), p, x, y, scale, most);                                  \
    }                                                                                              \
    static void small_real_##s(const stet_small *p, const stet_lines *lines, Load load, T scale,   \
                               Most *most)                                                         \
    {                                                                                              \
        const E *x = (const E *)lines->in;                                                         \
        E *y = (E *)lines->out;                                                                    \
        Most largest = NOTHING_YET(most);                                                          \
        for (ptrdiff_t i = 0; i < lines->count; i++, x += lines->id, y += 2 * lines->od)           \
            if (small_real(s, 0, READING(0, load), p, x, y, scale, &largest))                      \
                small_real_exactly_##s(p, x, load, y, scale, &largest);                            \
        GIVE_MOST(most, largest);                                                                  \
    }
SMALL_REAL(2)
#if REGISTERS == 16
/* Does the work of first_round() of small_rounds.h. Returns 1 if the line needs all operations. */
INLINE int first_round_of_reals(const int s, const int exact, const Reading how,
                                const stet_small *p, const E *x, T *tile)
{
    const int count = first_levels(s), apart = first_apart(s);
    V m[4], t[4], seen = SET1(0);
    load_twiddles(count, &p->first, 0, m, t);
#pragma GCC unroll 8
    for (int k = 0; k < apart; k++) {
        C z[8];
        seen = small_real_first(count, exact, how, m, t, x + k * VL, apart * VL, seen, z);
        store_first_group(s, k, tile, z);
    }
    ALL_READ(how);
    return is_any_nan(seen);
}

#define SMALL_REAL_IN_ROUNDS(s)                                                                    \
    static __attribute__((noinline, cold)) void first_round_of_##s##_exactly(                      \
        const stet_small *p, const E *x, Load load, T *tile)                                       \
    {                                                                                              \
        (void)load;                                                                                \
        first_round_of_reals(s, 1, READING(0, load), p, x, tile);                                  \
    }                                                                                              \
    static void small_real_##s(const stet_small *p, const stet_lines *lines, Load load, T scale,   \
                               Most *most)                                                         \
    {                                                                                              \
        _Alignas(STET_ALIGN) T tile[2 * VL << s];                                                  \
        const E *x = (const E *)lines->in;                                                         \
        E *y = (E *)lines->out;                                                                    \
        Most largest = NOTHING_YET(most);                                                          \
        for (ptrdiff_t i = 0; i < lines->count; i++, x += lines->id, y += 2 * lines->od) {         \
            if (first_round_of_reals(s, 0, READING(0, load), p, x, tile))                          \
                first_round_of_##s##_exactly(p, x, load, tile);                                    \
            middle_rounds(s, p, tile);                                                             \
            last_round(s, 1, READING(0, load), p, tile, y, scale, &largest);                       \
        }                                                                                          \
        GIVE_MOST(most, largest);                                                                  \
    }
SMALL_REAL_IN_ROUNDS(3)
SMALL_REAL_IN_ROUNDS(4)
SMALL_REAL_IN_ROUNDS(5)
#else
SMALL_REAL(3)
#endif
#if LOG2_VL >= 3 && REGISTERS != 16
SMALL_REAL(4)

/* Does the work of first_of_32() of small.h. */
INLINE int first_of_32_reals(const int exact, const Reading how, const stet_small *p, const E *x,
                             T *tile)
{
    V m[8], t[8], seen = SET1(0);
    load_twiddles(3, &p->first, 0, m, t);
    for (int k = 0; k < 4; k++) {
        C z[8];
        seen = small_real_first(3, exact, how, m, t, x + k * VL, 4 * VL, seen, z);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            store_cell(tile + 2 * VL * (4 * i + k), VL, z[i]);
    }
    ALL_READ(how);
    return is_any_nan(seen);
}

static __attribute__((noinline, cold)) void first_of_32_exactly(const stet_small *p, const E *x,
                                                                Load load, T *tile)
{
    (void)load;
    first_of_32_reals(1, READING(0, load), p, x, tile);
}

static __attribute__((noinline)) void first_of_32_real(const stet_small *p, const E *x, Load load,
                                                       T *tile)
{
    if (first_of_32_reals(0, READING(0, load), p, x, tile))
        first_of_32_exactly(p, x, load, tile);
}

static __attribute__((noinline)) void last_of_32_real(const stet_small *p, const T *tile, E *y,
                                                      T scale, Most *most)
{
    Most largest = NOTHING_YET(most);
    last_of_32(1, READING(0, 0), p, tile, y, scale, &largest);
    GIVE_MOST(most, largest);
}

static void small_real_5(const stet_small *p, const stet_lines *lines, Load load, T scale,
                         Most *most)
{
    _Alignas(STET_ALIGN) T tile[2 * VL * 32];
    const E *x = (const E *)lines->in;
    E *y = (E *)lines->out;
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        first_of_32_real(p, x + i * lines->id, load, tile);
        middle_of_32(p, tile);
        last_of_32_real(p, tile, y + 2 * i * lines->od, scale, most);
    }
}
#endif

static void small_real_lines(const stet_small *p, const stet_lines *lines, Load load, T scale,
                             Most *most)
{
    switch (p->log2_vectors) {
    case 2: small_real_2(p, lines, load, scale, most); break;
#if LOG2_VL >= 3 || REGISTERS == 16
    case 4: small_real_4(p, lines, load, scale, most); break;
    case 5: small_real_5(p, lines, load, scale, most); break;
#endif
    default: small_real_3(p, lines, load, scale, most); break;
    }
}

#ifndef STET_OTHER_ELEMENTS
static void run_small(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                      void *work, const stet_share *share)
{
    const stet_small *p = (const stet_small *)f->made;
    (void)work, (void)share;
    if (f->kind == STET_R2C)
        small_real_lines(p, lines, 1, (T)scale, NULL);
    else if (lines->count > 1 && p->prefetch > 0)
        small_lines_ahead(p, lines, swap, (T)scale);
    else
        small_lines(p, lines, swap, 1, (T)scale, NULL);
}
#endif
