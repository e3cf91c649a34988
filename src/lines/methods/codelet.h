/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one short line in one lane, straight through: the passes of transform.h with lengths that
 * the compiler knows, so that no loops and few memory accesses remain. This template is included
 * after transform.h. */

/* Runs one pass; its rows are unrolled. */
INLINE void codelet_pass(const int r, const int from, const stet_step *p, Source in, Target out,
                         const int real)
{
    const Area all = all_of(p, real);
#pragma GCC unroll 8
    for (ptrdiff_t j = 0; j < all.row_end; j++) {
        const Outputs to = outputs_of(r, p, out, j, real);
        const int mirrored = is_mirrored(p->L, j, real);
        if (r % 2 != 0)
            odd_row(r, from, 1, p->L > 1, mirrored, p, in, to, j, all);
        else
            levels_row(r == 8 ? 3 : r / 2, p->L == 1 ? PLAIN_AT_1 : PLAIN_NONE, (int)(4 * j / p->L),
                       from, 1, mirrored, p, in, to, j, all);
    }
}

/* Makes a step. A step of levels has the first levels, because it follows the odd step, if there is
 * one. */
INLINE stet_step codelet_step(const stet_fft1d *f, const int radix, const int L, const int columns)
{
    stet_step p = {.radix = radix, .L = L, .columns = columns};
    p.table[0] = radix % 2 != 0 ? f->tables.odd[L > 1] : f->tables.level[0];
    p.table[1] = f->tables.level[1];
    p.table[2] = f->tables.level[2];
    return p;
}

/* Transforms length r1 r2. r2 is 1 if there is one pass; length 1 has no pass. */
INLINE void codelet(const int r1, const int r2, const int from, const int real, const stet_fft1d *f,
                    Source in, Target out)
{
    T rows[2 * 13 * 4];
    const stet_step first = codelet_step(f, r1, 1, r2), later = codelet_step(f, r2, r1, 1);
    if (r1 == 1) {
        store(out, 0, load(from, in, 0));
    } else if (r2 == 1) {
        codelet_pass(r1, from, &first, in, out, real);
    } else {
        codelet_pass(r1, from, &first, in, rows_out(rows, 1), real);
        codelet_pass(r2, FROM_PARTS, &later, rows_in(rows, 1), out, real);
    }
}

/* Transforms C2R of 2 n points, n = r1 r2: hermitian_even(). */
INLINE void codelet_even(const int r1, const int r2, const stet_fft1d *f, Source in, Target out)
{
    T z[2 * 13 * 4];
    hermitian_pairs(f, r1 * r2, in, rows_out(z, 1));
    codelet(r1, r2, FROM_PARTS, 0, f->half, rows_in(z, 1), out);
}

/* Transforms C2R of n points, n odd: hermitian_odd(). */
INLINE void codelet_odd(const int r1, const int r2, const stet_fft1d *f, Source in, T *y)
{
    T all[2 * 13 * 4], z[2 * 13 * 4];
    const int n = r1 * r2;
    complete(n, in, rows_out(all, 1));
    codelet(r1, r2, FROM_PARTS, 0, f->half, rows_in(all, 1), rows_out(z, 1));
    for (int i = 0; i < n; i++)
        y[i] = z[2 * i];
}

/* Multiplies the outputs by scale; for real input it also adds +0. */
static __attribute__((noinline)) void codelet_scale(T *y, ptrdiff_t numbers, T scale, int real)
{
    for (ptrdiff_t i = 0; i < numbers; i++)
        y[i] = real ? v_plus_zero(v_scaled(y[i], scale)) : v_scaled(y[i], scale);
}

/* Defines a kernel for lines of `numbers` outputs; an element has in_parts numbers in the input and
 * out_parts in the output. */
#define CODELET_LINES(name, in_parts, out_parts, numbers, real, body)                              \
    static void name(const stet_fft1d *f, const stet_lines *lines, int exchanged, double scale,    \
                     void *work, const stet_share *share)                                          \
    {                                                                                              \
        const T *x = (const T *)lines->in;                                                         \
        T *y = (T *)lines->out;                                                                    \
        (void)exchanged, (void)work, (void)share;                                                  \
        for (ptrdiff_t i = 0; i < lines->count; i++) {                                             \
            body;                                                                                  \
            if (scale != 1)                                                                        \
                codelet_scale(y, numbers, (T)scale, real);                                         \
            x += in_parts * lines->id;                                                             \
            y += out_parts * lines->od;                                                            \
        }                                                                                          \
    }

#define CODELET(n, r1, r2)                                                                         \
    CODELET_LINES(                                                                                 \
        c2c_##n, 2, 2, 2 * (n), 0,                                                                 \
        codelet(r1, r2, FROM_PARTS, 0, f, (Source){x + exchanged, x + 1 - exchanged, 2, 0},        \
                (Target){.re = y + exchanged, .im = y + 1 - exchanged, .step = 2, .scale = 1}))    \
    CODELET_LINES(r2c_##n, 1, 2, (n) / 2 * 2 + 2, 1,                                               \
                  codelet(r1, r2, FROM_REAL, 1, f, (Source){x, x, 1, 0},                           \
                          (Target){.re = y, .im = y + 1, .step = 2, .scale = 1, .real = 1}))       \
    CODELET_LINES(even_##n, 2, 1, 2 * (n), 0,                                                      \
                  codelet_even(r1, r2, f, (Source){x, x + 1, 2, 0},                                \
                               (Target){.re = y, .im = y + 1, .step = 2, .scale = 1}))             \
    CODELET_LINES(odd_##n, 2, 1, n, 0, codelet_odd(r1, r2, f, (Source){x, x + 1, 2, 0}, y))
STET_CODELETS(CODELET)

static stet_line_kernel *codelet_of(const stet_fft1d *f)
{
#define CODELET_ROW(n, r1, r2) [n] = {c2c_##n, r2c_##n, even_##n, odd_##n},
    static stet_line_kernel *const codelets[][4] = {STET_CODELETS(CODELET_ROW)};
    return f->kind == STET_C2R ? codelets[stet_c2r_inside(f->n)][2 + f->n % 2]
                               : codelets[f->n][f->kind == STET_R2C];
}
