/* SPDX-License-Identifier: Apache-2.0 */
/* stet info --plan describes how the library runs a transform. */
#ifndef STET_CLI_PLAN_H
#define STET_CLI_PLAN_H

#include "files/array.h"
#include "stet.h"

struct plan_request {
    bool is_option; /* an option that needs --plan was given */
    int rank;       /* 0: no --plan */
    ptrdiff_t n[RANK_MAX];
    int kind, precision, mode, level, threads;
    bool inverse, strided;
    ptrdiff_t batch;
};

struct plan_request plan_request_new(void);
bool plan_take_option(struct plan_request *r, int key, const char *value, struct error *e);

/* Makes the plan and prints its description: a table, or one JSON object. */
bool plan_print(const struct plan_request *r, bool as_json, struct error *e);

#endif
