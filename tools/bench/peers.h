/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the other libraries of one run of the benchmark. */
#ifndef STET_BENCH_PEERS_H
#define STET_BENCH_PEERS_H

#include "bench/arrays.h"
#include "bench/contender.h"
#include "bench/measure.h"

/* The last two are on devices (device_peer.h). */
enum {
    PEER_FFTW = 1,
    PEER_MKL = 2,
    PEER_CBWR = 4,
    PEER_FFTW512 = 8,
    PEER_POCKETFFT = 16,
    PEERS_ALL = 31,
    PEER_CUFFT = 32,
    PEER_VKFFT = 64,
    PEERS_OF_DEVICES = 96
};

struct peers {
    int asked;
    struct library fftw[FFTW_BUILDS][2]; /* float, double */
    struct library mkl, pocketfft;
};

/* The path of each library, or NULL. */
struct peer_paths {
    const char *mkl, *fftw, *pocketfft;
};

/* Finds and loads the libraries in `asked`, FFTW of one precision or, if it is 0, of both. MKL is
 * loaded for PEER_MKL, and only found for PEER_CBWR. */
void peers_load(struct peers *p, int asked, int precision, int threads,
                const struct peer_paths *at);

/* In FIRST_CALLS FFTW makes no plan that it measures. */
enum calls { REPEATED_CALLS, FIRST_CALLS };
/* Stores a number for each plan that the loaded libraries can make, in the order of the columns;
 * precision 0: in any precision. */
int peers_list(const struct peers *p, enum calls calls, int precision, int list[CONTENDERS_MAX]);
const char *peer_name(int maker);
bool peer_contend(int maker, const struct work *w, const struct arrays *a, struct contender *c,
                  struct error *e);
/* Makes plans for w with all loaded libraries. A library without one is left out; say_why gets the
 * reason, and other notes about a plan. */
int peers_contend(const struct peers *p, const struct work *w, struct arrays *a,
                  struct contender *c, void (*say_why)(void *context, const char *text),
                  void *context);

#endif
