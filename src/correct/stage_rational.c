/* SPDX-License-Identifier: Apache-2.0 */
/* Decides ties and zeros, by slices of the input (slices.h). */
#include <string.h>

#include "arith/eft.h"
#include "correct/slices.h"

/* ------------------------------------------------------------------ values -- */

/* Holds a partial sum: hi + lo and a number within `error`. */
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

/* Normalises: hi = RN(hi + lo); error is above the roundings of this function. */
static stet_dd normalised(struct sum *sum)
{
    stet_dd v;
    v.hi = stet_two_sum_f64(sum->hi, sum->lo, &v.lo);
    sum->error *= 1 + 0x1p-40;
    return v;
}

static int decide(const struct stet_slices *s, stet_dd v, double error, uint64_t *bits)
{
    const struct stet_correct *c = s->job->c;
    v = stet_correct_scaled(c, v, &error);
    return stet_decide(c->precision, v, error, s->power, bits);
}

/* Returns the bits of the rational result whose slices have these values; *zero: it is exactly
 * zero. */
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
    uint64_t bits;
    if (c->narrow && c->scale_is_exact && decide(s, v, sum.error, &bits))
        return bits;
    return stet_slices_round(s, values, divisor);
}

/* ----------------------------------------------------------------- spectra -- */

/* Returns a part of output k. The other half of a half spectrum is X_(n-k) = conj X_k; C2R writes n
 * reals. */
static inline double part_at(const struct stet_correct *c, const double *y, ptrdiff_t k, int part)
{
    if (!c->half)
        return y[2 * k + part];
    if (c->kind == STET_C2R)
        return y[k];
    return 2 * k <= c->n ? y[2 * k + part] : part ? -y[2 * (c->n - k) + 1] : y[2 * (c->n - k)];
}

/* Returns how many members of orbit number o a spectrum has: all, or for half a spectrum the first
 * ones, up to n/2. */
static ptrdiff_t members_of(const struct stet_correct *c, uint32_t o)
{
    const uint32_t *member = c->orbits.member + c->orbits.start[o];
    ptrdiff_t low = 0, high = c->orbits.start[o + 1] - c->orbits.start[o];
    if (!c->half || c->kind != STET_R2C)
        return high;
    while (low < high) {
        const ptrdiff_t middle = (low + high) / 2;
        if (2 * (ptrdiff_t)(member[middle] & ~STET_ORBIT_MINUS) <= c->n)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Does the kernel differ(), for the reals of C2R, or outputs times a factor. */
static void differ(const struct stet_correct *c, const double *y, const uint32_t *member,
                   ptrdiff_t count, double by, double magic, const double *first, uint64_t *differ)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = (ptrdiff_t)(member[i] & ~STET_ORBIT_MINUS);
        const double factor = member[i] & STET_ORBIT_MINUS ? -by : by;
        for (int part = 0; part < 2; part++)
            differ[part] |= stet_bits_f64(factor * part_at(c, y, k, part) + magic - magic) ^
                            stet_bits_f64(first[part]);
    }
}

/* Returns the parts of a set in which all members of orbit o round to `first`. Without a factor
 * only members in the spectrum are tested. The first block is short, because most irrational parts
 * differ at once. */
static unsigned agree(const struct stet_slices *s, int i, uint32_t o, unsigned parts, double by,
                      const double *first)
{
    enum { FIRST = 4, BLOCK = 256 };
    const struct stet_correct *c = s->job->c;
    const uint32_t *member = c->orbits.member + c->orbits.start[o];
    const int plain = by == 1 && !(c->half && c->kind == STET_C2R);
    const ptrdiff_t all = c->orbits.start[o + 1] - c->orbits.start[o];
    const ptrdiff_t count = plain ? members_of(c, o) : all;
    const double *y = s->slice[i].y, magic = s->slice[i].magic;
    uint64_t bits[2] = {0, 0};
    for (ptrdiff_t at = 0, step; at < count && parts; at += step) {
        step = at == 0 ? FIRST : BLOCK;
        step = step < count - at ? step : count - at;
        if (plain)
            c->kernels->differ(y, member + at, step, magic, first, bits);
        else
            differ(c, y, member + at, step, by, magic, first, bits);
        for (int part = 0; part < 2; part++)
            parts &= ~((unsigned)(bits[part] != 0) << part);
    }
    return parts;
}

/* Members that half a spectrum leaves out are conjugates of members of the opposite orbit that are
 * in it. */
