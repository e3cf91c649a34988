/* SPDX-License-Identifier: Apache-2.0 */
/* What a verdict depends on beside the algebra: runs on the same inputs with other meanings of what
 * the algebra does not know (runtime/meaning.h). A difference that they leave as it is comes from
 * the algebra alone, and stands for every meaning, the right one among them. */
#include <stdlib.h>
#include <time.h>

#include "driver.h"
#include "kinds.h"

/* Where one value depends on two outcomes of comparisons, they may cancel in a variant, with
 * probability 1/2 or so: of these there are many, if the programs tell that they have any. */
enum { FEW = 3, MANY = 16 };

struct pair {
    struct record a, b;
};

static void pair_free(struct pair *p)
{
    record_free(&p->a);
    record_free(&p->b);
}

static int pair_run(const struct doubt *d, const struct setting *s, struct pair *p)
{
    struct error e;
    *p = (struct pair){0};
    return program_run(d->a, s, &p->a, &e) && program_run(d->b, s, &p->b, &e);
}

/* The setting with other meanings. Where a comparison turned round keeps a loop from ending, the
 * run is given up: it need not take as long as one may. */
static struct setting other_setting(const struct doubt *d, unsigned classes, unsigned variant)
{
    struct setting s = *d->setting;
    s.classes = classes;
    s.variant = variant;
    s.seconds = s.seconds < d->seconds ? s.seconds : d->seconds;
    return s;
}

static uint64_t subtract(const struct record *r, uint64_t a, uint64_t b, uint64_t kind)
{
    if (r->head.algebra == FPSAN_FIELD)
        return (a + r->head.prime - b) % r->head.prime;
    const unsigned unused = kind == FPSAN_F64 ? 0 : kind == FPSAN_F32 ? 32 : 48;
    return (a - b) << unused;
}

/* Whether output i differs in a run, and neither of the two is undefined. */
static int differs(const struct pair *p, uint64_t i)
{
    const struct fpsan_record_output *a = &p->a.outputs[i], *b = &p->b.outputs[i];
    if (p->a.head.algebra == FPSAN_FIELD && (a->payload | b->payload) >> 31)
        return 0;
    return subtract(&p->a, a->payload, b->payload, a->kind) != 0;
}

/* Whether output i differs alike in both runs: by one amount, or in the field by one ratio. */
static int differs_alike(const struct pair *p, const struct pair *q, uint64_t i)
{
    const uint64_t a = p->a.outputs[i].payload, b = p->b.outputs[i].payload,
                   c = q->a.outputs[i].payload, d = q->b.outputs[i].payload,
                   kind = p->a.outputs[i].kind;
    if (!differs(p, i) || !differs(q, i))
        return 0;
    if (subtract(&p->a, a, b, kind) == subtract(&q->a, c, d, kind))
        return 1;
    return p->a.head.algebra == FPSAN_FIELD && a && b && c && d &&
           a * d % p->a.head.prime == b * c % p->a.head.prime;
}

static int same_shape(const struct pair *p, const struct pair *q)
{
    return p->a.count == q->a.count && p->b.count == q->b.count;
}

static int any(const char *alive, uint64_t count, uint64_t *first)
{
    for (*first = 0; *first < count; ++*first)
        if (alive[*first])
            return 1;
    return 0;
}

/* Takes those outputs out of alive whose difference is another one with these classes in other
 * meanings, and returns whether there was one. */
static int strike_out(const struct doubt *d, const struct pair *base, unsigned classes, char *alive,
                      uint64_t count)
{
    const int ordered = base->a.tail.ordered || base->b.tail.ordered;
    const unsigned variants =
        ordered && classes & (FPSAN_COMPARISONS | FPSAN_EXTREMES) ? MANY : FEW;
    uint64_t first;
    int found = 0;
    for (unsigned variant = 1; variant <= variants && any(alive, count, &first); variant++) {
        struct pair other;
        const struct setting s = other_setting(d, classes, variant);
        const int same = pair_run(d, &s, &other) && same_shape(base, &other);
        for (uint64_t i = 0; i < count; i++) {
            const int stays = same && differs_alike(base, &other, i);
            found |= alive[i] && !stays;
            alive[i] &= (char)stays;
        }
        pair_free(&other);
    }
    return found;
}

