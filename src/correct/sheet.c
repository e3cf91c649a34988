/* SPDX-License-Identifier: Apache-2.0 */
/* Several dimensions. k has the order L = lcm of its orders on the axes, so for each prime p | L, p^e || L, there is an
 * axis on which its order is divisible by p^e: choose one for each p. C_j, the product of the p^e of axis j, are
 * coprime and have the product L; M_j = gcd(n_j, L/C_j) is prime to C_j; and the order of k on axis j divides
 * C_j M_j. With kappa_j = k_j/(n_j/(C_j M_j)), 1/(C_j M_j) = v_j/C_j + u_j/M_j mod 1 (v_j = M_j^-1 mod C_j, u_j = C_j^-1 mod
 * M_j) and the c mod L that is kappa_j v_j mod C_j for all j, the phase of the input (n_j) is
 *   sum_j n_j kappa_j/(C_j M_j) = c (sum_j n_j/C_j + sum_j r_j n_j/M_j),   r_j = c^-1 kappa_j u_j mod M_j.
 * So the answers for all k of order L with these axes are in one SHEET: a row for each (r_j), in it a folded input
 *   z[m] = sum of the inputs with sum_j n_j L/C_j + sum_j r_j n_j L/M_j = m mod L,
 * and with eta = zeta_L^c, X_k = sum_m z[m] eta^-m as in one dimension (tower.h).
 *
 * All rows at once: the inputs folded to M_j, and to the column sum_j n_j L/C_j, are polynomials in x modulo x^L - 1, and
 * the rows are their Fourier transform over the axes, with x^(L/M_j), whose M_j-th power is 1, for the root
 * of unity (polynomial transform, Nussbaumer 1981): products by roots are shifts, so it takes
 * additions only, sum_p p of them a number and axis for the prime factors p of M_j. */
#include <string.h>

#include "base/alloc.h"
#include "correct/tower.h"

struct stet_sheet {
    struct stet_sheet *next;
    int64_t L, rows;
    int64_t *c, *m; /* C_j and M_j of each axis */
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
            add_lines(b->sheet, last, b->z + (size_t)part * b->half, target, lines,
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

/* ------------------------------------------------------------ open, close -- */

static void free_sheet(struct stet_sheet *sheet)
{
    stet_ring_close(&sheet->ring);
    stet_free(sheet->c);
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

/* The answers' room, once the axes are known. */
static stet_status open_answers(struct stet_exact *exact, struct stet_sheet *sheet)
{
    stet_exact_scan(exact);
    for (int i = 0; i < exact->dft->rank; i++)
        sheet->rows *= sheet->m[i];
    size_t answers = 4 * (size_t)sheet->rows, planes = (size_t)exact->digits.planes;
    sheet->open = stet_alloc_array(answers, sizeof *sheet->open);
    sheet->sum = stet_alloc_array(answers, planes * sizeof *sheet->sum);
    if (sheet->open == NULL || sheet->sum == NULL)
        return STET_E_MEMORY;
    memset(sheet->open, true, answers * sizeof *sheet->open);
    memset(sheet->sum, 0, answers * planes * sizeof *sheet->sum);
    return stet_ring_open(&sheet->ring, sheet->L, &exact->primes, exact->f);
}

/* C_j and M_j for k of order L: each prime's axis is the last one that will do. */
static void choose_axes(const struct stet_exact *exact, const struct stet_phase *phase, int64_t *c,
                        int64_t *m)
{
    const struct stet_dft *dft = exact->dft;
    ptrdiff_t index = phase->index;
    int64_t left = phase->L; /* the part of L that has no axis yet: p^e whole */
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t n = dft->n[i], order = n / stet_gcd(index % n, n);
        c[i] = 1;
        for (int k = 0; k < exact->primes.count; k++) {
            int64_t p = exact->primes.p[k], power = 1;
            while (left % (power * p) == 0)
                power *= p;
            if (order % power == 0) {
                c[i] *= power;
                left /= power;
            }
        }
        m[i] = stet_gcd(n, phase->L / c[i]);
        index /= n;
    }
}

static struct stet_sheet *find_sheet(const struct stet_exact *exact, int64_t L, const int64_t *c)
{
    struct stet_sheet *sheet = exact->sheets;
    size_t bytes = (size_t)exact->dft->rank * sizeof *c;
    while (sheet != NULL && (sheet->L != L || memcmp(sheet->c, c, bytes) != 0))
        sheet = sheet->next;
    return sheet;
}

/* The sheet of k, new if need be. */
static stet_status get_sheet(struct stet_exact *exact, const struct stet_phase *phase,
                             struct stet_sheet **result)
{
    size_t rank = (size_t)exact->dft->rank;
    int64_t *axes = stet_alloc_array(2 * rank, sizeof *axes);
    if (axes == NULL)
        return STET_E_MEMORY;
    choose_axes(exact, phase, axes, axes + rank);
    *result = find_sheet(exact, phase->L, axes);
    if (*result != NULL) {
        stet_free(axes);
        return STET_OK;
    }
    struct stet_sheet *sheet = *result = stet_alloc(sizeof *sheet);
    if (sheet == NULL) {
        stet_free(axes);
        return STET_E_MEMORY;
    }
    *sheet = (struct stet_sheet){.L = phase->L, .rows = 1, .c = axes, .m = axes + rank};
    stet_status status = open_answers(exact, sheet);
    if (status == STET_OK)
        status = make_digits(exact);
    if (status == STET_OK)
        status = fill_sheet(exact, sheet);
    if (status != STET_OK) {
        free_sheet(sheet);
        return status;
    }
    sheet->next = exact->sheets;
    exact->sheets = sheet;
    return STET_OK;
}

/* ----------------------------------------------------------------- decide -- */

/* kappa_j, from k_j. */
static int64_t kappa(const struct stet_sheet *sheet, int axis, int64_t n, int64_t k)
{
    return k / (n / (sheet->c[axis] * sheet->m[axis]));
}

/* c mod L, by the Chinese remainder theorem. */
static int64_t multiplier(const struct stet_sheet *sheet, const struct stet_dft *dft,
                          ptrdiff_t index)
{
    int64_t L = sheet->L, sum = 0;
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t n = dft->n[i], C = sheet->c[i], rest = L / C;
        if (C > 1) {
            int64_t t = stet_times_mod(kappa(sheet, i, n, index % n) % C,
                                       stet_inverse_mod(sheet->m[i], C), C);
            t = stet_times_mod(t, stet_inverse_mod(rest, C), C);
            sum = (sum + stet_times_mod(t % L, rest % L, L)) % L;
        }
        index /= n;
    }
    return L == 1 ? 1 : sum;
}

static int64_t row_of(const struct stet_sheet *sheet, const struct stet_dft *dft, ptrdiff_t index,
                      int64_t c)
{
    int64_t row = 0, weight = 1;
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t n = dft->n[i], m = sheet->m[i];
        if (m > 1) {
            int64_t r =
                stet_times_mod(kappa(sheet, i, n, index % n) % m, stet_inverse_mod(c, m), m);
            row += stet_times_mod(r, stet_inverse_mod(sheet->c[i], m), m) * weight;
        }
        weight *= m;
        index /= n;
    }
    return row;
}

stet_status stet_sheet_decide(struct stet_exact *exact, const struct stet_phase *phase,
                              unsigned parts, struct stet_exact_class *class)
{
    struct stet_sheet *sheet;
    stet_status status = get_sheet(exact, phase, &sheet);
    if (status != STET_OK)
        return status;
    int64_t c = multiplier(sheet, exact->dft, phase->index);
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
