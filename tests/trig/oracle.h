/* SPDX-License-Identifier: Apache-2.0 */
/* The truth, from MPFR: cosu and sinu take k and n themselves, so that no angle is rounded. */
#ifndef TESTS_TRIG_ORACLE_H
#define TESTS_TRIG_ORACLE_H

#include <stdint.h>

/* Everything that can be asked about one root, correctly rounded; zeros are +0. */
typedef struct root_truth {
    float c_f32, s_f32;
    double c_f64, s_f64;
    double c_dd[2], s_dd[2];
} root_truth;

typedef struct twiddle_truth {
    int rho;
    float m_f32, t_f32;
    double m_f64, t_f64;
} twiddle_truth;

root_truth oracle_root(int64_t k, uint64_t n);
twiddle_truth oracle_twiddle(uint64_t L, uint64_t j);

/* Release what MPFR keeps. */
void oracle_close(void);

/* Fail the cmocka test with a message unless the public functions, or the twiddles of the
 * table, have these very bits. */
struct stet_roots;
void check_root(int64_t k, uint64_t n);
void check_twiddle(const struct stet_roots *roots, uint64_t L, uint64_t j);

/* A random number below bound, the same sequence in every run (xorshift64*). */
uint64_t random_below(uint64_t bound);

#endif