static void examine(struct doubt *d, const struct pair *found, const struct pair *base,
                    unsigned kept, char *alive)
{
    /* In the ring, which has no order that goes with sums, min and max are a caveat only. */
    const unsigned extremes = kept ? 0 : FPSAN_EXTREMES;
    const unsigned classes[] = {FPSAN_FUNCTIONS, FPSAN_COMPARISONS | extremes, FPSAN_BITS};
    const uint64_t count = found->a.count;
    for (uint64_t i = 0; i < count; i++) {
        alive[i] = (!d->one || i == d->index) && differs(found, i);
        if (!alive[i] || base == found)
            continue;
        alive[i] = (char)differs(base, i);
        d->matters |= alive[i] ? 0 : kept;
    }
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        if (strike_out(d, base, kept | classes[k], alive, count))
            d->matters |= classes[k];
    d->stands = any(alive, count, &d->index);
    if (d->stands) {
        d->head = found->a.head;
        d->payloads[0] = found->a.outputs[d->index].payload;
        d->payloads[1] = found->b.outputs[d->index].payload;
        char *one = calloc(count, 1);
        if (!one)
            return;
        one[d->index] = 1;
        d->extremes = kept && strike_out(d, base, kept | FPSAN_EXTREMES, one, count);
        one[d->index] = 1;
        d->fractions = strike_out(d, base, kept | FPSAN_FRACTIONS, one, count);
        free(one);
    }
}

void doubt_difference(struct doubt *d)
{
    struct pair found, base = {0};
    const struct setting *as_found = d->setting;
    const time_t start = time(NULL);
    int ok = pair_run(d, as_found, &found) && found.a.count == found.b.count;
    d->seconds = (int)(10 * (time(NULL) - start)) + 10;
    d->asked |= found.a.tail.asked | found.b.tail.asked;
    const int ring = found.a.head.algebra == FPSAN_RING;
    const unsigned kept = ring ? FPSAN_INTEGERS : 0;
    const struct setting s = other_setting(d, kept, 1);
    if (ok && ring)
        ok = pair_run(d, &s, &base) && same_shape(&found, &base);
    char *alive = ok ? calloc(found.a.count, 1) : NULL;
    d->stands = 1;
    d->index = d->one ? d->index : UINT64_MAX;
    if (alive)
        examine(d, &found, ring ? &base : &found, kept, alive);
    free(alive);
    pair_free(&found);
    pair_free(&base);
}

static int unchanged(const struct record *a, const struct record *b)
{
    if (a->count != b->count)
        return 0;
    for (uint64_t i = 0; i < a->count; i++)
        if (a->outputs[i].payload != b->outputs[i].payload)
            return 0;
    return 1;
}

/* Whether outputs change with these classes in so many other meanings. */
static int changes(const struct doubt *d, const struct pair *base, unsigned classes,
                   unsigned variants)
{
    int found = 0;
    for (unsigned variant = 1; variant <= variants && !found; variant++) {
        struct pair other;
        const struct setting s = other_setting(d, classes, variant);
        found = !pair_run(d, &s, &other) || !unchanged(&base->a, &other.a) ||
                !unchanged(&base->b, &other.b);
        pair_free(&other);
    }
    return found;
}

void doubt_equal(struct doubt *d)
{
    enum { ORDERS = FPSAN_COMPARISONS | FPSAN_EXTREMES };
    struct pair base;
    const time_t start = time(NULL);
    const int ok = pair_run(d, d->setting, &base);
    d->seconds = (int)(10 * (time(NULL) - start)) + 10;
    /* Signs may be taken from the bits of any number in memory; the rest the programs tell. */
    const int ordered = ok && (base.a.tail.ordered || base.b.tail.ordered);
    const int integers = ordered && base.a.head.algebra == FPSAN_RING;
    if (ordered && changes(d, &base, ORDERS, MANY))
        d->matters |= ORDERS;
    if (ok && changes(d, &base, FPSAN_BITS, integers ? MANY : 2 * FEW))
        d->matters |= FPSAN_BITS;
    pair_free(&base);
}
