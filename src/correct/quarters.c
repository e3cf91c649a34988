/* SPDX-License-Identifier: Apache-2.0 */
/* Decides the rational numbers of ordinary data, which need no slices: sums of quarters, and zeros
 * of real inputs.
 *
 * Theorem (quarters). Let N have no prime factor above 13, in one dimension. Outputs k with 4 k = 0
 * mod N are sums of inputs with signs, times 1 and -i, and the native graph computes them by
 * additions alone: at the odd radices they are output 0 of row 0, and at the levels of radix 2
 * their rows have the twiddles 1 and -i, with m = 1 and t = 0 where it multiplies. If every input
 * is a multiple of 2^g and sum |x| <= 2^(g + 53), then all partial sums are doubles and no addition
 * rounds: Y_k is X_k. (sum |x| is at most sqrt(2 N) times the 2-norm.) These are the ties and zeros
 * of ordinary data; this test reads the input once. */
#include <string.h>

#include "base/size.h"
#include "correct/correct.h"

/* The most undecided numbers of a transform among which stage double looks for the eight of the
 * quarters. */
enum { MOST_FOR_QUARTERS = 64 };

static int has_quarters(const struct stet_correct *c)
{
    return c->rank == 1 && c->scale_is_exact && c->native &&
           (c->kind == STET_C2R ? stet_is_power_of_two(c->n) : c->is_smooth);
}

/* Reports whether 4 k = 0 mod n. */
static inline int is_quarter(const struct stet_correct *c, ptrdiff_t k)
{
    return stet_is_power_of_two(c->n) ? (4 * k & (c->n - 1)) == 0 : 4 * k % c->n == 0;
}

int stet_correct_is_easy(const struct stet_correct *c, ptrdiff_t number)
{
    const ptrdiff_t index = c->kind == STET_C2R ? number : number / 2;
    return (has_quarters(c) && is_quarter(c, index)) ||
           (c->kind == STET_R2C && (number == 1 || number == c->n + 1));
}

/* Returns 1.5 2^(52 + g) for a g with 2^(52 + g) > 2 most, most >= sum |x|. */
static double magic_of(const struct stet_correct *c, double squares)
{
    double most = 2 * __builtin_sqrt(squares * (double)c->n), magic;
    most = most > 0x1p-400 ? most : 0x1p-400;
    uint64_t bits;
    memcpy(&bits, &most, sizeof bits);
    bits = (bits >> 52) << 52; /* the power of two below */
    memcpy(&magic, &bits, sizeof magic);
    magic *= 6;
    return magic >= 4 * most ? magic : 2 * magic;
}

/* Reports whether the hypothesis of the theorem holds for all inputs in count numbers at x. The
 * squared 2-norm of each input is at most squares. */
static int on_grid(const struct stet_correct *c, const double *x, ptrdiff_t count, double squares)
{
    return c->kernels->on_grid(x, count, magic_of(c, squares));
}

int stet_correct_is_real(const double *x, ptrdiff_t n)
{
    enum { CHUNK = 64 };
    for (ptrdiff_t j = 0; j < n; j += CHUNK) {
        uint64_t any = 0;
        for (ptrdiff_t i = j; i < j + CHUNK && i < n; i++)
            any |= stet_bits_f64(x[2 * i + 1]);
        if (any << 1 != 0)
            return 0;
    }
    return 1;
}

/* -------------------------------------------------------------- of a block -- */

static int lines_on_grid(const stet_correct_block *b, ptrdiff_t first, ptrdiff_t lines)
{
    const struct stet_correct *c = b->c;
    double most = 0;
    for (ptrdiff_t l = first; l < first + lines; l++)
        most = b->squares[l] > most ? b->squares[l] : most;
    const ptrdiff_t numbers = stet_correct_inputs(c);
    if (b->is_fused && c->kind != STET_C2R)
        return c->kernels->on_grid_f32(b->floats + first * b->floats_step, numbers,
                                       magic_of(c, most));
    return on_grid(c, stet_correct_line(b, first), lines * numbers, most);
}

/* Computes output q n/4 of half a spectrum x by additions alone: the sum of Re(X_k i^(q k)), with
 * all except X_0 and X_h counted twice. (C2R has another graph.) */
static double quarter_of_half(const double *x, ptrdiff_t n, ptrdiff_t q)
{
    const ptrdiff_t h = n / 2;
    double sums[4] = {0, 0, 0, 0};
    for (ptrdiff_t k = 1; k < h; k++)
        sums[k % 4] += x[2 * k + (q % 2 && k % 2)];
    const double even = q % 2 == 0 ? sums[0] + sums[2] : sums[0] - sums[2];
    const double odd = q % 2 == 0 ? sums[1] + sums[3] : sums[3] - sums[1];
    const double last = q * h / 2 % 2 == 0 ? x[2 * h] : -x[2 * h];
    return x[0] + last + 2 * (q < 2 ? even + odd : even - odd);
}

/* Returns output q n/4 of a line times the norm's factor. */
static double quarter_at(const stet_correct_block *b, ptrdiff_t line, ptrdiff_t number, ptrdiff_t q)
{
    const struct stet_correct *c = b->c;
    return c->half && c->kind == STET_C2R
               ? quarter_of_half(stet_correct_line(b, line), c->n, q) * c->scale.hi
               : b->y[number] * b->y_scale;
}

