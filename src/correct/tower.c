/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/tower.h"

#include <string.h>

#include "arith/eft.h"
#include "base/alloc.h"

static bool is_two(const struct stet_exact *exact)
{
    return exact->primes.count == 1 && exact->primes.p[0] == 2;
}

static int divisor_count(const struct stet_primes *primes)
{
    int count = 1;
    for (int i = 0; i < primes->count; i++)
        count *= primes->exponent[i] + 1;
    return count;
}

static void list_divisors(const struct stet_primes *primes, struct stet_floor *floor)
{
    int count = 1;
    floor[0].L = 1;
    for (int i = 0; i < primes->count; i++) {
        int before = count;
        int64_t power = 1;
        for (int e = 0; e < primes->exponent[i]; e++) {
            power *= primes->p[i];
            for (int j = 0; j < before; j++)
                floor[count++].L = floor[j].L * power;
        }
    }
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && floor[j].L > floor[j - 1].L; j--) {
            int64_t L = floor[j].L;
            floor[j].L = floor[j - 1].L;
            floor[j - 1].L = L;
        }
}

static stet_status open_sums(struct stet_exact *exact, struct stet_tower *tower)
{
    stet_exact_scan(exact);
    size_t planes = (size_t)exact->digits.planes, all = (size_t)tower->count * STET_TOWER_QUESTIONS;
    tower->sums = stet_alloc_array(all, planes * sizeof(int64_t));
    if (tower->sums == NULL)
        return STET_E_MEMORY;
    memset(tower->sums, 0, all * planes * sizeof(int64_t));
    for (int i = 0; i < tower->count; i++)
        for (int q = 0; q < STET_TOWER_QUESTIONS; q++) {
            tower->floor[i].open[q] = true;
            tower->floor[i].sum[q] = tower->sums + (size_t)(STET_TOWER_QUESTIONS * i + q) * planes;
        }
    return STET_OK;
}

static stet_status fill(struct stet_exact *exact, struct stet_tower *tower)
{
    stet_status status = STET_OK;
    bool two = is_two(exact);
    if (two && exact->f == 1 && exact->line >= 8 && !exact->dft->real)
        status = stet_tower_fill_plain(exact, tower);
    if (tower->plain || status != STET_OK)
        return status;
    status = open_sums(exact, tower);
    if (status == STET_OK)
        status = (two ? stet_tower_fill_two : stet_tower_fill_ring)(exact, tower);
    return status;
}

static stet_status build(struct stet_exact *exact)
{
    struct stet_tower *tower = stet_exact_alloc(exact, sizeof *tower);
    if (tower == NULL)
        return STET_E_MEMORY;
    *tower = (struct stet_tower){.count = divisor_count(&exact->primes)};
    tower->floor = stet_exact_alloc(exact, (size_t)tower->count * sizeof *tower->floor);
    stet_status status = STET_E_MEMORY;
    if (tower->floor != NULL) {
        list_divisors(&exact->primes, tower->floor);
        status = fill(exact, tower);
    }
    exact->tower = tower;
    if (status != STET_OK)
        stet_tower_free(exact);
    return status;
}

void stet_tower_free(struct stet_exact *exact)
{
    struct stet_tower *tower = exact->tower;
    if (tower == NULL)
        return;
    stet_exact_free(exact, tower->floor);
    stet_free(tower->sums);
    stet_exact_free(exact, tower);
    exact->tower = NULL;
}

bool stet_exact_is_wide(const struct stet_exact *exact)
{
    return exact->tower != NULL && exact->tower->wide;
}

/* The sign of sqrt(f) under zeta_L -> zeta_L^k' when it is in the field. 4 | L: the Kronecker symbol of
 * its field, (2/k') for an even f, times (k'/odd), times (-1)^((k' - 1)/2) if odd = 3 mod 4. Otherwise i stays
 * as it is, the automorphism is that of a c = k' mod L with c = 1 mod 4, and its sign (c/f). */
int stet_root_sign(const struct stet_exact *exact, int64_t L, int64_t k)
{
    int64_t f = exact->f, odd = f % 2 == 0 ? f / 2 : f;
    if (f == 1 || L % odd != 0 || (f % 2 == 0 && L % 8 != 0))
        return 1;
    int sign = stet_jacobi(k, odd);
    if (f % 2 == 0 && k % 8 != 1 && k % 8 != 7)
        sign = -sign;
    if (L % 4 == 0 && odd % 4 == 3 && k % 4 == 3)
        sign = -sign;
    return sign;
}

