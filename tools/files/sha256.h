/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4, section 6.2). */
#ifndef STET_FILES_SHA256_H
#define STET_FILES_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
};

void sha256_start(struct sha256 *h);
void sha256_add(struct sha256 *h, const void *data, size_t size);
/* Stores the digest as 64 lower-case hex digits and a NUL. */
void sha256_finish(struct sha256 *h, char hex[65]);

#endif
