/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan check A B decides whether two programs compute the same function. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "kinds.h"
#include "files/progress.h"
#include "tools.h"

static const char HELP[] =
    "fpsan check: tell whether two programs compute the same function of real numbers\n"
    "\n"
    "usage: fpsan check [OPTION...] A B [-- ARGUMENTS FOR BOTH]\n"
    "\n"
    "A and B were compiled by fpsan-cc. Both run on the same inputs, for several seeds and\n"
    "primes, and their outputs are compared. The verdict is one of\n"
    "  EQUAL      the outputs agree in every run\n"
    "  DIFFERENT  the programs compute different functions\n"
    "  UNDECIDED  the outputs depend on something that the algebra does not know: a function\n"
    "             without a law, the result of a comparison, or an operation that was not\n"
    "             instrumented. The report names it, and says what may help.\n"
    "\n"
    "Options:\n"
    "  -k, --seeds N      the number of seeds per prime [4]\n"
    "  -p, --primes N     the number of primes; field only [2]\n"
    "  -P, --prime P      use this prime only\n"
    "  -n, --order N,...  the orders N whose cos(2 pi k/N) are recognised [4096]\n"
    "  -d, --degree D     the assumed degree of the difference, for the error bound [1]\n"
    "  -l, --linear       run 0 and every unit vector too: a proof for linear programs\n"
    "      --precise-literals\n"
    "                     take a literal of float precision in double arithmetic (0.1f for\n"
    "                     0.1) and an approximate instruction (rcpps) as they are [take them\n"
    "                     as what they stand for, with a remark]\n"
    "  -t, --timeout S    the seconds that one run may take [60]\n"
    "  -e, --explain S    the seconds for what follows the verdict: finding one input that\n"
    "                     shows DIFFERENT, or running both programs on ordinary numbers if\n"
    "                     UNDECIDED; 0: neither [10]\n"
    "  -j, --json         print one JSON object\n"
    "  -h, --help         print this help\n"
    "\n"
    "Exit status: 0 EQUAL; 1 DIFFERENT; 2 UNDECIDED, or an error.\n"
    "\n"
    "Example:\n"
    "  $ fpsan check --order 64 --linear ./naive-dft ./fft -- 64\n";

static void add_place(struct places *p, const char *program, const struct fpsan_record_site *s)
{
    char text[360];
    snprintf(text, sizeof text, "%.80s: %.100s:%" PRIu32 ": %.160s", program, s->file, s->line,
             s->what);
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->text[i], text) == 0)
            return;
    if (p->count < MOST_PLACES)
        memcpy(p->text[p->count++], text, sizeof text);
}

/* Looks for anything that makes a run undecided: a native place, an undefined output, a value that
 * did not fit. */
static void look_for_doubt(struct check *c, const struct program *p, const struct record *r)
{
    for (uint64_t i = 0; i < r->tail.sites; i++) {
        const uint32_t kind = r->sites[i].kind;
        add_place(kind == FPSAN_SITE_NATIVE   ? &c->native
                  : kind == FPSAN_SITE_REMARK ? &c->remarks
                                              : &c->decisions,
                  p->argv[0], &r->sites[i]);
        if (kind != FPSAN_SITE_NATIVE)
            continue;
        c->verdict = UNDECIDED;
        snprintf(c->reason, sizeof c->reason, "floating-point operations stayed native");
    }
    for (uint64_t i = 0; i < r->count && r->head.algebra == FPSAN_FIELD; i++)
        if (r->outputs[i].payload & UINT32_C(0x80000000)) {
            c->verdict = UNDECIDED;
            c->index = i;
            snprintf(c->reason, sizeof c->reason,
                     "%s: output %" PRIu64
                     " is undefined (a division by zero, an infinity or a NaN went into it): a "
                     "running maximum may begin with its first number instead of -INFINITY; "
                     "FPSAN_ALGEBRA=ring takes infinities for symbols",
                     p->argv[0], i);
            break;
        }
    if (r->tail.overflowed) {
        c->verdict = UNDECIDED;
        snprintf(c->reason, sizeof c->reason,
                 "%s: a 16-bit value was stored that a prime of 30 bits has no room for: use "
                 "--prime 12289",
                 p->argv[0]);
    }
}

static void found_difference(struct check *c, const struct record *a, const struct record *b,
                             uint64_t i)
{
    c->verdict = DIFFERENT;
    c->index = i;
    c->seed = c->setting.seed;
    c->unit = c->setting.unit;
    c->p = a->head.prime;
    payload_name(&a->head, c->setting.orders, a->outputs[i].payload, c->names[0],
                 sizeof c->names[0]);
    payload_name(&b->head, c->setting.orders, b->outputs[i].payload, c->names[1],
                 sizeof c->names[1]);
}

