/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/alloc.h"
#include "correct/sheet.h"

/* What is needed while it is filled. */
struct build {
    struct stet_exact *exact;
    struct stet_sheet *sheet;
    int64_t *z, *other; /* rows vectors of the real parts, then of the imaginary parts */
    int64_t *u, *carry;
    size_t half; /* numbers of z's real parts */
};

/* Digits are made once for all sheets. */
static stet_status make_digits(struct stet_exact *exact)
{
    const struct stet_digits d = exact->digits;
    ptrdiff_t size = exact->size, width = exact->dft->real ? 1 : 2;
    if (exact->digit != NULL)
        return STET_OK;
    exact->digit = stet_alloc_array((size_t)(size * width), (size_t)d.planes * sizeof(int64_t));
    if (exact->digit == NULL)
        return STET_E_MEMORY;
    int64_t *to = exact->digit;
    for (int p = 0; p < d.planes; p++)
        for (ptrdiff_t part = 0; part < width; part++)
            for (ptrdiff_t i = 0; i < size; i++)
                *to++ = stet_digit(&d, exact->dft->x[width * i + part], p);
    return STET_OK;
}

/* Where a line of inputs along the last axis begins: its row's first number, and its column. */
struct target {
    int64_t row, column;
};

static struct target target_of(const struct build *b, ptrdiff_t line)
{
    const struct stet_dft *dft = b->exact->dft;
    const struct stet_sheet *sheet = b->sheet;
    int last = dft->rank - 1;
    int64_t L = sheet->L, row = 0, column = 0, weight = sheet->m[last];
    for (int i = last - 1; i >= 0; i--) {
        int64_t index = line % dft->n[i];
        column += index % sheet->c[i] * (L / sheet->c[i]);
        row += index % sheet->m[i] * weight;
        weight *= sheet->m[i];
        line /= dft->n[i];
    }
    return (struct target){row * L, column % L};
}

/* So many lines side by side: if columns come from the axis before the last, what they add to lies side by
 * side too. */
enum { GROUP = 8 };

/* Number i of a line goes i mod M rows down and (i mod C) L/C columns right, modulo L. */
static void add_lines(const struct stet_sheet *sheet, int last, int64_t *z, struct target *target,
                      ptrdiff_t lines, const int64_t *digit, ptrdiff_t n)
{
    int64_t L = sheet->L, right = L / sheet->c[last], m = sheet->m[last], row = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t line = 0; line < lines; line++) {
            struct target *to = &target[line];
            z[to->row + row + to->column] += digit[line * n + i];
            to->column += right;
            to->column -= to->column >= L ? L : 0;
        }
        row = row + L == m * L ? 0 : row + L;
    }
}

/* The same for C = L, M = 1: along rows. */
static void add_along(int64_t L, int64_t *z, const struct target *target, ptrdiff_t lines,
                      const int64_t *digit, ptrdiff_t n)
{
    for (ptrdiff_t line = 0; line < lines; line++, digit += n)
        for (ptrdiff_t first = 0; first < n; first += (ptrdiff_t)L)
            for (int64_t j = 0; j < L; j++)
                z[target[line].row + j] += digit[first + j];
}

/* The same for C = 1: down a column. */
static void add_down(int64_t L, int64_t m, int64_t *z, const struct target *target, ptrdiff_t lines,
                     const int64_t *digit, ptrdiff_t n)
{
    int64_t *to[GROUP];
    for (ptrdiff_t line = 0; line < lines; line++)
        to[line] = z + target[line].row + target[line].column;
    for (ptrdiff_t first = 0; first < n; first += (ptrdiff_t)m)
        for (int64_t j = 0; j < m; j++)
            for (ptrdiff_t line = 0; line < lines; line++)
                to[line][j * L] += digit[line * n + first + j];
}

static void add_group(const struct stet_sheet *sheet, int last, int64_t *z, struct target *target,
                      ptrdiff_t lines, const int64_t *digit, ptrdiff_t n)
{
    if (sheet->c[last] == sheet->L)
        add_along(sheet->L, z, target, lines, digit, n);
    else if (sheet->c[last] == 1)
        add_down(sheet->L, sheet->m[last], z, target, lines, digit, n);
    else
        add_lines(sheet, last, z, target, lines, digit, n);
}

static void load(struct build *b, int p)
{
    const struct stet_exact *exact = b->exact;
    int last = exact->dft->rank - 1;
    ptrdiff_t n = exact->dft->n[last], parts = exact->dft->real ? 1 : 2, all = exact->size / n;
    memset(b->z, 0, (size_t)parts * b->half * sizeof *b->z);
    for (ptrdiff_t line = 0; line < all; line += GROUP) {
        ptrdiff_t lines = all - line < GROUP ? all - line : GROUP;
        for (ptrdiff_t part = 0; part < parts; part++) {
            struct target target[GROUP];
            for (ptrdiff_t i = 0; i < lines; i++)
                target[i] = target_of(b, line + i);
            add_group(b->sheet, last, b->z + (size_t)part * b->half, target, lines,
                      exact->digit + (parts * p + part) * exact->size + line * n, n);
        }
    }
}

