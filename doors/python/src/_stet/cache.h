/* SPDX-License-Identifier: Apache-2.0
 *
 * Plans that were used before, least recently used first to go. All of this may be called from any
 * thread, with the GIL or without.
 */
#ifndef STET_PY_CACHE_H
#define STET_PY_CACHE_H

#include "module.h"

typedef struct stet_py_plan stet_py_plan;

/* A plan of these options, made or found: *plan belongs to the caller until stet_py_plan_put().
 * With only_cached, STET_OK and *plan NULL if it would have to be made. Returns what
 * stet_plan_create() returns. */
stet_status stet_py_plan_get(const stet_options *options, int only_cached, stet_py_plan **plan);
/* Whether the plan, which somebody holds, is one of these options, but for the effort: then it
 * belongs to the caller too, until stet_py_plan_put(). */
int stet_py_plan_use(stet_py_plan *plan, const stet_options *options);
void stet_py_plan_put(stet_py_plan *plan); /* NULL is allowed */

/* A capsule that gives the plan back when it goes (it does so at once if it fails, with an
 * exception set). */
PyObject *stet_py_plan_capsule(stet_py_plan *plan);
/* The plan of a capsule, which stays the capsule's; NULL with an exception set. */
stet_py_plan *stet_py_plan_in(PyObject *capsule);

const stet_plan *stet_py_plan_of(const stet_py_plan *plan);

#endif /* STET_PY_CACHE_H */
