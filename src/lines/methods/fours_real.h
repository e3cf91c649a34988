/* SPDX-License-Identifier: Apache-2.0 */
/* Runs fours.h on n real numbers. This template is included after fours.h.
 *
 * The first pass, of radix 16, makes rows 0 .. 8: the other rows are conjugates of these, and so
 * are all results of them (passes.h, REAL INPUT). It makes the even and the odd rows apart, so that
 * sixteen registers hold them, and reads the input for both. The second pass has radix 4 or 8, the
 * others have 4, on complex numbers. The last part takes the same rows as that of wide_real.h;
 * outputs above n/2 are stored as conjugates of their mirror images. Row L/2 goes in a block of
 * its own, the last one, whose other rows come twice. */

INLINE C read_real(const E *x, Reading how)
{
    C z = {READ_REAL_COLUMNS(x), SET1(0)};
    (void)how;
    SCALE_READ(how, 0, &z);
    return z;
}

/* Makes the even rows: those of 8 sums. Returns real_infinities(). */
INLINE V fours_even(const V *m, const V *t, const E *x, ptrdiff_t step, Reading how, T *to,
                    ptrdiff_t row, V seen)
{
    C z[8];
    UNROLL(8)
    for (int u = 0; u < 8; u++)
        z[u] = c_add(read_real(x + u * step, how), read_real(x + (u + 8) * step, how));
    levels_real(3, m, t, z);
    UNROLL(8)
    for (int k = 0; k <= 4; k++)
        store_cell(to + 2 * k * row, VL, real_row(3, 0, k, z));
    return real_infinities(4, z, seen); /* row k of 8 is row 2 k of 16 */
}

/* Makes the odd rows, from row 1 of the level L = 4. m and t are those of this row. */
INLINE void fours_odd(const V *m, const V *t, const E *x, ptrdiff_t step, Reading how, T *to,
                      ptrdiff_t row)
{
    C z[4];
    UNROLL(4)
    for (int u = 0; u < 4; u++) {
        const E *p = x + u * step, *q = p + 4 * step;
        C b = c_sub(read_real(q, how), read_real(q + 8 * step, how));
        z[u] = c_sub(read_real(p, how), read_real(p + 8 * step, how));
        butterfly2_minus_i(&z[u], &b);
    }
    levels(2, PLAIN_NONE, 1, m, t, z);
    UNROLL(4)
    for (int q = 0; q < 4; q++) {
        const C y = z[bit_reverse(2, q)];
        store_cell(to + (q < 2 ? 1 + 4 * q : 15 - 4 * q) * row, VL, q < 2 ? y : c_conjugate(y));
    }
}

/* Runs the first pass on columns begin .. end - 1. Returns real_infinities(). */
static __attribute__((noinline)) V fours_real_first(const stet_fours *f, const E *x, Reading how,
                                                    ptrdiff_t begin, ptrdiff_t end, T *work)
{
    const stet_step *p = &f->first, odd = {.L = 4, .table = {p->table[2], p->table[3]}};
    const ptrdiff_t columns = f->n / 16, row = stet_fours_row(f);
    V m[4], t[4], m_odd[2], t_odd[2], seen = SET1(0);
    load_twiddles(3, p, 0, m, t);
    load_twiddles(2, &odd, 1, m_odd, t_odd);
    for (ptrdiff_t c = begin; c < end; c += VL) {
        seen = fours_even(m, t, x + c, columns, how, work + 2 * c, row, seen);
        fours_odd(m_odd, t_odd, x + c, columns, how, work + 2 * c, row);
    }
    return seen;
}

/* Runs the first pass once more, with all operations that levels_real() leaves out. */
static __attribute__((noinline, cold)) void fours_real_exactly(const stet_fours *f, const E *x,
                                                               Reading how, ptrdiff_t begin,
                                                               ptrdiff_t end, T *work)
{
    const ptrdiff_t columns = f->n / 16, row = stet_fours_row(f);
    V m[8], t[8];
    load_twiddles(4, &f->first, 0, m, t);
    for (ptrdiff_t c = begin; c < end; c += VL) {
        C z[16];
        real_column(4, 1, m, t, x + c, columns, how, z);
        UNROLL(16)
        for (int k = 0; k <= 8; k++)
            store_cell(work + k * row + 2 * c, VL, z[bit_reverse(4, k)]);
    }
}

/* Runs a second pass of radix 8 on `count` cells of each eighth of a row, as fours_row() does; w
 * has m and t of its three levels in turn. */