/* Compares the outputs. Returns 0 with e set if the two cannot be compared. */
static int compare(struct check *c, const struct record *a, const struct record *b, struct error *e)
{
    if (a->head.algebra != b->head.algebra || a->head.prime != b->head.prime)
        return error_set(e, "%s is of the %s and %s of the %s: compile both with one FPSAN_ALGEBRA",
                         c->a.argv[0], a->head.algebra == FPSAN_RING ? "ring" : "field",
                         c->b.argv[0], b->head.algebra == FPSAN_RING ? "ring" : "field");
    if (a->tail.inputs != b->tail.inputs)
        return error_set(
            e, "%s asks for %" PRIu64 " inputs and %s for %" PRIu64 ": they must ask for the same",
            c->a.argv[0], a->tail.inputs, c->b.argv[0], b->tail.inputs);
    c->algebra = (int)a->head.algebra;
    c->p = a->head.prime;
    c->outputs = a->count;
    c->inputs = a->tail.inputs;
    c->runs++;
    look_for_doubt(c, &c->a, a);
    look_for_doubt(c, &c->b, b);
    if (c->verdict == UNDECIDED)
        return 1;
    for (uint64_t i = 0; i < a->count && i < b->count; i++)
        if (a->outputs[i].payload != b->outputs[i].payload) {
            found_difference(c, a, b, i);
            return 1;
        }
    if (a->count != b->count) {
        c->verdict = c->decisions.count ? UNDECIDED : DIFFERENT;
        c->index = a->count < b->count ? a->count : b->count;
        snprintf(c->reason, sizeof c->reason, "%s gives %" PRIu64 " outputs and %s %" PRIu64 "%s",
                 c->a.argv[0], a->count, c->b.argv[0], b->count,
                 c->decisions.count ? ", and payloads decided branches or integers" : "");
    }
    return 1;
}

static int run_both(struct check *c, struct error *e)
{
    struct record a, b = {0};
    const int ok = program_run(&c->a, &c->setting, &a, e) &&
                   program_run(&c->b, &c->setting, &b, e) && compare(c, &a, &b, e);
    record_free(&a);
    record_free(&b);
    return ok;
}

static void name_of(const struct check *c, const struct doubt *d, int i, char *name, size_t size)
{
    payload_name(&d->head, c->setting.orders, d->payloads[i], name, (unsigned)size);
}

enum { ORDERS = FPSAN_COMPARISONS | FPSAN_EXTREMES | FPSAN_BITS };

static void take(struct check *c, const struct doubt *d)
{
    c->verdict = DIFFERENT;
    c->index = d->index;
    for (int i = 0; i < 2; i++)
        name_of(c, d, i, c->names[i], sizeof c->names[i]);
}

/* Reports whether a difference only stands because a payload is small by chance and is taken for an
 * integer. Modulo another prime, or with another seed in the ring, it then does not stand. */
static int stands_by_chance(const struct check *c, const struct doubt *found)
{
    struct setting other = c->setting;
    struct doubt d = {.a = &c->a, .b = &c->b, .setting = &other, .one = 1, .index = found->index};
    const int ring = c->algebra == FPSAN_RING;
    if (!found->stands || !(found->matters & (ORDERS | FPSAN_CASTS)) || (!ring && c->prime))
        return 0;
    if (ring)
        other.seed++;
    else
        other.prime = other.prime == 0;
    doubt_difference(&d);
    return !d.stands;
}

/* Decides whether a difference is a verdict. If it may come from something that the algebra does
 * not know, the search continues, because another seed has other outcomes of comparisons. */
static void weigh(struct check *c)
{
    struct doubt d = {.a = &c->a, .b = &c->b, .setting = &c->setting};
    if (c->verdict != DIFFERENT || *c->reason)
        return;
    doubt_difference(&d);
    c->matters |= d.matters;
    c->asked |= d.asked;
    c->failed |= d.failed;
    c->verdict = EQUAL;
    if (d.stands && !stands_by_chance(c, &d))
        take(c, &d);
    else
        c->doubts++;
}

/* Tries small integers as inputs. Many comparisons are then between small integers, whose order is
 * that of numbers, so a difference belongs to the functions. */
static void look_at_small_integers(struct check *c)
{
    if (!(c->matters & ORDERS))
        return;
    c->setting.small = 1;
    c->setting.unit = -2;
    for (int64_t k = 1; k <= c->seeds && c->verdict == EQUAL; k++) {
        c->setting.seed = k;
        struct doubt d = {.a = &c->a, .b = &c->b, .setting = &c->setting};
        doubt_difference(&d);
        if (!d.stands)
            continue;
        d.matters |= c->matters;
        if (stands_by_chance(c, &d))
            continue;
        take(c, &d);
        c->seed = k;
        c->small = 1;
    }
    c->setting.small = 0;
}

