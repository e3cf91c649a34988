/* SPDX-License-Identifier: Apache-2.0 */
/* All planners of a process share these settings; some come from the environment. */
#ifndef STET_FFTW3_SETTINGS_H
#define STET_FFTW3_SETTINGS_H

#include "problem.h"
#include "stet.h"

typedef void parallel_loop(void *(*work)(char *), char *jobs, size_t size, int count, void *data);

/* Sets the options of plans: level (0 if STET_LEVEL names none of this library), threads and their
 * executor. Settings that are not understood (stet.h) cause a message on stderr, once in a
 * process. */
void stet_fftw_settle(stet_options *o, unsigned flags);
/* Returns the name of a level: "native" ... */
const char *stet_fftw_level_name(stet_level level);

/* Prints on stderr, once in a process and library: a level that is not available, and an execution
 * of a NULL plan, which would otherwise be a silent success. */
void stet_fftw_say_refusal(refusal why);
/* Suppresses all later messages. */
void stet_fftw_hush(void);

void stet_fftw_threads(int count);
int stet_fftw_threads_now(void);
void stet_fftw_callback(parallel_loop *loop, void *data);

/* The functions that libfftw3_threads and libfftw3_omp call here, because their own functions have
 * the same names. */
typedef struct threads_door {
    void (*set)(int threads);
    int (*get)(void);
    void (*callback)(parallel_loop *loop, void *data);
    void (*cleanup)(void);
} threads_door;
extern const threads_door X(stet_threads);

#endif
