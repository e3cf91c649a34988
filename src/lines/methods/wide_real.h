/* SPDX-License-Identifier: Apache-2.0 */
/* Runs wide.h on n real numbers. This template is included after wide.h.
 *
 * The tall part makes rows 0 .. tall/2 of real columns: the other rows are conjugates of these, and
 * so are all results of them (passes.h, REAL INPUT). The row part is the one for complex numbers.
 * Outputs above n/2 are stored as conjugates of their mirror images. Rows 0 and tall/2 are their
 * own mirror images and have everything twice. Cell d holds rows tall d .. of the last part. In the
 * first half of the cells the last part takes rows 0 .. tall/2 - 1, in the second half rows 1 ..
 * tall/2. So it takes each row once, and in whole blocks. Only row L/2 remains, L = n/VL. */

/* Loads VL real columns x[u step], u < 2^s, and runs their first levels. */
INLINE void real_column(const int s, const int exact, const V *m, const V *t, const E *x,
                        ptrdiff_t step, Reading how, C *z)
{
#pragma GCC unroll 16
    for (int u = 0; u < 1 << s; u++)
        z[u] = (C){READ_REAL_COLUMNS(x + u * step), SET1(0)};
    (void)how;
    SCALE_READ(how, s, z);
    if (exact)
        levels(s, PLAIN_AT_1, 0, m, t, z);
    else
        levels_real(s, m, t, z);
}

/* Runs a tall part of one pass. Returns real_infinities(). */
INLINE V real_one(const int s, const int exact, const stet_step *p, const E *x, Reading how,
                  const Bank *bank, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t step = p->columns, row = bank->minor;
    V m[8], t[8], seen = SET1(0);
    T *to = bank->base + 2 * VL * begin;
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t i = begin; i < end; i++, to += 2 * VL) {
        C z[16];
        real_column(s, exact, m, t, x + i * VL, step, how, z);
        if (!exact)
            seen = real_infinities(s, z, seen);
#pragma GCC unroll 16
        for (int k = 0; k <= 1 << (s - 1); k++)
            store_cell(to + k * row, VL, real_row(s, exact, k, z));
    }
    return seen;
}

/* Runs the first of two passes, into the tile. */
INLINE V real_first(const int s, const int exact, const stet_step *p, const E *x, ptrdiff_t step,
                    ptrdiff_t rest, Reading how, T *tile, V seen)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t a = 0; a < rest; a++) {
        C z[16];
        real_column(s, exact, m, t, x + a * step, rest * step, how, z);
        if (!exact)
            seen = real_infinities(s, z, seen);
#pragma GCC unroll 16
        for (int k = 0; k <= 1 << (s - 1); k++)
            store_cell(tile + (k * rest + a) * 2 * VL, VL, real_row(s, exact, k, z));
    }
    return seen;
}

/* Runs row j of the tile by the second pass, into the bank; edge: j is 0 or L/2, which have no
 * partner. */
INLINE void real_last_row(const int s, const int zone, const int edge, const stet_step *p,
                          ptrdiff_t j, const T *tile, const Bank *bank, ptrdiff_t place)
{
    const ptrdiff_t L = p->L, tall = L << s;
    V m[8], t[8];
    C z[16];
    load_twiddles(s, p, j, m, t);
    cells_column(s, zone, m, t, tile + (j << s) * 2 * VL, 2 * VL, VL, z);
#pragma GCC unroll 16
    for (int q = 0; q < 1 << (s - 1); q++)
        store_cell(bank_row(bank, j + L * q) + place, part_of(bank), z[bit_reverse(s, q)]);
#pragma GCC unroll 16
    for (int q = 1 << (s - 1); q < 1 << s; q++) {
        const C x = z[bit_reverse(s, q)];
        if (!edge)
            store_cell(bank_row(bank, tall - (j + L * q)) + place, part_of(bank), c_conjugate(x));
    }
    if (edge && zone == 0)
        store_cell(bank_row(bank, tall / 2) + place, part_of(bank),
                   z[bit_reverse(s, 1 << (s - 1))]);
}

INLINE void real_last(const int s, const stet_step *p, const T *tile, const Bank *bank,
                      ptrdiff_t place)
{
    const ptrdiff_t half = p->L / 2;
    real_last_row(s, 0, 1, p, 0, tile, bank, place);
    for (ptrdiff_t j = 1; 2 * j < half; j++)
        real_last_row(s, 0, 0, p, j, tile, bank, place);
    for (ptrdiff_t j = half / 2; j < half; j++)
        real_last_row(s, 1, 0, p, j, tile, bank, place);
    real_last_row(s, 2, 1, p, half, tile, bank, place);
}

