/* SPDX-License-Identifier: Apache-2.0 */
/* The stages after stage double: the inputs that each of them reads and needs, and their order. */
#include <stddef.h>
#include <string.h>

#include "correct/correct.h"
#include "correct/stage_exact.h"

/* ----------------------------------------------------- what is left -- */

/* Lists the undecided numbers from the parts that wanted names. */
static void list_wanted(stet_correct_job *job, const uint8_t *wanted)
{
    const ptrdiff_t n = job->c->n;
    ptrdiff_t left = 0, *list = job->undecided;
    for (ptrdiff_t k = 0; k < n;) {
        uint64_t eight = 0;
        if (k + 8 <= n)
            memcpy(&eight, wanted + k, sizeof eight);
        if (k + 8 <= n && eight == 0) {
            k += 8;
            continue;
        }
        const ptrdiff_t end = k + 8 <= n ? k + 8 : n;
        for (; k < end; k++) {
            list[left] = 2 * k;
            left += (wanted[k] & STET_PART_RE) != 0;
            list[left] = 2 * k + 1;
            left += (wanted[k] & STET_PART_IM) != 0;
        }
    }
    job->count = left;
}

/* Drops decided numbers from a short list; does not scan all outputs. */
static void compress(stet_correct_job *job, const uint8_t *wanted)
{
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (wanted[number >> 1] >> (number & 1) & 1)
            job->undecided[left++] = number;
    }
    job->count = left;
}

/* Counts parts, eight bytes at a time. The product adds up the low bits of all bytes in the highest
 * byte, and likewise the second bits. */
static ptrdiff_t count_wanted(const uint8_t *wanted, ptrdiff_t n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    ptrdiff_t count = 0, k = 0;
    for (; k + 8 <= n; k += 8) {
        uint64_t eight;
        memcpy(&eight, wanted + k, sizeof eight);
        count += (ptrdiff_t)(((eight & ones) + (eight >> 1 & ones)) * ones >> 56);
    }
    for (; k < n; k++)
        count += (wanted[k] & 1) + (wanted[k] >> 1);
    return count;
}

/* Counts the undecided numbers, and lists them if they are few: if they are many, stages read
 * `wanted` alone. */
static void recount(stet_correct_job *job, const uint8_t *wanted)
{
    if (stet_correct_is_sparse(job)) {
        compress(job, wanted);
        return;
    }
    job->count = count_wanted(wanted, job->c->n);
    if (stet_correct_is_sparse(job))
        list_wanted(job, wanted);
}

/* Drops numbers that are not requested from the list; or lists all that are requested. */
static void list_requested(stet_correct_job *job, int all)
{
    const ptrdiff_t count = all ? 2 * job->c->n : job->count;
    job->count = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t number = all ? i : job->undecided[i];
        if (stet_correct_is_requested(job->c, number))
            job->undecided[job->count++] = number;
    }
}

/* Stores the parts that the list names, a set for each output. */
static void mark_wanted(const stet_correct_job *job, uint8_t *wanted)
{
    const ptrdiff_t *list = job->undecided, count = job->count;
    memset(wanted, 0, (size_t)job->c->n);
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = list[i] >> 1;
        if (i + 8 <= count && list[i + 7] - list[i] == 7 && list[i] % 2 == 0) {
            memset(wanted + k, STET_PART_RE | STET_PART_IM, 4); /* four whole outputs */
            i += 7;
            continue;
        }
        const int both = i + 1 < count && list[i + 1] >> 1 == k;
        wanted[k] = both ? STET_PART_RE | STET_PART_IM : (uint8_t)(1 << (list[i] & 1));
        i += both;
    }
}

/* ------------------------------------------------------------------ stages -- */

/* Converts the input to one of a set of forms: to complex doubles, which every stage can read, if
 * its form is not in the set. */
static void read_as(stet_correct_job *job, unsigned forms)
{
    const struct stet_correct *c = job->c;
    if (forms & STET_FORM(job->form))
        return;
    if (job->form == STET_FLOAT_PAIRS)
        c->narrow->widen(job->input, job->x, 2 * c->n);
    else
        stet_correct_expand(c, (const double *)job->input, job->x);
    job->form = STET_PAIRS;
    job->input = job->x;
}

/* Accepts direct sums of narrow formats for few numbers of an input that is not zero. */
static int suits_sums(const stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    return c->policy == STET_CORRECT_ADAPTIVE && job->squares > 0 && job->count <= c->most_direct;
}

static int suits_grid(const stet_correct_job *job)
{
    return job->c->native && job->c->policy == STET_CORRECT_ADAPTIVE && job->squares > 0;
}

/* Accepts the second test of stage double, which was postponed, if few numbers that are not
 * rational remain. */
static int suits_classes(const stet_correct_job *job)
{
    return job->bounds && job->c->policy == STET_CORRECT_ADAPTIVE && stet_correct_is_sparse(job);
}

static stet_status classes(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_correct *c = job->c;
    for (ptrdiff_t i = 0; i < job->count; i++)
        wanted[job->undecided[i] >> 1] = 0;
    job->count = c->narrow->refine(job->y, c->period, job->y_scale, job->bounds, job->out,
                                   job->undecided, job->count);
    for (ptrdiff_t i = 0; i < job->count; i++)
        wanted[job->undecided[i] >> 1] |= (uint8_t)(1 << (job->undecided[i] & 1));
    return STET_OK;
}