INLINE void fours_eight(const int zone, const T *w, ptrdiff_t cells, ptrdiff_t count, T *row)
{
    const V m[4] = {SET1(w[0]), SET1(w[2]), SET1(w[4]), SET1(w[6])};
    const V t[4] = {SET1(w[1]), SET1(w[3]), SET1(w[5]), SET1(w[7])};
    const ptrdiff_t apart = 2 * VL * cells;
    for (ptrdiff_t c = 0; c < count; c++, row += 2 * VL) {
        C z[8];
        cells_column(3, zone, m, t, row, apart, VL, z);
        UNROLL(8)
        for (int b = 0; b < 8; b++)
            store_cell(row + stet_fours_first_row(3, bit_reverse(3, b)) * apart, VL, z[b]);
    }
}

/* Runs the second pass on rows r .. end - 1 of the first. */
#define FOURS_SECOND(name, radix, pass)                                                            \
    SHARED_PASS(                                                                                   \
        name, (ptrdiff_t cells, const T *w, ptrdiff_t r, ptrdiff_t end, ptrdiff_t row, T *at),     \
        for (; r < end; r++, w += (radix), at += row) switch (r / 4) {                             \
            case 0: pass(0, w, cells, cells, at); break;                                           \
            case 1: pass(1, w, cells, cells, at); break;                                           \
            default: pass(2, w, cells, cells, at); break;                                          \
        })
FOURS_SECOND(fours_second_4, 4, fours_row)
FOURS_SECOND(fours_second_8, 8, fours_eight)

INLINE void fours_second(const stet_fours *f, ptrdiff_t r, ptrdiff_t end, T *at)
{
    const ptrdiff_t radix = f->second, cells = f->n / (16 * VL * radix), row = stet_fours_row(f);
    const T *w = (const T *)f->twiddles[0] + radix * r;
    if (radix == 4)
        SHARED(fours_second_4)(cells, w, r, end, row, at);
    else
        SHARED(fours_second_8)(cells, w, r, end, row, at);
}

/* Runs the middle passes on row r of the first, and on what comes from it. */
static void fours_real_row(const stet_fours *f, ptrdiff_t r, T *work)
{
    const ptrdiff_t row = stet_fours_row(f), radix = f->second;
    T *base = work + r * (row - f->n / 8); /* where row 0 would lie without gaps */
    fours_second(f, r, r + 1, work + r * row);
    if (f->deep == 0)
        fours_passes(f, 1, f->passes, radix * r, radix, base);
    for (int q = 0; q < radix && f->deep > 0; q++)
        fours_middle(f, 1, radix * r + q, base);
}

/* Runs all of them: pass by pass if the rows lie close, else row by row. */
static void fours_real_middle(const stet_fours *f, T *work)
{
    if (stet_fours_row(f) == f->n / 8) {
        fours_second(f, 0, 9, work);
        fours_passes(f, 1, f->passes, 0, 9 * f->second, work);
        return;
    }
    for (ptrdiff_t r = 0; r < 9; r++)
        fours_real_row(f, r, work);
}

/* Runs the last two levels of VL rows from number j on: outputs 2 and 3, which belong above n/2,
 * go backwards from `down` on. */
INLINE void fours_real_end(const int zone, const T *packed, const T *const *cell, Runs out, E *down,
                           Most *most)
{
    C z[4];
    fours_levels(zone, packed, cell, z);
    UNROLL(2)
    for (int q = 3; q >= 2; q--) {
        const C y = z[bit_reverse(2, q)];
        const C x = finished(out, (C){REVERSE(y.re), REVERSE(c_conjugate(y).im)});
        WRITE_LANES(down - q * out.run, x.re, x.im, most);
    }
    UNROLL(2)
    for (int q = 1; q >= 0; q--) {
        const C x = finished(out, z[bit_reverse(2, q)]);
        WRITE_LANES(out.y + q * out.run, x.re, x.im, most);
    }
}

/* Returns where outputs of the rows from j on go backwards. */
INLINE E *down_from(const stet_fours *f, Runs out, ptrdiff_t j)
{
    return out.y + 2 * (f->n - j - (VL - 1));
}

#if VL == 8
static __attribute__((noinline)) void
fours_real_ends(const stet_fours *f, ptrdiff_t j, const T *packed, const T *tile, const Runs *runs)
{
    Runs out = *runs;
    Most most = NOTHING_YET(out.most);
    out.real = 1;
    UNROLL(4)
    for (int q = 0; q < 4; q++) {
        const T *const at = tile + 8 * VL * q;
        const T *const cell[4] = {at, at + 2 * VL, at + 4 * VL, at + 6 * VL};
        const ptrdiff_t row = j + f->n / 16 * q;
        Runs to = out;
        to.y += 2 * row;
        fours_real_end(q, packed + 4 * VL * q, cell, to, down_from(f, out, row), &most);
    }
    KEEP_MOST(out, most);
}

