/* SPDX-License-Identifier: Apache-2.0 */
/* What level 1 has not decided: exact classes, double-double, wide fixed point. */
#include <string.h>

#include "base/alloc.h"
#include "correct/correct.h"
#include "correct/exact_class.h"
#include "correct/fixed.h"

static struct stet_format format_of(const struct stet_correct *c)
{
    return c->precision == STET_F32 ? STET_FORMAT_F32 : STET_FORMAT_F64;
}

static struct stet_dft dft_of(const stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    return (struct stet_dft){c->rank, c->lengths, false, c->direction, c->norm, job->x};
}

static void put_bits(void *data, ptrdiff_t k, int part, uint64_t bits)
{
    stet_correct_job *job = (stet_correct_job *)data;
    const uint32_t narrow = (uint32_t)bits;
    if (job->c->precision == STET_F32)
        memcpy((float *)job->out + 2 * k + part, &narrow, sizeof narrow);
    else
        memcpy((double *)job->out + 2 * k + part, &bits, sizeof bits);
}

/* What is left of the list. */
static void compress(stet_correct_job *job, const uint8_t *wanted)
{
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (wanted[number / 2] >> number % 2 & 1)
            job->undecided[left++] = number;
    }
    job->count = left;
}

/* --------------------------------------------------------------- classes -- */

/* The answer for a class, rounded: the same for all of its members. */
typedef struct {
    unsigned rational; /* parts, a set */
    uint64_t bits[2];
} answer;

static void settle(stet_correct_job *job, uint8_t *wanted, ptrdiff_t k, const answer *a)
{
    const unsigned parts = wanted[k] & a->rational;
    for (int part = 0; part < 2; part++)
        if (parts >> part & 1) {
            put_bits(job, k, part, a->bits[part]);
            job->stats->rational++;
        }
    wanted[k] &= (uint8_t)~parts;
}

static stet_status ask(stet_correct_job *job, struct stet_exact *exact, ptrdiff_t k, unsigned parts,
                       answer *a)
{
    struct stet_exact_class class;
    const stet_status status = stet_exact_decide(exact, k, parts, &class);
    *a = (answer){0, {0, 0}};
    for (int part = 0; part < 2 && !status; part++)
        if (class.rational[part]) {
            a->rational |= 1u << part;
            a->bits[part] = stet_exact_round(&class.value[part], format_of(job->c));
        }
    job->stats->classes++;
    return status;
}

/* Answer k, and with it the rest of its orbit (exact_class.h). In one dimension and for a power of two
 * it is g k' with k' = 1 or 3 mod 4, mod 8 under an irrational scale. asked keeps the parts that
 * are still to be asked for. */
static void settle_orbit(stet_correct_job *job, const struct stet_exact *exact, uint8_t *wanted,
                         uint8_t *asked, ptrdiff_t k, const answer *a)
{
    const struct stet_correct *c = job->c;
    const uint8_t others = (uint8_t)~asked[k];
    if (c->rank == 1 && (c->n & (c->n - 1)) == 0 && k > 0) {
        const ptrdiff_t g = k & -k, step = (c->norm == STET_NORM_ORTHO ? 8 : 4) * g;
        for (ptrdiff_t i = k % step; i < c->n; i += step) {
            asked[i] &= others;
            settle(job, wanted, i, a);
        }
        return;
    }
    struct stet_orbit orbit;
    stet_orbit_start(&orbit, exact, k);
    for (ptrdiff_t i; (i = stet_orbit_next(&orbit)) >= 0;) {
        asked[i] &= others;
        settle(job, wanted, i, a);
    }
}

/* An orbit is walked if there is something left for each few of its members; with fewer it is
 * cheaper to ask for each. */
enum { SPARSE = 64 };

static stet_status settle_rational(stet_correct_job *job, uint8_t *wanted, uint8_t *asked,
                                   struct stet_exact *exact)
{
    const int all = job->count > job->c->n / SPARSE;
    if (all)
        memcpy(asked, wanted, (size_t)job->c->n);
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t k = job->undecided[i] / 2;
        const unsigned parts = all ? asked[k] : wanted[k];
        if (parts == 0 || (i > 0 && job->undecided[i - 1] / 2 == k))
            continue; /* decided with another one; the other part of one */
        answer a;
        const stet_status status = ask(job, exact, k, parts, &a);
        if (status)
            return status;
        if (all)
            settle_orbit(job, exact, wanted, asked, k, &a);
        else
            settle(job, wanted, k, &a);
    }
    return STET_OK;
}

/* ------------------------------------------------------------- quarters -- */

/* Theorem (quarters). Let N be a power of two, in one dimension. Outputs k with 4 k = 0 mod N are sums of
 * inputs with signs, and the native graph computes them by additions alone: their rows have the
 * twiddles 1 and -i at every level, m = 1 and t = 0 where it multiplies. If every input is a
 * multiple of 2^g and sum |x| <= 2^(g + 53), then all partial sums are doubles and no addition rounds: Y_k is
 * X_k. (sum |x| is at most sqrt(2 N) times the 2-norm.) These are the ties and zeros of
 * ordinary data; here they cost one look at the input. */
