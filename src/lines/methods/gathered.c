/* SPDX-License-Identifier: Apache-2.0 */
/* Runs lines of any strides: a few of them are copied into the workspace, transformed there in
 * place as contiguous lines, and copied to the output. */
#include "lines/methods/gathered.h"

#include <string.h>

#include "base/size.h"
#include "lines/dispatch.h"
#include "lines/method.h"

/* Returns the bytes of an element of the input, or of the output. */
static ptrdiff_t element_of(const stet_fft1d *f, stet_kind real_side)
{
    const int real = f->kind == real_side || stet_is_r2r(f->kind);
    return (real ? 1 : 2) * (ptrdiff_t)stet_real_size(f->precision);
}

static ptrdiff_t length_of(const stet_fft1d *f, stet_kind half_side)
{
    return f->kind == half_side ? f->n / 2 + 1 : f->n;
}

/* Returns the bytes from line to line in the workspace: an odd number of cache lines, so that the
 * lines do not fall into one set of a cache. */
static ptrdiff_t row_of(const stet_fft1d *f)
{
    const ptrdiff_t in = length_of(f, STET_C2R) * element_of(f, STET_R2C);
    const ptrdiff_t out = length_of(f, STET_R2C) * element_of(f, STET_C2R);
    return STET_ALIGN * ((stet_larger(in, out) + STET_ALIGN - 1) / STET_ALIGN | 1);
}

/* Takes as many lines together as share a cache line of the caller's array if they are
 * neighbours. */
int stet_gathered_lines(const stet_fft1d *f, ptrdiff_t count)
{
    const ptrdiff_t parts = f->kind == STET_C2C ? 2 : 1;
    const ptrdiff_t size = parts * (ptrdiff_t)stet_real_size(f->precision);
    return (int)stet_smaller(count, STET_ALIGN / size);
}

/* Says where elements are, in bytes: element e of line l at e * element + l * line. */
typedef struct {
    ptrdiff_t element, line;
} steps;

/* Copies elements of `size` bytes. The inner loop is the one with the shorter steps in the caller's
 * array. */
static inline __attribute__((always_inline)) void copy(const size_t size, char *y, steps to,
                                                       const char *x, steps from, ptrdiff_t n,
                                                       ptrdiff_t lines, int across)
{
    if (across)
        for (ptrdiff_t e = 0; e < n; e++, y += to.element, x += from.element)
#pragma GCC unroll 4
            for (ptrdiff_t l = 0; l < lines; l++)
                memcpy(y + l * to.line, x + l * from.line, size);
    else
        for (ptrdiff_t l = 0; l < lines; l++, y += to.line, x += from.line)
#pragma GCC unroll 4
            for (ptrdiff_t e = 0; e < n; e++)
                memcpy(y + e * to.element, x + e * from.element, size);
}

/* Returns the copy in the widest vectors whose tiles are no larger than `side`, or NULL. */
static stet_transpose_pairs *transpose_of(const stet_fft1d *f, ptrdiff_t side)
{
    enum { LEAST = 4 }; /* lanes of a tile of 2 by 2 */
    for (int lanes = f->widest_lanes; lanes >= LEAST; lanes /= 2) {
        const stet_fft_kernels *kernels = stet_kernels_of_lanes(f->isa, f->precision, lanes);
        if (kernels && kernels->transpose && lanes / 2 <= side)
            return kernels->transpose;
    }
    return NULL;
}

/* Copies pairs that are neighbours from line to line on one side and along the lines on the other.
 * Returns 0 if they are not. */
static int copy_pairs(const stet_fft1d *f, ptrdiff_t size, char *y, steps to, const char *x,
                      steps from, ptrdiff_t n, ptrdiff_t lines)
{
    const int gathers = from.line == size && to.element == size;
    const int scatters = to.line == size && from.element == size;
    if (size != 2 * (ptrdiff_t)stet_real_size(f->precision) || (!gathers && !scatters))
        return 0;
    stet_transpose_pairs *transpose = transpose_of(f, stet_smaller(n, lines));
    if (!transpose)
        return 0;
    if (gathers)
        transpose(x, from.element / size, y, to.line / size, n, lines);
    else
        transpose(x, from.line / size, y, to.element / size, lines, n);
    return 1;
}

static void copy_lines(const stet_fft1d *f, ptrdiff_t size, char *y, steps to, const char *x,
                       steps from, ptrdiff_t n, ptrdiff_t lines)
{
    const steps there = from.element == size ? to : from; /* of the caller's array */
    const int across = lines > 1 && stet_magnitude(there.line) < stet_magnitude(there.element);
    if (copy_pairs(f, size, y, to, x, from, n, lines))
        return;
    switch (size) { /* sizes that the compiler knows */
    case 2: copy(2, y, to, x, from, n, lines, across); break;
    case 4: copy(4, y, to, x, from, n, lines, across); break;
    case 8: copy(8, y, to, x, from, n, lines, across); break;
    case 16: copy(16, y, to, x, from, n, lines, across); break;
    default: copy(32, y, to, x, from, n, lines, across); break;
    }
}

static void run_gathered(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                         void *work, const stet_share *share)
{
    const ptrdiff_t in = element_of(f, STET_R2C), out = element_of(f, STET_C2R), row = row_of(f);
    const int most = stet_gathered_lines(f, lines->count);
    const steps from = {lines->is * in, lines->id * in}, to = {lines->os * out, lines->od * out};
    const char *x = (const char *)lines->in;
    char *y = (char *)lines->out, *rows = (char *)work;
    stet_lines some = {rows, rows, 1, 1, row / in, row / out, 0};
    (void)share;
    for (ptrdiff_t left = lines->count; left > 0; left -= some.count) {
        some.count = stet_smaller(left, most);
        copy_lines(f, in, rows, (steps){in, row}, x, from, length_of(f, STET_C2R), some.count);
        stet_lines_run(f, &some, swap, scale, rows + most * row);
        copy_lines(f, out, y, to, rows, (steps){out, row}, length_of(f, STET_R2C), some.count);
        x += some.count * from.line;
        y += some.count * to.line;
    }
}

static size_t work(const stet_fft1d *f, int lines)
{
    return (size_t)(lines * row_of(f)) + stet_lines_work(f, 1, lines);
}

const stet_method stet_method_gathered = {
    .name = "gathered", .number = STET_GATHERED, .work = work};

stet_entry stet_gathered_entry(const stet_fft1d *f)
{
    return (stet_entry){.method = &stet_method_gathered,
                        .run = run_gathered,
                        .instance = f->contiguous.entry[f->contiguous.count - 1].instance,
                        .lines = 1};
}