/* Reports whether another seed may help. It resolves no doubt about a function or about bits. */
static int goes_on(const struct check *c)
{
    return c->verdict == EQUAL && (!c->doubts || (c->matters & FPSAN_COMPARISONS) ||
                                   (c->algebra == FPSAN_RING && c->asked));
}

/* Concludes from all runs. If all are equal so far, the verdict may still be undecided, or depend
 * on orders. */
static void conclude(struct check *c)
{
    if (c->verdict != EQUAL)
        return;
    if (c->doubts) {
        look_at_small_integers(c);
        c->verdict = c->verdict == EQUAL ? UNDECIDED : c->verdict;
        return;
    }
    struct doubt d = {.a = &c->a, .b = &c->b, .setting = &c->setting};
    c->setting.unit = -2;
    c->setting.seed = 1;
    c->setting.prime = c->prime;
    doubt_equal(&d);
    c->matters = d.matters;
}

static int over_seeds(struct check *c, struct error *e)
{
    const int64_t primes = c->prime ? 1 : c->primes;
    for (int64_t p = 0; p < primes && c->verdict == EQUAL; p++) {
        if (p > 0 && (c->algebra == FPSAN_RING || c->doubts))
            return 1; /* the ring has no primes; with doubts another prime does not help */
        c->setting.prime = c->prime ? c->prime : p;
        for (int64_t k = 1; k <= c->seeds && goes_on(c); k++) {
            c->setting.seed = k;
            progress_at((size_t)(p * c->seeds + k));
            if (!run_both(c, e))
                return 0;
            weigh(c);
            if (c->p)
                c->bound_log2 += log2((double)c->degree / c->p);
        }
    }
    return 1;
}

/* Runs f(0) and f of every unit vector, modulo each prime. */
static int over_units(struct check *c, struct error *e)
{
    const int64_t primes = c->algebra == FPSAN_RING || c->prime ? 1 : c->primes;
    const int64_t inputs = (int64_t)c->inputs;
    progress_phase("unit vectors", (size_t)(primes * (inputs + 1)));
    for (int64_t p = 0; p < primes; p++)
        for (int64_t j = -1; j < inputs && c->verdict == EQUAL && !c->doubts; j++) {
            c->setting.prime = c->prime ? c->prime : p;
            c->setting.seed = 1;
            c->setting.unit = j;
            progress_at((size_t)(p * (inputs + 1) + j + 1));
            if (!run_both(c, e))
                return 0;
            weigh(c);
        }
    return 1;
}

/* Searches for one input that shows the difference. A difference between random inputs has no
 * readable values. */
static void explain_difference(struct check *c)
{
    struct check again = *c;
    struct error e;
    const double end = clock_seconds() + c->explain;
    const int64_t inputs = (int64_t)c->inputs;
    if (*c->reason || c->unit >= -1 || c->matters || c->small || c->explain <= 0)
        return;
    progress_phase("looking for one input that shows it (--explain)", (size_t)inputs + 1);
    again.setting.prime = c->prime;
    /* Tries all 0 first, then inputs from both ends: a dropped tail is as common as a wrong
     * start. */
    for (int64_t i = -1; i < inputs; i++) {
        const int64_t j = i < 0 ? -1 : i % 2 ? inputs - 1 - i / 2 : i / 2;
        const double left = end - clock_seconds();
        again.setting.unit = j;
        again.setting.seconds = left < c->setting.seconds ? left : c->setting.seconds;
        again.verdict = EQUAL;
        progress_at((size_t)i + 1);
        const int ran = left > 0 && run_both(&again, &e);
        if (!ran && clock_seconds() >= end)
            snprintf(c->reason, sizeof c->reason,
                     "no single input that shows it was found within %.3g seconds (--explain)",
                     c->explain);
        if (!ran)
            return;
        if (again.verdict == DIFFERENT && (strncmp(again.names[0], "residue", 7) != 0 ||
                                           strncmp(again.names[1], "residue", 7) != 0)) {
            char names[80] = "all inputs 0";
            if (j >= 0)
                snprintf(names, sizeof names, "1 for input %" PRId64 " and 0 for the others", j);
            snprintf(c->reason, sizeof c->reason, "with %s, output %" PRIu64 " is %s against %s",
                     names, again.index, again.names[0], again.names[1]);
            return;
        }
    }
}

