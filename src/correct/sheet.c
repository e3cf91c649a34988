/* SPDX-License-Identifier: Apache-2.0 */
/* Several dimensions. An output k whose component on one axis has the whole order L (always so if the lengths are
 * powers of one prime) is of the form c k^ with k^_axis = n_axis/L, c = k_axis/gcd. For the other axes only the
 * multiples of n_j/M_j, M_j = gcd(n_j, L), give orders that divide L. So the answers for all such k are in one
 * SHEET: a row for each choice of the other components, a folded input z of length L in each row,
 *   z_(k^)[m] = sum of the inputs with n_axis + sum_j k_j n_j L/M_j = m mod L,
 * and with eta = zeta_L^c, X_k = sum_m z[m] eta^-m as in one dimension (tower.h).
 *
 * All rows at once: the inputs folded to M_j and L are polynomials in x modulo x^L - 1 along the axis, and
 * the rows are their Fourier transform over the other axes, with x^(L/M_j), whose M_j-th power is 1, for the root
 * of unity (polynomial transform, Nussbaumer 1981): products by roots are shifts, so it takes
 * additions only, sum_p p of them a number and axis for the prime factors p of M_j. */
#include <string.h>

#include "base/alloc.h"
#include "correct/tower.h"

struct stet_sheet {
    struct stet_sheet *next;
    int axis;
    int64_t L, rows;
    struct stet_ring ring;
    bool *open;   /* of row r, question q (tower.h): 4 r + q */
    int64_t *sum; /* of the same: planes each */
};

/* What is needed while it is filled. */
struct build {
    struct stet_exact *exact;
    struct stet_sheet *sheet;
    int64_t *z, *other; /* rows vectors of the real parts, then of the imaginary parts */
    int64_t *u, *carry;
    size_t half; /* numbers of z's real parts */
};

static int64_t other_length(const struct stet_sheet *sheet, const struct stet_dft *dft, int axis)
{
    return axis == sheet->axis ? 1 : stet_gcd(dft->n[axis], sheet->L);
}

/* ------------------------------------------------------------------- fill -- */

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

/* Where a line of inputs along the last axis goes: from number at on, and the next ones step further, from the
 * beginning again after period of them. */
struct target {
    int64_t at, step, period;
};

static struct target target_of(const struct build *b, ptrdiff_t line)
{
    const struct stet_dft *dft = b->exact->dft;
    int last = dft->rank - 1;
    int64_t L = b->sheet->L, row = 0, column = 0, weight = other_length(b->sheet, dft, last);
    for (int i = last - 1; i >= 0; i--) {
        int64_t index = line % dft->n[i], m = other_length(b->sheet, dft, i);
        if (i == b->sheet->axis)
            column = index % L;
        row += index % m * weight;
        weight *= m;
        line /= dft->n[i];
    }
    bool along = last == b->sheet->axis;
    return (struct target){row * L + column, along ? 1 : L,
                           along ? L : other_length(b->sheet, dft, last)};
}

/* So many lines side by side: if the sheet's axis is the one before the last, what they add to lies side by
 * side too. */
enum { GROUP = 8 };

static void add_lines(int64_t *z, const struct target *target, ptrdiff_t lines,
                      const int64_t *digit, ptrdiff_t n)
{
    int64_t period = target->period, step = target->step;
    for (ptrdiff_t first = 0; first < n; first += (ptrdiff_t)period)
        for (int64_t j = 0; j < period; j++)
            for (ptrdiff_t line = 0; line < lines; line++)
                z[target[line].at + j * step] += digit[line * n + first + j];
}

