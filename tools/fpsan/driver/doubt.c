/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out whether a verdict depends on anything that the algebra does not know. It repeats runs
 * on the same inputs with other meanings of the unknown parts (runtime/meaning.h). A difference
 * that stays the same comes from the algebra alone and holds for every meaning, including the right
 * one. */
#include <stdlib.h>

#include "driver.h"
#include "kinds.h"
#include "meaning.h"
#include "files/progress.h"

/* If a value depends on two outcomes of comparisons, the two may cancel in a variant, with a
 * probability of about 1/2. So MANY variants run if the programs report comparisons. */
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

/* Returns the setting with other meanings. A negated comparison may keep a loop from ending, so the
 * time limit is shorter than that of a normal run. */
static struct setting other_setting(const struct doubt *d, unsigned classes, unsigned variant)
{
    struct setting s = *d->setting;
    s.classes = classes;
    s.variant = variant;
    s.seconds = s.seconds < d->seconds ? s.seconds : d->seconds;
    return s;
}

/* Returns the number of bits above a payload of the ring. Differences are kept in the upper bits of
 * a word. */
static uint64_t unused_bits(const struct pair *p, uint64_t i)
{
    const uint64_t kind = p->a.outputs[i].kind;
    return p->a.head.algebra == FPSAN_FIELD || kind == FPSAN_F64 ? 0 : kind == FPSAN_F32 ? 32 : 48;
}

static uint64_t difference(const struct pair *p, uint64_t i)
{
    const uint64_t a = p->a.outputs[i].payload, b = p->b.outputs[i].payload,
                   prime = p->a.head.prime;
    return p->a.head.algebra == FPSAN_FIELD ? (a + prime - b) % prime
                                            : (a - b) << unused_bits(p, i);
}

/* Reports whether output i differs in a run and neither value is undefined. */
static int differs(const struct pair *p, uint64_t i)
{
    const struct fpsan_record_output *a = &p->a.outputs[i], *b = &p->b.outputs[i];
    if (p->a.head.algebra == FPSAN_FIELD && (a->payload | b->payload) >> 31)
        return 0;
    return difference(p, i) != 0;
}

/* Reports whether y = 3^m x with a small m >= 0 (meaning.h, FPSAN_SYMBOL_POWERS). */
static int is_multiple(const struct pair *p, uint64_t x, uint64_t y)
{
    for (int m = 0; m < 4 * FPSAN_SYMBOL_POWERS; m++) {
        if (x == y)
            return 1;
        x = p->a.head.algebra == FPSAN_FIELD ? 3 * x % p->a.head.prime : 3 * x;
    }
    return 0;
}

/* Reports whether output i differs in the same way in both runs: by one amount, or in the field by
 * one ratio. With other symbols the amount may be multiplied by a power of 3. With other
 * conversions to wider formats, only the low bits that the narrower format has must agree. */
