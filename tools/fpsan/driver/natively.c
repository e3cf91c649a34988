/* SPDX-License-Identifier: Apache-2.0 */
/* Measures how far apart the outputs of two uninstrumented programs are on ordinary numbers. If the
 * algebra cannot decide, the size of the rounding errors gives a hint. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "meaning.h"
#include "files/progress.h"

/* Returns the largest difference between one run of both, relative to the largest output; 0 if
 * there is nothing to compare. An output that is not finite in both is ignored; in one only, the
 * distance is infinite. */
static double distance_of(const struct record *a, const struct record *b)
{
    double largest = 0, apart = 0;
    for (uint64_t i = 0; i < a->count && i < b->count; i++) {
        const double x = fpsan_value(a->outputs[i].payload, (uint32_t)a->outputs[i].kind),
                     y = fpsan_value(b->outputs[i].payload, (uint32_t)b->outputs[i].kind);
        if (isfinite(x) != isfinite(y))
            return (double)INFINITY;
        if (!isfinite(x))
            continue;
        largest = fmax(largest, fmax(fabs(x), fabs(y)));
        apart = fmax(apart, fabs(x - y));
    }
    return apart > 0 ? apart / largest : 0;
}

static void say_distance(struct check *c)
{
    char far[48] = "an output that is a number in one only";
    if (isfinite(c->distance))
        snprintf(far, sizeof far, "%.1g apart", c->distance);
    snprintf(c->natively, sizeof c->natively, "on ordinary numbers, natively: %s",
             c->distance == 0 ? "the same outputs" : far);
    const size_t used = strlen(c->natively);
    snprintf(c->natively + used, sizeof c->natively - used, "%s",
             c->distance == 0     ? ": most likely equal"
             : c->distance < 1e-5 ? ", as rounding may leave them: most likely equal"
             : c->distance < 1e-3 ? ", more than rounding leaves as a rule"
                                  : ": most likely different");
}

/* Runs both programs. Returns 0 if one fails. */
static int run_natively(struct check *c, const struct setting *s)
{
    struct record a, b = {0};
    struct error e;
    const int ok =
        program_run(&c->a, s, &a, &e) && program_run(&c->b, s, &b, &e) && a.count == b.count;
    if (ok)
        c->distance = fmax(c->distance, distance_of(&a, &b));
    record_free(&a);
    record_free(&b);
    return ok;
}

void look_natively(struct check *c)
{
    struct setting s = c->setting;
    const double end = clock_seconds() + c->explain;
    int goes_on = 1;
    s.unit = -2;
    c->distance = -1;
    for (int i = 0; i < 4 && goes_on; i++) {
        const double left = end - clock_seconds();
        s.native = 1 + i / 2;
        s.seed = 1 + i % 2;
        s.seconds = left < c->setting.seconds ? left : c->setting.seconds;
        goes_on = left > 0 && run_natively(c, &s);
    }
    if (c->distance >= 0)
        say_distance(c);
}
