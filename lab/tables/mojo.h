/* SPDX-License-Identifier: Apache-2.0 */
/* The sections of the table mojo. Each returns false with e set if it fails. */
#ifndef STET_LAB_TABLES_MOJO_H
#define STET_LAB_TABLES_MOJO_H

#include "tables/table.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

bool mojo_precision(struct tables *t, struct error *e);
bool mojo_constants(struct tables *t, struct error *e);
bool mojo_rounding(struct tables *t, struct error *e);
bool mojo_experiment(struct tables *t, struct error *e);
bool mojo_order(struct tables *t, struct error *e);
void mojo_draw(FILE *out);

/* Returns a random number, the same in every run and on every machine. */
uint64_t mojo_random(uint64_t *state);
/* Returns a nearly normal number, mean 0, variance 1: the sum of twelve uniform numbers minus 6. No
 * libm. */
float mojo_normal(uint64_t *state);

static inline uint32_t mojo_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#endif