static void load(struct build *b, int p)
{
    const struct stet_exact *exact = b->exact;
    ptrdiff_t n = exact->dft->n[exact->dft->rank - 1], parts = exact->dft->real ? 1 : 2;
    ptrdiff_t all = exact->size / n;
    ptrdiff_t group = b->sheet->axis == exact->dft->rank - 1 ? 1 : GROUP;
    memset(b->z, 0, (size_t)parts * b->half * sizeof *b->z);
    for (ptrdiff_t line = 0; line < all; line += group) {
        struct target target[GROUP];
        ptrdiff_t lines = all - line < group ? all - line : group;
        for (ptrdiff_t i = 0; i < lines; i++)
            target[i] = target_of(b, line + i);
        for (ptrdiff_t part = 0; part < parts; part++)
            add_lines(b->z + (size_t)part * b->half, target, lines,
                      exact->digit + (parts * p + part) * exact->size + line * n, n);
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
        int64_t m = other_length(b->sheet, dft, i), done = 1;
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

/* ------------------------------------------------------------ open, close -- */

static void free_sheet(struct stet_sheet *sheet)
{
    stet_ring_close(&sheet->ring);
    stet_free(sheet->open);
    stet_free(sheet->sum);
    stet_free(sheet);
}

void stet_sheets_free(struct stet_sheet *sheet)
{
    while (sheet != NULL) {
        struct stet_sheet *next = sheet->next;
        free_sheet(sheet);
        sheet = next;
    }
}

/* Two arrays of all rows, coordinates, and carries if there is more than one plane. */
static stet_status fill_sheet(struct stet_exact *exact, struct stet_sheet *sheet)
{
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

static stet_status open_sheet(struct stet_exact *exact, int axis, int64_t L)
{
    struct stet_sheet *sheet = stet_alloc(sizeof *sheet);
    if (sheet == NULL)
        return STET_E_MEMORY;
    *sheet = (struct stet_sheet){.axis = axis, .L = L, .rows = 1};
    for (int i = 0; i < exact->dft->rank; i++)
        sheet->rows *= other_length(sheet, exact->dft, i);
    stet_exact_scan(exact);
    size_t answers = 4 * (size_t)sheet->rows, planes = (size_t)exact->digits.planes;
    stet_status status = stet_ring_open(&sheet->ring, L, &exact->primes, exact->f);
    if (status == STET_OK)
        status = make_digits(exact);
    sheet->open = stet_alloc_array(answers, sizeof *sheet->open);
    sheet->sum = stet_alloc_array(answers, planes * sizeof *sheet->sum);
    if (status == STET_OK && (sheet->open == NULL || sheet->sum == NULL))
        status = STET_E_MEMORY;
    if (status == STET_OK) {
        memset(sheet->open, true, answers * sizeof *sheet->open);
        memset(sheet->sum, 0, answers * planes * sizeof *sheet->sum);
        status = fill_sheet(exact, sheet);
    }
    if (status != STET_OK) {
        free_sheet(sheet);
        return status;
    }
    sheet->next = exact->sheets;
    exact->sheets = sheet;
    return STET_OK;
}

/* ----------------------------------------------------------------- decide -- */

/* The axis on which k has the order L, and c = k_axis/gcd; -1 if there is none. */
static int whole_axis(const struct stet_dft *dft, const struct stet_phase *phase, int64_t *c)
{
    ptrdiff_t index = phase->index;
    for (int i = dft->rank - 1; i >= 0; i--) {
        ptrdiff_t n = dft->n[i], k = index % n;
        int64_t g = stet_gcd(k, n);
        if (n / g == phase->L) {
            *c = phase->L == 1 ? 1 : k / g;
            return i;
        }
        index /= n;
    }
    return -1;
}

/* The row of c^-1 k: every component is a multiple of n_j/M_j. */
static int64_t row_of(const struct stet_sheet *sheet, const struct stet_dft *dft, ptrdiff_t index,
                      int64_t c)
{
    int64_t row = 0, weight = 1;
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t n = dft->n[i], m = other_length(sheet, dft, i), k = index % n / (n / m);
        if (m > 1)
            row += stet_times_mod(k, stet_inverse_mod(c, m), m) * weight;
        weight *= m;
        index /= n;
    }
    return row;
}

static struct stet_sheet *find_sheet(const struct stet_exact *exact, int axis, int64_t L)
{
    struct stet_sheet *sheet = exact->sheets;
    while (sheet != NULL && (sheet->axis != axis || sheet->L != L))
        sheet = sheet->next;
    return sheet;
}

bool stet_sheet_there(const struct stet_exact *exact, const struct stet_phase *phase)
{
    int64_t c;
    int axis = whole_axis(exact->dft, phase, &c);
    return axis >= 0 && find_sheet(exact, axis, phase->L) != NULL;
}

stet_status stet_sheet_decide(struct stet_exact *exact, const struct stet_phase *phase,
                              unsigned parts, bool *found, struct stet_exact_class *class)
{
    int64_t c;
    int axis = whole_axis(exact->dft, phase, &c);
    *found = axis >= 0;
    if (!*found)
        return STET_OK;
    struct stet_sheet *sheet = find_sheet(exact, axis, phase->L);
    if (sheet == NULL) {
        stet_status status = open_sheet(exact, axis, phase->L);
        if (status != STET_OK)
            return status;
        sheet = exact->sheets;
    }
    int s = phase->L % 4 == 0 && c % 4 == 3;
    size_t at = (size_t)(4 * row_of(sheet, exact->dft, phase->index, c) + 2 * s);
    int64_t divisor = 2 * sheet->ring.g0 * exact->s * stet_root_sign(exact, phase->L, c);
    for (size_t part = 0; part < 2; part++)
        if ((parts >> part & 1) != 0 && sheet->open[at + part]) {
            class->rational[part] = true;
            stet_digits_value(&exact->digits,
                              sheet->sum + (at + part) * (size_t)exact->digits.planes, divisor,
                              &class->value[part]);
        }
    return STET_OK;
}
