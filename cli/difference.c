/* SPDX-License-Identifier: Apache-2.0 */
#include "difference.h"
#include "progress.h"
#include "ulp.h"

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

/* The narrowest floating-point format of the two, bfloat16 being the narrowest; an integer only if
 * both are. */
static enum component common_format(enum component a, enum component b)
{
    static const enum component narrow[] = {COMPONENT_BF16, COMPONENT_F16, COMPONENT_F32,
                                            COMPONENT_F64};
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (a == narrow[i] || b == narrow[i])
            return narrow[i];
    return a; /* of two integers */
}

/* The square root of a sum of squares without overflow: the largest term is scaled to about 1
 * by a power of two, which is exact. Terms too small to matter may vanish. Neumaier's sum. */
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

/* sqrt(p.sum + p.lost) / sqrt(q.sum + q.lost), scaled back. */
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

static double value_at(const struct array *a, const struct walk *w, int part)
{
    return component_get(component_at(a, w, part), a->layout.dtype->component);
}

/* One component of both. */
struct couple {
    double x, y;
    bool is_whole;
    struct whole a, b; /* of integers */
};

static struct couple couple_at(const struct pair *p, int part, enum component format)
{
    struct couple c = {value_at(p->a, &p->in_a, part),
                       value_at(p->b, &p->in_b, part),
                       component_is_integer(format),
                       {0},
                       {0}};
    if (c.is_whole) {
        c.a = component_whole(component_at(p->a, &p->in_a, part), p->a->layout.dtype->component);
        c.b = component_whole(component_at(p->b, &p->in_b, part), p->b->layout.dtype->component);
    }
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
    p->a = c->x;
    p->b = c->y;
    p->whole_a = c->a;
    p->whole_b = c->b;
}

/* Values and bits of one component; the sums come in a second pass, which needs max_abs. */
static void look(struct difference *d, const struct walk *w, int part, const struct couple *c)
{
    double x = c->x, y = c->y, apart = fabs(x - y);
    uint64_t steps = c->is_whole ? whole_distance(c->a, c->b) : 0;
    d->components++;
    if (isnan(x) || isnan(y)) {
        bool both = isnan(x) && isnan(y);
        d->nans += both;
        d->nan_mismatches += !both;
        d->different += !both;
        return;
    }
    if (c->is_whole ? steps == 0 : x == y && signbit(x) == signbit(y))
        return;
    d->different++;
    d->signed_zeros += !c->is_whole && x == y;
    uint64_t ulp = c->is_whole ? steps : ulp_distance(x, y, d->format);
    if (ulp > d->max_ulp) {
        d->max_ulp = ulp;
        remember(&d->ulp_at, w, part, c);
    }
    apart = c->is_whole ? (double)steps : apart;
    if (isfinite(x) && isfinite(y) && apart > d->max_abs) {
        d->max_abs = apart;
        remember(&d->abs_at, w, part, c);
    }
}

static double relative_l2(struct pair *p, size_t count, int parts, double max_abs, double max_b)
{
    struct norm top, bottom;
    double half = isinf(max_abs) ? 0.5 : 1.0; /* then x - y may overflow, and x/2 - y/2 not */
    norm_start(&top, isinf(max_abs) ? DBL_MAX : max_abs);
    norm_start(&bottom, max_b);
    progress_phase("comparing (2 of 2)", count);
    for (size_t i = 0; i < count; i++, pair_next(p)) {
        for (int part = 0; part < parts; part++) {
            double x = value_at(p->a, &p->in_a, part), y = value_at(p->b, &p->in_b, part);
            if (isfinite(x) && isfinite(y)) {
                norm_add(&top, half * x - half * y);
                norm_add(&bottom, half * y);
            } else if (isnan(x) ? !isnan(y) : x != y) {
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
    d->format = common_format(a->layout.dtype->component, b->layout.dtype->component);
    pair_start(&p, a, b);
    progress_phase("comparing (1 of 2)", count);
    for (size_t i = 0; i < count; i++, pair_next(&p)) {
        for (int part = 0; part < parts; part++) {
            struct couple c = couple_at(&p, part, d->format);
            look(d, &p.in_a, part, &c);
            if (isfinite(c.y) && fabs(c.y) > max_b)
                max_b = fabs(c.y);
        }
        if (i % 65536 == 0)
            progress_at(i);
    }
    pair_start(&p, a, b);
    d->relative_l2 = relative_l2(&p, count, parts, d->max_abs, max_b);
    progress_end();
}
