/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/sheet.h"

#include <string.h>

#include "base/alloc.h"

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
        status = stet_sheet_fill(exact, sheet);
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
