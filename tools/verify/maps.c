/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/* ------------------------------------------------- maps of the values -- */

static bool is_real_result(const struct suspect *r) { return r->problem->kind == STET_C2R; }

bool map_as_it_is(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    memcpy(r->c, r->y, r->problem->out.points * 2 * sizeof *r->c);
    SAY("the right values");
    return true;
}

bool map_conjugated(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    bool half = r->problem->kind == STET_R2C;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i];
        r->c[2 * i + 1] = -r->y[2 * i + 1];
    }
    SAY(half ? "conjugated: the sign of the exponent is that of the other direction"
             : "conjugated: the imaginary parts have the other sign");
    return !is_real_result(r);
}

/* swaps the parts of the results k and -k */
static void reverse(struct suspect *r, double sign_im)
{
    const struct problem *p = r->problem;
    size_t index[RANK_MAX];
    for (size_t i = 0; i < p->out.points; i++) {
        unravel(i, p->rank, p->out.shape, index);
        for (int a = 0; a < p->rank; a++)
            index[a] = (p->out.shape[a] - index[a]) % p->out.shape[a];
        size_t from = ravel(index, p->rank, p->out.shape);
        r->c[2 * i] = r->y[2 * from];
        r->c[2 * i + 1] = sign_im * r->y[2 * from + 1];
    }
}

bool map_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    reverse(r, 1);
    SAY(r->problem->direction == STET_FORWARD
            ? "the inverse transform where the forward one was expected (bins k and -k exchanged)"
            : "the forward transform where the inverse one was expected (points k and -k "
              "exchanged)");
    return r->problem->kind != STET_R2C;
}

bool map_input_conjugated(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    reverse(r, -1);
    SAY("the transform of the conjugated input");
    return r->problem->kind == STET_C2C;
}

bool map_swapped(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i + 1];
        r->c[2 * i + 1] = r->y[2 * i];
    }
    SAY("real and imaginary parts exchanged");
    return !is_real_result(r);
}

/* i conj(x) is transformed to i conj(X[-k]) */
bool map_input_swapped(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    reverse(r, 1);
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double t = r->c[2 * i];
        r->c[2 * i] = r->c[2 * i + 1];
        r->c[2 * i + 1] = t;
    }
    SAY("the transform of the input with real and imaginary parts exchanged");
    return r->problem->kind == STET_C2C;
}

bool map_real_part(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i];
        r->c[2 * i + 1] = 0;
    }
    SAY("the imaginary parts are missing");
    return !is_real_result(r);
}

bool map_magnitude(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = hypot(r->y[2 * i], r->y[2 * i + 1]);
        r->c[2 * i + 1] = 0;
    }
    SAY("magnitudes, not complex values");
    return !is_real_result(r);
}

bool map_power(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double a = r->y[2 * i], b = r->y[2 * i + 1];
        r->c[2 * i] = ldexp(a * a + b * b, r->problem->exponent); /* square of scaled data */
        r->c[2 * i + 1] = 0;
    }
    SAY("squares of magnitudes (power), not complex values");
    return !is_real_result(r);
}

bool map_decibels(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    int exponent = r->problem->exponent;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double a = hypot(r->y[2 * i], r->y[2 * i + 1]);
        r->c[2 * i] = a > 0 ? ldexp(20 * log10(ldexp(a, exponent)), -exponent) : 0;
        r->c[2 * i + 1] = 0;
    }
    SAY("decibels: 20 log10 of the magnitudes");
    return !is_real_result(r);
}

bool map_phase(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = ldexp(atan2(r->y[2 * i + 1], r->y[2 * i]), -r->problem->exponent);
        r->c[2 * i + 1] = 0;
    }
    SAY("phases, not complex values");
    return !is_real_result(r);
}

bool map_hartley(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i] - r->y[2 * i + 1];
        r->c[2 * i + 1] = 0;
    }
    SAY("a Hartley transform: real parts less imaginary parts");
    return !is_real_result(r);
}

/* The mean of the input is point 0 of the spectrum. */
bool map_mean_removed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    memcpy(r->c, r->y, r->problem->out.points * 2 * sizeof *r->c);
    r->c[0] = r->c[1] = 0;
    SAY("bin 0 is zero: the mean was removed");
    return !is_real_result(r) && r->problem->out.points > 2;
}

