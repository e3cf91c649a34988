/* SPDX-License-Identifier: Apache-2.0 */
/* Stage double on the spectra of a block of transforms: it bounds, certifies, and decides the
 * rational numbers of ordinary data. stages.c decides the rest. */
#include <string.h>

#include "correct/correct.h"

/* Returns the error of y scale -+ bound in units of u R: bounds() in certify.h. */
static double rounding(const struct stet_correct *c) { return c->scale_is_exact ? 2 : 5; }

/* Returns the bound with all outputs in one class: R_1^2 is the energy of all outputs, which is n
 * |x|^2 by Parseval's theorem, and R_L <= R_1. It can be computed before the spectrum. It decides
 * nearly all outputs of short transforms; undecided outputs of long ones are tested again with
 * finer classes. The bound of a line that is not finite is 0; that line becomes NaN in any case. */
double stet_correct_unit(const struct stet_correct *c)
{
    return 0x1p-53 * STET_BOUND_SLACK * c->scale.hi * (c->bound.all + rounding(c));
}

static double bound_of(const struct stet_correct *c, double squares)
{
    const double energy = squares * (double)c->n;
    return energy - energy == 0 ? stet_correct_unit(c) * __builtin_sqrt(energy) + STET_BOUND_TINY
                                : 0;
}

/* Returns the squares of the input of a line: kernels.h, and gather.c for C2R. */
static double squares_of(const stet_correct_block *b, ptrdiff_t line)
{
    const ptrdiff_t numbers = stet_correct_inputs(b->c);
    const double squares = b->c->kernels->squares(b->x + line * numbers, numbers);
    return b->c->kind == STET_C2R ? 2 * squares : squares;
}

/* Drops numbers that stet_correct_request() left out; they may be thousands of zeros. */
static void keep_requested(stet_correct_block *b)
{
    const uint8_t *requested = b->c->requested;
    ptrdiff_t left = 0;
    if (!requested)
        return;
    for (ptrdiff_t i = 0; i < b->count; i++) {
        const ptrdiff_t number = b->list[i]; /* the block has only one line */
        b->list[left] = number;
        left += requested[number >> 1] >> (number & 1) & 1;
    }
    b->count = left;
}

static void certify_lines(stet_correct_block *b)
{
    const struct stet_correct *c = b->c;
    for (ptrdiff_t l = 0; l < b->lines; l++)
        b->bound[l] = bound_of(c, b->squares[l]);
    b->listed = b->count = c->narrow->certify_lines(b->y, 2 * c->points, b->lines, c->scale.hi,
                                                    b->bound, b->out, b->step, b->list);
    keep_requested(b);
}

/* Certifies short lines, one after the other, with one bound for all, as if one line had the energy
 * of all of them. Undecided numbers are tested again with the bound of their own line; if they are
 * many, all lines are. */
static void certify_together(stet_correct_block *b)
{
    enum { MANY = 4 };
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = 2 * c->points;
    const double one = bound_of(c, b->total);
    ptrdiff_t line = 0, known = -1, left = 0;
    b->listed = b->count = c->narrow->certify_lines(b->y, numbers * b->lines, 1, c->scale.hi, &one,
                                                    b->out, 0, b->list);
    keep_requested(b);
    if (b->count > MANY * b->lines) {
        for (ptrdiff_t l = 0; l < b->lines; l++)
            b->squares[l] = squares_of(b, l);
        certify_lines(b);
        return;
    }
    for (ptrdiff_t i = 0; i < b->count; i++) {
        const ptrdiff_t number = b->list[i];
        ptrdiff_t again[9];
        while (number >= (line + 1) * numbers)
            line++;
        if (!stet_correct_is_easy(c, number - line * numbers)) {
            if (known != line) {
                known = line;
                b->squares[line] = squares_of(b, line);
                b->bound[line] = bound_of(c, b->squares[line]);
            }
            char *out = (char *)b->out + (size_t)number * stet_number_size(c->precision);
            if (c->narrow->certify_lines(b->y + number, 1, 1, c->scale.hi, &b->bound[line], out, 0,
                                         again) == 0)
                continue;
        }
        b->list[left++] = number;
    }
    b->count = left;
}

/* Outputs k and -k are conjugates: class j has the energies of j and -j of the half spectrum. The
 * energies of 0 and n/2 are counted twice, which only enlarges the bound. */
static void mirror(double *sums, ptrdiff_t period)
{
    for (ptrdiff_t j = 0; 2 * j <= period; j++) {
        const ptrdiff_t opposite = j == 0 ? 0 : period - j;
        sums[j] = sums[opposite] = sums[j] + sums[opposite];
    }
}

