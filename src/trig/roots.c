/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/roots.h"

#include <string.h>

#include "base/alloc.h"
#include "trig/direct.h"
#include "trig/place.h"
#include "trig/sincos.h"

/* A table entry has enough limbs for a double-double of a sine of 2^-41. */
#define LIMBS 3

typedef struct entry {
    uint64_t c[LIMBS], s[LIMBS];
} entry;

/* phi = (pi/4) y/h is coarse[y >> split] times fine[y & (2^split - 1)], as complex numbers. */
struct stet_roots {
    uint64_t units, h; /* of trig/angle.h */
    uint64_t n;
    int split;
    const entry *fine, *coarse;
    entry table[];
};

/* Multiplies two numbers on the unit circle whose sum of angles is in [0, pi/4]. */
static void multiply(entry *r, const entry *a, const entry *b)
{
    uint64_t x[LIMBS];
    entry product;
    stet_fixed_mul(product.c, a->c, b->c, LIMBS);
    stet_fixed_mul(x, a->s, b->s, LIMBS);
    stet_limbs_sub(product.c, product.c, x, LIMBS);
    stet_fixed_mul(product.s, a->s, b->c, LIMBS);
    stet_fixed_mul(x, a->c, b->s, LIMBS);
    stet_limbs_add(product.s, product.s, x, LIMBS);
    *r = product;
}

/* Fills table[i], i < count, with the angle of i step units. Entries at powers of two are computed;
 * each other one is the product of the entries of its highest bit and of the rest.
 *
 * Error, as the modulus of the complex error, in units of 2^-192: a computed entry has at most 16
 * sqrt(2) < 23; a product adds those of its factors, whose moduli are 1, and less than 3 of its own
 * (components off by 1 and 2). An entry has at most 20 factors, because 2^20 entries make a table
 * of any order up to 2^40: in all below 20 (23 + 3) = 520. */
static void fill(entry *table, uint64_t count, uint64_t step, uint64_t h)
{
    memset(table->c, 0xff, sizeof table->c); /* all ones stand for 1 */
    memset(table->s, 0, sizeof table->s);
    for (uint64_t size = 1; size < count; size *= 2) {
        stet_sincos(table[size].c, table[size].s, size * step, h, LIMBS);
        for (uint64_t i = 1; i < size && size + i < count; i++)
            multiply(&table[size + i], &table[size], &table[i]);
    }
}

stet_roots *stet_roots_create(uint64_t n)
{
    uint64_t units = stet_angle_units(n), h = n * units / 8;
    int split = (64 - __builtin_clzll(h)) / 2;
    uint64_t fine = (uint64_t)1 << split, coarse = (h >> split) + 1;
    stet_roots *roots = stet_alloc(sizeof *roots + (size_t)(fine + coarse) * sizeof(entry));
    if (!roots)
        return NULL;
    *roots = (stet_roots){.units = units, .h = h, .n = n, .split = split};
    roots->fine = roots->table;
    roots->coarse = roots->table + fine;
    fill(roots->table, fine, 1, h);
    fill(roots->table + fine, coarse, fine, h);
    return roots;
}

void stet_roots_destroy(stet_roots *roots) { stet_free(roots); }

static const entry *coarse_of(const stet_roots *roots, uint64_t y)
{
    return &roots->coarse[y >> roots->split];
}

static const entry *fine_of(const stet_roots *roots, uint64_t y)
{
    return &roots->fine[y & (((uint64_t)1 << roots->split) - 1)];
}

static inline stet_u128 leading(const uint64_t *x)
{
    return (stet_u128)x[LIMBS - 1] << 64 | x[LIMBS - 2];
}

/* Returns the leading half of a b, without the product of the lower halves: three numbers are cut
 * off, and the error is in [0, 3) below. */
static inline stet_u128 high_product(stet_u128 a, stet_u128 b)
{
    uint64_t ah = (uint64_t)(a >> 64), bh = (uint64_t)(b >> 64);
    return (stet_u128)ah * bh + (uint64_t)((stet_u128)ah * (uint64_t)b >> 64) +
           (uint64_t)((stet_u128)(uint64_t)a * bh >> 64);
}

/* The fast path takes the leading 128 bits of the product. In units of 2^-128 an entry that is cut
 * off is off by less than 1.01, which makes at most (C + S + c + s) 1.01 <= 2 sqrt(2) 1.01 < 3 in
 * either component; high_product() adds less than 3 to the cosine and 6 to the sine. */
#define FAST_ERROR 16

