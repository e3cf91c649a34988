/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/class.h"

/* One line along the last axis, phases from first on. */
static void fold_line(const struct stet_exact *exact, const struct stet_phase *phase, int p,
                      ptrdiff_t start, int64_t first, int64_t step, int64_t *a, int64_t *b)
{
    const struct stet_dft *dft = exact->dft;
    const struct stet_digits d = exact->digits;
    ptrdiff_t n = dft->n[dft->rank - 1];
    int64_t L = phase->L, m = first;
    const double *x = dft->x + (dft->real ? start : 2 * start);
    for (ptrdiff_t i = 0; i < n; i++) {
        if (dft->real) {
            a[m] += stet_digit(&d, x[i], p);
        } else {
            a[m] += stet_digit(&d, x[2 * i], p);
            b[m] += stet_digit(&d, x[2 * i + 1], p);
        }
        m += step;
        m -= m >= L ? L : 0;
    }
}

/* The phase of the first input of a line: its components times their steps. */
static int64_t phase_of_line(const struct stet_exact *exact, const struct stet_phase *phase,
                             ptrdiff_t line)
{
    const struct stet_dft *dft = exact->dft;
    ptrdiff_t index = phase->index / dft->n[dft->rank - 1];
    int64_t L = phase->L, m = 0;
    for (int i = dft->rank - 2; i >= 0; i--) {
        ptrdiff_t n = dft->n[i];
        int64_t step = stet_phase_step(L, n, index % n);
        m = (m + stet_times_mod(line % n % L, step, L)) % L;
        line /= n;
        index /= n;
    }
    return m;
}

void stet_fold(const struct stet_exact *exact, const struct stet_phase *phase, int p, int64_t *a,
               int64_t *b)
{
    ptrdiff_t n = exact->dft->n[exact->dft->rank - 1];
    int64_t step = stet_phase_step(phase->L, n, phase->index % n);
    for (ptrdiff_t line = 0; line < exact->size / n; line++)
        fold_line(exact, phase, p, line * n, phase_of_line(exact, phase, line), step, a, b);
}
