/* SPDX-License-Identifier: Apache-2.0 */
/* The chunks of a WAV file: how its samples are encoded, and where they are. */
#ifndef STET_FILES_RIFF_H
#define STET_FILES_RIFF_H

#include "files/error.h"

#include <stddef.h>
#include <stdint.h>

struct riff {
    bool big;                            /* RIFX: numbers are big-endian */
    bool is_stream;                      /* the header does not have the data's size */
    unsigned tag, channels, block, bits; /* from the format chunk; block: bytes per frame */
    uint32_t rate;                       /* frames per second */
    uint64_t format;                     /* offset of the format chunk */
    uint64_t data, size;                 /* offset of the samples, and their bytes */
};

/* Reports whether the container is RIFF, RIFX or RF64 with form type WAVE. */
bool wav_is(const unsigned char *bytes, size_t size);

/* Returns a number of size bytes. */
uint64_t riff_number(const unsigned char *b, unsigned size, bool big);

/* Reads the chunks up to the samples, which must lie inside the file: half a recording has other
 * bits than the whole. A program that writes into a pipe cannot go back to store the size; if the
 * header has one of the sizes that stand for that, the samples reach to the end. Reads through
 * read_at, which returns false at the end of the file. */
bool riff_read(struct riff *r,
               bool (*read_at)(void *context, uint64_t at, unsigned char *to, size_t size),
               void *context, uint64_t file_size, struct error *e);

#endif
