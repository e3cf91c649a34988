/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_BENCH_PICTURE_H
#define STET_BENCH_PICTURE_H

#include "bench/row.h"

#include <stdio.h>

/* Draws GFLOPS against the binary logarithm of N as SVG, with a colour for each library and dashes
 * for each precision. Each row is a dot; lines join the powers of two. */
void picture_rows(const struct bench_row *rows, int count, const char *cpu, FILE *out);

#endif