unsigned stet_slices_agree(const struct stet_slices *s, int i, uint32_t o, unsigned parts,
                           double *values)
{
    const struct stet_correct *c = s->job->c;
    const struct stet_orbits *orbits = &c->orbits;
    const ptrdiff_t k = (ptrdiff_t)orbits->member[orbits->start[o]];
    const double magic = s->slice[i].magic;
    const double by = orbits->rooted && orbits->rooted[o] ? c->root : 1;
    for (int part = 0; part < 2; part++)
        values[part] = by * part_at(c, s->slice[i].y, k, part) + magic - magic;
    parts = agree(s, i, o, parts, by, values);
    if (parts && by == 1 && c->half && c->kind == STET_R2C) {
        const double conjugate[2] = {values[0], 0 - values[1]};
        parts = agree(s, i, orbits->of[k == 0 ? 0 : c->n - k], parts, by, conjugate);
    }
    return parts;
}

/* ------------------------------------------------------------------ orbits -- */

/* A result for one part of an orbit: its first slices are rational, with these values for the first
 * member. */
struct answer {
    int slices;
    double values[STET_MOST_SLICES];
};

static void find(const struct stet_slices *s, uint32_t o, unsigned parts, struct answer *answers)
{
    answers[0].slices = answers[1].slices = 0;
    for (int i = 0; i < s->count && parts; i++) {
        double values[2];
        parts = stet_slices_agree(s, i, o, parts, values);
        for (int part = 0; part < 2; part++)
            if (parts >> part & 1)
                answers[part].values[answers[part].slices++] = values[part];
    }
}

static int is_rooted(const struct stet_correct *c, uint32_t o)
{
    return c->orbits.rooted != NULL && c->orbits.rooted[o];
}

static inline void fill(char *out, size_t step, const uint32_t *member, ptrdiff_t count,
                        const void *bits, size_t bytes)
{
    for (ptrdiff_t i = 0; i < count; i++)
        memcpy(out + step * member[i], bits, bytes);
}

/* Stores these bits in the parts of a set for all members, including those that stage double
 * decided. */
static void settle_all(const stet_correct_job *job, uint8_t *wanted, const uint32_t *member,
                       ptrdiff_t count, unsigned parts, const uint64_t *bits)
{
    const stet_precision p = job->c->precision;
    const size_t number = stet_number_size(p), first = parts == STET_PART_IM ? number : 0;
    uint64_t pair[2];
    char *out = (char *)job->out + first;
    const char *from = (const char *)pair + first;
    for (int part = 0; part < 2; part++)
        stet_number_put(p, pair, part, bits[part]);
    switch (parts == (STET_PART_RE | STET_PART_IM) ? 2 * number : number) {
    case 2: fill(out, 2 * number, member, count, from, 2); break;
    case 4: fill(out, 2 * number, member, count, from, 4); break;
    case 8: fill(out, 2 * number, member, count, from, 8); break;
    default: fill(out, 2 * number, member, count, from, 16);
    }
    for (ptrdiff_t i = 0; i < count; i++)
        wanted[member[i]] &= (uint8_t)~parts;
}

static void settle(const stet_correct_job *job, uint8_t *wanted, ptrdiff_t k, int part,
                   uint64_t bits)
{
    stet_correct_put(job, 2 * k + part, bits);
    wanted[k] &= (uint8_t)~(1 << part);
}

/* Holds the rounded exact value of a part of an orbit. */
struct exact {
    int known, zero;
    uint64_t bits;
};

static struct exact exact_of(const struct stet_slices *s, uint32_t o, const struct answer *a)
{
    const struct stet_norm_scale scale = s->job->c->norm_scale;
    const int rooted = is_rooted(s->job->c, o);
    struct exact e = {0, 0, 0};
    if (!s->complete || a->slices < s->count)
        return e;
    e.bits =
        round_values(s, a->values, (uint64_t)(scale.divisor * (rooted ? scale.f : 1)), &e.zero);
    e.known = scale.f == 1 || rooted || e.zero;
    return e;
}

/* Stores the exact value of one part in the members of an orbit that want it. */
static void settle_exact(const struct stet_slices *s, uint8_t *wanted, uint32_t o, int part,
                         struct exact e)
{
    const stet_correct_job *job = s->job;
    const struct stet_orbits *orbits = &job->c->orbits;
    const uint64_t sign = (uint64_t)1 << (8 * stet_number_size(job->c->precision) - 1);
    for (uint32_t at = orbits->start[o]; at < orbits->start[o + 1]; at++) {
        const ptrdiff_t k = (ptrdiff_t)(orbits->member[at] & ~STET_ORBIT_MINUS);
        const int minus = !e.zero && (orbits->member[at] & STET_ORBIT_MINUS) != 0;
        if (wanted[k] >> part & 1)
            settle(job, wanted, k, part, minus ? e.bits ^ sign : e.bits);
    }
}

/* Adds the first slices, which are exact, to the others as computed. Only numbers of the first
 * slices can be so much larger than the error that a double is decided. */
