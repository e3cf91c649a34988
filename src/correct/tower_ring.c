/* SPDX-License-Identifier: Apache-2.0 */
/* Any length: the folded inputs of all divisors, each from the one of L p, p the smallest prime
 * for which L p | N, and the coordinates of ring.h. */
#include <string.h>

#include "base/alloc.h"
#include "correct/tower.h"

struct level {
    struct stet_ring ring;
    int64_t *z[2];  /* of a and b; b NULL if the input is real */
    int64_t *carry; /* four vectors of ring.length */
    int parent;     /* in the list of divisors; -1: the input */
};

struct work {
    struct stet_exact *exact;
    struct stet_tower *tower;
    struct level *level;
    int64_t *u, *block;
};

static void load(const struct stet_exact *exact, struct level *level, int p)
{
    const struct stet_digits d = exact->digits;
    ptrdiff_t width = exact->dft->real ? 1 : 2;
    for (ptrdiff_t part = 0; part < width; part++)
        for (ptrdiff_t j = 0; j < exact->line; j++)
            level->z[part][j] = stet_digit(&d, exact->dft->x[width * j + part], p);
}

static void fold_down(struct level *to, const struct level *from)
{
    int64_t L = to->ring.L;
    for (int part = 0; part < 2 && to->z[part] != NULL; part++) {
        memcpy(to->z[part], from->z[part], (size_t)L * sizeof *to->z[part]);
        for (int64_t start = L; start < from->ring.L; start += L)
            for (int64_t j = 0; j < L; j++)
                to->z[part][j] += from->z[part][start + j];
    }
}

/* One coordinate of a plane, from the coefficients that are in it: most questions end here. */
struct glance {
    const struct stet_ring *ring;
    const int64_t *z[2];
    int part, sigma;
    bool odd;
    int64_t sum;
};

static void add_coefficient(void *data, int64_t m, int sign)
{
    struct glance *g = data;
    const struct stet_ring *ring = g->ring;
    int64_t L = ring->L, back = m == 0 ? 0 : L - m;
    const int64_t *even = g->z[g->part], *odd = g->z[1 - g->part];
    int odd_sign = g->part == 0 ? sign : -sign;
    if (!g->odd && even != NULL)
        g->sum += sign * (even[m] + even[back]);
    if ((g->odd || ring->has_i) && odd != NULL) {
        int64_t d = ring->has_i ? (m + L - g->sigma * (L / 4)) % L : m;
        g->sum += odd_sign * (odd[d == 0 ? 0 : L - d] - odd[d]);
    }
}

bool stet_tower_glance(const struct stet_ring *ring, const int64_t *a, const int64_t *b, int part,
                       int sigma, uint64_t mask)
{
    enum { TRIES = 3, LOOK_AT = 64 };
    int tried = 0;
    for (int64_t j = 1; j < ring->L && j < LOOK_AT && tried < TRIES; j++) {
        if (!stet_ring_in_basis(ring, j))
            continue;
        tried++;
        for (int odd = 0; odd <= !ring->has_i; odd++) {
            struct glance g = {ring, {a, b}, part, sigma, odd != 0, 0};
            int64_t place = j + (odd ? ring->L : 0);
            if (place == ring->j0 || (ring->g != NULL && ring->g[place] != 0))
                continue;
            stet_ring_coordinate(ring, j, add_coefficient, &g);
            if (((uint64_t)(g.sum * ring->g0) & mask) != 0)
                return true;
        }
    }
    return false;
}

static void ask(struct work *work, int i, int question, int p)
{
    struct stet_floor *floor = &work->tower->floor[i];
    struct level *level = &work->level[i];
    const struct stet_digits *d = &work->exact->digits;
    uint64_t mask = stet_digits_mask(d, p);
    int part = question % 2, sigma = question < 2 ? 1 : -1;
    if (p == 0 && stet_tower_glance(&level->ring, level->z[0], level->z[1], part, sigma, mask)) {
        floor->open[question] = false;
        return;
    }
    stet_ring_part(&level->ring, level->z[0], level->z[1], part, sigma, work->u);
    floor->sum[question][p] = level->ring.in_field ? work->u[level->ring.j0] : 0;
    floor->open[question] = stet_ring_test(
        &level->ring, work->u, level->carry + question * level->ring.length, mask, d->bits);
}

static void run(struct work *work)
{
    const struct stet_tower *tower = work->tower;
    for (int p = 0; p < work->exact->digits.planes; p++)
        for (int i = 0; i < tower->count; i++) {
            struct level *level = &work->level[i];
            if (level->parent < 0)
                load(work->exact, level, p);
            else
                fold_down(level, &work->level[level->parent]);
            for (int q = 0; q < (level->ring.has_i ? 4 : 2); q++)
                if (tower->floor[i].open[q])
                    ask(work, i, q, p);
        }
}

static int find_parent(const struct stet_exact *exact, const struct stet_tower *tower, int64_t L)
{
    int64_t smallest = 0;
    for (int i = 0; i < exact->primes.count; i++) {
        int64_t p = exact->primes.p[i];
        if (exact->line / L % p == 0 && (smallest == 0 || p < smallest))
            smallest = p;
    }
    int parent = tower->count - 1;
    while (parent >= 0 && tower->floor[parent].L != L * smallest)
        parent--;
    return parent;
}

/* All vectors of all levels in one block: folded inputs, carries, and one vector of coordinates. */
static stet_status open_vectors(struct work *work)
{
    struct stet_tower *tower = work->tower;
    size_t total = 2 * (size_t)work->exact->line, width = work->exact->dft->real ? 1 : 2;
    for (int i = 0; i < tower->count; i++)
        total += (size_t)tower->floor[i].L * width + 4 * (size_t)work->level[i].ring.length;
    work->block = stet_alloc_array(total, sizeof *work->block);
    if (work->block == NULL)
        return STET_E_MEMORY;
    memset(work->block, 0, total * sizeof *work->block);
    int64_t *next = work->block + 2 * work->exact->line;
    work->u = work->block;
    for (int i = 0; i < tower->count; i++) {
        struct level *level = &work->level[i];
        for (size_t part = 0; part < width; part++, next += tower->floor[i].L)
            level->z[part] = next;
        level->carry = next;
        next += 4 * level->ring.length;
        level->parent = find_parent(work->exact, tower, tower->floor[i].L);
    }
    return STET_OK;
}

stet_status stet_tower_fill_ring(struct stet_exact *exact, struct stet_tower *tower)
{
    struct work work = {.exact = exact, .tower = tower};
    stet_status status = STET_OK;
    work.level = stet_alloc_array((size_t)tower->count, sizeof *work.level);
    if (work.level == NULL)
        return STET_E_MEMORY;
    memset(work.level, 0, (size_t)tower->count * sizeof *work.level);
    for (int i = 0; i < tower->count && status == STET_OK; i++) {
        struct stet_ring *ring = &work.level[i].ring;
        status = stet_ring_open(ring, tower->floor[i].L, &exact->primes, exact->f);
        tower->floor[i].divisor = 2 * ring->g0 * exact->s;
    }
    if (status == STET_OK)
        status = open_vectors(&work);
    if (status == STET_OK)
        run(&work);
    for (int i = 0; i < tower->count; i++)
        stet_ring_close(&work.level[i].ring);
    stet_free(work.level);
    stet_free(work.block);
    return status;
}
