/* SPDX-License-Identifier: Apache-2.0 */
/* Runs whole lines: by a kernel that reads and writes 16 bits; or h->group lines at a time, which
 * are widened, transformed and narrowed. */
#include "half/half.h"

#include <string.h>

#include "arith/round16.h"
#include "base/size.h"

/* The workspace has floats of the group, the same numbers in 16 bits, and the memory of the
 * kernel. */
typedef struct {
    float *wide;
    uint16_t *narrow;
    void *kernel;
} buffers;

static buffers buffers_of(const stet_half *h, void *work)
{
    const size_t reals = (size_t)h->group * (size_t)h->row;
    float *wide = (float *)work;
    uint16_t *narrow = (uint16_t *)(wide + reals);
    return (buffers){wide, narrow, narrow + reals};
}

static ptrdiff_t in_parts(const stet_half *h) { return h->kind == STET_R2C ? 1 : 2; }
static ptrdiff_t out_parts(const stet_half *h) { return h->kind == STET_C2R ? 1 : 2; }

/* A grid of elements of 2 or 4 bytes: element e of line g is at x + (e is + g id) parts, and in
 * rows that are row_step apart. */
typedef struct {
    uint16_t *rows;
    ptrdiff_t row_step, parts, n, is, id, count;
} grid;

static inline void move(const grid *t, ptrdiff_t parts, ptrdiff_t e, ptrdiff_t g,
                        const uint16_t *from, uint16_t *to)
{
    const ptrdiff_t row = g * t->row_step + e * parts, at = (e * t->is + g * t->id) * parts;
    memcpy(to ? to + at : t->rows + row, to ? t->rows + row : from + at,
           (size_t)parts * sizeof *from);
}

/* Moves elements from `first` on from an array, or to one if `to` is not NULL. The inner loop is
 * the one whose strides are short. */
static inline void move_some(const grid *t, ptrdiff_t parts, ptrdiff_t first, const uint16_t *from,
                             uint16_t *to)
{
    if (stet_magnitude(t->id) < stet_magnitude(t->is)) {
        for (ptrdiff_t e = first; e < t->n; e++)
            for (ptrdiff_t g = 0; g < t->count; g++)
                move(t, parts, e, g, from, to);
    } else {
        for (ptrdiff_t g = 0; g < t->count; g++)
            for (ptrdiff_t e = first; e < t->n; e++)
                move(t, parts, e, g, from, to);
    }
}

static void move_all(const stet_half *h, const grid *t, const uint16_t *from, uint16_t *to)
{
    enum { M = STET_TRANSPOSED };
    ptrdiff_t e = 0;
    if (t->parts == 2 && t->id == 1 && t->count % M == 0)
        for (; e + M <= t->n; e += M)
            for (ptrdiff_t g = 0; g < t->count; g += M) {
                uint16_t *rows = t->rows + g * t->row_step + 2 * e;
                const ptrdiff_t at = 2 * (e * t->is + g), row = t->row_step / 2;
                if (to)
                    h->convert.transpose(rows, row, to + at, t->is);
                else
                    h->convert.transpose(from + at, t->is, rows, row);
            }
    if (t->parts == 2)
        move_some(t, 2, e, from, to);
    else
        move_some(t, 1, e, from, to);
}

/* Real numbers of lines side by side have two bytes each. They are widened, or narrowed, in their
 * order, and transposed as floats. */
typedef struct {
    float tile[STET_TRANSPOSED * STET_TRANSPOSED];
    unsigned most;
} squares;

static int is_square(ptrdiff_t parts, ptrdiff_t stride, ptrdiff_t distance, ptrdiff_t count)
{
    return parts == 1 && stride != 1 && distance == 1 && count % STET_TRANSPOSED == 0;
}

static void load_square(const stet_half *h, squares *s, const uint16_t *x, ptrdiff_t is,
                        ptrdiff_t n, float *rows)
{
    enum { M = STET_TRANSPOSED };
    for (ptrdiff_t i = 0; i < n; i++) {
        const unsigned most = h->convert.widen(x + i * is, M, h->load, s->tile + M * i);
        s->most = most > s->most ? most : s->most;
    }
    if (n == M)
        h->convert.transpose((const uint16_t *)s->tile, M, (uint16_t *)rows, h->row);
    else
        for (ptrdiff_t i = 0; i < n; i++)
            for (ptrdiff_t g = 0; g < M; g++)
                rows[g * h->row + i] = s->tile[M * i + g];
}

