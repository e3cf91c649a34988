/* SPDX-License-Identifier: Apache-2.0 */
/* A question is answered by the first of these that can:
 *   zero        the imaginary parts of a real input's self-conjugate outputs
 *   probe       a coordinate that a rational part would have zero is not: O(N/L) sums. Ordinary data
 *               end here
 *   tower       one dimension: all orbits at once, a few sums per input altogether
 *   sheet       several dimensions: all orbits of one order and choice of axes at once
 *   fold        what is left: orders 1 to 4 of other lengths than powers of two: one sweep over the
 *               inputs for this orbit */
#include "correct/exact_class.h"

#include <string.h>

#include "base/alloc.h"
#include "correct/class.h"
#include "correct/kernels.h"
#include "correct/quotient.h"

/* 1/N = 1/(N sqrt(1)), 1/sqrt(N) = 1/(s sqrt(f)) for N = s^2 f. */
static void set_scale(struct stet_exact *exact)
{
    const struct stet_dft *dft = exact->dft;
    bool forward = dft->direction == STET_FORWARD;
    exact->s = exact->f = 1;
    if (dft->norm != STET_NORM_ORTHO) {
        if (forward == (dft->norm == STET_NORM_FORWARD))
            exact->s = exact->size;
        return;
    }
    for (int i = 0; i < exact->primes.count; i++) {
        for (int e = 1; e < exact->primes.exponent[i]; e += 2)
            exact->s *= exact->primes.p[i];
        if (exact->primes.exponent[i] % 2 == 1)
            exact->f *= exact->primes.p[i];
    }
}

void *stet_exact_alloc(struct stet_exact *exact, size_t size)
{
    const size_t most = SIZE_MAX - STET_ALIGN, lines = size > most ? size : size + STET_ALIGN - 1;
    if (lines / STET_ALIGN > (size_t)(exact->room_end - exact->room_at) / STET_ALIGN)
        return stet_alloc(size);
    void *block = exact->room_at;
    exact->room_at += lines / STET_ALIGN * STET_ALIGN;
    return block;
}

void stet_exact_free(const struct stet_exact *exact, void *block)
{
    if ((char *)block < exact->room || (char *)block >= exact->room_end)
        stet_free(block);
}

stet_status stet_exact_open(struct stet_exact **result, const struct stet_dft *dft)
{
    return stet_exact_open_in(result, dft, stet_correct_kernels_in_use(), NULL, 0);
}

stet_status stet_exact_open_in(struct stet_exact **result, const struct stet_dft *dft,
                               const struct stet_correct_kernels *kernels, void *room, size_t size)
{
    static char nothing[1];
    char *start = room != NULL ? (char *)room : nothing;
    struct stet_exact fresh = {.dft = dft,
                               .kernels = kernels,
                               .room = start,
                               .room_at = start,
                               .room_end = start + size,
                               .size = stet_dft_size(dft)};
    struct stet_exact *exact = *result = stet_exact_alloc(&fresh, sizeof *exact);
    if (exact == NULL)
        return STET_E_MEMORY;
    *exact = fresh;
    int axes = 0;
    for (int i = 0; i < dft->rank; i++) {
        stet_primes_times(&exact->primes, dft->n[i]);
        axes += dft->n[i] > 1;
    }
    exact->line = axes <= 1 ? exact->size : 0;
    set_scale(exact);
    return STET_OK;
}

void stet_exact_close(struct stet_exact *exact)
{
    if (exact != NULL) {
        stet_tower_free(exact);
        stet_sheets_free(exact->sheets);
        stet_free(exact->digit);
        stet_exact_free(exact, exact);
    }
}

void stet_exact_expect_rational(struct stet_exact *exact) { exact->unprobed = true; }

/* ring.h: a coordinate is at most 4 N, and its test with sqrt(f) takes 2 2^(primes of f) of it. */
void stet_exact_scan(struct stet_exact *exact)
{
    if (exact->scanned)
        return;
    int headroom = 2;
    for (ptrdiff_t n = exact->size - 1; n > 0; n >>= 1)
        headroom++;
    for (int i = 0; i < exact->primes.count && exact->f > 1; i++)
        headroom += exact->f % exact->primes.p[i] == 0;
    headroom += exact->f > 1;
    ptrdiff_t count = exact->dft->real ? exact->size : 2 * exact->size;
    exact->digits = stet_digits_scan(exact->dft->x, count, headroom);
    exact->scanned = true;
}

