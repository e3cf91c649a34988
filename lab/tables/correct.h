/* SPDX-License-Identifier: Apache-2.0 */
/* The sections of stet-lab tables correct share these declarations. */
#ifndef STET_LAB_TABLES_CORRECT_H
#define STET_LAB_TABLES_CORRECT_H

#include "files/progress.h"
#include "stet.h"
#include "tables/table.h"

/* In [-1, 1), on the grid of 2^-23. */
double correct_uniform(uint64_t *state);

bool correct_costs(struct tables *t, struct error *e);

#endif
