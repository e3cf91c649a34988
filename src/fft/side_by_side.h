/* SPDX-License-Identifier: Apache-2.0 */
/* Many lines go VL at a time, lane = line: transform.h. A template after rows.h. */

/* VL lines become vectors in the workspace, and back. Neighbouring lines are loaded as
 * they lie, contiguous ones are transposed; others go element by element. Contiguous lines are
 * `numbers` >= VL numbers each, id numbers apart; the last tile reaches back. */
static void gather_contiguous(T *to, const T *x, ptrdiff_t numbers, ptrdiff_t id, int exchanged)
{
    for (ptrdiff_t begin = 0; begin < numbers; begin += VL) {
        const ptrdiff_t k = row_at(begin, numbers);
        if (exchanged)
            transpose_tile(x + k, id, 0, to + k * VL, VL, 1);
        else
            transpose_tile(x + k, id, 0, to + k * VL, VL, 0);
    }
}

static void scatter_contiguous(const T *from, T *y, ptrdiff_t numbers, ptrdiff_t od, int exchanged)
{
    for (ptrdiff_t begin = 0; begin < numbers; begin += VL) {
        const ptrdiff_t k = row_at(begin, numbers);
        if (exchanged)
            transpose_tile(from + k * VL, VL, 1, y + k, od, 0);
        else
            transpose_tile(from + k * VL, VL, 0, y + k, od, 0);
    }
}

static void gather(T *to, const T *x, ptrdiff_t n, ptrdiff_t is, ptrdiff_t id, int parts,
                   int exchanged)
{
    if (is == 1 && n * parts >= VL) {
        gather_contiguous(to, x, n * parts, id * parts, exchanged);
        return;
    }
    for (ptrdiff_t e = 0; e < n; e++, to += parts * VL) {
        const T *p = x + e * is * parts;
        if (id == 1 && parts == 1) {
            STORE(to, LOAD(p));
        } else if (id == 1) {
            V re, im;
            LOAD_PAIRS(p, &re, &im);
            STORE(to + exchanged * VL, re);
            STORE(to + VL - exchanged * VL, im);
        } else if (parts == 1) {
            for (int l = 0; l < VL; l++)
                to[l] = p[l * id];
        } else {
            for (int l = 0; l < VL; l++) {
                to[exchanged * VL + l] = p[2 * l * id];
                to[VL - exchanged * VL + l] = p[2 * l * id + 1];
            }
        }
    }
}

static void scatter(const T *from, T *y, ptrdiff_t n, ptrdiff_t os, ptrdiff_t od, int parts,
                    int exchanged)
{
    if (os == 1 && n * parts >= VL) {
        scatter_contiguous(from, y, n * parts, od * parts, exchanged);
        return;
    }
    for (ptrdiff_t e = 0; e < n; e++, from += parts * VL) {
        T *p = y + e * os * parts;
        if (od == 1 && parts == 1)
            STORE(p, LOAD(from));
        else if (od == 1)
            STORE_PAIRS(p, LOAD(from + exchanged * VL), LOAD(from + VL - exchanged * VL));
        else if (parts == 1)
            for (int l = 0; l < VL; l++)
                p[l * od] = from[l];
        else
            for (int l = 0; l < VL; l++) {
                p[2 * l * od] = from[exchanged * VL + l];
                p[2 * l * od + 1] = from[VL - exchanged * VL + l];
            }
    }
}

/* VL lines, lane = line. */
static void side_by_side(const stet_fft1d *f, const T *x, T *y, const stet_lines *s, int exchanged,
                         T scale, T *work)
{
    const ptrdiff_t n = f->n, half = n / 2 + 1;
    T *in = work, *out = work + 2 * VL * half * 2, *rest = out + 2 * VL * half * 2;
    if (f->kind == STET_C2C) {
        /* The halves that transform() goes between: with two arrays more, 8 lines of 100 doubles
         * leave the first cache, and take 1.1 times as long. */
        in = rest + 2 * VL * n;
        out = f->step_count % 2 == 1 ? rest : in;
    }
    Target to = rows_out(out, 1);
    to.scale = scale;
    to.scaled = scale != 1;
    to.real = f->kind == STET_R2C;
    if (f->kind == STET_C2C) {
        gather(in, x, n, s->is, s->id, 2, exchanged);
        transform(f, rows_in(in, 1), to, 0, rest);
        scatter(out, y, n, s->os, s->od, 2, exchanged);
    } else if (f->kind == STET_R2C) {
        gather(in, x, n, s->is, s->id, 1, 0);
        const Source from = {in, in, VL, 0};
        if (f->graph.rough > 1)
            half_of_complex(f, from, to, rest);
        else
            transform(f, from, to, 1, rest);
        scatter(out, y, half, s->os, s->od, 2, 0);
    } else {
        gather(in, x, half, s->is, s->id, 2, 0);
        to.step = f->half ? 2 * VL : VL;
        if (f->half)
            hermitian_even(f, rows_in(in, 1), to, rest);
        else
            hermitian_odd(f, rows_in(in, 1), to, rest);
        scatter(out, y, n, s->os, s->od, 1, 0);
    }
}

static void run_side_by_side(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                             void *work, const stet_share *share)
{
    const ptrdiff_t in_step = VL * lines->id * (f->kind == STET_R2C ? 1 : 2);
    const ptrdiff_t out_step = VL * lines->od * (f->kind == STET_C2R ? 1 : 2);
    const T *x = (const T *)lines->in;
    T *y = (T *)lines->out;
    (void)share;
    for (ptrdiff_t i = 0; i < lines->count; i += VL, x += in_step, y += out_step)
        side_by_side(f, x, y, lines, swap, (T)scale, (T *)work);
}