/* Reports whether the bounds of all classes would leave half of the list undecided, by a sample of
 * 32 numbers. This happens with structured data, whose outputs are zeros and ties. A second test
 * would then cost as much as the first and decide little. */
static int is_lost(const stet_correct_block *b, const double *bounds)
{
    enum { SAMPLE = 32, MOST = 16 };
    const struct stet_correct *c = b->c;
    ptrdiff_t sample[SAMPLE];
    if (b->count < c->points / 2)
        return 0;
    for (ptrdiff_t i = 0; i < SAMPLE; i++)
        sample[i] = b->list[i * (b->count / SAMPLE)];
    return c->narrow->refine(b->y, c->period, c->scale.hi, bounds, b->out, sample, SAMPLE) >= MOST;
}

/* Certifies a long line: numbers that the one class leaves undecided are tested again with the
 * bounds of all classes. */
static void certify_long(stet_correct_block *b)
{
    const struct stet_correct *c = b->c;
    const stet_correct_pieces *p = &c->pieces;
    double *sums = (double *)(b->work + p->sums), *bounds = (double *)(b->work + p->bounds);
    b->bound[0] = bound_of(c, b->squares[0]);
    if (b->bound[0] == 0)
        return;
    b->listed = b->count = c->narrow->certify_summing(b->y, 2 * c->points, c->period, c->scale.hi,
                                                      b->bound[0], sums, b->out, b->list);
    keep_requested(b);
    if (b->count == 0)
        return;
    if (c->half && c->kind == STET_R2C)
        mirror(sums, c->period);
    c->kernels->bounds(&c->bound, sums, c->period, c->scale.hi, c->scale_is_exact, bounds,
                       (double *)(b->work + p->fold));
    b->bounds = is_lost(b, bounds) ? bounds : NULL;
    if (b->bounds)
        return;
    b->count = c->narrow->refine(b->y, c->period, c->scale.hi, bounds, b->out, b->list, b->count);
}

/* ---------------------------------------------------------- more classes -- */

/* Computes the energies of the classes of a line. Narrow outputs have a relative error of 2^-24, or
 * an absolute one of 2^-149: the sums are enlarged by more than that, (a + b)^2 <= (1 + t) a^2 + (1
 * + 1/t) b^2. If they are infinite, a class has at most the energy of all, n |x|^2. */
static void class_energies(const stet_correct_block *b, ptrdiff_t line, double *sums)
{
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = 2 * c->points;
    if (!b->is_fused) {
        c->kernels->energies(b->y + line * numbers, numbers, c->period, sums);
        return;
    }
    const char *out =
        (const char *)b->out + line * b->step * (ptrdiff_t)stet_number_size(c->precision);
    const double all =
        b->squares[line] * (double)c->n * (c->scale.hi * c->scale.hi) * (1 + 0x1p-20);
    c->narrow->energies(out, numbers, c->period, sums);
    for (ptrdiff_t j = 0; j < c->period; j++)
        sums[j] = sums[j] < all ? sums[j] * (1 + 0x1p-22) + 0x1p-230 : all;
}

/* Tests a few numbers of one line with the bounds of all classes. Returns how many remain. */
static ptrdiff_t refine_line(const stet_correct_block *b, ptrdiff_t line, ptrdiff_t *list,
                             ptrdiff_t count)
{
    const struct stet_correct *c = b->c;
    const stet_correct_pieces *p = &c->pieces;
    double *sums = (double *)(b->work + p->sums), *bounds = (double *)(b->work + p->bounds);
    const ptrdiff_t numbers = 2 * c->points;
    const double *y = b->y + line * numbers;
    const ptrdiff_t number = (ptrdiff_t)stet_number_size(c->precision);
    char *out = (char *)b->out + line * b->step * number;
    class_energies(b, line, sums);
    if (c->half && c->kind == STET_R2C)
        mirror(sums, c->period);
    c->kernels->bounds(&c->bound, sums, c->period, b->y_scale, c->scale_is_exact, bounds,
                       (double *)(b->work + p->fold));
    for (ptrdiff_t t = 0; t < count; t++)
        list[t] -= line * numbers;
    count = c->narrow->refine(y, c->period, b->y_scale, bounds, out, list, count);
    for (ptrdiff_t t = 0; t < count; t++)
        list[t] += line * numbers;
    return count;
}

/* Tests the few numbers of short lines that one class and the quarters left, with all classes. This
 * costs less than a transform in double-double. */