static int parse(struct check *c, int argc, char **argv)
{
    static const struct option options[] = {{"seeds", 1, NULL, 'k'},
                                            {"primes", 1, NULL, 'p'},
                                            {"prime", 1, NULL, 'P'},
                                            {"order", 1, NULL, 'n'},
                                            {"degree", 1, NULL, 'd'},
                                            {"linear", 0, NULL, 'l'},
                                            {"timeout", 1, NULL, 't'},
                                            {"explain", 1, NULL, 'e'},
                                            {"algebra", 1, NULL, 'a'},
                                            {"json", 0, NULL, 'j'},
                                            {"help", 0, NULL, 'h'},
                                            {"precise-literals", 0, NULL, 'x'},
                                            {0}};
    int64_t seconds = 60, explain = 10;
    for (int key; (key = getopt_long(argc, argv, "k:p:P:n:d:lt:e:jh", options, NULL)) >= 0;) {
        int ok = 1;
        switch (key) {
        case 'k': ok = read_number("--seeds", optarg, 1, 1000000, &c->seeds); break;
        case 'p': ok = read_number("--primes", optarg, 1, 16, &c->primes); break;
        case 'P': ok = read_number("--prime", optarg, 5, 1321205761, &c->prime); break;
        case 'd': ok = read_number("--degree", optarg, 1, 1 << 24, &c->degree); break;
        case 't': ok = read_number("--timeout", optarg, 1, 100000, &seconds); break;
        case 'e': ok = read_number("--explain", optarg, 0, 100000, &explain); break;
        case 'n': c->setting.orders = optarg; break;
        case 'l': c->linear = 1; break;
        case 'j': c->json = 1; break;
        case 'x': c->setting.precise = 1; break;
        case 'h': fputs(HELP, stdout); exit(0);
        case 'a':
            ok = 0;
            fprintf(stderr,
                    "fpsan check: --algebra: the algebra is chosen when the programs are compiled: "
                    "FPSAN_ALGEBRA=%s fpsan-cc ...\n",
                    optarg);
            break;
        default: ok = 0; fputs("fpsan check: see fpsan check --help\n", stderr);
        }
        if (!ok)
            return 0;
    }
    c->setting.seconds = (double)seconds;
    c->explain = (double)explain;
    return 1;
}

/* Reads A and B, and gives both the arguments after --, which begin at argv[own]. */
static int programs(struct check *c, int argc, char **argv, int own)
{
    const int count = own < argc ? argc - own - 1 : 0;
    if (own - optind != 2) {
        fprintf(stderr,
                "fpsan check: two programs are needed, and here are %d; their own arguments go "
                "behind --\n",
                own - optind);
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        char **all = (char **)calloc((size_t)count + 2, sizeof *all);
        if (!all)
            tools_die("fpsan check", "out of memory", NULL);
        all[0] = argv[optind + i];
        if (count)
            memcpy((void *)(all + 1), (const void *)(argv + own + 1), (size_t)count * sizeof *all);
        (i ? &c->b : &c->a)->argv = c->arguments[i] = all;
    }
    return 1;
}

/* Runs the searches that the verdict does not need, each within its time. */
static void look_further(struct check *c)
{
    if (c->verdict == DIFFERENT)
        explain_difference(c);
    if (c->verdict == UNDECIDED && c->explain > 0)
        look_natively(c);
}

int check_main(int argc, char **argv)
{
    struct check c = {
        .seeds = 4, .primes = 2, .degree = 1, .setting = {.unit = -2}, .distance = -1};
    struct error e;
    char folder[256];
    int own = 1; /* counts our arguments, those before -- */
    while (own < argc && strcmp(argv[own], "--") != 0)
        own++;
    if (!parse(&c, own, argv) || !programs(&c, argc, argv, own))
        return 2;
    tools_make_folder(folder, sizeof folder);
    c.setting.folder = folder;
    progress_phase("seeds", (size_t)(c.seeds * c.primes));
    int ok = over_seeds(&c, &e);
    if (ok && c.verdict == EQUAL && !c.doubts && c.linear)
        ok = over_units(&c, &e);
    if (ok)
        conclude(&c);
    progress_end();
    if (ok && !c.json) {
        report_text(&c);
        fflush(stdout);
    }
    const int had = *c.reason != 0;
    if (ok)
        look_further(&c);
    progress_end();
    tools_remove_folder(folder);
    if (ok && c.json)
        ok = report_json(&c, &e);
    if (ok && !c.json) {
        report_more(had ? "" : c.reason);
        report_more(c.natively);
    }
    if (!ok)
        fprintf(stderr, "fpsan check: %s\n", e.text);
    free((void *)c.arguments[0]);
    free((void *)c.arguments[1]);
    return ok && fflush(stdout) == 0 ? (int)c.verdict : 2;
}