static inline void fast(const stet_roots *roots, stet_rounder *rounder, uint64_t *bits,
                        const stet_angle *angle, int p)
{
    const entry *a = coarse_of(roots, angle->y), *b = fine_of(roots, angle->y);
    stet_u128 ac = leading(a->c), as = leading(a->s), bc = leading(b->c), bs = leading(b->s);
    stet_u128 c = high_product(ac, bc) - high_product(as, bs);
    stet_u128 s = high_product(as, bc) + high_product(ac, bs);
    uint64_t cosine[] = {(uint64_t)c, (uint64_t)(c >> 64)};
    uint64_t sine[] = {(uint64_t)s, (uint64_t)(s >> 64)};
    if (!rounder(bits, angle, cosine, sine, FAST_ERROR, 2, p))
        stet_direct(rounder, bits, angle, LIMBS, p);
}

static inline void root(const stet_roots *roots, uint64_t k, void *c, void *s, int p)
{
    stet_angle angle = stet_angle_of_units(k * roots->units, roots->h);
    uint64_t bits[2];
    fast(roots, stet_round_root, bits, &angle, p);
    stet_place(bits, angle.octant, 1, p);
    stet_put(c, 0, bits[0], p);
    stet_put(s, 0, bits[1], p);
}

void stet_roots_f32(const stet_roots *roots, uint64_t k, float *c, float *s)
{
    root(roots, k, c, s, 24);
}

void stet_roots_f64(const stet_roots *roots, uint64_t k, double *c, double *s)
{
    root(roots, k, c, s, 53);
}

/* This is one product of whole entries: 520 units from each and 3 of its own. */
#define DD_ERROR 1043

void stet_roots_dd(const stet_roots *roots, uint64_t k, double c[2], double s[2])
{
    stet_angle angle = stet_angle_of_units(k * roots->units, roots->h);
    uint64_t bits[4];
    entry e;
    multiply(&e, coarse_of(roots, angle.y), fine_of(roots, angle.y));
    if (!stet_round_root_dd(bits, &angle, e.c, e.s, DD_ERROR, LIMBS, 53))
        stet_direct(stet_round_root_dd, bits, &angle, LIMBS, 53);
    stet_place(bits, angle.octant, 2, 53);
    for (uint64_t i = 0; i < 2; i++) {
        stet_put(c, i, bits[i], 53);
        stet_put(s, i, bits[2 + i], 53);
    }
}

/* Returns the angle pi/L in units; 2L divides n. */
static uint64_t step_of(const stet_roots *roots, uint64_t L)
{
    return roots->n / (2 * L) * roots->units;
}

/* Stores m[at], t[at] of the angle of that many units. exp(-i angle) is phi past a multiple of pi/2
 * in an even octant, where t is positive, and phi short of it in an odd one. */
static inline void twiddle(const stet_roots *roots, uint64_t units, void *m, void *t, uint64_t at,
                           int p)
{
    stet_angle angle = stet_angle_of_units(units, roots->h);
    uint64_t bits[2];
    fast(roots, stet_round_twiddle, bits, &angle, p);
    stet_put(m, at, bits[0], p);
    stet_put(t, at, angle.octant & 1 ? stet_bits_negate(bits[1], p) : bits[1], p);
}

void stet_roots_twiddle_f32(const stet_roots *roots, uint64_t L, uint64_t j, float *m, float *t)
{
    twiddle(roots, step_of(roots, L) * j, m, t, 0, 24);
}

void stet_roots_twiddle_f64(const stet_roots *roots, uint64_t L, uint64_t j, double *m, double *t)
{
    twiddle(roots, step_of(roots, L) * j, m, t, 0, 53);
}

/* Past 45 degrees (j > L/4) phi repeats: it depends on the distance from j to the nearer of L/2 and
 * L. t is negative below these two. At a distance of L/4 t is -1 both times: octants do not contain
 * their upper end. */
static inline void twiddles(const stet_roots *roots, uint64_t L, uint64_t count, void *m, void *t,
                            int p)
{
    uint64_t step = step_of(roots, L), computed = L % 4 == 0 && L / 4 < count ? L / 4 + 1 : count;
    for (uint64_t j = 0; j < computed; j++)
        twiddle(roots, step * j, m, t, j, p);
    for (uint64_t j = computed; j < count; j++) {
        bool odd = j < L / 2 || j >= L / 2 + L / 4;
        uint64_t distance = j < L / 2 ? L / 2 - j : odd ? L - j : j - L / 2;
        uint64_t bits = stet_get(t, distance, p);
        stet_put(m, j, stet_get(m, distance, p), p);
        stet_put(t, j, odd ? bits | stet_bits_sign(p) : bits, p);
    }
}

void stet_roots_twiddles_f32(const stet_roots *roots, uint64_t L, uint64_t count, float *m,
                             float *t)
{
    twiddles(roots, L, count, m, t, 24);
}

void stet_roots_twiddles_f64(const stet_roots *roots, uint64_t L, uint64_t count, double *m,
                             double *t)
{
    twiddles(roots, L, count, m, t, 53);
}
