/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/classes.h"

#include <math.h>
#include <stdlib.h>

/* The exponent of the lowest bit that is set. */
static int lowest_bit(double x)
{
    int exponent;
    double m = ldexp(frexp(x, &exponent), 53);
    uint64_t bits = (uint64_t)fabs(m);
    while (bits % 2 == 0) {
        bits /= 2;
        exponent++;
    }
    return exponent - 53;
}

bool classes_new(struct classes *c, const struct truth *t, const double *x, struct error *e)
{
    const struct problem *p = t->problem;
    void *block;
    *c = (struct classes){.truth = t, .lsb = 2000};
    for (size_t i = 0; i < 2 * p->in.points; i++) {
        int bit = x[i] == 0 ? 2000 : lowest_bit(x[i]) + p->exponent;
        c->lsb = bit < c->lsb ? bit : c->lsb;
    }
    if (!allocate(&block, 2 * p->out.points * sizeof *c->proved, e))
        return false;
    c->proved = block;
    if (!allocate(&block, 2 * p->out.points * sizeof *c->value, e))
        return false;
    c->value = block;
    return true;
}

void classes_free(struct classes *c)
{
    free(c->proved);
    free(c->value);
    c->proved = NULL;
    c->value = NULL;
}

static size_t gcd(size_t a, size_t b)
{
    while (b != 0) {
        size_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* 1/s as a whole number, or 0. */
static double divisor(const struct truth *t)
{
    double n = (double)t->problem->points, root = floor(sqrt(n) + 0.5);
    if (t->problem->norm != STET_NORM_ORTHO)
        return t->divisor;
    return root * root == n ? root : 0;
}

__extension__ typedef unsigned __int128 wide;

/* Result ck of a class: where its part is stored, and with which sign. Of a half spectrum the
 * other half is X[-k] = conj X[k]. */
struct member {
    size_t at;
    double sign;
};

static struct member member_of(const struct problem *p, const size_t *k, size_t c, int part)
{
    int last = p->rank - 1;
    size_t at = 0, index[RANK_MAX] = {0};
    for (int i = 0; i <= last; i++)
        index[i] = (size_t)((wide)k[i] * c % p->n[i]);
    bool mirrored = index[last] >= p->out.shape[last];
    for (int i = 0; i <= last; i++)
        at = at * p->out.shape[i] + (mirrored ? (p->n[i] - index[i]) % p->n[i] : index[i]);
    return (struct member){at, mirrored && part == 1 ? -1 : 1};
}

static struct dd part_of(const struct ddc *y, int part) { return part == 0 ? y->re : y->im; }

/* The order of k, and at least 4: c counts modulo it. 0 if it is too large to go through. */
static size_t order_of(const struct problem *p, const size_t *k)
{
    size_t order = 4;
    for (int i = 0; i < p->rank; i++) {
        size_t n = p->n[i] / gcd(k[i], p->n[i]);
        order *= n / gcd(order, n);
        if (order > 8 * p->points + 8)
            return 0;
    }
    return order;
}

static bool all_close(const struct classes *c, const size_t *k, int part, struct dd at, double most)
{
    const struct truth *t = c->truth;
    size_t order = order_of(t->problem, k);
    for (size_t m = 1; m < order; m += 4) {
        if (gcd(m, order) != 1)
            continue;
        struct member w = member_of(t->problem, k, m, part);
        struct dd y = part_of(&t->y[w.at], part);
        double far = fabs(dd_sub(dd_scale(y, w.sign), at).hi);
        if (!(far * (1 + 0x1p-40) + t->bound + 48 * DD_U2 * fabs(y.hi) < most))
            return false;
    }
    return order != 0;
}

static void mark(struct classes *c, const size_t *k, int part, struct dd at)
{
    size_t order = order_of(c->truth->problem, k);
    for (size_t m = 1; m < order; m += 4)
        if (gcd(m, order) == 1) {
            struct member w = member_of(c->truth->problem, k, m, part);
            c->proved[2 * w.at + (size_t)part] = true;
            c->value[2 * w.at + (size_t)part] = dd_scale(at, w.sign);
        }
}

bool classes_prove(struct classes *c, size_t k, int part, const struct boundary *b)
{
    const struct problem *p = c->truth->problem;
    struct dd at = dd_two_sum(b->at.hi, b->at.lo);
    size_t slot = 2 * k + (size_t)part, index[RANK_MAX];
    int lsb = b->lsb < c->lsb ? b->lsb : c->lsb;
    double d = divisor(c->truth);
    if (c->proved[slot])
        return c->value[slot].hi == at.hi && c->value[slot].lo == at.lo;
    if (d == 0 && at.hi == 0) /* 1/s is irrational: zero is zero all the same */
        d = 2 * sqrt((double)p->points);
    for (int i = p->rank - 1; i >= 0; i--) {
        index[i] = k % p->out.shape[i];
        k /= p->out.shape[i];
    }
    /* 2 D |y - b| < 2^lsb, scaled */
    if (d == 0 || !all_close(c, index, part, at, ldexp(0.499 / d, lsb - p->exponent)))
        return false;
    mark(c, index, part, at);
    return true;
}
