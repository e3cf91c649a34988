/* SPDX-License-Identifier: Apache-2.0 */
/* The identity of an array, which "stet bits" prints. */
#ifndef STET_FILES_HASH_H
#define STET_FILES_HASH_H

#include "files/array.h"

struct identity {
    char sha256[65];
    size_t nans; /* count of components that are NaN */
};

/* Computes SHA-256 of the elements in C order, each component little-endian. The library does not
 * guarantee payload and sign of a NaN, so every NaN is hashed as the positive quiet one with
 * payload 0. Without NaN it is the plain hash of the bytes of a C-order little-endian .npy. */
void array_identify(const struct array *a, struct identity *id);

/* Converts count components to little-endian order, in place. */
void to_little_endian(void *data, enum component c, size_t count);

#endif
