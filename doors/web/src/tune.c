/* SPDX-License-Identifier: Apache-2.0 */
/* Measures this instance and prints its tuning file, src/lines/tuned/any-<instance>.json. It takes
 * minutes on an idle machine. */
#include <stdio.h>
#include <stdlib.h>

#include "stet.h"

enum { LEAST = 1, MOST = 18 }; /* powers of two */

static void measure(stet_kind kind, stet_precision precision, int log2)
{
    stet_options o;
    stet_plan *plan;
    const stet_dim dim = {(ptrdiff_t)1 << log2, 1, 1};
    stet_options_init(&o);
    o.kind = kind;
    o.precision = precision;
    o.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    o.rank = 1;
    o.dims = &dim;
    o.effort = STET_EFFORT_MEASURE;
    if (stet_plan_create(&plan, &o) == STET_OK)
        stet_plan_destroy(plan);
}

int main(void)
{
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    for (int k = 0; k < 3; k++)
        for (int log2 = LEAST; log2 <= MOST; log2++) {
            measure(kinds[k], STET_F32, log2);
            measure(kinds[k], STET_F64, log2);
        }
    const size_t size = stet_tuning_write(NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL)
        return EXIT_FAILURE;
    stet_tuning_write(text, size);
    fputs(text, stdout);
    free(text);
    return EXIT_SUCCESS;
}
