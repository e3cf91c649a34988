/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one transform of any decomposed length n across the lanes of vectors; VL divides its power
 * of two. Lanes are columns until VL of them are left, and last.h does the rest. A template. */

/* The lanes of these passes are columns. */
FIRST_PASS(columns_first_pass, FROM_ARRAY, VL)
#ifndef STET_OTHER_ELEMENTS
LATER_PASS(columns_later_pass, VL)
#endif
SHARED_PASS(columns_later, (const stet_step *p, const T *from, T *to, int real, const Area *area),
            columns_later_pass(p, rows_in(from, VL), rows_out(to, VL), real, *area))

/* Rows begin .. end - 1 go in blocks, the last of which may overlap the one before it. A part that
 * should end at row `cut` ends after a whole number of blocks, and not within the last one, so that
 * no two parts write one output. Returns that end. */
INLINE ptrdiff_t cut_rows(ptrdiff_t begin, ptrdiff_t end, ptrdiff_t cut, ptrdiff_t block)
{
    cut = cut <= begin ? begin : begin + (cut - begin) / block * block;
    return end - cut < block ? end : cut;
}

/* Runs the rows of one zone, in natural order. If their number is no multiple of ROWS, the last
 * block overlaps the one before it, which repeats a few outputs and changes none. Returns the
 * twiddles of the next zone. */
INLINE const T *columns_zone(const int zone, ptrdiff_t L, const T *packed, const T *rows, Runs out,
                             int real, const stet_share *share)
{
    const ptrdiff_t half = stet_columns_rows(L, real);
    const ptrdiff_t begin = stet_columns_zone(L, zone, real);
    const ptrdiff_t end = stet_columns_zone(L, zone + 1, real);
    const ptrdiff_t from_row = cut_rows(begin, end, stet_share_begin(share, half), ROWS);
    const ptrdiff_t to_row = cut_rows(begin, end, stet_share_end(share, half), ROWS);
    const T *w = packed + (from_row - begin) / ROWS * PACKED;
    for (ptrdiff_t j = from_row; j < to_row; j += ROWS, w += PACKED) {
        const ptrdiff_t j0 = j + ROWS <= end ? j : end - ROWS;
        const T *from = rows + 2 * VL * j0;
        if (real) {
            real_block(zone, w, from, 2 * VL, out.y + 2 * j0, real_down(L * VL, j0, out), &out);
        } else {
            Runs to = out;
            to.y += 2 * j0;
            to.real = 0;
            last_block(zone, 0, w, from, 2 * VL, VL, to);
        }
    }
    return packed + (end - begin + ROWS - 1) / ROWS * PACKED;
}

/* Runs row L/2 of a real transform of even L, which has no partner: its first VL/2 outputs
 * count. All rows of the block are copies of that row, and its first lane is kept. The memory
 * behind the rows is not initialised: subnormal numbers there would take Intel's CPUs 150 cycles
 * an operation. */
#ifndef STET_OTHER_ELEMENTS
INLINE void middle_block(const stet_step *p, const T *rows, T scale, T *one)
{
    T packed[PACKED];
    pack(p, p->L / 2, packed);
    last_block(2, 0, packed, rows + VL * p->L, 0, VL,
               (Runs){one, 2 * ROWS, scale, scale != 1, 0, 1});
}
#endif
SHARED_PASS(columns_middle, (const stet_step *p, const T *rows, T scale, T *one),
            middle_block(p, rows, scale, one))

static void columns_middle_outputs(const stet_step *p, const T *rows, Runs out)
{
    T one[2 * ROWS * VL], numbers[VL];
    ptrdiff_t at[VL];
    SHARED(columns_middle)(p, rows, out.scale, one);
    for (int i = 0; i < VL; i++) {
        numbers[i] = one[2 * ROWS * (i / 2) + i % 2];
        at[i] = p->L + i / 2 * out.run + i % 2;
    }
    WRITE_NUMBERS(out.y, VL, at, numbers, out.most);
}