struct stet_phase stet_phase_of(const struct stet_exact *exact, ptrdiff_t index)
{
    const struct stet_dft *dft = exact->dft;
    struct stet_phase phase = {1, 0};
    ptrdiff_t weight = 1;
    for (int i = dft->rank - 1; i >= 0; i--) {
        ptrdiff_t n = dft->n[i], k = index % n;
        index /= n;
        if (dft->direction == STET_INVERSE && k != 0)
            k = n - k;
        phase.index += k * weight;
        weight *= n;
        int64_t order = n / stet_gcd(k, n);
        phase.L *= order / stet_gcd(phase.L, order);
    }
    return phase;
}

/* ------------------------------------------------------------------ fold -- */

/* Room for a fold and its test: a, b of L numbers, coordinates, two carries, the sums of both
 * parts. */
struct room {
    int64_t *a, *b, *u, *carry[2], *sum[2], *block;
};

static stet_status open_room(struct room *room, const struct stet_exact *exact,
                             const struct stet_ring *ring)
{
    size_t L = (size_t)ring->L, length = (size_t)ring->length;
    size_t planes = (size_t)exact->digits.planes;
    if (length > SIZE_MAX / 64 / sizeof *room->block)
        return STET_E_MEMORY;
    size_t count = 2 * L + 3 * length + 2 * planes;
    room->block = stet_alloc_array(count, sizeof *room->block);
    if (room->block == NULL)
        return STET_E_MEMORY;
    memset(room->block, 0, count * sizeof *room->block);
    room->a = room->block;
    room->b = exact->dft->real ? NULL : room->a + L;
    room->u = room->a + 2 * L;
    for (int part = 0; part < 2; part++) {
        room->carry[part] = room->u + length * (size_t)(1 + part);
        room->sum[part] = room->u + 3 * length + planes * (size_t)part;
    }
    return STET_OK;
}

/* 2 Re X or 2 Im X is (u_(j0) / g0) sqrt(f), and the scale 1/(s sqrt(f)). */
static stet_status fold(struct stet_exact *exact, const struct stet_phase *phase,
                        const struct stet_ring *ring, unsigned parts,
                        struct stet_exact_class *class)
{
    struct room room;
    stet_exact_scan(exact);
    if (open_room(&room, exact, ring) != STET_OK)
        return STET_E_MEMORY;
    const struct stet_digits *d = &exact->digits;
    for (int p = 0; p < d->planes && parts != 0; p++) {
        memset(room.a, 0, (size_t)(2 * ring->L) * sizeof *room.a);
        stet_fold(exact, phase, p, room.a, room.b);
        for (int part = 0; part < 2; part++) {
            if ((parts >> part & 1) == 0)
                continue;
            stet_ring_part(ring, room.a, room.b, part, 1, room.u);
            room.sum[part][p] = ring->in_field ? room.u[ring->j0] : 0;
            if (!stet_ring_test(ring, room.u, room.carry[part], stet_digits_mask(d, p), d->bits))
                parts &= ~(1u << part);
        }
    }
    for (int part = 0; part < 2; part++)
        if ((parts >> part & 1) != 0) {
            class->rational[part] = true;
            stet_digits_value(d, room.sum[part], 2 * ring->g0 * exact->s, &class->value[part]);
        }
    stet_free(room.block);
    return STET_OK;
}

/* ---------------------------------------------------------------- decide -- */

/* Orders 1 and 2 have the roots +-1 only, and a real input then no imaginary part. */
static unsigned without_zeros(const struct stet_exact *exact, int64_t L, unsigned parts,
                              struct stet_exact_class *class)
{
    if (!exact->dft->real || L > 2 || (parts & STET_PART_IM) == 0)
        return parts;
    class->rational[1] = true;
    class->value[1].divisor = 1;
    return parts & ~(unsigned)STET_PART_IM;
}

static unsigned without_probed(const struct stet_exact *exact, const struct stet_phase *phase,
                               const struct stet_ring *ring, unsigned parts)
{
    for (int part = 0; part < 2; part++)
        if ((parts >> part & 1) != 0 && stet_probe(exact, phase, ring, part))
            parts &= ~(1u << part);
    return parts;
}

static bool is_power_of_two(const struct stet_exact *exact)
{
    return exact->primes.count == 1 && exact->primes.p[0] == 2;
}

/* With few inputs in a coordinate; in one dimension the tower is nearly as fast as a long sum, and what is
 * rational anyway is not worth a look. In several dimensions a probe visits every line along one axis,
 * and a sheet answers for many orbits: only for the first few questions, and if lines are long. */
static bool may_probe(struct stet_exact *exact, const struct stet_phase *phase)
{
    enum { MOST = 64, LONG_LINE = 128, PROBES = 8 };
    if (phase->L <= 4 || exact->unprobed)
        return false;
    if (exact->line != 0)
        return exact->line / phase->L <= MOST;
    return phase->L >= LONG_LINE && exact->probes++ < PROBES;
}