static void store_square(const stet_half *h, squares *s, const float *rows, ptrdiff_t n,
                         uint16_t *y, ptrdiff_t os)
{
    enum { M = STET_TRANSPOSED };
    if (n == M)
        h->convert.transpose((const uint16_t *)rows, h->row, (uint16_t *)s->tile, M);
    else
        for (ptrdiff_t i = 0; i < n; i++)
            for (ptrdiff_t g = 0; g < M; g++)
                s->tile[M * i + g] = rows[g * h->row + i];
    for (ptrdiff_t i = 0; i < n; i++) {
        const unsigned most = h->convert.narrow(s->tile + M * i, M, y + i * os);
        s->most = most > s->most ? most : s->most;
    }
}

/* Returns which of the lines of real numbers x[e stride + g] are finite; `most` is the largest of
 * all. */
static uint64_t finite_of_most(const stet_half *h, unsigned most, const uint16_t *x, ptrdiff_t n,
                               ptrdiff_t stride, ptrdiff_t count)
{
    uint64_t finite = count > 0 ? UINT64_MAX >> (64 - count) : 0;
    for (ptrdiff_t e = 0; most >= h->convert.infinity && e < n; e++)
        for (ptrdiff_t g = 0; g < count; g++)
            if ((x[e * stride + g] & 0x7fffu) >= h->convert.infinity)
                finite &= ~((uint64_t)1 << g);
    return finite;
}

static uint64_t load_squares(const stet_half *h, const uint16_t *x, ptrdiff_t is, ptrdiff_t count,
                             float *rows)
{
    enum { M = STET_TRANSPOSED };
    squares s;
    s.most = 0;
    for (ptrdiff_t e = 0; e < h->n; e += M)
        for (ptrdiff_t g = 0; g < count; g += M)
            load_square(h, &s, x + e * is + g, is, h->n - e < M ? h->n - e : M,
                        rows + g * h->row + e);
    return finite_of_most(h, s.most, x, h->n, is, count);
}

static uint64_t store_squares(const stet_half *h, const float *rows, uint16_t *y, ptrdiff_t os,
                              ptrdiff_t count)
{
    enum { M = STET_TRANSPOSED };
    squares s;
    s.most = 0;
    for (ptrdiff_t e = 0; e < h->n; e += M)
        for (ptrdiff_t g = 0; g < count; g += M)
            store_square(h, &s, rows + g * h->row + e, h->n - e < M ? h->n - e : M, y + e * os + g,
                         os);
    return finite_of_most(h, s.most, y, h->n, os, count);
}

/* Rounds the scaled input in mode NATIVE, because scaling may make numbers subnormal, which lose
 * bits. */
static void round_loaded(const stet_half *h, ptrdiff_t count, float *rows)
{
    if (h->load == 1 || h->mode != STET_HALF_NATIVE)
        return;
    for (ptrdiff_t g = 0; g < count; g++)
        for (ptrdiff_t k = 0; k < h->in_reals; k++)
            rows[g * h->row + k] = stet_round16_f32(rows[g * h->row + k]);
}

static void multiply_stored(const stet_half *h, ptrdiff_t count, float *rows)
{
    for (ptrdiff_t g = 0; h->factor != 1 && g < count; g++)
        for (ptrdiff_t k = 0; k < h->out_reals; k++)
            rows[g * h->row + k] *= h->factor;
}

/* Loads lines, and returns a mask: bit g is set if line g is finite. */
static uint64_t load_lines(const stet_half *h, const stet_lines *lines, ptrdiff_t first,
                           ptrdiff_t count, buffers b)
{
    const ptrdiff_t parts = in_parts(h);
    const uint16_t *x = (const uint16_t *)lines->in + first * lines->id * parts;
    const int contiguous = lines->is == 1;
    uint64_t finite = 0;
    if (is_square(parts, lines->is, lines->id, count))
        return load_squares(h, x, lines->is, count, b.wide);
    if (!contiguous)
        move_all(h,
                 &(grid){b.narrow, h->row, parts, h->in_reals / parts, lines->is, lines->id, count},
                 x, NULL);
    for (ptrdiff_t g = 0; g < count; g++) {
        float *y = b.wide + g * h->row;
        const uint16_t *from = contiguous ? x + g * lines->id * parts : b.narrow + g * h->row;
        const unsigned most = h->convert.widen(from, h->in_reals, h->load, y);
        finite |= (uint64_t)(most < h->convert.infinity) << g;
    }
    return finite;
}