#define REAL_ONE(s, exact)                                                                         \
    static __attribute__((noinline)) V real_one_##s##_##exact(const stet_step *p, const E *x,      \
                                                              Reading how, const Bank *bank,       \
                                                              ptrdiff_t begin, ptrdiff_t end)      \
    {                                                                                              \
        return real_one(s, exact, p, x, how, bank, begin, end);                                    \
    }
#define REAL_FIRST(s, exact)                                                                       \
    static __attribute__((noinline)) V real_first_##s##_##exact(const stet_step *p, const E *x,    \
                                                                ptrdiff_t step, ptrdiff_t rest,    \
                                                                Reading how, T *tile, V seen)      \
    {                                                                                              \
        return real_first(s, exact, p, x, step, rest, how, tile, seen);                            \
    }
#define REAL_LAST(s)                                                                               \
    SHARED_PASS(real_last_##s,                                                                     \
                (const stet_step *p, const T *tile, const Bank *bank, ptrdiff_t place),            \
                real_last(s, p, tile, bank, place))
REAL_ONE(3, 0)
REAL_ONE(4, 0)
REAL_FIRST(3, 0)
REAL_FIRST(4, 0)
REAL_ONE(3, 1)
REAL_ONE(4, 1)
REAL_FIRST(3, 1)
REAL_FIRST(4, 1)
REAL_LAST(3)
REAL_LAST(4)

#define EITHER(name, exact) ((exact) ? name##_1 : name##_0)

/* Runs groups begin .. end - 1 of VL columns each. Returns real_infinities(). */
INLINE V real_groups(const int exact, const stet_wide *w, const E *x, Reading how, const Bank *bank,
                     T *tile, ptrdiff_t begin, ptrdiff_t end)
{
    const stet_step *p = w->step;
    if (w->tall_steps == 1)
        return (p->radix == 8 ? EITHER(real_one_3, exact)
                              : EITHER(real_one_4, exact))(p, x, how, bank, begin, end);
    const ptrdiff_t step = VL * w->cells, rest = w->tall / p->radix;
    V seen = SET1(0);
    for (ptrdiff_t i = begin; i < end; i++) {
        const E *columns = x + i * VL;
        const ptrdiff_t place = place_of_column(bank, i) * bank->cell;
        seen = (p->radix == 8 ? EITHER(real_first_3, exact) : EITHER(real_first_4, exact))(
            p, columns, step, rest, how, tile, seen);
        if (p[1].radix == 8)
            SHARED(real_last_3)(p + 1, tile, bank, place);
        else
            SHARED(real_last_4)(p + 1, tile, bank, place);
    }
    return seen;
}

/* Runs them once more, with all operations that levels_real() leaves out. */
static __attribute__((noinline, cold)) void real_exactly(const stet_wide *w, const E *x,
                                                         Reading how, const Bank *bank, T *tile,
                                                         ptrdiff_t begin, ptrdiff_t end)
{
    real_groups(1, w, x, how, bank, tile, begin, end);
}

static void real_tall(const stet_wide *w, const E *x, Reading how, const Bank *bank, T *tile,
                      ptrdiff_t begin, ptrdiff_t end)
{
    if (is_any_nan(real_groups(0, w, x, how, bank, tile, begin, end)))
        real_exactly(w, x, how, bank, tile, begin, end);
}

/* Runs the last levels of row L/2, number by number; all lanes hold the same number. In the first
 * level only row L/2 of 2 L counts; the other output is its conjugate. x[i] becomes output
 * bit_reverse(i). */
INLINE void middle_levels(const stet_step *p, const T *at, C *x)
{
    enum { S = LOG2_VL - 1 };
    const stet_step rest = {.L = 2 * p->L,
                            .table = {p->table[1], p->table[2], p->table[3], p->table[4]}};
    const T *first = (const T *)p->table[0] + level_index(p->L, p->L / 2);
    V m[8], t[8];
    load_twiddles(S, &rest, p->L / 2, m, t);
#pragma GCC unroll 16
    for (int c = 0; c < VL / 2; c++) {
        const T *a = at + lane_of_column(c), *b = at + lane_of_column(c + VL / 2);
        C other = {SET1(b[0]), SET1(b[VL])};
        x[c] = (C){SET1(a[0]), SET1(a[VL])};
        butterfly2(1, SET1(first[0]), SET1(first[stet_level_size(p->L)]), &x[c], &other);
    }
    levels(S, PLAIN_NONE, 1, m, t, x);
}

