/* SPDX-License-Identifier: Apache-2.0 */
/* Wisdom is the list of planned problems with their patience. stet's plans do not depend on it. It
 * answers FFTW_WISDOM_ONLY, and programs can export and import it as text. */
#ifndef STET_FFTW3_WISDOM_H
#define STET_FFTW3_WISDOM_H

#include "problem.h"

void stet_fftw_learn(const problem *p); /* does nothing if memory is short */
int stet_fftw_knows(const problem *p);

#endif
