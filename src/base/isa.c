/* SPDX-License-Identifier: Apache-2.0 */
#include "base/isa.h"

#include <string.h>

/* All that there are, from the lowest to the highest. */
static const char *const names[] = {"soft",     "sse2", "scalar", "fma128",    "neon",
                                    "neonfp16", "avx2", "avx512", "avx512fp16"};

enum { NAMES = sizeof names / sizeof *names };

/* NAMES for a name that is none. */
static int rank_of(const char *name)
{
    int i = 0;
    while (i < NAMES && strcmp(names[i], name) != 0)
        i++;
    return i;
}

int stet_isa_is_name(const char *name) { return rank_of(name) < NAMES; }

int stet_isa_choose(const char *name, unsigned features, const void *rows, size_t size, int count)
{
    const int highest = rank_of(name);
    int best = 0;
    for (int i = 1; i < count; i++) {
        const stet_isa_row *row = (const stet_isa_row *)((const char *)rows + (size_t)i * size);
        if (stet_isa_can_run(row, features) && rank_of(row->name) <= highest)
            best = i;
    }
    return best;
}
