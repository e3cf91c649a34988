/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction sets by name, in their one order, and the choice among the rows of a table of kernels. */
#ifndef STET_BASE_ISA_H
#define STET_BASE_ISA_H

#include <stddef.h>

/* How a row of a table of kernels begins: any table of any room. Rows go from the lowest instruction
 * set to the highest, and every CPU can run the first. */
typedef struct stet_isa_row {
    const char *name;
    unsigned needs; /* stet_cpu_features() */
} stet_isa_row;

/* Whether it is one of the names that stet.h lists. */
int stet_isa_is_name(const char *name);

/* Whether a CPU with those features can run the row. */
static inline int stet_isa_can_run(const stet_isa_row *row, unsigned features)
{
    return (row->needs & ~features) == 0;
}

/* Which of `count` rows, of `size` bytes each, runs where the instruction set `name` is in use: the
 * highest one that is not above it and that a CPU with those features can run. An unknown name is no
 * limit. */
int stet_isa_choose(const char *name, unsigned features, const void *rows, size_t size, int count);

#endif