static stet_status decide_ring(struct stet_exact *exact, const struct stet_phase *phase,
                               unsigned parts, struct stet_exact_class *class)
{
    struct stet_ring ring;
    stet_status status = stet_ring_open(&ring, phase->L, &exact->primes, exact->f);
    if (status != STET_OK)
        return status;
    bool found = false;
    if (may_probe(exact, phase))
        parts = without_probed(exact, phase, &ring, parts);
    if (parts != 0 && exact->line > 1 && (phase->L > 4 || is_power_of_two(exact)))
        status = stet_tower_decide(exact, phase, parts, true, &found, class);
    if (parts != 0 && exact->line == 0)
        status = stet_sheet_decide(exact, phase, parts, class);
    else if (parts != 0 && !found && status == STET_OK)
        status = fold(exact, phase, &ring, parts, class);
    stet_ring_close(&ring);
    return status;
}

stet_status stet_exact_decide(struct stet_exact *exact, ptrdiff_t index, unsigned parts,
                              struct stet_exact_class *class)
{
    struct stet_phase phase = stet_phase_of(exact, index);
    memset(class, 0, sizeof *class);
    parts = without_zeros(exact, phase.L, parts, class);
    bool found = false;
    if (parts != 0 && exact->tower != NULL)
        stet_tower_decide(exact, &phase, parts, false, &found, class);
    return parts == 0 || found ? STET_OK : decide_ring(exact, &phase, parts, class);
}

uint64_t stet_exact_round(const struct stet_exact_value *value, struct stet_format f)
{
    return stet_round_quotient(value->negative, value->limb, value->limbs, value->exponent,
                               value->divisor, f);
}

/* ----------------------------------------------------------------- orbits -- */

/* Multipliers: prime to L; 1 mod 4 if 4 | L (otherwise one of c, c + L, ... is); and such that the
 * automorphism fixes sqrt(f) if that is in the field: zeta -> zeta^c with c = 1 mod 4 takes sqrt(f),
 * f odd, to (c/f) sqrt(f), and sqrt(2) to itself for c = 1 mod 8, to -sqrt(2) for 5. */
static bool multiplier(const struct stet_orbit *orbit, int64_t c)
{
    const struct stet_exact *exact = orbit->exact;
    int64_t L = orbit->order, f = exact->f, odd = f % 2 == 0 ? f / 2 : f;
    for (int i = 0; i < exact->primes.count; i++)
        if (c % exact->primes.p[i] == 0 && L % exact->primes.p[i] == 0)
            return false;
    if (f == 1 || L % odd != 0 || (f % 2 == 0 && L % 8 != 0))
        return true;
    return (stet_jacobi(c, odd) == 1) == (f % 2 == 1 || c % 8 == 1);
}

void stet_orbit_start(struct stet_orbit *orbit, const struct stet_exact *exact, ptrdiff_t index)
{
    int64_t L = stet_phase_of(exact, index).L, N = exact->line;
    int64_t step = L % 4 == 0 ? 4 : 1;
    bool two = (L & (L - 1)) == 0;
    if (two && exact->f == 2 && L % 8 == 0)
        step = 8;
    bool every = two && (exact->f <= 2 || L % (exact->f % 2 == 0 ? 8 : 4) != 0);
    if (L == 2)
        step = 2;
    *orbit = (struct stet_orbit){exact, index, index, 0, 1, L, step, every};
    if (N != 0)
        orbit->leap = (ptrdiff_t)stet_times_mod(index, step % N, N);
}

/* c times the index, component by component. */
static ptrdiff_t times_index(const struct stet_exact *exact, ptrdiff_t index, int64_t c)
{
    const struct stet_dft *dft = exact->dft;
    ptrdiff_t product = 0, weight = 1;
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t n = dft->n[i];
        product += (ptrdiff_t)stet_times_mod(index % n, c % n, n) * weight;
        weight *= n;
        index /= n;
    }
    return product;
}

static void advance(struct stet_orbit *orbit)
{
    orbit->c += orbit->step;
    orbit->at += orbit->leap;
    orbit->at -= orbit->at >= orbit->exact->line ? orbit->exact->line : 0;
}

ptrdiff_t stet_orbit_next(struct stet_orbit *orbit)
{
    while (orbit->c < orbit->order && !orbit->every && !multiplier(orbit, orbit->c))
        advance(orbit);
    int64_t c = orbit->c;
    ptrdiff_t at = orbit->at;
    if (c >= orbit->order && c > 1)
        return -1;
    advance(orbit);
    return orbit->exact->line != 0 ? at : times_index(orbit->exact, orbit->index, c);
}
