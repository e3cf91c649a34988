/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_BENCH_PICTURE_H
#define STET_BENCH_PICTURE_H

#include "bench/row.h"

#include <stdio.h>

/* GFLOPS against the binary logarithm of N as SVG, a colour for each library: a dot for each
 * row; powers of two are joined by a line, broken for f64. */
void picture_rows(const struct bench_row *rows, int count, const char *cpu, FILE *out);

#endif