/* Reports whether the input of a line is real, if that is not known. */
static int is_found_real(const stet_correct_block *b, ptrdiff_t line)
{
    const struct stet_correct *c = b->c;
    if (!b->is_fused && c->kind == STET_C2C && c->rank == 1 &&
        stet_correct_is_real(b->x + line * 2 * c->n, c->n))
        b->known[line] |= STET_KNOWN_REAL;
    return b->known[line] & STET_KNOWN_REAL;
}

/* Decides quarters and, for real input, the imaginary parts of outputs 0 and n/2, which are zero.
 * Most data leave no other numbers. */
void stet_correct_block_quarters(stet_correct_block *b)
{
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = 2 * c->points, before = b->count;
    const int unknown = has_quarters(c) && b->count <= MOST_FOR_QUARTERS * b->lines ? -1 : 0;
    /* Lines are tested separately if few have undecided numbers, or if only these are in memory. */
    const int apart = b->is_fused || before < b->lines;
    int quarters = unknown, any = 0;
    /* The imaginary parts of outputs 0 and n/2 are zero if the input is real. */
    const int has_zeros = c->half && c->kind == STET_R2C;
    const ptrdiff_t zero = c->n % 2 == 0 ? c->n + 1 : 1;
    ptrdiff_t line = 0, left = 0;
    if (b->count > MOST_FOR_QUARTERS * b->lines && !b->is_fused && !has_zeros)
        return;
    for (ptrdiff_t i = 0; i < before; i++) {
        const ptrdiff_t number = b->list[i];
        while (number - line * numbers >= numbers) {
            line++;
            quarters = apart ? unknown : quarters;
        }
        const ptrdiff_t here = number - line * numbers;
        const ptrdiff_t to = line * b->step + here; /* of b->out */
        const int may_be_zero = here == 1 || here == zero;
        if (may_be_zero && (has_zeros || b->known[line] & STET_KNOWN_REAL)) {
            stet_number_put(c->precision, b->out, to, 0);
            continue;
        }
        const ptrdiff_t four = (c->half && c->kind == STET_C2R ? here : here / 2) * 4;
        const int quarter = unknown && is_quarter(c, four / 4);
        if (quarter && quarters < 0)
            quarters = apart ? lines_on_grid(b, line, 1) : lines_on_grid(b, 0, b->lines);
        any |= quarter && quarters;
        if (quarter && quarters)
            stet_number_put(
                c->precision, b->out, to,
                stet_narrow_of(c->precision, quarter_at(b, line, number, four / c->n) + 0.0));
        else if (may_be_zero && is_found_real(b, line))
            stet_number_put(c->precision, b->out, to, 0);
        else
            b->list[left++] = number;
    }
    b->stats->after_f64 += before - left;
    b->stats->rational += before - left;
    b->stats->classes += any;
    b->count = left;
}

/* ---------------------------------------------------------- of a transform -- */

/* Decides the sums of quarters of one transform if the block skipped them because its list was
 * long, or if other transforms of the block made the grid coarser. */
static void settle_quarters(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    const ptrdiff_t numbers = job->form == STET_REALS ? c->n : 2 * c->n;
    const int worth = job->count > MOST_FOR_QUARTERS ? stet_correct_is_sparse(job) : c->block > 1;
    ptrdiff_t left = 0, found = 0;
    if (c->kind == STET_C2R || !has_quarters(c) || !worth || job->form == STET_FLOAT_PAIRS)
        return;
    for (ptrdiff_t i = 0; i < job->count; i++)
        found += is_quarter(c, job->undecided[i] / 2);
    if (found == 0 || !on_grid(c, (const double *)job->input, numbers, job->squares))
        return;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (is_quarter(c, number / 2))
            stet_correct_put(job, number,
                             stet_narrow_of(c->precision, job->y[number] * job->y_scale + 0.0));
        else
            job->undecided[left++] = number;
    }
    job->stats->rational += job->count - left;
    job->stats->classes++;
    job->count = left;
}

/* Reports whether a number is the imaginary part of an output that is its own conjugate. */
static int is_zero_of_real(const struct stet_correct *c, ptrdiff_t number)
{
    return number % 2 == 1 && stet_opposite_index(c->rank, c->lengths, number / 2) == number / 2;
}

/* Decides the zeros of a real input, outputs 0 and n/2 of each axis, that the block skipped: in one
 * dimension if its list was long. */
static void settle_zeros(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    ptrdiff_t left = 0, *list = job->undecided;
    const int has_first = job->count > 0 && (list[0] == 1 || (job->count > 1 && list[1] == 1));
    const int is_real_kind = c->kind == STET_R2C && c->rank > 1;
    if ((c->kind != STET_C2C && !is_real_kind) || !has_first || job->form == STET_REALS ||
        !stet_correct_is_sparse(job))
        return; /* slices find zeros among many numbers too */
    if (!job->is_real && job->form == STET_PAIRS)
        job->is_real = is_real_kind || stet_correct_is_real(job->x, c->n);
    if (!job->is_real)
        return;
    for (ptrdiff_t i = 0; i < job->count; i++)
        if (is_zero_of_real(c, list[i]))
            stet_correct_put(job, list[i], 0);
        else
            list[left++] = list[i];
    job->stats->rational += job->count - left;
    job->count = left;
}

void stet_correct_job_quarters(stet_correct_job *job)
{
    settle_quarters(job);
    settle_zeros(job);
}
