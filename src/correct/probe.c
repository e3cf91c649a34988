/* SPDX-License-Identifier: Apache-2.0 */
/* One coordinate of an output, from the inputs that are in it alone. */
#include "arith/superacc.h"
#include "correct/class.h"

/* A signed sum of inputs: first in double, with the sum of magnitudes for its error; exactly if that
 * leaves zero open. */
enum { MOST_AXES = 8 };

struct sum {
    const struct stet_exact *exact;
    const struct stet_phase *phase;
    const struct stet_ring *ring;
    ptrdiff_t axis, count;
    int64_t step[MOST_AXES]; /* stet_phase_step() of each axis */
    int64_t inverse;         /* of the step along the axis, mod order */
    int64_t order, divisor, shift;
    int part;
    bool odd; /* coefficients of B, not of A (ring.h) */
    double value, magnitude;
    struct stet_superacc *acc; /* NULL: in double */
};

static void add_input(struct sum *s, ptrdiff_t number, bool imaginary, int sign)
{
    const struct stet_dft *dft = s->exact->dft;
    double x = dft->real ? dft->x[number] : dft->x[2 * number + imaginary];
    x = sign < 0 ? -x : x;
    if (s->acc != NULL) {
        stet_superacc_add(s->acc, x);
        return;
    }
    s->value += x;
    s->magnitude += __builtin_fabs(x);
    s->count++;
}

/* The inputs of phase m on one line along the axis, of stride weight from number first on, whose other
 * components have the phase rest. Along the axis phases are multiples of divisor, and
 * each that occurs does so every order inputs. */
static void add_line(struct sum *s, ptrdiff_t first, ptrdiff_t weight, ptrdiff_t n, int64_t rest,
                     bool imaginary, int sign)
{
    if (rest % s->divisor != 0)
        return;
    int64_t i = stet_times_mod(rest / s->divisor % s->order, s->inverse, s->order);
    for (; i < n; i += s->order)
        add_input(s, first + (ptrdiff_t)i * weight, imaginary, sign);
}

/* All inputs of phase m, times sign. */
static void add_phase(struct sum *s, int64_t m, bool imaginary, int sign)
{
    const struct stet_dft *dft = s->exact->dft;
    int64_t L = s->phase->L;
    if (dft->real && imaginary)
        return;
    ptrdiff_t n = dft->n[s->axis], weight = 1;
    for (ptrdiff_t i = s->axis + 1; i < dft->rank; i++)
        weight *= dft->n[i];
    for (ptrdiff_t line = 0; line < s->exact->size / n; line++) {
        ptrdiff_t low = line % weight, high = line / weight, number = high * n * weight + low;
        ptrdiff_t rest_number = number;
        int64_t rest = m;
        for (int i = dft->rank - 1; i >= 0; i--) {
            rest += L - stet_times_mod(rest_number % dft->n[i] % L, s->step[i], L);
            rest -= rest >= L ? L : 0;
            rest_number /= dft->n[i];
        }
        add_line(s, number, weight, n, rest, imaginary, sign);
    }
}

/* sign c_m of ring.h, sigma being 1. */
static void add_coefficient(void *data, int64_t m, int sign)
{
    struct sum *s = data;
    int64_t L = s->phase->L, d = m - s->shift;
    d += d < 0 ? L : 0;
    bool even = s->part == 1; /* which of a and b is the even one: b for -i z */
    int odd_sign = s->part == 0 ? sign : -sign;
    if (!s->odd) {
        add_phase(s, m, even, sign);
        add_phase(s, m == 0 ? 0 : L - m, even, sign);
    }
    if (s->odd || s->ring->has_i) {
        add_phase(s, d == 0 ? 0 : L - d, !even, odd_sign);
        add_phase(s, d, !even, -odd_sign);
    }
}

/* The sum of count numbers in any order and rounding mode is off by less than count 2^-52 times the sum
 * of magnitudes, that one computed too (2^-51 covers it), plus what subnormals lose if they are off:
 * nothing here, they are on. Infinities compare false. */
static bool not_zero(struct sum *s, int64_t j)
{
    s->value = s->magnitude = 0;
    s->count = 0;
    s->acc = NULL;
    stet_ring_coordinate(s->ring, j, add_coefficient, s);
    if (s->magnitude == 0)
        return false;
    if (__builtin_fabs(s->value) > (double)s->count * 0x1p-51 * s->magnitude)
        return true;
    if (s->exact->line == 0) /* sums are long, and there is the sheet */
        return false;
    struct stet_superacc acc;
    stet_superacc_clear(&acc);
    s->acc = &acc;
    stet_ring_coordinate(s->ring, j, add_coefficient, s);
    return stet_superacc_round_f64(&acc) != 0;
}

/* The axis with the longest order: fewest inputs a line. */
static void choose_axis(struct sum *s)
{
    const struct stet_dft *dft = s->exact->dft;
    ptrdiff_t index = s->phase->index;
    int64_t L = s->phase->L;
    for (int i = dft->rank - 1; i >= 0; i--) {
        int64_t n = dft->n[i], k = index % n, g = stet_gcd(k, n);
        s->step[i] = stet_phase_step(L, n, k);
        if (n / g > s->order) {
            s->axis = i;
            s->order = n / g;
            s->divisor = L / s->order;
            s->inverse = stet_inverse_mod(k / g, s->order);
        }
        index /= n;
    }
}

bool stet_probe(const struct stet_exact *exact, const struct stet_phase *phase,
                const struct stet_ring *ring, int part)
{
    enum { LOOK_AT = 64 };
    const int tries = exact->line != 0 ? 3 : 1;
    struct sum s = {.exact = exact, .phase = phase, .ring = ring, .part = part};
    if (phase->L <= 4 || exact->dft->rank > MOST_AXES)
        return false;
    choose_axis(&s);
    s.shift = ring->has_i ? ring->L / 4 : 0;
    int tried = 0;
    for (int64_t j = 1; j < ring->L && j < LOOK_AT && tried < tries; j++) {
        if (!stet_ring_in_basis(ring, j))
            continue;
        tried++;
        for (int odd = 0; odd <= !ring->has_i; odd++) {
            ptrdiff_t place = (ptrdiff_t)(j + (odd ? ring->L : 0));
            s.odd = odd != 0;
            if (place != ring->j0 && (ring->g == NULL || ring->g[place] == 0) && not_zero(&s, j))
                return true;
        }
    }
    return false;
}
