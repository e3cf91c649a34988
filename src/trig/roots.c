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

/* Multiplies two numbers on the unit circle whose sum of angles is in [0, pi/4]; r may be a or b.
 */
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

/* Fills table[i], i < count, a power of two or the end of the table, with the angle of i times that
 * of *step, and makes *step that of count. Each power of two is the square of the one before, each
 * other entry the product of the entries of its highest bit and of the rest.
 *
 * Error, as the modulus of the complex error, in units of 2^-192: *step has at first at most 16
 * sqrt(2) < 23; a product adds those of its factors, whose moduli are 1, and less than 3 of its own
 * (components off by 1 and 2). So that of an entry is below 26 times its angle in units of 1/h,
 * less 3: 26 a - 3 + 26 b - 3 + 3 = 26 (a + b) - 3. Entry 0 is off by 1. */
static void fill(entry *table, uint64_t count, entry *step)
{
    memset(table->c, 0xff, sizeof table->c); /* all ones stand for 1 */
    memset(table->s, 0, sizeof table->s);
    for (uint64_t size = 1; size < count; size *= 2) {
        table[size] = *step;
        for (uint64_t i = 1; i < size && size + i < count; i++)
            multiply(&table[size + i], &table[size], &table[i]);
        multiply(step, step, step);
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
    entry step;
    stet_sincos(step.c, step.s, 1, h, LIMBS);
    fill(roots->table, fine, &step);
    fill(roots->table + fine, coarse, &step);
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

static inline uint64_t high_limb(uint64_t a, uint64_t b)
{
    return (uint64_t)((stet_u128)a * b >> 64);
}

/* Stores cosine and sine of angle y within 2^3 units of 2^-64, from the leading limbs. An entry
 * that is cut off is off by less than 1.01 units, which makes at most (C + S + c + s) 1.01 <= 2
 * sqrt(2) 1.01 < 3 in either component; a product is cut by less than 1. */
static inline void one_limb(const stet_roots *roots, uint64_t y, stet_u128 *c, stet_u128 *s)
{
    const entry *a = coarse_of(roots, y), *b = fine_of(roots, y);
    const uint64_t ac = a->c[LIMBS - 1], as = a->s[LIMBS - 1];
    const uint64_t bc = b->c[LIMBS - 1], bs = b->s[LIMBS - 1];
    *c = (stet_u128)(high_limb(ac, bc) - high_limb(as, bs)) << 64;
    *s = (stet_u128)(high_limb(as, bc) + high_limb(ac, bs)) << 64;
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
    return (stet_u128)ah * bh + high_limb(ah, (uint64_t)b) + high_limb((uint64_t)a, bh);
}

/* Does the same within 2^4 units of 2^-128, from two limbs: entries make less than 3, and
 * high_product() adds less than 3 to the cosine and 6 to the sine. */
static inline void two_limbs(const stet_roots *roots, uint64_t y, stet_u128 *c, stet_u128 *s)
{
    const entry *a = coarse_of(roots, y), *b = fine_of(roots, y);
    const stet_u128 ac = leading(a->c), as = leading(a->s), bc = leading(b->c), bs = leading(b->s);
    *c = high_product(ac, bc) - high_product(as, bs);
    *s = high_product(as, bc) + high_product(ac, bs);
}

/* Floats try one limb first. stet_direct() computes what two do not decide. */
static inline void fast(const stet_roots *roots, stet_quick_rounder *quick, stet_rounder *rounder,
                        uint64_t *bits, const stet_angle *angle, int p)
{
    stet_u128 c, s;
    if (p == 24) {
        one_limb(roots, angle->y, &c, &s);
        if (quick(bits, angle, c, s, STET_ONE_LIMB_ERROR, p))
            return;
    }
    two_limbs(roots, angle->y, &c, &s);
    if (!quick(bits, angle, c, s, STET_TWO_LIMB_ERROR, p))
        stet_direct(rounder, bits, angle, LIMBS, p);
}

static inline void root(const stet_roots *roots, uint64_t k, void *c, void *s, int p)
{
    stet_angle angle = stet_angle_of_units(k * roots->units, roots->h);
    uint64_t bits[2];
    fast(roots, stet_quick_root, stet_round_root, bits, &angle, p);
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

/* The product of whole entries has the error of fill(), and with an entry 0 that of its 1. */
void stet_roots_dd(const stet_roots *roots, uint64_t k, double c[2], double s[2])
{
    stet_angle angle = stet_angle_of_units(k * roots->units, roots->h);
    uint64_t bits[4];
    entry e;
    multiply(&e, coarse_of(roots, angle.y), fine_of(roots, angle.y));
    if (!stet_round_root_dd(bits, &angle, e.c, e.s, 26 * angle.y + 8, LIMBS, 53))
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
    fast(roots, stet_quick_twiddle, stet_round_twiddle, bits, &angle, p);
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
 * L. t is negative below these two. If 4 divides L, t is -1 both times at a distance of L/4:
 * octants do not contain their upper end. If L is odd, the rows past L/2 repeat those before it. */
static inline void twiddles(const stet_roots *roots, uint64_t L, uint64_t count, void *m, void *t,
                            int p)
{
    const uint64_t step = step_of(roots, L), half = L / 2;
    const uint64_t own = (L % 2 == 0 ? L / 4 : half) + 1, computed = own < count ? own : count;
    for (uint64_t j = 0; j < computed; j++)
        twiddle(roots, step * j, m, t, j, p);
    for (uint64_t j = computed; j < count; j++) {
        const bool below = j < half || 4 * j >= 3 * L;
        const uint64_t distance = L % 2 == 1 || 4 * j >= 3 * L ? L - j
                                  : j < half                   ? half - j
                                                               : j - half;
        uint64_t bits = stet_get(t, distance, p);
        stet_put(m, j, stet_get(m, distance, p), p);
        if (L % 2 == 1)
            bits = stet_bits_negate(bits, p);
        else if (below)
            bits |= stet_bits_sign(p);
        stet_put(t, j, bits, p);
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