static void fours_real_block(int zone, const stet_fours *f, const T *work, ptrdiff_t j,
                             const T *packed, Runs out)
{
    _Alignas(STET_ALIGN) T tile[2 * VL * 16];
    const T *row[8];
    for (int i = 0; i < 8; i++)
        row[i] = work + f->place[j + i];
    fours_pairs_of(zone, packed, row, tile);
    fours_pairs_of(zone, packed + 2 * VL, row + 4, tile + 4 * VL);
    fours_real_ends(f, j, packed + 4 * VL, tile, &out);
}
#else
INLINE void fours_real_block(const int zone, const stet_fours *f, const T *work, ptrdiff_t j,
                             const T *packed, Runs out)
{
    const T *cell[4];
    Runs to = out;
    Most most = NOTHING_YET(out.most);
    to.real = 1;
    to.y += 2 * j;
    UNROLL(4)
    for (int i = 0; i < 4; i++)
        cell[i] = work + f->place[j + i];
    fours_real_end(zone, packed, cell, to, down_from(f, out, j), &most);
    KEEP_MOST(out, most);
}
#endif

enum { FOURS_PACKED = VL == 8 ? 20 : 4 }; /* twiddles of one row */

/* Runs the last part of rows 16 d + ..., begin <= d < end, those of one zone. */
INLINE void fours_real_zone(const int zone, const stet_fours *f, const T *work, ptrdiff_t begin,
                            ptrdiff_t end, Runs out)
{
    const ptrdiff_t quarter = f->n / (64 * FOURS_LAST);
    const ptrdiff_t from = begin > zone * quarter ? begin : zone * quarter;
    const ptrdiff_t to = end < (zone + 1) * quarter ? end : (zone + 1) * quarter;
    const T *packed = (const T *)f->packed + 8 * FOURS_PACKED * from;
    for (ptrdiff_t d = from; d < to; d++)
        for (ptrdiff_t i = zone / 2; i < 8; i += VL, packed += VL * FOURS_PACKED)
            fours_real_block(zone, f, work, 16 * d + i, packed, out);
}

static void fours_real_last(const stet_fours *f, const T *work, ptrdiff_t begin, ptrdiff_t end,
                            Runs out)
{
    const ptrdiff_t all = f->n / (16 * FOURS_LAST);
    fours_real_zone(0, f, work, begin, end, out);
    fours_real_zone(1, f, work, begin, end, out);
    fours_real_zone(2, f, work, begin, end, out);
    fours_real_zone(3, f, work, begin, end, out);
    if (end == all)
        fours_real_block(2, f, work, 8 * all, (const T *)f->packed + 8 * FOURS_PACKED * all, out);
}

/* Runs a line. If threads share it, it has three phases: the first pass by columns, the middle ones
 * by its rows, the last part. */
static void fours_of_reals(const stet_fours *f, const E *x, Reading how, Runs out, T *work,
                           const stet_share *share)
{
    out.run = f->n / 2;
    const ptrdiff_t groups = f->n / (16 * VL), last = f->n / (16 * FOURS_LAST);
    const ptrdiff_t begin = VL * stet_share_begin(share, groups);
    const ptrdiff_t end = VL * stet_share_end(share, groups);
    if (stet_share_has(share, 0) && is_any_nan(fours_real_first(f, x, how, begin, end, work)))
        fours_real_exactly(f, x, how, begin, end, work);
    if (!share)
        fours_real_middle(f, work);
    else if (share->phase == 1)
        for (ptrdiff_t r = stet_share_begin(share, 9); r < stet_share_end(share, 9); r++)
            fours_real_row(f, r, work);
    if (stet_share_has(share, 2))
        fours_real_last(f, work, stet_share_begin(share, last), stet_share_end(share, last), out);
}

#ifdef STET_OTHER_ELEMENTS
/* Runs a line of real numbers by the method of f, fours or wide. */
static void power_of_reals(const stet_fft1d *f, const E *x, Reading how, Runs out, T *work,
                           const stet_share *share)
{
    if (f->schedule.method == &stet_method_fours)
        fours_of_reals((const stet_fours *)f->made, x, how, out, work, share);
    else
        wide_of_reals((const stet_wide *)f->made, x, out, how, work, share);
}
#else
static void fours_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                       const stet_share *share)
{
    const stet_fours *made = (const stet_fours *)f->made;
    const Runs out = {y, f->n / 2, scale, scale != 1, !made->real && exchanged, made->real};
    if (made->real)
        fours_of_reals(made, x, exchanged, out, work, share);
    else if (share)
        fours_shared(made, x, exchanged, out, work, share);
    else
        fours_elements(made, x, NULL, exchanged, out, work);
}
EACH_LINE(fours)
#endif
