/* SPDX-License-Identifier: Apache-2.0 */
/* Runs complex lines of 4, 8 or 16 points side by side, straight through: they are neighbours in
 * both arrays, and their numbers stay in registers from loads to stores. This template is included
 * after transform.h. */

/* Loads 2^s elements, `step` numbers apart. */
INLINE void load_straight(const int s, const int exchanged, const T *x, ptrdiff_t step, C *z)
{
    UNROLL(8)
    for (int i = 0; i < 1 << s; i++) {
        C a;
        LOAD_PAIRS(x + i * step, &a.re, &a.im);
        z[i] = exchanged ? (C){a.im, a.re} : a;
    }
}

/* Runs levels s of row j on elements z, and stores output q at y + q step. */
INLINE void end_straight(const int s, const int exchanged, const stet_step *p, const int j, T *y,
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
        STORE_PAIRS(y + i * step, exchanged ? a.im : a.re, exchanged ? a.re : a.im);
    }
}

/* Sixteen points go in two passes of radix 4: all levels at once would leave no register for what
 * is computed (small.h). */
INLINE void straight(const int s, const int exchanged, const void *const *level, const T *x,
                     ptrdiff_t is, T *y, ptrdiff_t os, T scale)
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

#define STRAIGHT(s, exchanged)                                                                     \
    static __attribute__((noinline)) void straight_##s##_##exchanged(                              \
        const stet_fft1d *f, const stet_lines *lines, T scale)                                     \
    {                                                                                              \
        const T *x = (const T *)lines->in;                                                         \
        T *y = (T *)lines->out;                                                                    \
        for (ptrdiff_t i = 0; i < lines->count; i += VL, x += 2 * VL, y += 2 * VL)                 \
            straight(s, exchanged, f->tables.level, x, 2 * lines->is, y, 2 * lines->os, scale);    \
    }
STRAIGHT(2, 0)
STRAIGHT(2, 1)
STRAIGHT(3, 0)
STRAIGHT(3, 1)
STRAIGHT(4, 0)
STRAIGHT(4, 1)

static int goes_straight(const stet_fft1d *f, const stet_lines *s)
{
    return s->id == 1 && s->od == 1 && f->kind == STET_C2C && f->graph.odd_count == 0 &&
           f->graph.levels >= 2 && f->graph.levels <= 4;
}

static void straight_lines(const stet_fft1d *f, const stet_lines *lines, int exchanged, T scale)
{
    switch (2 * f->graph.levels + (exchanged != 0)) {
    case 4: straight_2_0(f, lines, scale); break;
    case 5: straight_2_1(f, lines, scale); break;
    case 6: straight_3_0(f, lines, scale); break;
    case 7: straight_3_1(f, lines, scale); break;
    case 8: straight_4_0(f, lines, scale); break;
    default: straight_4_1(f, lines, scale); break;
    }
}