static void put_bits(void *data, ptrdiff_t k, int part, uint64_t bits)
{
    stet_correct_put((const stet_correct_job *)data, 2 * k + part, bits);
}

static stet_status exact(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_correct *c = job->c;
    const struct stet_dft dft = {c->rank, c->lengths, c->direction,
                                 c->norm, job->x,     &c->norm_scale};
    struct stet_fixed_report report = {0, 0, 0, 0};
    const stet_status status =
        stet_fixed_round(&dft, c->limbs, &c->orbits, stet_number_format(c->precision), wanted,
                         put_bits, job, &report);
    if (report.limbs > job->stats->limbs)
        job->stats->limbs = report.limbs;
    return status;
}

enum {
    COMPLEX = STET_FORM(STET_PAIRS),
    WHOLE = COMPLEX | STET_FORM(STET_REALS) | STET_FORM(STET_FLOAT_PAIRS),
    ANY_FORM = WHOLE | STET_FORM(STET_HALF_SPECTRUM)
};

/* Offset of a counter in stet_correct_stats; 0: no counter. */
#define STAT(name) offsetof(stet_correct_stats, name)

typedef struct stage {
    const char *name;                          /* for debuggers */
    unsigned reads;                            /* the forms of the input that it can read, a set */
    int (*suits)(const stet_correct_job *job); /* whether its requirements are met; NULL: always */
    stet_status (*decide)(stet_correct_job *job, uint8_t *wanted);
    size_t decided, after, seconds; /* STAT()s: numbers decided, numbers left, its time */
} stage;

static const stage sums = {.name = "sums",
                           .reads = ANY_FORM,
                           .suits = suits_sums,
                           .decide = stet_correct_stage_sums,
                           .seconds = STAT(seconds_dd)};
static const stage grid = {.name = "grid",
                           .reads = WHOLE,
                           .suits = suits_grid,
                           .decide = stet_correct_stage_grid,
                           .seconds = STAT(seconds_dd)};
static const stage pairs = {.name = "pairs",
                            .reads = WHOLE,
                            .decide = stet_correct_stage_pairs,
                            .after = STAT(after_dd),
                            .seconds = STAT(seconds_dd)};
static const stage rational = {.name = "rational",
                               .reads = COMPLEX,
                               .decide = stet_correct_stage_rational,
                               .decided = STAT(rational),
                               .seconds = STAT(seconds_classes)};
static const stage double_again = {.name = "double, all classes",
                                   .reads = ANY_FORM,
                                   .suits = suits_classes,
                                   .decide = classes,
                                   .after = STAT(after_classes),
                                   .seconds = STAT(seconds_classes)};
static const stage last = {.name = "exact",
                           .reads = COMPLEX,
                           .decide = exact,
                           .decided = STAT(wide),
                           .seconds = STAT(seconds_fixed)};

/* The order, and for each entry the guesses about the undecided numbers with which the stage runs
 * there. It affects only the time. If stage double left many numbers undecided, the data have
 * structure and most of these are rational: slices first. If it left a few, or if there is no stage
 * double, most are irrational: slices last. Numbers that direct sums do not decide are most likely
 * rational. */
static const struct {
    const stage *stage;
    int guesses;
} order[] = {{&sums, STET_MOSTLY_IRRATIONAL},  {&grid, STET_MOSTLY_IRRATIONAL},
             {&pairs, STET_MOSTLY_IRRATIONAL}, {&rational, STET_ANY_GUESS},
             {&double_again, STET_ANY_GUESS},  {&grid, STET_MOSTLY_RATIONAL},
             {&pairs, STET_MOSTLY_RATIONAL},   {&last, STET_ANY_GUESS}};

static void count(stet_correct_stats *stats, size_t stat, ptrdiff_t numbers)
{
    if (stat > 0)
        *(int64_t *)(void *)((char *)stats + stat) += numbers;
}

/* Runs one stage on the undecided numbers. */
static stet_status run_stage(const stage *s, stet_correct_job *job, uint8_t *wanted)
{
    const double start = stet_correct_now(job->timed);
    const ptrdiff_t before = job->count;
    stet_status status = STET_OK;
    if (!s->suits || s->suits(job)) {
        read_as(job, s->reads);
        status = s->decide(job, wanted);
        recount(job, wanted);
    }
    count(job->stats, s->decided, before - job->count);
    count(job->stats, s->after, job->count);
    *(double *)(void *)((char *)job->stats + s->seconds) += stet_correct_now(job->timed) - start;
    return status;
}

stet_status stet_correct_resolve(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    const int begins = !c->native || c->policy == STET_CORRECT_STEADY; /* starts with all numbers */
    stet_status status = STET_OK;
    if (c->native && c->kind != STET_C2C)
        list_requested(job, 0);
    if (c->native)
        job->stats->after_f64 += job->count;
    if (begins)
        list_requested(job, 1);
    else if (job->count > 0)
        stet_correct_job_quarters(job);
    if (job->count == 0)
        return STET_OK;
    job->guess = begins || stet_correct_is_sparse(job) || job->count <= c->most_direct
                     ? STET_MOSTLY_IRRATIONAL
                     : STET_MOSTLY_RATIONAL;
    mark_wanted(job, job->wanted);
    for (size_t i = 0; i < sizeof order / sizeof *order && job->count > 0 && !status; i++)
        if (order[i].guesses & job->guess)
            status = run_stage(order[i].stage, job, job->wanted);
    return status;
}