static bool one_sided(struct suspect *r, bool last, char *text, size_t size)
{
    const struct problem *p = r->problem;
    size_t n = p->n[p->rank - 1], bins = p->out.shape[p->rank - 1];
    for (size_t i = 0; i < p->out.points; i++) {
        bool single = i % bins == 0 || (!last && n % 2 == 0 && i % bins == n / 2);
        r->c[2 * i] = r->y[2 * i] * (single ? 1 : 2);
        r->c[2 * i + 1] = r->y[2 * i + 1] * (single ? 1 : 2);
    }
    SAY("one-sided: doubled, but for bin 0%s", last ? "" : " and the last one");
    return p->kind == STET_R2C && n > 2 && (!last || n % 2 == 0);
}

bool map_one_sided(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    return one_sided(r, false, text, size);
}

bool map_one_sided_last(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    return one_sided(r, true, text, size);
}

/* Keeps results 0, 1, ... of the last axis. The others, which the file lacks, are loaded as
 * zeros. */
bool map_cut(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    const struct problem *p = r->problem;
    size_t n = p->out.shape[p->rank - 1], there = 0;
    for (size_t i = 0; i < p->out.points; i++)
        if ((r->v[2 * i] != 0 || r->v[2 * i + 1] != 0) && i % n + 1 > there)
            there = i % n + 1;
    for (size_t i = 0; i < p->out.points; i++)
        for (size_t part = 0; part < 2; part++)
            r->c[2 * i + part] = i % n < there ? r->y[2 * i + part] : 0;
    SAY("only the first %zu of %zu results are there", there, n);
    return there > 1 && there < n;
}

bool map_planar(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t n = r->problem->out.points;
    for (size_t i = 0; i < n; i++) {
        r->c[i] = r->y[2 * i];
        r->c[n + i] = r->y[2 * i + 1];
    }
    SAY("all real parts first and then all imaginary parts, where pairs were expected");
    return !is_real_result(r) && n > 1;
}

bool map_half_only(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    const struct problem *p = r->problem;
    size_t n = p->n[p->rank - 1];
    for (size_t i = 0; i < p->out.points; i++)
        for (int part = 0; part < 2; part++)
            r->c[2 * i + (size_t)part] = i % n <= n / 2 ? r->y[2 * i + (size_t)part] : 0;
    SAY("only bins 0 to N/2 are there, the others are zero: a half spectrum in a full array");
    return p->kind == STET_C2C && n > 2;
}

bool map_untouched(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    if (r->problem->kind != STET_C2C)
        return false;
    memcpy(r->c, r->x, r->problem->out.points * 2 * sizeof *r->c);
    SAY("the input itself: no transform took place");
    return true;
}

/* ---------------------------------------------------- maps of the index -- */

bool map_index_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t points = r->problem->out.points;
    for (size_t i = 0; i < points; i++)
        memcpy(r->c + 2 * i, r->y + 2 * (points - 1 - i), 2 * sizeof *r->c);
    SAY("in reverse order: the last result first, X[::-1]");
    return points > 2;
}

bool map_input_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    size_t points = r->problem->in.points;
    for (size_t i = 0; i < points; i++)
        memcpy(r->input + 2 * i, r->x + 2 * (points - 1 - i), 2 * sizeof *r->input);
    SAY("the transform of the input in reverse order, x[::-1]");
    return points > 2 && suspect_transform(r, r->input, r->c, e);
}

/* The transform of the transform is n times the input at -j. */
bool map_twice(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    const struct problem *p = r->problem;
    size_t index[RANK_MAX];
    if (p->kind != STET_C2C)
        return false;
    for (size_t i = 0; i < p->points; i++) {
        unravel(i, p->rank, p->n, index);
        for (int a = 0; a < p->rank; a++)
            index[a] = (p->n[a] - index[a]) % p->n[a];
        memcpy(r->c + 2 * i, r->x + 2 * ravel(index, p->rank, p->n), 2 * sizeof *r->c);
    }
    SAY("transformed twice: the input, its samples j and -j exchanged");
    return p->points > 2;
}

static bool axis_reversed(struct suspect *r, int axis, char *text, size_t size)
{
    const struct problem *p = r->problem;
    size_t index[RANK_MAX];
    if (p->kind != STET_C2C || p->rank < 2 || axis >= p->rank || p->n[axis] < 3)
        return false;
    for (size_t i = 0; i < p->points; i++) {
        unravel(i, p->rank, p->n, index);
        index[axis] = (p->n[axis] - index[axis]) % p->n[axis];
        memcpy(r->c + 2 * i, r->y + 2 * ravel(index, p->rank, p->n), 2 * sizeof *r->c);
    }
    SAY("along axis %d the transform has the other direction", p->axes[axis]);
    return true;
}

