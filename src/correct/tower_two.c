/* SPDX-License-Identifier: Apache-2.0 */
/* Powers of two.
 *
 * Folding. zeta^(L/2) = -1 and (zeta^2)^(L/2) = 1: with w_j = z_j - z_(j + L/2), j < L/2, the outputs of order L are
 * sums of w_j eta^-j, and z_j + z_(j + L/2) is the folded input of L/2. Both fit where z was, so one
 * array and N additions a plane make the w of all L: that of L is at [L/2, L).
 *
 * Theorem. x^(L/2) + 1 is irreducible, so zeta^j, 0 <= j < L/2, is a basis; 2 cos(2 pi r/L) = zeta^r - zeta^(L/2 - r),
 * 1 <= r < L/4, and 1 have disjoint supports in it and are as many as the real subfield's degree, L/4:
 * a basis of it. With C_r = w_r - w_(L/2 - r) and S_r = w_(L/4 - r) + w_(L/4 + r), from a or b,
 *   Re X = D_0 + sum_r D_r cos(2 pi k' r/L),   D_0 = a: w_0 + sigma b: w_(L/4),
 *                                              D_r = a: C_r + sigma b: S_r,
 * since sin(2 pi k' n/L) = sigma cos(2 pi k' (n - L/4)/L); Im X is Re(-i X): (b, -a) for (a, b). So a part is
 * rational if and only if D_r = 0 for all 1 <= r < L/4, and then D_0. It is a multiple of sqrt(2) if and only if
 * all vanish but D_(L/8), and then D_(L/8) cos(2 pi k'/8), +-D_(L/8)/sqrt(2). */
#include "base/alloc.h"
#include "correct/tower.h"

struct fold {
    const struct stet_digits *d;
    int64_t N;
    int64_t *w[2];  /* of a and b; b NULL if the input is real */
    int64_t *carry; /* NULL for one plane. L >= 8: four vectors of L/4 from 2 (N - L) on */
    bool sqrt2;     /* f = 2 */
};

/* D_r = even: C_r + sign odd: S_r; either may be missing. */
struct question {
    const int64_t *even, *odd; /* the w of L, L/2 numbers */
    int64_t L, sign;
};

static inline int64_t coordinate(const struct question *q, int64_t r)
{
    int64_t sum = 0;
    if (q->even != NULL)
        sum += q->even[r] - q->even[q->L / 2 - r];
    if (q->odd != NULL)
        sum += q->sign * (q->odd[q->L / 4 - r] + q->odd[q->L / 4 + r]);
    return sum;
}

static int64_t coordinate_0(const struct question *q)
{
    return (q->even != NULL ? q->even[0] : 0) + (q->odd != NULL ? q->sign * q->odd[q->L / 4] : 0);
}

/* True if D_r, from <= r < to, are zero as far as this plane tells. In blocks, so that ordinary data are out
 * early and the loop has no branch on data. */
static bool all_zero(const struct question *q, int64_t from, int64_t to, int64_t *carry,
                     uint64_t mask, int bits)
{
    enum { BLOCK = 32 };
    for (int64_t first = from; first < to; first += BLOCK) {
        int64_t last = first + BLOCK < to ? first + BLOCK : to;
        uint64_t bad = 0;
        if (carry == NULL) {
            for (int64_t r = first; r < last; r++)
                bad |= (uint64_t)coordinate(q, r);
        } else {
            for (int64_t r = first; r < last; r++) {
                int64_t c = carry[r] + coordinate(q, r);
                bad |= (uint64_t)c & mask;
                carry[r] = c >> bits;
            }
        }
        if (bad != 0)
            return false;
    }
    return true;
}