static uint64_t store_lines(const stet_half *h, const stet_lines *lines, ptrdiff_t first,
                            ptrdiff_t count, buffers b)
{
    const ptrdiff_t parts = out_parts(h);
    uint16_t *y = (uint16_t *)lines->out + first * lines->od * parts;
    const int contiguous = lines->os == 1;
    uint64_t finite = 0;
    if (is_square(parts, lines->os, lines->od, count))
        return store_squares(h, b.wide, y, lines->os, count);
    for (ptrdiff_t g = 0; g < count; g++) {
        const float *x = b.wide + g * h->row;
        uint16_t *to = contiguous ? y + g * lines->od * parts : b.narrow + g * h->row;
        const unsigned most = h->convert.narrow(x, h->out_reals, to);
        finite |= (uint64_t)(most < h->convert.infinity) << g;
    }
    if (!contiguous)
        move_all(
            h, &(grid){b.narrow, h->row, parts, h->out_reals / parts, lines->os, lines->od, count},
            NULL, y);
    return finite;
}

/* Runs lines first .. first + count - 1. */
static int run_group(const stet_half *h, const stet_lines *lines, int swap, ptrdiff_t first,
                     ptrdiff_t count, buffers b)
{
    const uint64_t all = count == 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
    stet_lines wide = {b.wide, b.wide, 1, 1, h->row / in_parts(h), h->row / out_parts(h), count};
    uint64_t finite = all;
    if (h->wide_in) {
        wide.in = (const float *)lines->in + first * lines->id * in_parts(h);
        wide.is = lines->is;
        wide.id = lines->id;
    } else {
        finite = load_lines(h, lines, first, count, b);
        round_loaded(h, count, b.wide);
    }
    if (h->wide_out) {
        wide.out = (float *)lines->out + first * lines->od * out_parts(h);
        wide.os = lines->os;
        wide.od = lines->od;
    }
    h->whole.kernel(h->whole.fft, &wide, swap, h->scale, b.kernel, NULL);
    if (h->wide_out)
        return finite != all ? STET_HALF_IN_NOT_FINITE : 0;
    multiply_stored(h, count, b.wide);
    const uint64_t left = store_lines(h, lines, first, count, b);
    if (h->wide_in)
        return left != all ? STET_HALF_OUT_NOT_FINITE : 0;
    return (finite & ~left) != 0 ? STET_HALF_OVERFLOW : 0;
}

/* Returns a mask: bit i is set if the `reals` numbers from x + i step on are finite. */
static uint64_t finite_lines(const stet_half *h, const void *x, ptrdiff_t step, ptrdiff_t reals,
                             ptrdiff_t count)
{
    uint64_t finite = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        finite |= (uint64_t)h->direct.all_finite((const uint16_t *)x + i * step, reals) << i;
    return finite;
}

/* Multiplies n outputs of mode NATIVE by the factor, in float. */
static void multiply_own(const stet_half *h, uint16_t *y, ptrdiff_t n)
{
    enum { SOME = 512 };
    float wide[SOME];
    for (ptrdiff_t i = 0; i < n; i += SOME) {
        const ptrdiff_t count = n - i < SOME ? n - i : SOME;
        h->convert.widen(y + i, count, 1, wide);
        for (ptrdiff_t k = 0; k < count; k++)
            wide[k] *= h->factor;
        h->convert.narrow(wide, count, y + i);
    }
}

