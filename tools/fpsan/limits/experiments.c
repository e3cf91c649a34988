/* SPDX-License-Identifier: Apache-2.0 */
#include "experiments.h"

#include <math.h>
#include <string.h>

#include "field.h"
#include "ring.h"

enum { MOST = 64 };

struct limits_algebra {
    uint32_t (*multiply)(uint32_t, uint32_t);
    uint32_t (*add)(uint32_t, uint32_t);
    uint32_t (*subtract)(uint32_t, uint32_t);
    uint32_t (*divide)(uint32_t, uint32_t);
    uint32_t (*embed)(uint32_t);
    uint32_t (*random)(uint64_t *);
};

static uint64_t next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = *state;
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

static uint32_t ring_multiply(uint32_t a, uint32_t b) { return a * b; }
static uint32_t ring_add(uint32_t a, uint32_t b) { return a + b; }
static uint32_t ring_subtract(uint32_t a, uint32_t b) { return a - b; }
static uint32_t ring_divide(uint32_t a, uint32_t b)
{
    return (uint32_t)fpsan_ring_call(FPSAN_OP_div, FPSAN_F32, a, b);
}
static uint32_t ring_embed(uint32_t bits) { return (uint32_t)fpsan_ring_embed(bits, FPSAN_F32); }
static uint32_t ring_random(uint64_t *s) { return (uint32_t)(next(s) >> 32); }

static uint32_t field_divide(uint32_t a, uint32_t b)
{
    return fpsan_field_call(FPSAN_OP_div, FPSAN_F32, a, b);
}
static uint32_t field_embed(uint32_t bits) { return fpsan_field_embed(bits, FPSAN_F32); }
static uint32_t field_random(uint64_t *s) { return (uint32_t)(next(s) % fpsan_field.p); }

const struct limits_algebra limits_ring = {ring_multiply, ring_add,   ring_subtract,
                                           ring_divide,   ring_embed, ring_random};
const struct limits_algebra limits_field = {fpsan_multiply, fpsan_add,   fpsan_subtract,
                                            field_divide,   field_embed, field_random};

int limits_use_prime(uint32_t p)
{
    const uint32_t order = 64;
    return fpsan_field_setup(p, 1, &order, 1) == NULL;
}

void limits_close(void) { fpsan_field_close(); }

double limits_zero_product(const struct limits_algebra *a, int factors, int trials)
{
    uint64_t seed = 1;
    int zero = 0;
    for (int t = 0; t < trials; t++) {
        uint32_t product = 1;
        for (int i = 0; i < factors; i++)
            product = a->multiply(product, a->random(&seed));
        zero += product == 0;
    }
    return (double)zero / trials;
}

double limits_quotient_of_equals(const struct limits_algebra *a, int trials)
{
    uint64_t seed = 2;
    int held = 0;
    for (int t = 0; t < trials; t++) {
        const uint32_t x = a->random(&seed);
        held += a->divide(x, x) == 1;
    }
    return (double)held / trials;
}

double limits_double_quotient(const struct limits_algebra *a, int trials)
{
    uint64_t seed = 3;
    int held = 0;
    for (int t = 0; t < trials; t++) {
        const uint32_t x = a->random(&seed), y = a->random(&seed), z = a->random(&seed);
        held += a->divide(a->divide(x, y), z) == a->divide(x, a->multiply(y, z));
    }
    return (double)held / trials;
}

double limits_common_denominator(const struct limits_algebra *a, int trials)
{
    uint64_t seed = 4;
    int held = 0;
    for (int t = 0; t < trials; t++) {
        const uint32_t x = a->random(&seed), y = a->random(&seed), z = a->random(&seed);
        held += a->add(a->divide(x, z), a->divide(y, z)) == a->divide(a->add(x, y), z);
    }
    return (double)held / trials;
}

static uint32_t constant(const struct limits_algebra *a, double value)
{
    const float x = (float)value;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return a->embed(bits);
}

double limits_doubling(const struct limits_algebra *a, int trials)
{
    uint64_t seed = 5;
    int held = 0;
    for (int t = 0; t < trials; t++) {
        const uint32_t x = a->random(&seed);
        held += a->multiply(constant(a, 2), x) == a->add(x, x);
    }
    return (double)held / trials;
}

struct complex {
    uint32_t re, im;
};

static struct complex product(const struct limits_algebra *a, struct complex x, struct complex w)
{
    return (struct complex){a->subtract(a->multiply(x.re, w.re), a->multiply(x.im, w.im)),
                            a->add(a->multiply(x.re, w.im), a->multiply(x.im, w.re))};
}

static struct complex sum(const struct limits_algebra *a, struct complex x, struct complex y)
{
    return (struct complex){a->add(x.re, y.re), a->add(x.im, y.im)};
}

static struct complex difference(const struct limits_algebra *a, struct complex x, struct complex y)
{
    return (struct complex){a->subtract(x.re, y.re), a->subtract(x.im, y.im)};
}

/* Stores roots of unity, rounded to float. Multiples of a quarter turn are exact. */
static void roots(const struct limits_algebra *a, int n, struct complex *w)
{
    static const double quarters[4][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    for (int k = 0; k < n; k++) {
        const double angle = -0x1.921fb54442d18p2 * k / n, *q = quarters[4 * k / n];
        w[k] = (struct complex){constant(a, 4 * k % n ? cos(angle) : q[0]),
                                constant(a, 4 * k % n ? sin(angle) : q[1])};
    }
}

static void fft(const struct limits_algebra *a, const struct complex *w, int step,
                const struct complex *x, struct complex *y, int n, int wrong)
{
    if (n == 1) {
        *y = *x;
        return;
    }
    fft(a, w, 2 * step, x, y, n / 2, 0);
    fft(a, w, 2 * step, x + step, y + n / 2, n / 2, 0);
    for (int k = 0; k < n / 2; k++) {
        const struct complex even = y[k];
        const struct complex odd = product(a, y[k + n / 2], w[(wrong && k == 1 ? 2 : k) * step]);
        y[k] = sum(a, even, odd);
        y[k + n / 2] = difference(a, even, odd);
    }
}

/* With `wrong`, compares one output only, so that one difference must be detected, not several. */
static int same(const struct complex *y, const struct complex *z, int n, int wrong)
{
    if (wrong)
        return y[1].re == z[1].re;
    return memcmp(y, z, (size_t)n * sizeof *y) == 0;
}

double limits_fft(const struct limits_algebra *a, int n, int wrong, int trials)
{
    uint64_t seed = 6;
    int held = 0;
    struct complex w[MOST] = {{0}}, x[MOST] = {{0}}, y[MOST] = {{0}}, z[MOST] = {{0}};
    roots(a, n, w);
    for (int t = 0; t < trials; t++) {
        for (int i = 0; i < n; i++)
            x[i] = (struct complex){a->random(&seed), a->random(&seed)};
        fft(a, w, 1, x, y, n, wrong);
        for (int k = 0; k < n; k++) {
            z[k] = (struct complex){0, 0};
            for (int j = 0; j < n; j++)
                z[k] = sum(a, z[k], product(a, x[j], w[j * k % n]));
        }
        held += same(y, z, n, wrong);
    }
    return (double)held / trials;
}
