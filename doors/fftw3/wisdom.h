/* SPDX-License-Identifier: Apache-2.0 */
/* Wisdom: which problems were planned, and how patiently. stet's plans do not depend on it, so it
 * answers FFTW_WISDOM_ONLY, and goes out and comes in again as text. */
#ifndef STET_FFTW3_WISDOM_H
#define STET_FFTW3_WISDOM_H

#include "problem.h"

void stet_fftw_learn(const problem *p); /* forgets it silently if memory is short */
int stet_fftw_knows(const problem *p);

#endif
