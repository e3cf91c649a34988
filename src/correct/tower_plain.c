/* SPDX-License-Identifier: Apache-2.0 */
/* Powers of two whose sums are exact in a few doubles: the same folds and coordinates as in tower_two.c, by
 * the vector kernels of classes.h. Most data are such: 2 N numbers fit in two bins if their bits span 105 - 2 log2 N,
 * in seven if they span 357 - 7 log2 N. */
#include <string.h>

#include "base/alloc.h"
#include "correct/kernels.h"
#include "correct/tower.h"

static double power_of_two(int e) { return stet_from_bits_f64((uint64_t)(e + 1023) << 52); }

/* D_0 of the four questions, bin by bin. */
static void read_values(const double *w, ptrdiff_t n, int bins, struct stet_floor *floor)
{
    ptrdiff_t L = (ptrdiff_t)floor->L, q = L / 4;
    memset(floor->bin, 0, sizeof floor->bin);
    for (int bin = 0; bin < bins; bin++) {
        const double *a = w + 2 * bin * n + L / 2, *b = a + n;
        const double a_quarter = L < 4 ? 0 : a[q], b_quarter = L < 4 ? 0 : b[q];
        floor->bin[0][bin] = a[0] + b_quarter;
        floor->bin[1][bin] = b[0] - a_quarter;
        floor->bin[2][bin] = a[0] - b_quarter;
        floor->bin[3][bin] = b[0] + a_quarter;
    }
}

static void read_floors(const stet_correct_kernels *kernels, struct stet_tower *tower,
                        const double *w, ptrdiff_t n, int bins, const double *magics)
{
    for (int i = 0; i < tower->count; i++) {
        struct stet_floor *floor = &tower->floor[i];
        const ptrdiff_t q = (ptrdiff_t)floor->L / 4;
        unsigned open = 15;
        if (floor->L > 4)
            open = magics == NULL ? kernels->test_classes(w, n, bins, q, open)
                                  : kernels->test_bins(w, n, bins, magics, q, open);
        for (int k = 0; k < STET_TOWER_QUESTIONS; k++)
            floor->open[k] = (open >> k & 1) != 0;
        read_values(w, n, bins, floor);
    }
}

/* Bins b of multiples of grid_b = 2^g_b. With |x| < 2^top: g_0 = top + log2 N - 51, so that 2 N |x| and a carry are within
 * 2^53 grid_0; what a bin leaves is at most half its grid, so with g_(b + 1) = g_b + log2 N - 52 the sums of 2 N
 * of the next bin are within 2^52 of its grid, and there is room for a carry. Places below 2^-1074 are not needed,
 * and not there. */
static stet_status fill_bins(const struct stet_exact *exact, struct stet_tower *tower, int top)
{
    const stet_correct_kernels *kernels = exact->kernels;
    const ptrdiff_t n = exact->line;
    const int log2 = __builtin_ctzll((uint64_t)n);
    double magics[STET_TOWER_BINS],
        *w = stet_alloc_array((size_t)n, 2 * STET_TOWER_BINS * sizeof *w);
    if (w == NULL)
        return STET_E_MEMORY;
    for (int b = 0, g = top + log2 - 51; b < STET_TOWER_BINS; b++, g += log2 - 52)
        magics[b] = 1.5 * power_of_two((g < -1074 ? -1074 : g) + 52);
    for (int bins = 4; bins <= STET_TOWER_BINS && !tower->plain; bins += STET_TOWER_BINS - 4)
        if (kernels->split_bins(exact->dft->x, n, bins, magics, w)) {
            for (int part = 0; part < 2 * bins; part++)
                kernels->fold_classes(w + part * n, n);
            read_floors(kernels, tower, w, n, bins, magics);
            tower->plain = true;
        }
    stet_free(w);
    return STET_OK;
}

/* One or two bins. With |x| < 2^top: t = top + log2 N - 52, so that 2 N |h| <= 2^(t + 53), and g = t + log2 N - 53, so
 * that 2 N |l| <= N 2^t = 2^(g + 53). */
stet_status stet_tower_fill_plain(struct stet_exact *exact, struct stet_tower *tower)
{
    const stet_correct_kernels *kernels = exact->kernels;
    ptrdiff_t n = exact->line;
    double most = kernels->largest(exact->dft->x, 2 * n);
    int top = (int)(stet_bits_f64(most) >> 52) - 1022, log2 = __builtin_ctzll((uint64_t)n);
    int t = top + log2 - 52, g = t + log2 - 53;
    t = t < -1074 ? -1074 : t;
    g = g < -1074 ? -1074 : g;
    if (t > 1023 - 55 || log2 > 40)
        return STET_OK;
    double *w = stet_exact_alloc(exact, (size_t)n * 4 * sizeof *w);
    if (w == NULL)
        return STET_E_MEMORY;
    int bins = kernels->split_classes(exact->dft->x, n, 1.5 * power_of_two(t + 52),
                                      1.5 * power_of_two(g + 52), w);
    tower->plain = bins != 0;
    for (int part = 0; part < 2 * bins; part++)
        kernels->fold_classes(w + part * n, n);
    if (bins != 0)
        read_floors(kernels, tower, w, n, bins, NULL);
    for (int i = 0; i < tower->count; i++)
        tower->floor[i].divisor = exact->s;
    stet_exact_free(exact, w);
    tower->wide = bins == 0;
    return bins != 0 ? STET_OK : fill_bins(exact, tower, top);
}
