/* SPDX-License-Identifier: Apache-2.0 */
/* Runs many lines, VL at a time, each in one lane: transform.h. This template is included after
 * rows.h. */

/* VL lines become vectors in the workspace, and back. Neighbouring lines are loaded as they lie,
 * contiguous ones are transposed, others go element by element. Contiguous lines have `numbers` >=
 * VL numbers each and are id numbers apart; the last tile overlaps the one before it. */
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

/* Returns what the first pass reads: the array itself, or vectors of its numbers in `to`. */
static Source source_of(const stet_fft1d *f, const T *x, const stet_lines *s, int exchanged, T *to)
{
    if (s->id == 1 && f->kind == STET_R2C)
        return (Source){.re = x, .im = x, .step = s->is};
    if (s->id == 1 && reads_neighbours(f))
        return (Source){.re = x,
                        .im = x + 2 * VL,
                        .step = 2 * s->is,
                        .order = exchanged ? NEIGHBOURS_EXCHANGED : NEIGHBOURS_PAIRS};
    if (f->kind == STET_R2C) {
        gather(to, x, f->n, s->is, s->id, 1, 0);
        return (Source){.re = to, .im = to, .step = VL};
    }
    gather(to, x, f->kind == STET_C2R ? f->n / 2 + 1 : f->n, s->is, s->id, 2, exchanged);
    return rows_in(to, 1);
}

/* Returns what the last pass writes: the array itself, or vectors in `from` that are scattered
 * afterwards. */
static Target target_of(const stet_fft1d *f, T *y, const stet_lines *s, int exchanged, T *from)
{
    if (s->od == 1 && writes_neighbours(f))
        return (Target){
            .re = y, .step = 2 * VL, .row = 2 * s->os, .to = TO_NEIGHBOURS, .exchanged = exchanged};
    if (s->od == 1 && f->kind == STET_C2R && f->n % 2 == 0)
        return (Target){.re = y, .im = y + s->os, .step = 2 * s->os};
    Target to = rows_out(from, 1);
    to.step = f->kind == STET_C2R && f->n % 2 == 1 ? VL : 2 * VL;
    return to;
}

/* Transforms VL lines, lane = line. */
static void side_by_side(const stet_fft1d *f, const T *x, T *y, const stet_lines *s, int exchanged,
                         T scale, T *work)
{
    const ptrdiff_t n = f->n, half = n / 2 + 1;
    T *in = work, *out = work + 2 * VL * half * 2, *rest = out + 2 * VL * half * 2;
    if (f->kind == STET_C2C) {
        /* The lines use the two halves of transform(): with two arrays more, 8 lines of 100 doubles
         * leave the first-level cache and take 1.1 times as long. */
        in = rest + 2 * VL * n;
        out = f->step_count % 2 == 1 ? rest : in;
    }
    const Source from = source_of(f, x, s, exchanged, in);
    Target to = target_of(f, y, s, exchanged, out);
    to.scale = scale;
    to.scaled = scale != 1;
    to.real = f->kind == STET_R2C;
    if (f->kind == STET_R2C && f->graph.rough_count > 0)
        half_of_complex(f, from, to, rest);
    else if (f->kind != STET_C2R)
        transform(f, from, to, f->kind == STET_R2C, rest);
    else if (f->n % 2 == 0)
        hermitian_even(f, from, to, rest);
    else
        hermitian_odd(f, from, to, rest);
    if (to.re != out)
        return;
    if (f->kind == STET_C2R)
        scatter(out, y, n, s->os, s->od, 1, 0);
    else
        scatter(out, y, f->kind == STET_R2C ? half : n, s->os, s->od, 2, exchanged);
}

static int goes_together(const stet_fft1d *f, const stet_lines *s)
{
    return s->id == 1 && s->od == 1 && reads_neighbours(f) && writes_neighbours(f);
}

/* Transforms f->schedule.together times VL lines. */
static void vectors_together(const stet_fft1d *f, const T *x, T *y, const stet_lines *s,
                             int exchanged, T scale, T *work)
{
    Target to = target_of(f, y, s, exchanged, NULL);
    to.scale = scale;
    to.scaled = scale != 1;
    Source from = source_of(f, x, s, exchanged, NULL);
    from.im = x + f->schedule.together * 2 * VL;
    transform_together(f, from, to, f->schedule.together, work);
}

static void run_side_by_side(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                             void *work, const stet_share *share)
{
    const ptrdiff_t in_step = VL * lines->id * (f->kind == STET_R2C ? 1 : 2);
    const ptrdiff_t out_step = VL * lines->od * (f->kind == STET_C2R ? 1 : 2);
    const T *x = (const T *)lines->in;
    T *y = (T *)lines->out;
    const ptrdiff_t together = goes_together(f, lines) ? f->schedule.together : 1;
    ptrdiff_t vectors = lines->count / VL;
    (void)share;
#if !defined DOUBLE_WORDS && !defined STET_COMPACT
    if (goes_straight(f, lines)) {
        straight_lines(f, lines, swap, OF_DOUBLE(scale), (T *)work);
        return;
    }
#endif
    for (; together > 1 && vectors >= together; vectors -= together) {
        vectors_together(f, x, y, lines, swap, OF_DOUBLE(scale), (T *)work);
        x += together * in_step;
        y += together * out_step;
    }
    for (; vectors > 0; vectors--, x += in_step, y += out_step)
        side_by_side(f, x, y, lines, swap, OF_DOUBLE(scale), (T *)work);
}
