/* SPDX-License-Identifier: Apache-2.0 */
/* This lock protects the data that plans share: the list of transforms (cache.c) and the tuning
 * tables (tuning.c). No code computes or allocates while it holds the lock. */
#ifndef STET_LINES_LOCK_H
#define STET_LINES_LOCK_H

void stet_fft_lock(void);
void stet_fft_unlock(void);

#endif