static void refine_lines(stet_correct_block *b)
{
    enum { FEW = 16 };
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = 2 * c->points;
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0, end = 0; i < b->count; i = end) {
        const ptrdiff_t line = b->list[i] / numbers;
        if (line + 1 == b->lines)
            end = b->count;
        while (end < b->count && b->list[end] < (line + 1) * numbers)
            end++;
        ptrdiff_t count = end - i;
        if (left < i)
            memmove(b->list + left, b->list + i, (size_t)count * sizeof *b->list);
        if (count <= FEW && b->bound[line] > 0)
            count = refine_line(b, line, b->list + left, count);
        left += count;
    }
    b->count = left;
}

void stet_correct_stage_double(stet_correct_block *b)
{
    const struct stet_correct *c = b->c;
    b->count = 0;
    b->y_scale = c->scale.hi;
    if (c->n > STET_MOST_SHORT)
        certify_long(b);
    else if (b->total > 0)
        certify_together(b);
    else
        certify_lines(b);
    if (b->count > 0 && c->policy == STET_CORRECT_ADAPTIVE)
        stet_correct_block_quarters(b);
    if (b->count > 0 && c->policy == STET_CORRECT_ADAPTIVE && c->n <= STET_MOST_SHORT &&
        c->n >= STET_LEAST_REFINED)
        refine_lines(b);
}

/* ------------------------------------------------------------------ fused -- */

/* Sorts a list in ascending order. It is short, and has runs of one vector of the last pass. */
static void sort(ptrdiff_t *list, ptrdiff_t count)
{
    /* Shell sort (D. L. Shell, 1959) with the gaps of G. H. Gonnet and R. Baeza-Yates, 1991. Halved
     * gaps would be quadratic here. */
    for (ptrdiff_t gap = count > 2 ? count * 5 / 11 : 1; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (ptrdiff_t i = gap; i < count; i++) {
            const ptrdiff_t number = list[i];
            ptrdiff_t at = i;
            for (; at >= gap && list[at - gap] > number; at -= gap)
                list[at] = list[at - gap];
            list[at] = number;
        }
}

/* Removes the duplicates that the kernel may leave. Returns how many numbers remain. */
static ptrdiff_t each_once(ptrdiff_t *list, ptrdiff_t count)
{
    ptrdiff_t left = 0;
    sort(list, count);
    for (ptrdiff_t i = 0; i < count; i++)
        if (left == 0 || list[left - 1] != list[i])
            list[left++] = list[i];
    return left;
}

/* Runs a line of a block and appends its list to that of the block. Returns 0 if that is too long.
 */
static int run_fused_line(stet_correct_block *b, ptrdiff_t l)
{
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = 2 * c->points;
    stet_fused line = {.f = c->lone.fft,
                       .x = b->floats + l * b->floats_step,
                       .out = (float *)b->out + l * b->step,
                       .swap = c->lone.swap,
                       .scale = c->scale.hi,
                       .unit = c->unit,
                       .y = b->y + l * numbers,
                       .list = b->list + b->count,
                       .capacity = c->capacity,
                       .work = (double *)(b->work + c->pieces.work)};
    int hard = 0;
    c->fused(&line);
    b->squares[l] = line.squares;
    b->bound[l] = line.unit * __builtin_sqrt(line.squares) + STET_BOUND_TINY;
    b->known[l] = c->kind == STET_C2C && line.is_real ? STET_KNOWN_REAL : 0;
    if (line.count == 0 || !(line.squares - line.squares == 0))
        return 1; /* a line that is not finite becomes NaN */
    if (line.count > c->capacity)
        return 0;
    line.count = each_once(line.list, line.count);
    for (ptrdiff_t i = 0; i < line.count && !hard; i++)
        hard = !stet_correct_is_easy(c, line.list[i]);
    for (ptrdiff_t i = 0; i < line.count && l > 0; i++)
        line.list[i] += l * numbers;
    if (c->n > STET_MOST_SHORT && hard)
        line.count = refine_line(b, l, line.list, line.count);
    b->count += line.count;
    return 1;
}

int stet_correct_stage_double_fused(stet_correct_block *b)
{
    const struct stet_correct *c = b->c;
    b->count = 0;
    b->y_scale = 1;
    for (ptrdiff_t l = 0; l < b->lines; l++)
        if (!run_fused_line(b, l))
            return 0;
    keep_requested(b);
    if (b->count > 0)
        stet_correct_block_quarters(b);
    if (b->count > 0 && c->n <= STET_MOST_SHORT && c->n >= STET_LEAST_REFINED)
        refine_lines(b);
    return 1;
}
