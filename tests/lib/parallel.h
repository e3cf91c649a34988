/* SPDX-License-Identifier: Apache-2.0 */
/* Two parallel-fors as a caller may write them (stet_parallel_for). */
#ifndef STET_TESTS_LIB_PARALLEL_H
#define STET_TESTS_LIB_PARALLEL_H

#include "stet.h"

/* One task after the other, the last one first. context: an int that counts the tasks of
 * loops of more than one, or NULL. */
void parallel_reverse(void *context, ptrdiff_t count, stet_task *task, void *data);

/* Each task in a POSIX thread of its own, none in the caller's. */
void parallel_threads(void *context, ptrdiff_t count, stet_task *task, void *data);

#endif
