/* SPDX-License-Identifier: Apache-2.0 */
/* The identity of an array: what "stet bits" prints. */
#ifndef STET_FILES_HASH_H
#define STET_FILES_HASH_H

#include "files/array.h"

struct identity {
    char sha256[65];
    size_t nans; /* components that are NaN */
};

/* SHA-256 of the elements in C order, each component little-endian. The payload and sign of a
 * NaN are outside the library's promise, so every NaN is hashed as the positive quiet one with
 * payload 0; without NaN it is the plain hash of the bytes of a C-order little-endian .npy. */
void array_identify(const struct array *a, struct identity *id);

/* The bytes of count components in little-endian order, in place. */
void to_little_endian(void *data, enum component c, size_t count);

#endif