static void settle_near(const struct stet_slices *s, uint8_t *wanted, uint32_t o, int part,
                        const struct answer *a)
{
    const stet_correct_job *job = s->job;
    const struct stet_orbits *orbits = &job->c->orbits;
    struct sum first = {0, 0, s->left};
    for (int i = 0; i < a->slices; i++)
        add(&first, a->values[i]);
    for (int i = a->slices; i < s->count; i++)
        first.error += s->slice[i].error;
    if (job->c->precision == STET_F64 && __builtin_fabs(first.hi) < 0x1p51 * first.error)
        return;
    for (uint32_t at = orbits->start[o]; at < orbits->start[o + 1]; at++) {
        const ptrdiff_t k = (ptrdiff_t)(orbits->member[at] & ~STET_ORBIT_MINUS);
        struct sum sum = first;
        uint64_t bits;
        if ((wanted[k] >> part & 1) == 0)
            continue;
        for (int i = a->slices; i < s->count; i++)
            add(&sum, part_at(job->c, s->slice[i].y, k, part));
        const stet_dd v = normalised(&sum);
        if (decide(s, v, sum.error + 0x1p-880, &bits)) {
            settle(job, wanted, k, part, bits);
            job->stats->rational--; /* stages.c counts it as rational */
        }
    }
}

static void settle_orbit(const struct stet_slices *s, uint8_t *wanted, uint32_t o, unsigned parts,
                         const struct answer *answers)
{
    const stet_correct_job *job = s->job;
    const struct stet_orbits *orbits = &job->c->orbits;
    struct exact e[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int part = 0; part < 2; part++)
        if (parts >> part & 1)
            e[part] = exact_of(s, o, &answers[part]);
    if (!is_rooted(job->c, o) && !stet_correct_is_sparse(job)) {
        const unsigned known = (unsigned)e[0].known | (unsigned)e[1].known << 1;
        const uint64_t bits[2] = {e[0].bits, e[1].bits};
        if (known)
            settle_all(job, wanted, orbits->member + orbits->start[o], members_of(job->c, o), known,
                       bits);
        parts &= ~known;
    }
    for (int part = 0; part < 2; part++)
        if ((parts >> part & 1) && e[part].known)
            settle_exact(s, wanted, o, part, e[part]);
        else if ((parts >> part & 1) && answers[part].slices > 0 && !is_rooted(job->c, o))
            settle_near(s, wanted, o, part, &answers[part]);
}

/* ------------------------------------------------------------------ visits -- */

/* Returns the wanted parts of an orbit; most have both. */
static unsigned wanted_of(const struct stet_orbits *orbits, uint32_t o, const uint8_t *wanted)
{
    unsigned parts = 0;
    for (uint32_t at = orbits->start[o]; at < orbits->start[o + 1] && parts != 3; at++)
        parts |= wanted[orbits->member[at] & ~STET_ORBIT_MINUS];
    return parts;
}

/* Visits the orbits of the list or, if it is long, all orbits with a wanted part. With only_find it
 * stops at an orbit with a rational slice; otherwise it decides the orbits. Returns how many it
 * visited, or -1 if it stopped. */
static ptrdiff_t visit(const struct stet_slices *s, uint8_t *wanted, int only_find)
{
    enum { FEW = 64 }; /* an irrational orbit is not walked again for each of its members */
    const stet_correct_job *job = s->job;
    const struct stet_orbits *orbits = &job->c->orbits;
    const int sparse = job->count <= FEW && stet_correct_is_sparse(job);
    const ptrdiff_t count = sparse ? job->count : orbits->count;
    ptrdiff_t visited = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = sparse ? job->undecided[i] / 2 : 0;
        const uint32_t o = sparse ? orbits->of[k] : (uint32_t)i;
        const unsigned parts = sparse ? wanted[k] : wanted_of(orbits, o, wanted);
        struct answer answers[2];
        if (parts == 0)
            continue;
        find(s, o, parts, answers);
        visited++;
        if (only_find && (answers[0].slices || answers[1].slices))
            return -1;
        if (!only_find)
            settle_orbit(s, wanted, o, parts, answers);
    }
    return visited;
}

stet_status stet_correct_stage_rational(stet_correct_job *job, uint8_t *wanted)
{
    struct stet_slices s;
    stet_status status = stet_slices_open(&s, job);
    int worth = s.complete; /* more slices decide nothing about numbers irrational in the first */
    if (!status && !worth && visit(&s, wanted, 1) < 0) {
        worth = 1;
        status = stet_slices_cut_all(&s);
    }
    if (!status && worth)
        job->stats->classes += visit(&s, wanted, 0);
    stet_slices_close(&s);
    return status;
}
