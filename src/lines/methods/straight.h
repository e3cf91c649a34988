/* SPDX-License-Identifier: Apache-2.0 */
/* Runs complex lines of 4 to 64 points side by side, straight through: they are neighbours in both
 * arrays. Numbers of up to 16 points stay in registers from loads to stores, those of 32 and 64 lie
 * in the workspace between two passes. This template is included after transform.h. */

/* Loads 2^s elements, `step` numbers apart. */
INLINE void load_straight(const int s, int exchanged, const T *x, ptrdiff_t step, C *z)
{
    if (exchanged) {
        UNROLL(8)
        for (int i = 0; i < 1 << s; i++)
            LOAD_PAIRS(x + i * step, &z[i].im, &z[i].re);
    } else {
        UNROLL(8)
        for (int i = 0; i < 1 << s; i++)
            LOAD_PAIRS(x + i * step, &z[i].re, &z[i].im);
    }
}

/* Runs levels s of row j on elements z, and stores output q at y + q step. */
INLINE void end_straight(const int s, int exchanged, const stet_step *p, const int j, T *y,
                         ptrdiff_t step, T scale, C *z)
{
    V m[8], t[8];
    load_twiddles(s, p, j, m, t);
    levels(s, p->L == 1 ? PLAIN_AT_1 : PLAIN_NONE, j, m, t, z);
    if (scale != 1) {
        UNROLL(8)
        for (int i = 0; i < 1 << s; i++)
            z[i] = c_scaled(z[i], scale);
    }
    UNROLL(8)
    for (int i = 0; i < 1 << s; i++) {
        const C a = z[bit_reverse(s, i)];
        if (exchanged)
            STORE_PAIRS(y + i * step, a.im, a.re);
        else
            STORE_PAIRS(y + i * step, a.re, a.im);
    }
}

/* Sixteen points go in two passes of radix 4: all levels at once would leave no register for what
 * is computed (small.h). */
INLINE void straight(const int s, int exchanged, const void *const *level, const T *x, ptrdiff_t is,
                     T *y, ptrdiff_t os, T scale)
{
    const stet_step first = {.L = 1, .table = {level[0], level[1], level[2]}};
    const stet_step later = {.L = 4, .table = {level[2], level[3]}};
    C z[4][4], u[8];
    if (s < 4) {
        load_straight(s, exchanged, x, is, u);
        end_straight(s, exchanged, &first, 0, y, os, scale, u);
        return;
    }
    UNROLL(4)
    for (int c = 0; c < 4; c++) {
        load_straight(2, exchanged, x + c * is, 4 * is, u);
        levels(2, PLAIN_AT_1, 0, NULL, NULL, u);
        UNROLL(4)
        for (int j = 0; j < 4; j++)
            z[j][c] = u[bit_reverse(2, j)];
    }
    UNROLL(4)
    for (int j = 0; j < 4; j++)
        end_straight(2, exchanged, &later, j, y + j * os, 4 * os, scale, z[j]);
}

#ifdef TWICE
/* Runs VL lines of 8 2^s points. */
INLINE void straight_twice(const int s, int exchanged, const void *const *level, const T *x,
                           ptrdiff_t is, T *y, ptrdiff_t os, T scale, T *work)
{
    const stet_step first = {.L = 1, .table = {level[0], level[1], level[2]}};
    const stet_step later = {.L = 8, .table = {level[3], level[4], level[5]}};
    const Target out = {.re = y, .row = os, .scale = scale, .exchanged = exchanged};
    V m[8], t[8];
    load_twiddles(3, &first, 0, m, t);
    for (int c = 0; c < 1 << s; c++) {
        C z[8];
        load_straight(3, exchanged, x + c * is, is << s, z);
        UNROLL(8)
        for (int i = 0; i < 8; i++)
            prefetch_lines(x + c * is + i * (is << s) + 2 * VL);
        levels(3, PLAIN_AT_1, 0, m, t, z);
        column_to_tile(s, work, c, z);
    }
    if (s == 3)
        all_of_64(&later, work, 0, out);
    else
        all_of_tile(s, &later, work, 0, out);
}
#endif

#define STRAIGHT(name, run)                                                                        \
    static __attribute__((noinline)) void name(const stet_fft1d *f, const stet_lines *lines,       \
                                               int exchanged, T scale, T *work)                    \
    {                                                                                              \
        const void *const *level = f->tables.level;                                                \
        const ptrdiff_t is = 2 * lines->is, os = 2 * lines->os;                                    \
        const T *x = (const T *)lines->in;                                                         \
        T *y = (T *)lines->out;                                                                    \
        (void)work;                                                                                \
        for (ptrdiff_t i = 0; i < lines->count; i += VL, x += 2 * VL, y += 2 * VL)                 \
            run;                                                                                   \
    }
STRAIGHT(straight_4, straight(2, exchanged, level, x, is, y, os, scale))
STRAIGHT(straight_8, straight(3, exchanged, level, x, is, y, os, scale))
STRAIGHT(straight_16, straight(4, exchanged, level, x, is, y, os, scale))
#ifdef TWICE
STRAIGHT(straight_32, straight_twice(2, exchanged, level, x, is, y, os, scale, work))
STRAIGHT(straight_64, straight_twice(3, exchanged, level, x, is, y, os, scale, work))
#endif

static int goes_straight(const stet_fft1d *f, const stet_lines *s)
{
#ifdef TWICE
    enum { MOST = 6 };
#else
    enum { MOST = 4 };
#endif
    return s->id == 1 && s->od == 1 && f->kind == STET_C2C && f->graph.odd_count == 0 &&
           f->graph.levels >= 2 && f->graph.levels <= MOST;
}

static void straight_lines(const stet_fft1d *f, const stet_lines *lines, int exchanged, T scale,
                           T *work)
{
    switch (f->graph.levels) {
    case 2: straight_4(f, lines, exchanged, scale, work); break;
    case 3: straight_8(f, lines, exchanged, scale, work); break;
#ifdef TWICE
    case 5: straight_32(f, lines, exchanged, scale, work); break;
    case 6: straight_64(f, lines, exchanged, scale, work); break;
#endif
    default: straight_16(f, lines, exchanged, scale, work); break;
    }
}
