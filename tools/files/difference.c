/* SPDX-License-Identifier: Apache-2.0 */
#include "files/difference.h"
#include "files/progress.h"
#include "files/ulp.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool same_shape(const struct layout *a, const struct layout *b)
{
    return a->rank == b->rank &&
           memcmp(a->shape, b->shape, (size_t)a->rank * sizeof a->shape[0]) == 0;
}

const char *arrays_differ_in_kind(const struct array *a, const struct array *b)
{
    const struct dtype *s = a->layout.dtype, *t = b->layout.dtype;
    if (!same_shape(&a->layout, &b->layout))
        return "the shapes differ";
    if (s->parts != t->parts)
        return "one is real, the other complex";
    return s != t ? "the types differ" : NULL;
}

bool arrays_comparable(const struct array *a, const struct array *b)
{
    return same_shape(&a->layout, &b->layout) && a->layout.dtype->parts == b->layout.dtype->parts;
}

/* Returns the narrower floating-point format, where bfloat16 is the narrowest; an integer type only
 * if both are integers. */
static enum component common_format(enum component a, enum component b)
{
    static const enum component narrow[] = {COMPONENT_BF16, COMPONENT_F16, COMPONENT_F32,
                                            COMPONENT_F64};
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (a == narrow[i] || b == narrow[i])
            return narrow[i];
    return a; /* both are integers */
}

/* A sum of squares whose root does not overflow: the largest term is scaled to about 1 by a power
 * of two, which is exact. Terms too small to matter may underflow. The sum is Neumaier's. */
struct norm {
    double sum, lost;
    int exponent;
};

static void norm_start(struct norm *n, double largest)
{
    *n = (struct norm){0};
    frexp(largest, &n->exponent);
}

static void norm_add(struct norm *n, double x)
{
    double y = ldexp(x, -n->exponent), square = y * y, sum = n->sum + square;
    n->lost += n->sum >= square ? (n->sum - sum) + square : (square - sum) + n->sum;
    n->sum = sum;
}

/* Returns sqrt(p.sum + p.lost) / sqrt(q.sum + q.lost), scaled back. */
static double norm_ratio(const struct norm *p, const struct norm *q)
{
    double top = sqrt(p->sum + p->lost), bottom = sqrt(q->sum + q->lost);
    if (top == 0)
        return 0;
    return bottom == 0 ? (double)INFINITY : ldexp(top / bottom, p->exponent - q->exponent);
}

struct pair {
    const struct array *a, *b;
    struct walk in_a, in_b;
};

static void pair_start(struct pair *p, const struct array *a, const struct array *b)
{
    p->a = a;
    p->b = b;
    walk_start(&p->in_a, &a->layout);
    walk_start(&p->in_b, &b->layout);
}

static void pair_next(struct pair *p)
{
    walk_next(&p->in_a);
    walk_next(&p->in_b);
}

static const unsigned char *component_at(const struct array *a, const struct walk *w, int part)
{
    const struct dtype *t = a->layout.dtype;
    return (const unsigned char *)a->data + w->at * t->size +
           (size_t)part * component_size(t->component);
}

/* The exact value of a component: hi is the nearest double, lo the rest of a 64-bit integer. */
struct value {
    double hi, lo;
};

static struct value value_at(const struct array *a, const struct walk *w, int part)
{
    const enum component c = a->layout.dtype->component;
    const unsigned char *at = component_at(a, w, part);
    struct value v = {component_get(at, c), 0};
    if (component_is_integer(c) && component_size(c) == 8) {
        struct whole whole = component_whole(at, c);
        /* The difference is taken modulo 2^64, which fabs(hi) may reach; no difference is larger
         * than 2^10. */
        uint64_t near = fabs(v.hi) < 0x1p64 ? (uint64_t)fabs(v.hi) : 0;
        int64_t rest = (int64_t)(whole.size - near);
        v.lo = (double)(whole.negative ? -rest : rest);
    }
    return v;
}

/* Returns x - y, scaled by s, a power of two. It is rounded once if both are integers or one is
 * 0. */
static double apart(struct value x, struct value y, double s)
{
    return (s * x.hi - s * y.hi) + s * (x.lo - y.lo);
}

/* One component of both arrays. */
struct couple {
    struct value x, y;
    bool is_whole;     /* both are integers */
    struct whole a, b; /* the values of those that are */
};

