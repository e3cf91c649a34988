/* SPDX-License-Identifier: Apache-2.0 */
/* What all planners of the process share, and what the environment says. */
#ifndef STET_FFTW3_SETTINGS_H
#define STET_FFTW3_SETTINGS_H

#include "problem.h"
#include "stet.h"

typedef void parallel_loop(void *(*work)(char *), char *jobs, size_t size, int count, void *data);

/* How plans are made: level (0: STET_LEVEL is none of this library), threads and who runs them.
 * Settings that are not understood (stet.h) are said on stderr, each once in a process. */
void stet_fftw_settle(stet_options *o, unsigned flags);
/* "native" ... of a level. */
const char *stet_fftw_level_name(stet_level level);

/* On stderr, each once in a process and library: a level that is not here, and an execution of no
 * plan, which would be a silent success. */
void stet_fftw_say_refusal(refusal why);
/* From now on nothing is said. */
void stet_fftw_hush(void);

void stet_fftw_threads(int count);
int stet_fftw_threads_now(void);
void stet_fftw_callback(parallel_loop *loop, void *data);

/* What libfftw3_threads and libfftw3_omp call: their own functions have the same names here. */
typedef struct threads_door {
    void (*set)(int threads);
    int (*get)(void);
    void (*callback)(parallel_loop *loop, void *data);
    void (*cleanup)(void);
} threads_door;
extern const threads_door X(stet_threads);

#endif
