/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/slices.h"

#include <math.h>
#include <stdlib.h>

#define SLICES_MAX 64
/* A smaller term may lose bits when it is scaled back. */
#define LOWEST_Q (-900)

/* Moves the bits above 2^q from rest to x, as multiples of 2^q. Returns whether there are any, and
 * sets *more if bits remain. */
static bool cut(double *rest, double *x, size_t count, int q, bool *more)
{
    bool any = false;
    *more = false;
    for (size_t i = 0; i < count; i++) {
        x[i] = trunc(ldexp(rest[i], -q));
        rest[i] -= ldexp(x[i], q); /* exact: multiples of the lowest bit of rest */
        any = any || x[i] != 0;
        *more = *more || rest[i] != 0;
    }
    return any;
}

static bool transform(struct slices *s, struct truth *t, const double *x, int q, struct error *e)
{
    struct slice *slice = &s->slices[s->count];
    size_t points = s->problem.out.points;
    void *y, *state;
    if (!allocate(&y, points * sizeof *slice->y, e))
        return false;
    slice->y = y;
    s->count++;
    if (!allocate(&state, 2 * points, e))
        return false;
    slice->state = state;
    slice->q = q;
    truth_row(t, x);
    for (size_t k = 0; k < points; k++)
        slice->y[k] = t->y[k];
    slice->bound = t->bound;
    return true;
}

static bool make(struct slices *s, double *rest, double *x, struct error *e)
{
    struct truth t;
    size_t count = 2 * s->problem.in.points;
    bool more = true, ok = true;
    if (!truth_new(&t, &s->problem, e))
        return false;
    for (int q = -SLICE_BITS; ok && more && q > LOWEST_Q; q -= SLICE_BITS)
        if (cut(rest, x, count, q, &more))
            ok = transform(s, &t, x, q, e);
    truth_free(&t);
    if (more)
        s->divisor = 0; /* bits remain: the slices are not exact */
    return ok;
}

double whole_divisor(const struct problem *p)
{
    double n = (double)p->points, root = floor(sqrt(n) + 0.5);
    bool by_n = p->norm == (p->direction == STET_FORWARD ? STET_NORM_FORWARD : STET_NORM_BACKWARD);
    if (p->norm == STET_NORM_ORTHO)
        return root * root == n ? root : -1;
    return by_n ? n : 1;
}

bool slices_new(struct slices *s, const struct problem *p, const double *x, struct error *e)
{
    void *block = NULL, *rest = NULL, *part = NULL;
    *s = (struct slices){.problem = *p, .divisor = whole_divisor(p)};
    s->problem.norm = p->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    bool ok = allocate(&block, SLICES_MAX * sizeof *s->slices, e);
    s->slices = block;
    ok = ok && allocate(&rest, 2 * p->in.points * sizeof(double), e) &&
         allocate(&part, 2 * p->in.points * sizeof(double), e);
    for (size_t i = 0; ok && i < 2 * p->in.points; i++)
        ((double *)rest)[i] = x[i];
    ok = ok && make(s, rest, part, e);
    free(rest);
    free(part);
    if (!ok)
        slices_free(s);
    return ok;
}

void slices_free(struct slices *s)
{
    for (int i = 0; i < s->count; i++) {
        free(s->slices[i].y);
        free(s->slices[i].state);
    }
    free(s->slices);
    *s = (struct slices){.count = 0};
}

static struct dd part_of(const struct ddc *y, int part) { return part == 0 ? y->re : y->im; }

/* Returns the multiple of 1/2 nearest to y; |y| < 2^100. */
static struct dd nearest_half(struct dd y)
{
    double hi = floor(2 * y.hi + 0.5) / 2;
    struct dd rest = dd_sub(y, dd_of(hi));
    return dd_two_sum(hi, floor(2 * rest.hi + 0.5) / 2);
}

static bool all_near(const struct slices *s, const struct slice *slice, struct orbit o, struct dd r)
{
    (void)s;
    while (orbit_next(&o)) {
        struct dd y = dd_scale(part_of(&slice->y[o.at], o.part), o.sign);
        double most =
            fabs(dd_sub(y, r).hi) * (1 + 0x1p-40) + slice->bound + 48 * DD_U2 * fabs(y.hi);
        if (!(most < 0.499))
            return false;
    }
    return true;
}