static __attribute__((noinline)) void real_middle(const stet_wide *w, const T *at, Runs out)
{
    const stet_step *p = &w->step[w->tall_steps + w->row_steps];
    E one[2 * VL];
    C x[VL / 2];
    Runs to = out;
    Most most = NOTHING_YET(out.most);
    to.y = one;
    to.run = 2 * ROWS;
    middle_levels(p, at, x);
#pragma GCC unroll 16
    for (int q = 0; q < VL / 2; q++) {
        const ptrdiff_t k = p->L / 2 + 2 * p->L * q;
        C z = x[bit_reverse(LOG2_VL - 1, q)];
        if (4 * q >= VL)
            z = c_conjugate(z);
        store_run(to, 0, 0, z, &most);
        memcpy(out.y + 2 * (4 * q < VL ? k : w->n - k), one, 2 * sizeof(E));
    }
    KEEP_MOST(out, most);
}

/* Runs the last part of ROWS rows of the bank from j0 on, and of the row after them. */
static __attribute__((noinline)) void real_last_part(const stet_wide *w, const Bank *bank,
                                                     ptrdiff_t j0, const Runs *out)
{
    const ptrdiff_t tall = w->tall, row = bank->minor, cells = w->cells, *place = w->place;
    const ptrdiff_t size = tall / 2 * stet_packed_per_row(VL);
    const T *packed = (const T *)w->packed + j0 * stet_packed_per_row(VL);
    const T *rows = bank->base + j0 * row;
    E *up = out->y + 2 * j0, *down = real_down(w->n, j0, *out);
    for (int zone = 0; zone < 4; zone++) {
        if (zone == 2) {
            rows += row;
            up += 2;
            down -= 2;
        }
        for (const ptrdiff_t *end = place + cells / 4; place < end; place++) {
            real_block(zone, packed, rows + *place * 2 * VL, row, up, down, out);
            packed += size;
            up += 2 * tall;
            down -= 2 * tall;
        }
    }
    if (j0 == 0)
        real_middle(w, bank->base + w->place[cells / 2] * 2 * VL, *out);
}

/* Runs the row and last parts of a bank of rows, in place. The first row of a block, but for row 0,
 * has its row part done already. */
static void real_rows_in_place(const stet_wide *w, const Bank *bank, Runs out)
{
    for (ptrdiff_t j0 = 0; j0 < w->tall / 2; j0 += ROWS) {
        const ptrdiff_t j = j0 + (j0 > 0);
        row_steps(w, bank, 0, j, bank->base + j * bank->minor, j0 + ROWS + 1 - j);
        real_last_part(w, bank, j0, &out);
    }
}

/* Runs a share of the same: the row part is one phase, and the last part another. */
static void real_rows_shared(const stet_wide *w, const Bank *bank, Runs out,
                             const stet_share *share)
{
    const ptrdiff_t rows = w->tall / 2 + 1, blocks = w->tall / 2 / ROWS;
    const ptrdiff_t j0 = stet_share_begin(share, rows);
    if (share->phase == 1)
        row_steps(w, bank, 0, j0, bank_row(bank, j0), stet_share_end(share, rows) - j0);
    if (share->phase == 2)
        for (ptrdiff_t b = stet_share_begin(share, blocks); b < stet_share_end(share, blocks); b++)
            real_last_part(w, bank, b * ROWS, &out);
}

/* Runs a line. If threads share it, it has three phases: the tall part by columns, the row part by
 * rows, the last part. */
static void wide_of_reals(const stet_wide *w, const E *x, Runs out, Reading how, T *work,
                          const stet_share *share)
{
    T *tile = work + stet_wide_bank(w) + (share ? share->part * stet_wide_tile(w) : 0);
    const Bank bank = bank_of_rows(w, work);
    if (stet_share_has(share, 0))
        real_tall(w, x, how, &bank, tile, stet_share_begin(share, w->cells),
                  stet_share_end(share, w->cells));
    if (share)
        real_rows_shared(w, &bank, out, share);
    else
        real_rows_in_place(w, &bank, out);
}

#if defined STET_OTHER_ELEMENTS && !defined FOURS_LAST
/* Runs wide_of_reals() for f. */
static void power_of_reals(const stet_fft1d *f, const E *x, Reading how, Runs out, T *work,
                           const stet_share *share)
{
    wide_of_reals((const stet_wide *)f->made, x, out, how, work, share);
}
#endif

#ifndef STET_OTHER_ELEMENTS
static void wide_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                      const stet_share *share)
{
    const stet_wide *w = (const stet_wide *)f->made;
    const Runs out = {y, 2 * (w->n / VL), scale, scale != 1, !w->real && exchanged, w->real};
#ifndef FOURS_LAST
    if (!w->real) {
        wide_complex(w, x, out, exchanged, work, share);
        return;
    }
#endif
    wide_of_reals(w, x, out, exchanged, work, share);
}
EACH_LINE(wide)
#endif