/* to += x^shift from, modulo x^L - 1 */
static void add_shifted(int64_t *to, const int64_t *from, int64_t shift, int64_t L)
{
    for (int64_t i = 0; i < L - shift; i++)
        to[shift + i] += from[i];
    for (int64_t i = L - shift; i < L; i++)
        to[shift + i - L] += from[i];
}

/* One step of radix p (decimation in time, Stockham's order): transforms of length done become those of
 * done p. Vectors of one line are stride apart; columns are those that are left to combine. */
static void step_line(const struct build *b, const int64_t *x, int64_t *y, int64_t done, int64_t m,
                      int64_t p, int64_t stride)
{
    int64_t L = b->sheet->L, columns = m / done / p, turn = L / (done * p);
    for (int64_t j = 0; j < done * p; j++)
        for (int64_t c = 0; c < columns; c++) {
            int64_t *to = y + (j * columns + c) * stride;
            memset(to, 0, (size_t)L * sizeof *to);
            for (int64_t t = 0; t < p; t++) {
                const int64_t *from = x + (j % done * columns * p + c + t * columns) * stride;
                add_shifted(to, from, turn * (t * j % (done * p)), L);
            }
        }
}

static void step_axis(struct build *b, int64_t done, int64_t m, int64_t p, int64_t weight)
{
    int64_t L = b->sheet->L, stride = weight * L;
    int parts = b->exact->dft->real ? 1 : 2;
    for (int part = 0; part < parts; part++)
        for (int64_t first = 0; first < b->sheet->rows; first++) {
            if (first / weight % m != 0)
                continue;
            size_t at = (size_t)part * b->half + (size_t)(first * L);
            step_line(b, b->z + at, b->other + at, done, m, p, stride);
        }
    int64_t *z = b->z;
    b->z = b->other;
    b->other = z;
}

static void transform(struct build *b)
{
    const struct stet_dft *dft = b->exact->dft;
    int64_t weight = 1;
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t m = b->sheet->m[i], done = 1;
        for (int k = 0; k < b->exact->primes.count; k++)
            for (int64_t p = b->exact->primes.p[k]; m / done % p == 0; done *= p)
                step_axis(b, done, m, p, weight);
        weight *= m;
    }
}

static void ask(struct build *b, int64_t row, int question, int p)
{
    struct stet_sheet *sheet = b->sheet;
    const struct stet_digits *d = &b->exact->digits;
    size_t at = (size_t)(4 * row + question);
    const int64_t *re = b->z + row * sheet->L, *im = b->exact->dft->real ? NULL : re + b->half;
    uint64_t mask = stet_digits_mask(d, p);
    int part = question % 2, sigma = question < 2 ? 1 : -1;
    int64_t *carry = b->carry != NULL ? b->carry + at * (size_t)sheet->ring.length : NULL;
    if (p == 0 && stet_tower_glance(&sheet->ring, re, im, part, sigma, mask)) {
        sheet->open[at] = false;
        return;
    }
    stet_ring_part(&sheet->ring, re, im, part, sigma, b->u);
    sheet->sum[at * (size_t)d->planes + (size_t)p] =
        sheet->ring.in_field ? b->u[sheet->ring.j0] : 0;
    sheet->open[at] = stet_ring_test(&sheet->ring, b->u, carry, mask, d->bits);
}

static void fill(struct build *b)
{
    for (int p = 0; p < b->exact->digits.planes; p++) {
        load(b, p);
        transform(b);
        for (int64_t row = 0; row < b->sheet->rows; row++)
            for (int q = 0; q < (b->sheet->ring.has_i ? 4 : 2); q++)
                if (b->sheet->open[4 * row + q])
                    ask(b, row, q, p);
    }
}

/* Two arrays of all rows, coordinates, and carries if there is more than one plane. */
stet_status stet_sheet_fill(struct stet_exact *exact, struct stet_sheet *sheet)
{
    if (make_digits(exact) != STET_OK)
        return STET_E_MEMORY;
    struct build b = {.exact = exact, .sheet = sheet};
    size_t rows = (size_t)sheet->rows, length = (size_t)sheet->ring.length;
    bool carries = exact->digits.planes > 1;
    b.half = rows * (size_t)sheet->L;
    size_t count = 4 * b.half + length + (carries ? 4 * rows * length : 0);
    int64_t *block = stet_alloc_array(count, sizeof *block);
    if (block == NULL)
        return STET_E_MEMORY;
    b.z = block;
    b.other = block + 2 * b.half;
    b.u = block + 4 * b.half;
    if (carries) {
        b.carry = b.u + length;
        memset(b.carry, 0, 4 * rows * length * sizeof *b.carry);
    }
    fill(&b);
    stet_free(block);
    return STET_OK;
}
