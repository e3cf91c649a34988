/* SPDX-License-Identifier: Apache-2.0 */
#include "files/sha256.h"

#include <stdio.h>
#include <string.h>

/* FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64
 * primes. 5.3.3 has the square roots of the first 8. NIST's test vectors check every one of
 * them. */
static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static const uint32_t start_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void expand(uint32_t w[64], const unsigned char block[64])
{
    for (int t = 0; t < 16; t++, block += 4)
        w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
               block[3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

static void compress(uint32_t state[8], const unsigned char block[64])
{
    uint32_t w[64], v[8];
    expand(w, block);
    memcpy(v, state, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t choose = (e & v[5]) ^ (~e & v[6]);
        uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choose +
                      round_constant[t] + w[t];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void sha256_start(struct sha256 *h)
{
    memcpy(h->state, start_state, sizeof h->state);
    h->length = 0;
}

void sha256_add(struct sha256 *h, const void *data, size_t size)
{
    const unsigned char *p = data;
    size_t used = h->length % 64;
    h->length += size;
    if (used != 0) {
        size_t part = 64 - used < size ? 64 - used : size;
        memcpy(h->block + used, p, part);
        if (used + part < 64)
            return;
        compress(h->state, h->block);
        p += part;
        size -= part;
    }
    for (; size >= 64; p += 64, size -= 64)
        compress(h->state, p);
    if (size != 0)
        memcpy(h->block, p, size);
}

void sha256_finish(struct sha256 *h, char hex[65])
{
    /* 5.1.1: appends a one bit, zeros up to 56 bytes modulo 64, and the length in bits, big-
     * endian. */
    unsigned char tail[72] = {0x80};
    size_t used = h->length % 64, zeros = (used < 56 ? 56 : 120) - used;
    for (int i = 0; i < 8; i++)
        tail[zeros + (size_t)i] = (unsigned char)(h->length * 8 >> (56 - 8 * i));
    sha256_add(h, tail, zeros + 8);
    for (size_t i = 0; i < 8; i++)
        snprintf(hex + 8 * i, 9, "%08lx", (unsigned long)h->state[i]);
}
