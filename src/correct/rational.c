/* SPDX-License-Identifier: Apache-2.0 */
/* The level that decides ties and zeros, by slices of the input (slices.h). */
#include <string.h>

#include "arith/eft.h"
#include "base/alloc.h"
#include "correct/integers.h"
#include "correct/limbs.h"
#include "correct/quotient.h"
#include "correct/slices.h"

/* ------------------------------------------------------------------ values -- */

/* hi + lo and a number within `error`, as terms are added up. */
struct sum {
    double hi, lo, error;
};

static void add(struct sum *sum, double term)
{
    double low, lost;
    sum->hi = stet_two_sum_f64(sum->hi, term, &low);
    sum->lo = stet_two_sum_f64(sum->lo, low, &lost);
    sum->error += __builtin_fabs(lost);
}

/* hi = RN(hi + lo); error is above its own roundings. */
static stet_dd normalised(struct sum *sum)
{
    stet_dd v;
    v.hi = stet_two_sum_f64(sum->hi, sum->lo, &v.lo);
    sum->error *= 1 + 0x1p-40;
    return v;
}

/* Of a power of two that is a normal number. */
static int exponent_of(double power) { return (int)(stet_bits_f64(power) >> 52) - 1023; }

/* (sum of terms)/divisor times the power of two of the slices, rounded once. Terms are multiples of
 * the last slice's grid, below 2^900 in size, and that grid is above 2^-800. */
static uint64_t round_exactly(const struct stet_slices *s, const double *terms, int count,
                              uint64_t divisor)
{
    enum { LIMBS = 18 };
    uint64_t total[LIMBS] = {0}, term[LIMBS];
    const struct stet_format f = stet_number_format(s->job->c->precision);
    const int unit = exponent_of(s->slice[s->count - 1].grid);
    const int scaled = exponent_of(s->power[0]) + exponent_of(s->power[1]);
    for (int i = 0; i < count; i++) {
        stet_limbs_of_f64(term, terms[i], unit, LIMBS);
        stet_limbs_add(total, total, term, LIMBS);
    }
    const bool negative = stet_limbs_negative(total, LIMBS);
    if (negative)
        stet_limbs_negate(total, LIMBS);
    return stet_round_quotient(negative, total, LIMBS, unit + scaled, divisor, f);
}

/* The bits of the rational result whose slices have these values; *zero: it is exactly zero. */
static uint64_t round_values(const struct stet_slices *s, const double *values, uint64_t divisor,
                             int *zero)
{
    const struct stet_correct *c = s->job->c;
    struct sum sum = {0, 0, 0};
    for (int i = 0; i < s->count; i++)
        add(&sum, values[i]);
    const stet_dd v = normalised(&sum);
    *zero = v.hi == 0 && v.lo == 0 && sum.error == 0;
    if (*zero)
        return 0;
    if (c->narrow && c->scale_is_exact && c->norm_scale.f == 1) {
        if (v.lo == 0 && sum.error == 0)
            return stet_narrow_of(c->precision, v.hi * c->scale.hi);
        if (__builtin_fabs(v.lo) > sum.error)
            return stet_narrow_of(c->precision,
                                  stet_rounded_to_odd(v.hi, v.lo) * c->scale.hi);
    }
    return round_exactly(s, values, s->count, divisor);
}

/* ------------------------------------------------------------------ orbits -- */

/* What is known of one part of an orbit: its first slices are rational, with these values for the first
 * member. */
struct answer {
    int slices;
    double values[STET_MOST_SLICES];
};

static ptrdiff_t ask(const struct stet_slices *s, uint32_t o, unsigned parts, struct answer *answers)
{
    ptrdiff_t most = 0;
    answers[0].slices = answers[1].slices = 0;
    for (int i = 0; i < s->count && parts; i++) {
        double values[2];
        ptrdiff_t seen;
        parts = stet_slices_agree(s, i, o, parts, values, &seen);
        most = seen > most ? seen : most;
        for (int part = 0; part < 2; part++)
            if (parts >> part & 1)
                answers[part].values[answers[part].slices++] = values[part];
    }
    return most;
}

static int is_rooted(const struct stet_correct *c, uint32_t o)
{
    return c->orbits.rooted != NULL && c->orbits.rooted[o];
}

/* A member whose first slices have the exact values of the answer and the others what was computed. */
static int round_near(const struct stet_slices *s, const struct answer *a, ptrdiff_t k, int part,
                      uint64_t *bits)
{
    struct sum sum = {0, 0, 0};
    for (int i = 0; i < a->slices; i++)
        add(&sum, a->values[i]);
    for (int i = a->slices; i < s->count; i++) {
        add(&sum, stet_slices_at(s, i, k, part));
        sum.error += s->slice[i].error;
    }
    const stet_dd v = normalised(&sum);
    const double error = (sum.error + stet_slices_left(s)) * (1 + 0x1p-40) + 0x1p-880;
    return stet_correct_decide(s->job->c, v, error, s->power, bits);
}

static void settle(const stet_correct_job *job, uint8_t *wanted, ptrdiff_t k, int part, uint64_t bits)
{
    stet_correct_put(job, 2 * k + part, bits);
    wanted[k] &= (uint8_t)~(1 << part);
}

