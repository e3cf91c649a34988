/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the verdict of fpsan check as text and as JSON. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "files/json.h"
#include "kinds.h"

static const char *const VERDICTS[] = {"EQUAL", "DIFFERENT", "UNDECIDED"};

static const char *const FUNCTIONS[] = {
#define NAME(name, arguments) #name,
    FPSAN_OPERATIONS(NAME)
#undef NAME
};

/* Collects sentences about a verdict. */
struct lines {
    char text[16][400];
    int count;
};

static void say(struct lines *l, const char *text)
{
    snprintf(l->text[l->count++], sizeof l->text[0], "%s", text);
}

static void say_functions(struct lines *l, const struct check *c)
{
    const char *algebra = c->algebra == FPSAN_RING ? "ring" : "field";
    char *text = l->text[l->count++];
    size_t used = (size_t)snprintf(text, sizeof l->text[0],
                                   "the difference depends on functions of which the %s knows "
                                   "only that equal arguments give equal values:",
                                   algebra);
    for (int i = 0; i < FPSAN_OP_COUNT && used < sizeof l->text[0]; i++)
        if (c->asked >> i & 1)
            used += (size_t)snprintf(text + used, sizeof l->text[0] - used, " %s%s%s", FUNCTIONS[i],
                                     i == FPSAN_OP_div ? " by even payloads"
                                     : i == FPSAN_OP_exp2 && c->algebra == FPSAN_RING
                                         ? " (its base is not 2)"
                                         : "",
                                     c->asked >> i > 1 ? "," : "");
}

static void hint(struct lines *l, const struct check *c)
{
    static const uint64_t of_ring = UINT64_C(1) << FPSAN_OP_exp | UINT64_C(1) << FPSAN_OP_exp2 |
                                    UINT64_C(1) << FPSAN_OP_expm1 | UINT64_C(1) << FPSAN_OP_sin |
                                    UINT64_C(1) << FPSAN_OP_cos | UINT64_C(1) << FPSAN_OP_tan;
    static const uint64_t of_field = UINT64_C(1) << FPSAN_OP_div | UINT64_C(1) << FPSAN_OP_sqrt |
                                     UINT64_C(1) << FPSAN_OP_rsqrt | UINT64_C(1) << FPSAN_OP_hypot;
    if (c->algebra == FPSAN_FIELD && (c->asked & of_ring))
        say(l,
            "try FPSAN_ALGEBRA=ring: it knows exp(x + y) = exp(x) exp(y), the sums of angles and "
            "sin^2 + cos^2 = 1");
    if (c->algebra == FPSAN_RING && (c->asked & of_field))
        say(l,
            "try FPSAN_ALGEBRA=field: it has all quotients, and square roots of small fractions");
}

/* Adds advice about places that stay native, each advice once. */
static void advise(struct lines *l, const struct places *native)
{
    static const struct {
        const char *part, *advice;
    } all[] = {
        {": a call of llvm.",
         "an intrinsic without a rule: in that place write C for FPSan, in #ifdef FPSAN"},
        {": a call of ",
         "a call: compile its source by fpsan-cc too, or write it with functions of <math.h> (a "
         "complex one by its real and imaginary part), or say what it is: "
         "FPSAN_TREAT=NAME=FUNCTION fpsan-cc ..."},
        {": inline assembly", "inline assembly: write C for FPSan there, in #ifdef FPSAN"},
        {"(x87, quad", "long double: -mlong-double-64 makes it a double"},
        {": a test of the class",
         "a test for subnormal numbers, which an algebra has not: leave it out in "
         "#ifdef FPSAN"},
    };
    int said[sizeof all / sizeof *all] = {0};
    for (int i = 0; i < native->count; i++)
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            if (!strstr(native->text[i], all[k].part))
                continue;
            if (!said[k]++)
                say(l, all[k].advice);
            break;
        }
}

static void doubts(struct lines *l, const struct check *c)
{
    if (c->matters & FPSAN_FUNCTIONS) {
        say_functions(l, c);
        hint(l, c);
    }
    if (c->matters & (FPSAN_COMPARISONS | FPSAN_EXTREMES))
        say(l,
            "the difference depends on how comparisons, absolute values, min or max come out, and "
            "payloads have an order of their own: without them, or with both ways as outputs, it "
            "is decided");
    if (c->matters & FPSAN_BITS)
        say(l, "the difference depends on bits or integers that are taken from numbers, which are "
               "boxes or payloads there");
    if (c->matters & FPSAN_INTEGERS)
        say(l,
            "the difference is gone where literal integers are sums of ones; in the ring they are "
            "not, 2 x is not x + x: try FPSAN_ALGEBRA=field");
    if (c->matters & FPSAN_EXPONENTS)
        say(l, "the difference is gone where exp has one base in all formats; in the ring each "
               "format has its own: FPSAN_EXP=article fpsan check ... has one for all");
    if (c->matters & FPSAN_CASTS)
        say(l, "the difference depends on conversions to a wider format, of which the ring knows "
               "only the low bits: try FPSAN_ALGEBRA=field, where they change nothing");
    if (c->matters & FPSAN_FRACTIONS)
        say(l, c->algebra == FPSAN_RING
                   ? "the difference depends on literals with a fraction, symbols to the ring: 0.5 "
                     "+ 0.5 is not 1 there: try FPSAN_ALGEBRA=field, which knows them"
                   : "the difference depends on literals that the field takes for symbols, having "
                     "no name for them: sums and products of such are not those of the numbers");
    if (c->failed)
        say(l, "the runs that tell what the difference depends on did not end well: try a longer "
               "--timeout");
}

