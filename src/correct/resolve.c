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

static ptrdiff_t count_of(const uint8_t *wanted, ptrdiff_t n)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t k = 0; k < n; k++)
        count += (wanted[k] & 1) + (wanted[k] >> 1);
    return count;
}

/* --------------------------------------------------------------- classes -- */

/* Of one output, for the parts that are wanted: rational ones get their values. Returns those
 * that are not. */
static unsigned settle(stet_correct_job *job, uint8_t *wanted, ptrdiff_t k,
                       const struct stet_exact_class *class)
{
    for (int part = 0; part < 2; part++)
        if ((wanted[k] >> part & 1) && class->rational[part]) {
            put_bits(job, k, part, stet_exact_round(&class->value[part], format_of(job->c)));
            wanted[k] &= (uint8_t) ~(1 << part);
            job->stats->rational++;
        }
    return wanted[k];
}

/* The orbit of k: what is decided for k holds for all of it. With few outputs left it is cheaper to
 * ask for each; asked[k] keeps the parts of k still to be asked for. */
static stet_status settle_orbit(stet_correct_job *job, struct stet_exact *exact, uint8_t *wanted,
                                uint8_t *asked, ptrdiff_t k, int all)
{
    struct stet_exact_class class;
    const unsigned parts = asked[k];
    const stet_status status = stet_exact_decide(exact, k, parts, &class);
    if (status)
        return status;
    job->stats->classes++;
    struct stet_orbit orbit;
    stet_orbit_start(&orbit, exact, k);
    for (ptrdiff_t i; (i = stet_orbit_next(&orbit)) >= 0 && (all || i == k);) {
        asked[i] &= (uint8_t)~parts;
        settle(job, wanted, i, &class);
    }
    return STET_OK;
}

/* An orbit is walked once if there is something left for each few of its members. */
enum { SPARSE = 64 };

static stet_status settle_rational(stet_correct_job *job, uint8_t *wanted, ptrdiff_t count)
{
    const ptrdiff_t n = job->c->n;
    const struct stet_dft dft = dft_of(job);
    struct stet_exact *exact;
    uint8_t *asked = (uint8_t *)stet_alloc((size_t)n);
    stet_status status = asked ? stet_exact_open(&exact, &dft) : STET_E_MEMORY;
    if (!status) {
        memcpy(asked, wanted, (size_t)n);
        for (ptrdiff_t k = 0; k < n && !status; k++)
            if (asked[k])
                status = settle_orbit(job, exact, wanted, asked, k, count > n / SPARSE);
        stet_exact_close(exact);
    }
    stet_free(asked);
    return status;
}

/* ---------------------------------------------------------------- levels -- */

static stet_status classes(stet_correct_job *job, uint8_t *wanted)
{
    const double start = stet_correct_now();
    const ptrdiff_t count = count_of(wanted, job->c->n);
    stet_status status = STET_OK;
    if (count > 0)
        status = settle_rational(job, wanted, count);
    job->stats->after_classes += count_of(wanted, job->c->n);
    job->stats->seconds[STET_CORRECT_CLASSES] += stet_correct_now() - start;
    return status;
}

static stet_status double_double(stet_correct_job *job, uint8_t *wanted)
{
    const double start = stet_correct_now();
    stet_status status = STET_OK;
    if (count_of(wanted, job->c->n) > 0)
        status = stet_correct_dd_level(job, wanted);
    job->stats->after_dd += count_of(wanted, job->c->n);
    job->stats->seconds[STET_CORRECT_DD] += stet_correct_now() - start;
    return status;
}

static stet_status wide(stet_correct_job *job, uint8_t *wanted)
{
    const double start = stet_correct_now();
    const struct stet_dft dft = dft_of(job);
    struct stet_fixed_report report = {0, 0, 0, 0};
    stet_status status = STET_OK;
    if (count_of(wanted, job->c->n) > 0)
        status = stet_fixed_round(&dft, format_of(job->c), wanted, put_bits, job, &report);
    if (report.limbs > job->stats->limbs)
        job->stats->limbs = report.limbs;
    job->stats->seconds[STET_CORRECT_FIXED] += stet_correct_now() - start;
    return status;
}

/* All numbers that the caller gets. */
static void want_all(const struct stet_correct *c, uint8_t *wanted)
{
    for (ptrdiff_t k = 0; k < c->n; k++)
        wanted[k] = (uint8_t)(stet_correct_is_asked(c, 2 * k) |
                              stet_correct_is_asked(c, 2 * k + 1) << 1);
}

static void want_undecided(const stet_correct_job *job, uint8_t *wanted)
{
    memset(wanted, 0, (size_t)job->c->n);
    for (ptrdiff_t i = 0; i < job->count; i++)
        if (stet_correct_is_asked(job->c, job->undecided[i]))
            wanted[job->undecided[i] / 2] |= (uint8_t)(1 << job->undecided[i] % 2);
}

/* Classes come first where level 1 was in double: what is left of structured data after that is mostly
 * rational. Double-double as level 1 comes before them, and after it nothing else is left. */
stet_status stet_correct_resolve(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    const int first = !c->native[0] || c->policy == STET_CORRECT_STEADY;
    uint8_t *wanted = (uint8_t *)stet_alloc((size_t)c->n);
    if (!wanted)
        return STET_E_MEMORY;
    if (c->native[0]) {
        want_undecided(job, wanted);
        job->stats->after_f64 += count_of(wanted, c->n);
    }
    if (first)
        want_all(c, wanted);
    stet_status status = first ? double_double(job, wanted) : classes(job, wanted);
    if (!status)
        status = first ? classes(job, wanted) : double_double(job, wanted);
    if (!status)
        status = wide(job, wanted);
    stet_free(wanted);
    return status;
}