static int differs_alike(const struct pair *p, const struct pair *q, uint64_t i, unsigned classes)
{
    const uint64_t a = p->a.outputs[i].payload, b = p->b.outputs[i].payload,
                   c = q->a.outputs[i].payload, d = q->b.outputs[i].payload, x = difference(p, i),
                   y = difference(q, i), unused = unused_bits(p, i);
    if (!differs(p, i) || !differs(q, i))
        return 0;
    if (x == y)
        return 1;
    if (classes & FPSAN_FRACTIONS)
        return is_multiple(p, x, y) || is_multiple(p, y, x);
    for (unsigned keep = 32; classes & FPSAN_CASTS && keep >= 16; keep -= 16) {
        const uint64_t low = (UINT64_C(1) << keep) - 1;
        if ((x >> unused & low) && (x >> unused & low) == (y >> unused & low))
            return 1;
    }
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

static unsigned told(const struct pair *p)
{
    return (unsigned)(p->a.tail.classes | p->b.tail.classes);
}

/* Removes from alive the outputs whose difference changes if these classes, besides the kept ones,
 * have other meanings. Returns whether it removed one. */
static int strike_out(struct doubt *d, const struct pair *base, unsigned kept, unsigned classes,
                      char *alive, uint64_t count)
{
    const unsigned variants =
        told(base) & classes & (FPSAN_COMPARISONS | FPSAN_EXTREMES) ? MANY : FEW;
    uint64_t first;
    int found = 0;
    for (unsigned variant = 1; variant <= variants && any(alive, count, &first); variant++) {
        struct pair other;
        const struct setting s = other_setting(d, kept | classes, variant);
        const int same = pair_run(d, &s, &other) && same_shape(base, &other);
        d->asked |= other.a.tail.asked | other.b.tail.asked;
        for (uint64_t i = 0; i < count; i++) {
            const int stays = same && differs_alike(base, &other, i, classes);
            found |= alive[i] && !stays;
            alive[i] &= (char)stays;
        }
        pair_free(&other);
    }
    return found;
}

/* Returns which class makes the difference of output i vanish in the ring: integers as sums of
 * ones, or one exp for all formats. Returns both if neither does alone. */
static unsigned gone_with(const struct doubt *d, uint64_t i)
{
    static const unsigned classes[] = {FPSAN_INTEGERS, FPSAN_EXPONENTS};
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
        struct pair other;
        const struct setting s = other_setting(d, classes[k], 1);
        const int gone = pair_run(d, &s, &other) && i < other.a.count && i < other.b.count &&
                         !differs(&other, i);
        pair_free(&other);
        if (gone)
            return classes[k];
    }
    return FPSAN_INTEGERS | FPSAN_EXPONENTS;
}

static void examine(struct doubt *d, const struct pair *found, const struct pair *base,
                    unsigned kept, char *alive)
{
    /* The programs report which classes they have, except bits: any number in memory may have its
     * bits read. */
    static const unsigned classes[] = {FPSAN_FUNCTIONS, FPSAN_COMPARISONS | FPSAN_EXTREMES,
                                       FPSAN_BITS, FPSAN_FRACTIONS, FPSAN_CASTS};
    const uint64_t count = found->a.count;
    for (uint64_t i = 0; i < count; i++) {
        alive[i] = (!d->one || i == d->index) && differs(found, i);
        if (!alive[i] || differs(base, i))
            continue;
        alive[i] = 0;
        d->matters |= d->matters & kept ? 0 : gone_with(d, i);
    }
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        if ((told(base) | FPSAN_BITS) & classes[k] &&
            strike_out(d, base, kept, classes[k], alive, count))
            d->matters |= classes[k];
    d->stands = any(alive, count, &d->index);
    if (d->stands) {
        d->head = found->a.head;
        d->payloads[0] = found->a.outputs[d->index].payload;
        d->payloads[1] = found->b.outputs[d->index].payload;
    }
}

void doubt_difference(struct doubt *d)
{
    struct pair found, base = {0};
    const double start = clock_seconds();
    int ok = pair_run(d, d->setting, &found) && found.a.count == found.b.count;
    d->seconds = 10 * (clock_seconds() - start) + 10;
    d->asked |= found.a.tail.asked | found.b.tail.asked;
    const int ring = found.a.head.algebra == FPSAN_RING;
    const unsigned kept = ring ? FPSAN_INTEGERS | FPSAN_EXPONENTS : 0;
    const struct setting s = other_setting(d, kept, 1);
    if (ok && ring) {
        ok = pair_run(d, &s, &base) && same_shape(&found, &base);
        d->asked |= base.a.tail.asked | base.b.tail.asked;
    }
    char *alive = ok ? calloc(found.a.count, 1) : NULL;
    d->stands = 0;
    d->failed = !alive;
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

/* Reports whether outputs change in one of `variants` other meanings of these classes. */
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
    const double start = clock_seconds();
    const int ok = pair_run(d, d->setting, &base);
    d->seconds = 10 * (clock_seconds() - start) + 10;
    /* The programs report which classes they have, except signs: the bits of any number in memory
     * may be read. */
    const int integers = told(&base) & FPSAN_BITS && base.a.head.algebra == FPSAN_RING;
    if (ok && told(&base) & ORDERS && changes(d, &base, ORDERS, MANY))
        d->matters |= ORDERS;
    if (ok && changes(d, &base, FPSAN_BITS, integers ? MANY : 2 * FEW))
        d->matters |= FPSAN_BITS;
    pair_free(&base);
}
