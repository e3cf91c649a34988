/* SPDX-License-Identifier: Apache-2.0 */
/* Prints rows for people as soon as they are measured. */
#ifndef STET_BENCH_TABLE_H
#define STET_BENCH_TABLE_H

#include "bench/row.h"

/* The columns of the table. */
struct columns {
    const char *peers[CONTENDERS_MAX];
    int peer_count;
    bool batch, first, over[MODES];
};

void table_heading(const struct columns *c, const struct work *w);
void table_row(const struct columns *c, const struct bench_row *r);
/* Prints geometric means, and explains the columns. */
void table_end(const struct columns *c, const struct bench_row *rows, int count);

#endif