static void settle_quarters(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    ptrdiff_t left = 0, few = 0;
    if (c->rank != 1 || (c->n & (c->n - 1)) != 0 || !c->scale_is_exact || job->squares > 0x1p500)
        return;
    for (ptrdiff_t i = 0; i < job->count; i++)
        few += job->undecided[i] / 2 * 4 % c->n == 0;
    if (few == 0)
        return;
    const double most = 2 * __builtin_sqrt(job->squares * (double)c->n);
    double magic = 1.5;
    while (magic < 4 * most) /* 2^(52 + g) > 2 most: |x| < 2^(51 + g), sum |x| < 2^(g + 51) */
        magic *= 2;
    while (magic > 0x1p-500 && magic >= 8 * most)
        magic /= 2;
    if (!c->kernels->on_grid(job->x, 2 * c->n, magic))
        return;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (number / 2 * 4 % c->n == 0)
            ((float *)job->out)[number] = (float)(job->y[number] * c->scale.hi + 0.0);
        else
            job->undecided[left++] = number;
    }
    job->stats->rational += job->count - left;
    job->stats->classes++;
    job->count = left;
}

/* ---------------------------------------------------------------- levels -- */

static stet_status classes(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_dft dft = dft_of(job);
    struct stet_exact *exact = NULL;
    uint8_t *asked = (uint8_t *)stet_alloc((size_t)job->c->n);
    stet_status status = asked ? stet_exact_open(&exact, &dft) : STET_E_MEMORY;
    if (!status)
        status = settle_rational(job, wanted, asked, exact);
    stet_exact_close(exact);
    stet_free(asked);
    return status;
}

static stet_status wide(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_dft dft = dft_of(job);
    struct stet_fixed_report report = {0, 0, 0, 0};
    const stet_status status =
        stet_fixed_round(&dft, format_of(job->c), wanted, put_bits, job, &report);
    if (report.limbs > job->stats->limbs)
        job->stats->limbs = report.limbs;
    return status;
}

typedef stet_status level(stet_correct_job *job, uint8_t *wanted);

/* Run a level on what is left, and count what it leaves. */
static stet_status run_level(level *f, stet_correct_stage stage, stet_correct_job *job,
                             uint8_t *wanted, int64_t *after)
{
    if (job->count == 0)
        return STET_OK;
    const double start = stet_correct_now(job);
    const stet_status status = f(job, wanted);
    compress(job, wanted);
    if (after)
        *after += job->count;
    job->stats->seconds[stage] += stet_correct_now(job) - start;
    return status;
}

/* The list without what nobody asked for; or all that is asked for. */
static void list_asked(stet_correct_job *job, int all)
{
    const ptrdiff_t count = all ? 2 * job->c->n : job->count;
    job->count = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t number = all ? i : job->undecided[i];
        if (stet_correct_is_asked(job->c, number))
            job->undecided[job->count++] = number;
    }
}

/* Classes come first where level 1 was in double: what is left of structured data after that is mostly
 * rational. Double-double as level 1 comes before them, and after it nothing else is left. */
static stet_status run_levels(stet_correct_job *job, int dd_first, uint8_t *wanted)
{
    stet_correct_stats *s = job->stats;
    memset(wanted, 0, (size_t)job->c->n);
    for (ptrdiff_t i = 0; i < job->count; i++)
        wanted[job->undecided[i] / 2] |= (uint8_t)(1 << job->undecided[i] % 2);
    stet_status status = STET_OK;
    if (dd_first)
        status = run_level(stet_correct_dd_level, STET_CORRECT_DD, job, wanted, &s->after_dd);
    if (!status)
        status = run_level(classes, STET_CORRECT_CLASSES, job, wanted, &s->after_classes);
    if (!status && !dd_first)
        status = run_level(stet_correct_dd_level, STET_CORRECT_DD, job, wanted, &s->after_dd);
    return status ? status : run_level(wide, STET_CORRECT_FIXED, job, wanted, NULL);
}

stet_status stet_correct_resolve(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    const int dd_first = !c->native[0] || c->policy == STET_CORRECT_STEADY;
    if (c->native[0] && c->kind != STET_C2C)
        list_asked(job, 0);
    if (c->native[0])
        job->stats->after_f64 += job->count;
    if (dd_first)
        list_asked(job, 1);
    else
        settle_quarters(job);
    if (job->count == 0)
        return STET_OK;
    uint8_t *wanted = (uint8_t *)stet_alloc((size_t)c->n);
    const stet_status status = wanted ? run_levels(job, dd_first, wanted) : STET_E_MEMORY;
    stet_free(wanted);
    return status;
}