static struct couple couple_at(const struct pair *p, int part, enum component format)
{
    const enum component a = p->a->layout.dtype->component, b = p->b->layout.dtype->component;
    struct couple c = {value_at(p->a, &p->in_a, part),
                       value_at(p->b, &p->in_b, part),
                       component_is_integer(format),
                       {0},
                       {0}};
    if (component_is_integer(a))
        c.a = component_whole(component_at(p->a, &p->in_a, part), a);
    if (component_is_integer(b))
        c.b = component_whole(component_at(p->b, &p->in_b, part), b);
    return c;
}

static uint64_t whole_distance(struct whole a, struct whole b)
{
    if (a.negative == b.negative)
        return a.size < b.size ? b.size - a.size : a.size - b.size;
    return a.size > UINT64_MAX - b.size ? UINT64_MAX : a.size + b.size;
}

static void remember(struct place *p, const struct walk *w, int part, const struct couple *c)
{
    memcpy(p->index, w->index, sizeof p->index);
    p->part = part;
    p->a = c->x.hi;
    p->b = c->y.hi;
    p->whole_a = c->a;
    p->whole_b = c->b;
}

/* Compares the values and bits of one component. The sums need max_abs, so they follow in a second
 * pass. */
static void look(struct difference *d, const struct walk *w, int part, const struct couple *c)
{
    double x = c->x.hi, y = c->y.hi, off = fabs(apart(c->x, c->y, 1));
    bool equal = x == y && c->x.lo == c->y.lo;
    uint64_t steps = c->is_whole ? whole_distance(c->a, c->b) : 0;
    d->components++;
    if (isnan(x) || isnan(y)) {
        bool both = isnan(x) && isnan(y);
        d->nans += both;
        d->nan_mismatches += !both;
        d->different += !both;
        return;
    }
    if (c->is_whole ? steps == 0 : equal && signbit(x) == signbit(y))
        return;
    d->different++;
    d->signed_zeros += !c->is_whole && equal;
    uint64_t ulp = c->is_whole ? steps : ulp_distance(x, y, d->format);
    if (ulp > d->max_ulp) {
        d->max_ulp = ulp;
        remember(&d->ulp_at, w, part, c);
    }
    off = c->is_whole ? (double)steps : off;
    if (isfinite(x) && isfinite(y) && off > d->max_abs) {
        d->max_abs = off;
        remember(&d->abs_at, w, part, c);
    }
}

static double relative_l2(struct pair *p, size_t count, int parts, double max_abs, double max_b)
{
    struct norm top, bottom;
    double half = isinf(max_abs) ? 0.5 : 1.0; /* x - y may then overflow, x/2 - y/2 not */
    norm_start(&top, isinf(max_abs) ? DBL_MAX : max_abs);
    norm_start(&bottom, max_b);
    progress_phase("comparing (2 of 2)", count);
    for (size_t i = 0; i < count; i++, pair_next(p)) {
        for (int part = 0; part < parts; part++) {
            struct value x = value_at(p->a, &p->in_a, part), y = value_at(p->b, &p->in_b, part);
            if (isfinite(x.hi) && isfinite(y.hi)) {
                norm_add(&top, apart(x, y, half));
                norm_add(&bottom, half * y.hi);
            } else if (isnan(x.hi) ? !isnan(y.hi) : x.hi != y.hi) {
                return (double)INFINITY;
            }
        }
        if (i % 65536 == 0)
            progress_at(i);
    }
    return norm_ratio(&top, &bottom);
}

void arrays_compare(const struct array *a, const struct array *b, struct difference *d)
{
    size_t count = a->layout.count;
    int parts = a->layout.dtype->parts;
    double max_b = 0;
    struct pair p;
    memset(d, 0, sizeof *d);
    d->own[0] = a->layout.dtype->component;
    d->own[1] = b->layout.dtype->component;
    d->format = common_format(d->own[0], d->own[1]);
    pair_start(&p, a, b);
    progress_phase("comparing (1 of 2)", count);
    for (size_t i = 0; i < count; i++, pair_next(&p)) {
        for (int part = 0; part < parts; part++) {
            struct couple c = couple_at(&p, part, d->format);
            look(d, &p.in_a, part, &c);
            if (isfinite(c.y.hi) && fabs(c.y.hi) > max_b)
                max_b = fabs(c.y.hi);
        }
        if (i % 65536 == 0)
            progress_at(i);
    }
    pair_start(&p, a, b);
    d->relative_l2 = relative_l2(&p, count, parts, d->max_abs, max_b);
    progress_end();
}