/* A double, as it is. */
static void value_of_double(double x, int64_t divisor, struct stet_exact_value *value)
{
    const uint64_t bits = stet_bits_f64(x), field = bits >> 52 & 0x7ff;
    memset(value, 0, offsetof(struct stet_exact_value, limb));
    value->divisor = divisor < 0 ? -(uint64_t)divisor : (uint64_t)divisor;
    value->limb[0] = (bits & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
    value->limbs = value->limb[0] != 0;
    value->negative = value->limbs != 0 && (x < 0) != (divisor < 0);
    value->exponent = (int)(field != 0 ? field : 1) - 1075;
}

/* The sum of the bins' doubles is one in most cases; otherwise it is made of digits. */
static void value_of_bins(const double *bin, int64_t divisor, struct stet_exact_value *value)
{
    double rest;
    const double all = stet_two_sum_f64(bin[0], bin[1], &rest);
    bool more = rest != 0 || !(all - all == 0);
    for (int i = 2; i < STET_TOWER_BINS; i++)
        more = more || bin[i] != 0;
    if (!more) {
        value_of_double(all, divisor, value);
        return;
    }
    enum { HEADROOM = 3, PLANES = 1 + 2200 / (61 - HEADROOM) };
    int64_t sum[PLANES];
    struct stet_digits d = stet_digits_scan(bin, STET_TOWER_BINS, HEADROOM);
    for (int p = 0; p < d.planes; p++) {
        sum[p] = 0;
        for (int i = 0; i < STET_TOWER_BINS; i++)
            sum[p] += stet_digit(&d, bin[i], p);
    }
    stet_digits_value(&d, sum, divisor, value);
}

int stet_exact_as_double(const struct stet_exact *exact, ptrdiff_t index, int part, double *value)
{
    const struct stet_tower *tower = exact->tower;
    if (tower == NULL || !tower->plain) /* powers of two, and f = 1 */
        return -1;
    const ptrdiff_t g = index == 0 ? exact->line : index & -index, k = index / g;
    const struct stet_floor *floor = &tower->floor[__builtin_ctzll((uint64_t)g)];
    const int third = exact->dft->direction == STET_INVERSE ? 1 : 3;
    const int question = 2 * (floor->L % 4 == 0 && k % 4 == third) + part;
    if (!floor->open[question])
        return 0;
    double rest;
    *value = stet_two_sum_f64(floor->bin[question][0], floor->bin[question][1], &rest);
    bool one = rest == 0 && *value - *value == 0;
    for (int i = 2; i < STET_TOWER_BINS; i++)
        one = one && floor->bin[question][i] == 0;
    return one ? 1 : -1;
}

static void answer(const struct stet_exact *exact, const struct stet_floor *floor, int question,
                   int64_t divisor, struct stet_exact_class *class)
{
    int part = question % 2;
    struct stet_exact_value *value = &class->value[part];
    if (!floor->open[question])
        return;
    if (exact->tower->plain)
        value_of_bins(floor->bin[question], divisor, value);
    else
        stet_digits_value(&exact->digits, floor->sum[question], divisor, value);
    /* sqrt(f) is in no field of order 1, 2, 4, where there is no coordinate to fail: 0 is its only
     * rational multiple there. */
    class->rational[part] = exact->f == 1 || 4 % floor->L != 0 || value->limbs == 0;
}

stet_status stet_tower_decide(struct stet_exact *exact, const struct stet_phase *phase,
                              unsigned parts, bool compute, bool *found,
                              struct stet_exact_class *class)
{
    bool two = is_two(exact);
    *found = false;
    if (exact->tower == NULL && compute) {
        stet_status status = build(exact);
        if (status != STET_OK)
            return status;
    }
    if (exact->tower == NULL)
        return STET_OK;
    int64_t k = phase->index / (exact->line / phase->L);
    const struct stet_floor *floor = exact->tower->floor;
    if (two)
        floor += __builtin_ctzll((uint64_t)(exact->line / phase->L));
    while (floor->L != phase->L)
        floor++;
    *found = true;
    int s = phase->L % 4 == 0 && k % 4 == 3;
    int64_t divisor = floor->divisor * stet_root_sign(exact, phase->L, k);
    for (int part = 0; part < 2; part++)
        if ((parts >> part & 1) != 0)
            answer(exact, floor, 2 * s + part, divisor, class);
    return STET_OK;
}