bool map_first_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    return axis_reversed(r, 0, text, size);
}

bool map_second_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    return axis_reversed(r, 1, text, size);
}

bool map_third_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    return axis_reversed(r, 2, text, size);
}

void suspect_roll(double *c, const double *from, int rank, const size_t *shape, const size_t *shift)
{
    size_t points = 1, index[RANK_MAX];
    for (int a = 0; a < rank; a++)
        points *= shape[a];
    for (size_t i = 0; i < points; i++) {
        unravel(i, rank, shape, index);
        for (int a = 0; a < rank; a++)
            index[a] = (index[a] + shift[a]) % shape[a];
        memcpy(c + 2 * ravel(index, rank, shape), from + 2 * i, 2 * sizeof *c);
    }
}

static void halves(const struct problem *p, const size_t *shape, bool up, size_t *shift)
{
    for (int a = 0; a < p->rank; a++)
        shift[a] = up ? (shape[a] + 1) / 2 : shape[a] / 2;
}

bool map_fftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->out.shape, false, shift);
    suspect_roll(r->c, r->y, p->rank, p->out.shape, shift);
    SAY("fftshifted: bin 0 is in the middle");
    return p->out.points > 1;
}

bool map_ifftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->out.shape, true, shift);
    suspect_roll(r->c, r->y, p->rank, p->out.shape, shift);
    SAY("ifftshifted: rolled by half its length, rounded up");
    return p->out.points > 1;
}

static bool shifted_input(struct suspect *r, bool up, struct error *e)
{
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->in.shape, up, shift);
    suspect_roll(r->input, r->x, p->rank, p->in.shape, shift);
    return p->in.points > 1 && suspect_transform(r, r->input, r->c, e);
}

bool map_input_fftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    SAY("the input was fftshifted first (signs alternate from bin to bin)");
    return shifted_input(r, false, e);
}

bool map_input_ifftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    SAY("the input was ifftshifted first (signs alternate from bin to bin)");
    return shifted_input(r, true, e);
}

bool map_centred(struct suspect *r, char *text, size_t size, struct error *e)
{
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    if (p->kind != STET_C2C || !shifted_input(r, true, e))
        return false;
    memcpy(r->other, r->c, p->out.points * 2 * sizeof *r->c);
    halves(p, p->out.shape, false, shift);
    suspect_roll(r->c, r->other, p->rank, p->out.shape, shift);
    SAY("centred: fftshift of the transform of the ifftshifted input");
    return true;
}

void suspect_shift(struct suspect *r)
{
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->out.shape, false, shift);
    memcpy(r->other, r->c, p->out.points * 2 * sizeof *r->c);
    suspect_roll(r->c, r->other, p->rank, p->out.shape, shift);
}

size_t bit_reversed(size_t k, size_t n)
{
    size_t back = 0;
    for (size_t bit = 1; bit < n; bit *= 2, k /= 2)
        back = 2 * back + k % 2;
    return back;
}

static bool permute_bits(const struct problem *p, const size_t *shape, double *c,
                         const double *from)
{
    size_t points = 1, index[RANK_MAX];
    for (int a = 0; a < p->rank; a++) {
        if ((shape[a] & (shape[a] - 1)) != 0)
            return false;
        points *= shape[a];
    }
    for (size_t i = 0; i < points; i++) {
        unravel(i, p->rank, shape, index);
        for (int a = 0; a < p->rank; a++)
            index[a] = bit_reversed(index[a], shape[a]);
        memcpy(c + 2 * i, from + 2 * ravel(index, p->rank, shape), 2 * sizeof *c);
    }
    return points > 2;
}

bool map_bit_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    SAY("in bit-reversed order");
    return permute_bits(r->problem, r->problem->out.shape, r->c, r->y);
}

bool map_input_bit_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    SAY("the transform of the input in bit-reversed order");
    return permute_bits(r->problem, r->problem->in.shape, r->input, r->x) &&
           suspect_transform(r, r->input, r->c, e);
}

bool map_transposed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    const struct problem *p = r->problem;
    size_t n = p->out.shape[0], index[2];
    if (p->rank != 2 || p->out.shape[1] != n || n < 2)
        return false;
    for (size_t i = 0; i < p->out.points; i++) {
        unravel(i, 2, p->out.shape, index);
        memcpy(r->c + 2 * (index[1] * n + index[0]), r->y + 2 * i, 2 * sizeof *r->c);
    }
    SAY("transposed: the axes are exchanged");
    return true;
}
