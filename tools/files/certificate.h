/* SPDX-License-Identifier: Apache-2.0 */
/* The certificate that "stet fft --level correct --certificate" writes as JSON: it names the
 * transform, its input and its output, claims that the numbers are correctly rounded, and counts
 * what it took to know. */
#ifndef STET_FILES_CERTIFICATE_H
#define STET_FILES_CERTIFICATE_H

#include "files/array.h"
#include "files/hash.h"
#include "files/transform.h"

#include <jansson.h>

#include "stet.h"

/* Larger files are not certificates. */
#define CERTIFICATE_MOST ((size_t)1 << 20)

/* An array, by what is in it. */
struct claim {
    const struct dtype *dtype;
    int rank;
    size_t shape[RANK_MAX];
    char sha256[65]; /* as "stet bits" prints it */
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
    stet_correct_stats stats; /* without wide and not_finite, which certificates do not have */
};

/* The certificate of a transform that was done, before its arrays are claimed. */
struct certificate certificate_begin(const struct transform *t, const stet_correct_stats *stats);

void claim_set(struct claim *c, const struct layout *l, const struct identity *id);
/* A sentence on how the array differs from the claim, or NULL. */
const char *claim_differs(const struct claim *c, const struct layout *l, const struct identity *id);

/* The JSON of a certificate. NULL if memory is short. */
json_t *certificate_json(const struct certificate *c);

/* Read what certificate_json() wrote, from size bytes. Every key must be there, of its type and
 * within its range; keys that are not known are refused. */
bool certificate_parse(struct certificate *c, const char *bytes, size_t size, struct error *e);

/* Reads a certificate from a file. */
bool certificate_load(struct certificate *c, const char *path, struct error *e);

#endif
