/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/ring.h"

#include <string.h>

#include "base/alloc.h"

static int64_t top_digit(const struct stet_ring *ring, int i, int64_t j)
{
    return j % ring->power[i] / (ring->power[i] / ring->p[i]);
}

/* To coordinates: the coefficients with top digit p - 1 go out, prime by prime. */
static void reduce(const struct stet_ring *ring, int64_t *v)
{
    for (int i = 0; i < ring->count; i++) {
        int64_t p = ring->p[i], step = ring->L / p, run = ring->power[i] / p;
        for (int64_t first = (p - 1) * run; first < ring->L; first += ring->power[i])
            for (int64_t j = first; j < first + run; j++) {
                int64_t c = v[j], k = j;
                v[j] = 0;
                for (int64_t t = 1; t < p; t++) {
                    k += step;
                    k -= k >= ring->L ? ring->L : 0;
                    v[k] -= c;
                }
            }
    }
}

bool stet_ring_in_basis(const struct stet_ring *ring, int64_t j)
{
    for (int i = 0; i < ring->count; i++)
        if (top_digit(ring, i, j) == ring->p[i] - 1)
            return false;
    return true;
}

/* At each prime the coordinate is the coefficient minus that of its coset with top digit p - 1. */
static void visit_prime(const struct stet_ring *ring, int i, int64_t j, int sign,
                        stet_ring_visit *visit, void *data)
{
    if (i == ring->count) {
        visit(data, j, sign);
        return;
    }
    int64_t p = ring->p[i], step = ring->L / p, up = ring->L / ring->power[i] % p;
    int64_t turns = (p - 1 - top_digit(ring, i, j)) * stet_inverse_mod(up, p) % p;
    int64_t out =
        (int64_t)(((stet_u128)(uint64_t)step * (uint64_t)turns + (uint64_t)j) % (uint64_t)ring->L);
    visit_prime(ring, i + 1, j, sign, visit, data);
    visit_prime(ring, i + 1, out, -sign, visit, data);
}

void stet_ring_coordinate(const struct stet_ring *ring, int64_t j, stet_ring_visit *visit,
                          void *data)
{
    visit_prime(ring, 0, j, 1, visit, data);
}

/* Add sign times the product of the Gauss sums from prime i on, times zeta^j, to v. */
static void add_gauss(const struct stet_ring *ring, int i, int64_t f, int64_t j, int sign,
                      int64_t *v)
{
    while (i < ring->count && f % ring->p[i] != 0)
        i++;
    if (i == ring->count) {
        v[j % ring->L] += sign;
        return;
    }
    int64_t p = ring->p[i], step = ring->L / p;
    if (p == 2) {
        add_gauss(ring, i + 1, f, (j + ring->L / 8) % ring->L, sign, v);
        add_gauss(ring, i + 1, f, (j + ring->L - ring->L / 8) % ring->L, sign, v);
        return;
    }
    for (int64_t t = 1; t < p; t++) {
        j = (j + step) % ring->L;
        add_gauss(ring, i + 1, f, j, sign * stet_jacobi(t, p), v);
    }
}

/* sqrt(f) = i^-r times the product: with i = zeta^(L/4), or in the part that is multiplied by i. */
static void set_root(struct stet_ring *ring, int64_t f)
{
    int r = 0;
    for (int i = 0; i < ring->count; i++)
        r += f % ring->p[i] == 0 && ring->p[i] % 4 == 3;
    memset(ring->g, 0, (size_t)ring->length * sizeof *ring->g);
    bool minus = !ring->has_i && (r % 4 == 1 || r % 4 == 2); /* i^-r = -i, -1 */
    int64_t *v = !ring->has_i && r % 2 == 1 ? ring->g + ring->L : ring->g;
    int64_t turn = ring->has_i ? (4 - r % 4) % 4 * (ring->L / 4) : 0;
    add_gauss(ring, 0, f, turn, minus ? -1 : 1, v);
    reduce(ring, v);
    for (ptrdiff_t j = 0; j < ring->length; j++) {
        int64_t g = ring->g[j];
        if (g != 0 && (ring->g0 == 0 || __builtin_llabs(g) < __builtin_llabs(ring->g0))) {
            ring->g0 = g;
            ring->j0 = j;
        }
    }
}

static bool holds_root(const struct stet_ring *ring, int64_t f)
{
    int64_t odd = f % 2 == 0 ? f / 2 : f;
    return ring->L % odd == 0 && (f % 2 == 1 || ring->L % 8 == 0);
}

stet_status stet_ring_open(struct stet_ring *ring, int64_t L, const struct stet_primes *primes,
                           int64_t f)
{
    *ring = (struct stet_ring){.L = L, .has_i = L % 4 == 0, .g0 = 1};
    for (int i = 0; i < primes->count; i++) {
        int64_t power = 1;
        while (L % (power * primes->p[i]) == 0)
            power *= primes->p[i];
        if (power > 1) {
            ring->p[ring->count] = primes->p[i];
            ring->power[ring->count++] = power;
        }
    }
    ring->length = (ptrdiff_t)(ring->has_i ? L : 2 * L);
    ring->in_field = holds_root(ring, f);
    if (f > 1 && ring->in_field) {
        ring->g = stet_alloc_array((size_t)ring->length, sizeof *ring->g);
        if (ring->g == NULL)
            return STET_E_MEMORY;
        ring->g0 = 0;
        set_root(ring, f);
    }
    return STET_OK;
}

void stet_ring_close(struct stet_ring *ring) { stet_free(ring->g); }

/* v_m += sign (x_m + x_-m), all indices mod L. */
static void add_even(int64_t L, const int64_t *x, int sign, int64_t *v)
{
    v[0] += 2 * sign * x[0];
    for (int64_t m = 1; m < L; m++)
        v[m] += sign * (x[m] + x[L - m]);
}

/* v_(m + shift) += sign (x_-m - x_m). */
static void add_odd(int64_t L, const int64_t *x, int64_t shift, int sign, int64_t *v)
{
    for (int64_t m = 1; m < L; m++) {
        int64_t k = m + shift;
        v[k - (k >= L ? L : 0)] += sign * (x[L - m] - x[m]);
    }
}

void stet_ring_part(const struct stet_ring *ring, const int64_t *a, const int64_t *b, int part,
                    int sigma, int64_t *u)
{
    int64_t L = ring->L;
    int odd_sign = part == 0 ? 1 : -1;
    const int64_t *even = part == 0 ? a : b, *odd = part == 0 ? b : a;
    memset(u, 0, (size_t)ring->length * sizeof *u);
    if (even != NULL)
        add_even(L, even, 1, u);
    if (odd != NULL && ring->has_i)
        add_odd(L, odd, sigma > 0 ? L / 4 : L - L / 4, odd_sign, u);
    else if (odd != NULL)
        add_odd(L, odd, 0, odd_sign, u + L);
    reduce(ring, u);
    if (!ring->has_i)
        reduce(ring, u + L);
}

bool stet_ring_test(const struct stet_ring *ring, const int64_t *u, int64_t *carry, uint64_t mask,
                    int bits)
{
    uint64_t bad = 0;
    for (ptrdiff_t j = 0; j < ring->length && bad == 0; j++) {
        int64_t t = u[j];
        if (ring->in_field && j == ring->j0)
            continue;
        if (ring->g != NULL)
            t = t * ring->g0 - u[ring->j0] * ring->g[j];
        int64_t c = carry == NULL ? t : carry[j] + t;
        bad = (uint64_t)c & mask;
        if (carry != NULL)
            carry[j] = c >> bits;
    }
    return bad == 0;
}