/* One part of the members of an orbit that want it. */
static void settle_part(const struct stet_slices *s, uint8_t *wanted, uint32_t o, int part,
                        const struct answer *a)
{
    const stet_correct_job *job = s->job;
    const struct stet_correct *c = job->c;
    const struct stet_orbits *orbits = &c->orbits;
    const uint64_t sign = (uint64_t)1 << (8 * stet_number_size(c->precision) - 1);
    const int64_t f = c->norm_scale.f;
    const int rooted = is_rooted(c, o), all = s->complete && a->slices == s->count;
    int zero = 0;
    uint64_t bits = 0;
    if (all)
        bits = round_values(s, a->values, (uint64_t)(c->norm_scale.divisor * (rooted ? f : 1)),
                            &zero);
    const int exact = all && (f == 1 || rooted || zero);
    if (!exact && (a->slices == 0 || rooted))
        return;
    for (uint32_t at = orbits->start[o]; at < orbits->start[o + 1]; at++) {
        const ptrdiff_t k = (ptrdiff_t)(orbits->member[at] & ~STET_ORBIT_MINUS);
        const int minus = !zero && (orbits->member[at] & STET_ORBIT_MINUS) != 0;
        if ((wanted[k] >> part & 1) == 0)
            continue;
        if (exact)
            settle(job, wanted, k, part, minus ? bits ^ sign : bits);
        else if (round_near(s, a, k, part, &bits))
            settle(job, wanted, k, part, bits);
    }
}

/* No more questions about these parts of an orbit. */
static void forget(const struct stet_orbits *orbits, uint32_t o, unsigned parts, uint8_t *asked)
{
    for (uint32_t at = orbits->start[o]; at < orbits->start[o + 1]; at++)
        asked[orbits->member[at] & ~STET_ORBIT_MINUS] &= (uint8_t)~parts;
}

/* Visits the orbits of the outputs with wanted parts, each once, as long as it returns 1. */
struct tour {
    struct stet_slices *slices;
    uint8_t *wanted, *asked;
    ptrdiff_t orbits; /* met */
    int found;        /* a rational slice */
};
typedef int visit(struct tour *t, uint32_t o, unsigned parts, const struct answer *answers);

/* An orbit that was found irrational after a few members is not worth a walk if little is wanted. */
static int visit_output(struct tour *t, ptrdiff_t k, visit *f)
{
    enum { WORTH_A_WALK = 64 };
    const stet_correct_job *job = t->slices->job;
    const struct stet_orbits *orbits = &job->c->orbits;
    const uint32_t o = orbits->of[k];
    const unsigned parts = t->asked[k] & t->wanted[k];
    struct answer answers[2];
    if (parts == 0)
        return 1;
    const ptrdiff_t seen = ask(t->slices, o, parts, answers);
    t->orbits++;
    if (!stet_correct_is_sparse(job) || seen > WORTH_A_WALK)
        forget(orbits, o, parts, t->asked);
    t->asked[k] = 0;
    return f(t, o, parts, answers);
}

static void visit_all(struct tour *t, visit *f)
{
    const stet_correct_job *job = t->slices->job;
    int more = 1;
    memcpy(t->asked, t->wanted, (size_t)job->c->n);
    if (stet_correct_is_sparse(job))
        for (ptrdiff_t i = 0; i < job->count && more; i++)
            more = visit_output(t, job->undecided[i] / 2, f);
    else
        for (ptrdiff_t k = 0; k < job->c->n && more; k++)
            more = visit_output(t, k, f);
}

static int find_rational(struct tour *t, uint32_t o, unsigned parts, const struct answer *answers)
{
    (void)o, (void)parts;
    t->found = answers[0].slices > 0 || answers[1].slices > 0;
    return !t->found;
}

static int settle_orbit(struct tour *t, uint32_t o, unsigned parts, const struct answer *answers)
{
    for (int part = 0; part < 2; part++)
        if (parts >> part & 1)
            settle_part(t->slices, t->wanted, o, part, &answers[part]);
    return 1;
}

/* More slices would tell nothing of what is irrational in the first one. */
static stet_status cut_if_worth(struct tour *t)
{
    visit_all(t, find_rational);
    return t->found ? stet_slices_cut_all(t->slices) : STET_OK;
}

stet_status stet_correct_rational_level(stet_correct_job *job, uint8_t *wanted)
{
    struct stet_slices s;
    struct tour t = {.slices = &s, .wanted = wanted, .found = 1};
    stet_status status = stet_slices_open(&s, job);
    if (!status && (s.count > 0 || s.complete)) {
        t.asked = (uint8_t *)stet_alloc((size_t)job->c->n);
        status = t.asked ? STET_OK : STET_E_MEMORY;
        if (!status && !s.complete)
            status = cut_if_worth(&t);
        t.orbits = 0;
        if (!status && t.found)
            visit_all(&t, settle_orbit);
        job->stats->classes += t.orbits;
        stet_free(t.asked);
    }
    stet_slices_close(&s);
    return status;
}
