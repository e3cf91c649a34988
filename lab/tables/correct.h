/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the sections of stet-lab tables correct. */
#ifndef STET_LAB_TABLES_CORRECT_H
#define STET_LAB_TABLES_CORRECT_H

#include "files/progress.h"
#include "stet.h"
#include "tables/table.h"

/* Returns a number in [-1, 1), a multiple of 2^-23. */
double correct_uniform(uint64_t *state);

bool correct_costs(struct tables *t, struct error *e);

#endif
