/* SPDX-License-Identifier: Apache-2.0 */
/* Inside exact_class.h: what is known of one transform, and its files' ways to each other. */
#ifndef STET_CORRECT_CLASS_H
#define STET_CORRECT_CLASS_H

#include "correct/digits.h"
#include "correct/exact_class.h"
#include "correct/integers.h"
#include "correct/ring.h"

struct stet_tower;
struct stet_sheet;

struct stet_exact {
    const struct stet_dft *dft;
    const struct stet_correct_kernels *kernels;
    char *room, *room_at, *room_end; /* lent memory; from room_at on it is not taken yet */
    ptrdiff_t size;                  /* N */
    ptrdiff_t line;                  /* N if at most one length is not 1; else 0 */
    struct stet_primes primes;       /* of N */
    int64_t s, f;                    /* the scale is 1/(s sqrt(f)), f free of squares */
    bool unprobed;                   /* no probes are made */
    int probes;                      /* so far, in several dimensions */
    bool scanned;
    struct stet_digits digits; /* once scanned */
    struct stet_tower *tower;  /* one dimension: every orbit's answer, once there */
    struct stet_sheet *sheets; /* several: those of one order and choice of axes each */
    int64_t *digit;            /* of all inputs: plane by plane real parts, then imaginary parts */
};

/* The root that an output takes: X_k = sum_n x_n zeta_L^-(steps . n). Outputs of the inverse are taken as
 * those of the forward transform at -k. */
struct stet_phase {
    int64_t L;
    ptrdiff_t index; /* k, for the forward transform */
};

struct stet_phase stet_phase_of(const struct stet_exact *exact, ptrdiff_t index);

/* For the axis of length n: its component k of the index gives the step (turns of 1/L). */
static inline int64_t stet_phase_step(int64_t L, int64_t n, int64_t k)
{
    int64_t g = stet_gcd(k, n);
    return stet_times_mod(k / g % L, L / (n / g) % L, L);
}

/* size bytes, from what was lent if it is there; what is freed there is not used again. */
void *stet_exact_alloc(struct stet_exact *exact, size_t size);
void stet_exact_free(const struct stet_exact *exact, void *block);

void stet_exact_scan(struct stet_exact *exact);

/* fold.c: a[m], b[m] = the sums of digit p of the inputs with phase m; b is left alone for real
 * inputs. */
void stet_fold(const struct stet_exact *exact, const struct stet_phase *phase, int p, int64_t *a,
               int64_t *b);

/* probe.c: true if a coordinate that would be zero is found not to be: the part is no rational
 * multiple of sqrt(f). False says nothing. */
bool stet_probe(const struct stet_exact *exact, const struct stet_phase *phase,
                const struct stet_ring *ring, int part);

/* tower.c: one dimension, all orbits. *found says whether the answer for output index is known; if
 * compute is true it will be. */
stet_status stet_tower_decide(struct stet_exact *exact, const struct stet_phase *phase,
                              unsigned parts, bool compute, bool *found,
                              struct stet_exact_class *class);
void stet_tower_free(struct stet_exact *exact);

/* sheet.c: several dimensions. */
stet_status stet_sheet_decide(struct stet_exact *exact, const struct stet_phase *phase,
                              unsigned parts, struct stet_exact_class *class);
void stet_sheets_free(struct stet_sheet *sheet);

/* The sign of sqrt(f) under zeta_L -> zeta_L^k: 1 or -1 if it is in the field, else 1. */
int stet_root_sign(const struct stet_exact *exact, int64_t L, int64_t k);

#endif