static void columns_last(const stet_columns *c, const T *rows, Runs out, int real,
                         const stet_share *share)
{
    const stet_step *p = &c->step[c->step_count - 1];
    const T *packed = (const T *)c->packed;
    packed = columns_zone(0, p->L, packed, rows, out, real, share);
    packed = columns_zone(1, p->L, packed, rows, out, real, share);
    if (!real) {
        packed = columns_zone(2, p->L, packed, rows, out, 0, share);
        (void)columns_zone(3, p->L, packed, rows, out, 0, share);
    } else if (p->L % 2 == 0 && (!share || share->part == share->parts - 1)) {
        columns_middle_outputs(p, rows, out);
    }
}

static void columns_first(const stet_step *p, const E *x, T *rows, int real, Reading how, Area area)
{
    const int exchanged = EXCHANGED(how) ? ARRAY_LAST_EXCHANGED : ARRAY_LAST_PAIRS;
    Source from = {.re = numbers_at(x), .step = real ? 1 : 2};
    from.order = real ? ARRAY_LAST_REALS : exchanged;
    READ_SCALED(from, how);
    columns_first_pass(p, from, rows_out(rows, VL), real, area);
}

/* Returns the half of the workspace for a pass: passes go back and forth between two halves. */
INLINE T *columns_half(const stet_columns *c, T *work, int pass)
{
    return work + pass % 2 * (2 * c->n + 2 * VL * ROWS);
}

INLINE C *columns_space(const stet_columns *c, T *work, const stet_share *share)
{
    return direct_space(work + 2 * (2 * c->n + 2 * VL * ROWS), &c->step[0], share);
}

/* Runs the first phase: `passes` passes, the last of which leaves C columns. Numbers at places c
 * modulo C depend only on columns c modulo C, so each part runs its own columns through all these
 * passes. */
static void columns_tall(const stet_columns *c, const E *x, T *work, int real, Reading how,
                         int passes, const stet_share *share)
{
    const ptrdiff_t period = share ? c->step[passes - 1].columns : 0;
    C *space = columns_space(c, work, share);
    for (int i = 0; i < passes; i++) {
        const stet_step *p = &c->step[i];
        Area area = all_with(p, real, space);
        for (ptrdiff_t base = 0; base < p->columns; base += share ? period : p->columns) {
            if (share) {
                area.column = base + VL * stet_share_begin(share, period / VL);
                area.column_end = base + VL * stet_share_end(share, period / VL);
            }
            if (i == 0)
                columns_first(p, x, columns_half(c, work, 0), real, how, area);
            else
                SHARED(columns_later)(p, columns_half(c, work, i - 1), columns_half(c, work, i),
                                      real, &area);
        }
    }
}

/* Runs all passes but the last on complex numbers. */
SHARED_PASS(columns_tall_all, (const stet_columns *c, const T *x, T *work),
            columns_tall(c, x, work, 0, 0, c->step_count - 1, NULL))

/* The first phase has the tall passes, divided by columns. Each other pass is a phase, divided by
 * rows. */
static void columns_to(const stet_columns *c, const E *x, Runs out, int real, Reading how, T *work,
                       const stet_share *share)
{
    const int last = c->step_count - 1;
    const int tall = share ? stet_columns_tall(c, share->parts) : last;
    const stet_step *p = &c->step[tall];
    if (stet_share_has(share, 0)) {
        columns_tall(c, x, work, real, how, tall, share);
        ALL_READ(how);
    }
    for (int i = tall; i < last; i++, p++)
        if (stet_share_has(share, 1 + i - tall)) {
            Area area = all_with(p, real, columns_space(c, work, share));
            area.row = stet_share_begin(share, rows_of(p, real));
            area.row_end = stet_share_end(share, rows_of(p, real));
            SHARED(columns_later)(p, columns_half(c, work, i - 1), columns_half(c, work, i), real,
                                  &area);
        }
    if (stet_share_has(share, 1 + last - tall))
        columns_last(c, columns_half(c, work, last - 1), out, real, share);
}

#ifndef STET_OTHER_ELEMENTS
static void columns_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                         const stet_share *share)
{
    const stet_columns *c = (const stet_columns *)f->made;
    const int real = f->kind == STET_R2C;
    const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, !real && exchanged, real};
    columns_to(c, x, out, real, exchanged, work, share);
}
EACH_LINE(columns)
#endif