static void caveats(struct lines *l, const struct check *c)
{
    if (c->linear && c->verdict == EQUAL)
        say(l,
            "0 and all unit vectors agree: proved modulo the primes, if both programs are linear");
    if (c->decisions.count)
        say(l, "payloads decided branches or integers: equal on the paths that were taken");
    if (c->matters & (FPSAN_COMPARISONS | FPSAN_EXTREMES))
        say(l, "outputs depend on how comparisons, absolute values, min or max come out, in the "
               "order of "
               "payloads: equal for the outcomes that occurred, and a bound is one for these");
    if (c->matters & FPSAN_BITS)
        say(l, "outputs depend on bits or integers that are taken from numbers, which are boxes or "
               "payloads there: equal for these");
}

static struct lines lines_of(const struct check *c)
{
    struct lines l = {.count = 0};
    if (c->verdict == EQUAL)
        caveats(&l, c);
    else if (c->verdict == UNDECIDED && c->doubts)
        doubts(&l, c);
    advise(&l, &c->native);
    return l;
}

static void print_places(const char *what, const struct places *p)
{
    for (int i = 0; i < p->count; i++)
        printf("  %s: %s\n", what, p->text[i]);
}

void report_more(const char *sentence)
{
    if (*sentence)
        printf("  %s\n", sentence);
}

static void print_bound(const struct check *c)
{
    printf("  %" PRIu64 " inputs, %" PRIu64 " outputs, %d runs of each\n", c->inputs, c->outputs,
           c->runs);
    if (c->algebra == FPSAN_RING)
        printf("  no bound: the ring has zero divisors\n");
    else
        printf("  a difference of degree at most %" PRId64
               " escapes with probability at most 2^%.0f\n",
               c->degree, c->bound_log2);
}

void report_text(const struct check *c)
{
    const struct lines l = lines_of(c);
    printf("%s\n", VERDICTS[c->verdict]);
    if ((c->verdict == DIFFERENT || c->doubts) && *c->names[0])
        printf("  %soutput %" PRIu64 ", seed %" PRId64 ": %s against %s\n",
               c->small ? "of small integers as inputs, " : "", c->index, c->seed, c->names[0],
               c->names[1]);
    report_more(c->reason);
    if (c->verdict == EQUAL)
        print_bound(c);
    for (int i = 0; i < l.count; i++)
        printf("  %s\n", l.text[i]);
    print_places("native", &c->native);
    if (c->verdict != DIFFERENT)
        print_places("decided", &c->decisions);
    print_places("remark", &c->remarks);
}

static json_t *array_of(const char *text, size_t step, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_string_nocheck(text + (size_t)i * step));
    return array;
}

static json_t *places_array(const struct places *p)
{
    return array_of(p->text[0], sizeof p->text[0], p->count);
}

/* Returns the list of facts that the algebra would need. */
static json_t *unknown_array(const struct check *c)
{
    static const struct {
        unsigned classes;
        const char *name;
    } others[] = {{FPSAN_COMPARISONS | FPSAN_EXTREMES, "order"},
                  {FPSAN_BITS, "bits"},
                  {FPSAN_INTEGERS, "integers"},
                  {FPSAN_FRACTIONS, "literals"},
                  {FPSAN_EXPONENTS, "base of exp"},
                  {FPSAN_CASTS, "conversions"}};
    json_t *array = json_array();
    const unsigned matters = c->doubts ? c->matters : 0;
    for (int i = 0; i < FPSAN_OP_COUNT && matters & FPSAN_FUNCTIONS; i++)
        if (c->asked >> i & 1)
            json_array_append_new(array, json_string(FUNCTIONS[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (matters & others[i].classes)
            json_array_append_new(array, json_string(others[i].name));
    return array;
}

int report_json(const struct check *c, struct error *e)
{
    const struct lines l = lines_of(c);
    json_t *o =
        json_pack("{s:s, s:s, s:I, s:I, s:i, s:b, s:o, s:o, s:o, s:o, s:o}", "verdict",
                  VERDICTS[c->verdict], "algebra", c->algebra == FPSAN_RING ? "ring" : "field",
                  "inputs", (json_int_t)c->inputs, "outputs", (json_int_t)c->outputs, "runs",
                  c->runs, "linear", c->linear, "native", places_array(&c->native), "decisions",
                  places_array(&c->decisions), "remarks", places_array(&c->remarks), "caveats",
                  array_of(l.text[0], sizeof l.text[0], l.count), "unknown", unknown_array(c));
    if (*c->reason)
        json_object_set_new(o, "reason", json_string_nocheck(c->reason));
    if ((c->verdict == DIFFERENT || c->doubts) && *c->names[0]) {
        json_object_set_new(o, "index", json_integer((json_int_t)c->index));
        json_object_set_new(o, "seed", json_integer(c->seed));
        json_object_set_new(o, "small", json_boolean(c->small));
        json_object_set_new(o, "a", json_string_nocheck(c->names[0]));
        json_object_set_new(o, "b", json_string_nocheck(c->names[1]));
    }
    if (c->distance >= 0) {
        if (c->distance <= 1e300)
            json_object_set_new(o, "distance", json_real(c->distance));
        json_object_set_new(o, "natively", json_string_nocheck(c->natively));
    }
    if (c->verdict == EQUAL && c->algebra == FPSAN_FIELD) {
        json_object_set_new(o, "degree", json_integer(c->degree));
        json_object_set_new(o, "log2_bound", json_real(c->bound_log2));
    }
    return json_print(o, JSON_INDENT(2) | JSON_SORT_KEYS, stdout, "standard output", e);
}