/* One plane of one question. carry[0] belongs to D_0. */
static bool ask(const struct fold *fold, const struct question *q, int64_t *carry, int p,
                int64_t *sum)
{
    uint64_t mask = stet_digits_mask(fold->d, p);
    int bits = fold->d->bits;
    int64_t quarter = q->L / 4, free = fold->sqrt2 ? q->L / 8 : 0; /* L < 8: D_0 alone */
    *sum = free == 0 ? coordinate_0(q) : coordinate(q, free);
    if (free > 0) {
        int64_t c = (carry != NULL ? carry[0] : 0) + coordinate_0(q);
        if (carry != NULL)
            carry[0] = c >> bits;
        if (((uint64_t)c & mask) != 0 || !all_zero(q, 1, free, carry, mask, bits))
            return false;
    }
    return all_zero(q, free + 1, quarter, carry, mask, bits);
}

static void ask_all(const struct fold *fold, struct stet_floor *floor, int p)
{
    int64_t L = floor->L;
    const int64_t *a = fold->w[0] + L / 2, *b = fold->w[1] == NULL ? NULL : fold->w[1] + L / 2;
    for (int i = 0; i < STET_TOWER_QUESTIONS; i++) {
        int part = i % 2, sigma = i < 2 ? 1 : -1;
        struct question q = {part == 0 ? a : b, part == 0 ? b : a, L, part == 0 ? sigma : -sigma};
        if (L < 4)
            q.odd = NULL; /* no sines */
        int64_t *carry = fold->carry;
        if (carry != NULL)
            carry += 2 * (fold->N - L) + i * (L / 4); /* L < 8: not used */
        if (floor->open[i])
            floor->open[i] = ask(fold, &q, carry, p, &floor->sum[i][p]);
    }
}

/* Digit p of the inputs, and the first fold. */
static void load(const struct stet_exact *exact, struct fold *fold, int p)
{
    const struct stet_digits d = exact->digits;
    ptrdiff_t half = (ptrdiff_t)fold->N / 2, width = exact->dft->real ? 1 : 2;
    for (ptrdiff_t part = 0; part < width; part++) {
        const double *x = exact->dft->x + part;
        int64_t *w = fold->w[part];
        for (ptrdiff_t j = 0; j < half; j++) {
            int64_t low = stet_digit(&d, x[width * j], p);
            int64_t high = stet_digit(&d, x[width * (j + half)], p);
            w[j] = low + high;
            w[j + half] = low - high;
        }
    }
}

static void fold_down(int64_t *w, int64_t N)
{
    for (int64_t half = N / 4; half >= 1; half /= 2)
        for (int64_t j = 0; j < half; j++) {
            int64_t low = w[j], high = w[j + half];
            w[j] = low + high;
            w[j + half] = low - high;
        }
}

static bool any_open(const struct stet_tower *tower)
{
    for (int i = 0; i < tower->count; i++)
        for (int q = 0; q < STET_TOWER_QUESTIONS; q++)
            if (tower->floor[i].open[q])
                return true;
    return false;
}

/* Carries: L of them for each L >= 8 in the order of the divisors, N, N/2, ...: L begins at N + N/2 + ... + 2 L =
 * 2 (N - L). */
stet_status stet_tower_fill_two(struct stet_exact *exact, struct stet_tower *tower)
{
    size_t N = (size_t)exact->line, width = exact->dft->real ? 1 : 2;
    struct fold fold = {.d = &exact->digits, .N = exact->line, .sqrt2 = exact->f == 2};
    bool carries = fold.d->planes > 1;
    int64_t *block = stet_alloc_array((width + (carries ? 2 : 0)) * N, sizeof *block);
    if (block == NULL)
        return STET_E_MEMORY;
    fold.w[0] = block;
    fold.w[1] = width == 2 ? block + N : NULL;
    if (carries) {
        fold.carry = block + width * N;
        for (size_t i = 0; i < 2 * N; i++)
            fold.carry[i] = 0;
    }
    for (int i = 0; i < tower->count; i++)
        tower->floor[i].divisor = fold.sqrt2 && tower->floor[i].L > 4 ? 2 * exact->s : exact->s;
    for (int p = 0; p < fold.d->planes && any_open(tower); p++) {
        load(exact, &fold, p);
        for (size_t part = 0; part < width; part++)
            fold_down(fold.w[part], fold.N);
        for (int i = 0; i < tower->count; i++)
            ask_all(&fold, &tower->floor[i], p);
    }
    stet_free(block);
    return STET_OK;
}
