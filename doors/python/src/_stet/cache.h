/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps plans in a cache, which drops the least recently used ones first. Any thread may call these
 * functions, with the GIL or without it. */
#ifndef STET_PY_CACHE_H
#define STET_PY_CACHE_H

#include "module.h"

typedef struct stet_py_plan stet_py_plan;

/* Makes or finds a plan of these options; the caller holds *plan until stet_py_plan_put(). With
 * only_cached it makes none: it returns STET_OK, and *plan is NULL if the cache has none. Returns
 * the status of stet_plan_create(). */
stet_status stet_py_plan_get(const stet_options *options, int only_cached, stet_py_plan **plan);
/* Reports whether the plan has these options, except the effort. If so, the caller holds it too,
 * until stet_py_plan_put(). The plan must be held already. */
int stet_py_plan_use(stet_py_plan *plan, const stet_options *options);
void stet_py_plan_put(stet_py_plan *plan); /* NULL does nothing */

/* Returns a capsule that puts the plan when it is freed. On failure it puts the plan and sets an
 * exception. */
PyObject *stet_py_plan_capsule(stet_py_plan *plan);
/* Returns the plan of a capsule, which still holds it; NULL with an exception set. */
stet_py_plan *stet_py_plan_in(PyObject *capsule);

const stet_plan *stet_py_plan_of(const stet_py_plan *plan);

#endif /* STET_PY_CACHE_H */
