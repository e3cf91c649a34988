/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of the library in the hands of a test: each request is counted and may be refused, and
 * each block has to come back. For programs that link stet_failing (CMakeLists.txt), which puts
 * this between the library and libc: all its blocks come from aligned_alloc and go to free
 * (src/base/alloc.c). From any thread. */
#ifndef STET_TESTS_LIB_FAILING_H
#define STET_TESTS_LIB_FAILING_H

#include <stddef.h>

#include "stet.h"

/* Count requests from 0 again, and refuse this one, the first being number 1; 0: none. Returns
 * which one would have been refused until now. */
long failing_at(long request);

long failing_asked(void);   /* requests since then, refused ones too */
int failing_alive(void);    /* blocks that nobody has given back, */
size_t failing_bytes(void); /* and their sizes in all */

/* Refuse the first request of act(context), then the second ... until none is left to refuse: it
 * returns STET_E_MEMORY each time, and STET_OK at last, and no block is alive after it. Returns how
 * many requests there are. */
int failing_each(stet_status (*act)(void *context), void *context);

#endif
