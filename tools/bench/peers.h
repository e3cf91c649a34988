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
    PEERS_ALL = 15,
    PEER_CUFFT = 16,
    PEER_VKFFT = 32,
    PEERS_OF_DEVICES = 48
};

struct peers {
    int asked;
    struct library fftw[FFTW_BUILDS][2]; /* float, double */
    struct library mkl;
};

/* Finds and loads the libraries in `asked`, FFTW of one precision or, if it is 0, of both. MKL is
 * loaded for PEER_MKL, and only found for PEER_CBWR. mkl and fftw are their paths, or NULL. */
void peers_load(struct peers *p, int asked, int precision, int threads, const char *mkl,
                const char *fftw);
/* Stores the names of the columns that they may fill, in order. */
int peers_columns(const struct peers *p, const char *names[CONTENDERS_MAX]);
/* Makes plans for w with all loaded libraries. A library without one is left out; say_why gets the
 * reason, and other notes about a plan. */
int peers_contend(const struct peers *p, const struct work *w, struct arrays *a,
                  struct contender *c, void (*say_why)(void *context, const char *text),
                  void *context);

#endif