/* Runs the kernel. Returns 1 if all outputs are finite, 0 if that is not known. */
static int run_kernel(const stet_half *h, const stet_lines *lines, int swap, void *work)
{
    int finite = 0;
    if (h->direct.lines)
        finite = h->direct.lines(h->whole.fft, lines, swap, h->load, (float)h->scale, work);
    else
        h->whole.kernel(h->whole.fft, lines, swap, h->scale, work, NULL);
    if (!h->own || h->factor == 1)
        return finite;
    for (ptrdiff_t i = 0; i < lines->count; i++)
        multiply_own(h, (uint16_t *)lines->out + i * lines->od * out_parts(h), h->out_reals);
    return 0;
}

/* Runs at most 64 lines. The input is tested only if the output is not finite, but lines in place
 * are tested before they run. */
static int run_direct(const stet_half *h, const stet_lines *lines, int swap, void *work)
{
    const ptrdiff_t in_step = in_parts(h) * lines->id, count = lines->count;
    const int in_place = lines->in == lines->out;
    uint64_t finite = in_place ? finite_lines(h, lines->in, in_step, h->in_reals, count) : 0;
    if (run_kernel(h, lines, swap, work))
        return 0;
    if (!in_place)
        finite = finite_lines(h, lines->in, in_step, h->in_reals, count);
    const uint64_t left =
        finite_lines(h, lines->out, out_parts(h) * lines->od, h->out_reals, count);
    return (finite & ~left) != 0 ? STET_HALF_OVERFLOW : 0;
}

static int run_direct_lines(const stet_half *h, const stet_lines *lines, int swap, void *work)
{
    enum { MOST = 64 };
    if (lines->count <= MOST)
        return run_direct(h, lines, swap, work);
    int flags = 0;
    for (ptrdiff_t i = 0; i < lines->count; i += MOST) {
        const ptrdiff_t left = lines->count - i;
        const uint16_t *x = (const uint16_t *)lines->in;
        uint16_t *y = (uint16_t *)lines->out;
        const stet_lines some = {x + in_parts(h) * i * lines->id,
                                 y + out_parts(h) * i * lines->od,
                                 1,
                                 1,
                                 lines->id,
                                 lines->od,
                                 left < MOST ? left : MOST};
        flags |= run_direct(h, &some, swap, work);
    }
    return flags;
}

/* Runs lines of other strides: rows of 16 bits, in place in the workspace. */
static int run_rows(const stet_half *h, const stet_lines *lines, int swap, void *work)
{
    const ptrdiff_t in = in_parts(h), out = out_parts(h);
    uint16_t *rows = (uint16_t *)work;
    int flags = 0;
    for (ptrdiff_t i = 0; i < lines->count; i += h->group) {
        const ptrdiff_t left = lines->count - i, count = left < h->group ? left : h->group;
        const uint16_t *x = (const uint16_t *)lines->in + i * lines->id * in;
        uint16_t *y = (uint16_t *)lines->out + i * lines->od * out;
        const stet_lines some = {rows, rows, 1, 1, h->row / in, h->row / out, count};
        move_all(h, &(grid){rows, h->row, in, h->in_reals / in, lines->is, lines->id, count}, x,
                 NULL);
        flags |= run_direct(h, &some, swap, rows + stet_half_rows(h));
        move_all(h, &(grid){rows, h->row, out, h->out_reals / out, lines->os, lines->od, count},
                 NULL, y);
    }
    return flags;
}

int stet_half_lines(const stet_half *h, const stet_lines *lines, int swap, void *work)
{
    int flags = 0;
    if (!h->whole.fft) {
        const uint16_t *x = (const uint16_t *)lines->in;
        uint16_t *y = (uint16_t *)lines->out;
        for (ptrdiff_t i = 0; i < lines->count; i++)
            flags |= stet_half_split_line(h, x + 2 * i * lines->id, lines->is,
                                          y + 2 * i * lines->od, lines->os, swap, work);
        return flags;
    }
    if ((h->own || h->direct.lines) && lines->is == 1 && lines->os == 1)
        return run_direct_lines(h, lines, swap, work);
    if (h->own)
        return run_rows(h, lines, swap, work);
    const buffers b = buffers_of(h, work);
    for (ptrdiff_t i = 0; i < lines->count; i += h->group) {
        const ptrdiff_t left = lines->count - i;
        flags |= run_group(h, lines, swap, i, left < h->group ? left : h->group, b);
    }
    return flags;
}