/* Reports whether this part of the slice's result equals the multiple of 1/2 nearest to it. */
static bool is_rational(const struct slices *s, struct slice *slice, size_t k, int part)
{
    struct orbit o;
    size_t slot = 2 * k + (size_t)part;
    if (slice->state[slot] != 0)
        return slice->state[slot] == 1;
    struct dd r = nearest_half(part_of(&slice->y[k], part));
    if (!orbit_start(&o, &s->problem, k, part))
        return false;
    unsigned char state = all_near(s, slice, o, r) ? 1 : 2;
    for (; orbit_next(&o);) /* what holds for one member holds for all */
        slice->state[2 * o.at + (size_t)part] = state;
    return state == 1;
}

/* Returns the sign of the result minus b, scaled. Every term is exact, except for slices that are
 * not rational; the sum of all is rounded once. With an irrational factor only zero can be
 * decided. */
static enum which side_of(void *context, size_t k, int part, struct dd b)
{
    struct slices *s = context;
    double terms[4 + 2 * SLICES_MAX], sum, error = 0;
    int count = 0;
    bool zero = b.hi == 0 && b.lo == 0;
    if (!zero && fabs(b.hi) < ldexp(1, LOWEST_Q)) {
        bool is_zero = side_of(s, k, part, dd_of(0)) == EQUAL;
        return !is_zero ? UNKNOWN : b.hi > 0 ? BELOW : ABOVE;
    }
    if (s->divisor == 0 || (s->divisor < 0 && !zero) || !isfinite(b.hi))
        return UNKNOWN;
    if (!zero) {
        struct dd hi = dd_two_prod(-b.hi, s->divisor), lo = dd_two_prod(-b.lo, s->divisor);
        terms[count++] = hi.hi;
        terms[count++] = hi.lo;
        terms[count++] = lo.hi;
        terms[count++] = lo.lo;
    }
    for (int i = 0; i < s->count; i++) {
        struct slice *slice = &s->slices[i];
        struct dd y = part_of(&slice->y[k], part);
        bool rational = is_rational(s, slice, k, part);
        if (rational)
            y = nearest_half(y);
        else
            error += ldexp(slice->bound + 48 * DD_U2 * fabs(y.hi), slice->q);
        terms[count++] = ldexp(y.hi, slice->q);
        terms[count++] = ldexp(y.lo, slice->q);
    }
    if (stet_sum_f64(STET_SUM_EXACT, count, terms, 1, &sum) != STET_OK)
        return UNKNOWN;
    if (error > 0 && fabs(sum) <= error * (1 + 0x1p-40) + DD_TINY)
        return UNKNOWN;
    return sum > 0 ? ABOVE : sum < 0 ? BELOW : EQUAL;
}

static struct dd signed_at(const struct boundary *b, bool negative)
{
    return negative ? dd_neg(b->at) : b->at;
}

/* Mirrors, so that v is not negative, and finds the side of the interval's ends on which the result
 * lies. */
enum decision decide_by_sides(const struct format *f, double v, int exponent, side_function *side,
                              void *context, size_t k, int part, bool *exact)
{
    struct boundary low, high;
    bool negative = signbit(v) != 0;
    rounding_interval(f, fabs(v), exponent, &low, &high);
    int mirror = negative ? -1 : 1;
    int from_low = (int)side(context, k, part, signed_at(&low, negative));
    int from_high = isinf(v) ? BELOW : (int)side(context, k, part, signed_at(&high, negative));
    from_low *= from_low == UNKNOWN ? 1 : mirror;
    from_high *= from_high == UNKNOWN || isinf(v) ? 1 : mirror;
    *exact = from_low == EQUAL || from_high == EQUAL;
    if (v == 0 && from_low == EQUAL)
        return negative ? DECIDED_ZERO_SIGN : DECIDED_RIGHT;
    if (v == 0 && from_low == BELOW) {
        int other = mirror * (int)side(context, k, part, signed_at(&high, !negative));
        return other == ABOVE || (other == EQUAL && high.ours) ? DECIDED_ZERO_SIGN : DECIDED_WRONG;
    }
    if (from_low == BELOW || from_high == ABOVE || (from_low == EQUAL && !low.ours) ||
        (from_high == EQUAL && !high.ours))
        return DECIDED_WRONG;
    if (from_low == UNKNOWN || from_high == UNKNOWN)
        return NEAR_BOUNDARY;
    return DECIDED_RIGHT;
}

enum decision slices_decide(struct slices *s, const struct format *f, double v, size_t k, int part,
                            bool *exact)
{
    return decide_by_sides(f, v, s->problem.exponent, side_of, s, k, part, exact);
}
