/* SPDX-License-Identifier: Apache-2.0 */
/* Powers of two whose sums are exact in one or two doubles: the same folds and coordinates as in tower_two.c, by
 * the vector kernels of classes.h. Most data are such: 2 N numbers fit if their bits span 105 - 2 log2 N. */
#include <string.h>

#include "base/alloc.h"
#include "correct/kernels.h"
#include "correct/tower.h"

static double power_of_two(int e) { return stet_from_bits_f64((uint64_t)(e + 1023) << 52); }

/* D_0 of the four questions, bin by bin. */
static void read_values(const double *w, ptrdiff_t n, int bins, struct stet_floor *floor)
{
    ptrdiff_t L = (ptrdiff_t)floor->L, q = L / 4;
    memset(floor->pair, 0, sizeof floor->pair);
    for (int bin = 0; bin < bins; bin++) {
        const double *a = w + 2 * bin * n + L / 2, *b = a + n;
        const double a_quarter = L < 4 ? 0 : a[q], b_quarter = L < 4 ? 0 : b[q];
        floor->pair[0][bin] = a[0] + b_quarter;
        floor->pair[1][bin] = b[0] - a_quarter;
        floor->pair[2][bin] = a[0] - b_quarter;
        floor->pair[3][bin] = b[0] + a_quarter;
    }
}

static void answer(const stet_correct_kernels *kernels, struct stet_tower *tower, double *w,
                   ptrdiff_t n, int bins)
{
    for (int part = 0; part < 2 * bins; part++)
        kernels->fold_classes(w + part * n, n);
    for (int i = 0; i < tower->count; i++) {
        struct stet_floor *floor = &tower->floor[i];
        unsigned open = 15;
        if (floor->L > 4)
            open = kernels->test_classes(w, n, bins, (ptrdiff_t)floor->L / 4, open);
        for (int k = 0; k < STET_TOWER_QUESTIONS; k++)
            floor->open[k] = (open >> k & 1) != 0;
        read_values(w, n, bins, floor);
    }
}

/* With |x| < 2^top: t = top + log2 N - 52, so that 2 N |h| <= 2^(t + 53), and g = t + log2 N - 53, so that 2 N |l| <=
 * N 2^t = 2^(g + 53). Places below 2^-1074 are not needed, and not there. */
stet_status stet_tower_fill_plain(struct stet_exact *exact, struct stet_tower *tower)
{
    const stet_correct_kernels *kernels = stet_correct_kernels_in_use();
    ptrdiff_t n = exact->line;
    double most = kernels->largest(exact->dft->x, 2 * n);
    int top = (int)(stet_bits_f64(most) >> 52) - 1022, log2 = __builtin_ctzll((uint64_t)n);
    int t = top + log2 - 52, g = t + log2 - 53;
    t = t < -1074 ? -1074 : t;
    g = g < -1074 ? -1074 : g;
    if (t > 1023 - 53)
        return STET_OK;
    double *w = stet_alloc_array((size_t)n, 4 * sizeof *w);
    if (w == NULL)
        return STET_E_MEMORY;
    int bins = kernels->split_classes(exact->dft->x, n, 1.5 * power_of_two(t + 52),
                                      1.5 * power_of_two(g + 52), w);
    tower->plain = bins != 0;
    if (tower->plain)
        answer(kernels, tower, w, n, bins);
    for (int i = 0; i < tower->count; i++)
        tower->floor[i].divisor = exact->s;
    stet_free(w);
    return STET_OK;
}
