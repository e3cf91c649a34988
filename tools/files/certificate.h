/* SPDX-License-Identifier: Apache-2.0 */
/* The certificate that "stet fft --level correct --certificate" writes as JSON. It names the
 * transform, its input and its output, claims that the numbers are correctly rounded, and has the
 * counts of the stages. */
#ifndef STET_FILES_CERTIFICATE_H
#define STET_FILES_CERTIFICATE_H

#include "files/array.h"
#include "files/hash.h"
#include "files/transform.h"

#include <jansson.h>

#include "stet.h"

/* A larger file is not a certificate. */
#define CERTIFICATE_MOST ((size_t)1 << 20)

/* An array, described by its contents. */
struct claim {
    const struct dtype *dtype;
    int rank;
    size_t shape[RANK_MAX];
    char sha256[65]; /* the digest that "stet bits" prints */
};

struct certificate {
    stet_kind kind;
    stet_direction direction;
    stet_norm norm;
    stet_precision precision;
    int axis_count;
    int axes[RANK_MAX]; /* the last is the one that may be halved */
    size_t lengths[RANK_MAX];
    struct claim input, output;
    char version[32];
    int bits_version;
    stet_correct_stats stats; /* certificates have no wide and not_finite */
};

/* Returns the certificate of a finished transform. The caller adds the claims of its arrays. */
struct certificate certificate_begin(const struct transform *t, const stet_correct_stats *stats);

void claim_set(struct claim *c, const struct layout *l, const struct identity *id);
/* Returns a sentence on how the array differs from the claim, or NULL. */
const char *claim_differs(const struct claim *c, const struct layout *l, const struct identity *id);

/* Returns the JSON of a certificate, or NULL if memory runs out. */
json_t *certificate_json(const struct certificate *c);

/* Reads size bytes that certificate_json() wrote. Every key must be present, with its type and
 * within its range. Unknown keys are refused. */
bool certificate_parse(struct certificate *c, const char *bytes, size_t size, struct error *e);

/* Reads a certificate from a file. */
bool certificate_load(struct certificate *c, const char *path, struct error *e);

#endif
