/* SPDX-License-Identifier: Apache-2.0 */
/* The chunks of a WAV file: how its samples are encoded, and where they are. */
#ifndef STET_FILES_RIFF_H
#define STET_FILES_RIFF_H

#include "files/error.h"

#include <stddef.h>
#include <stdint.h>

struct riff {
    bool big;                            /* RIFX: numbers are big-endian */
    bool is_stream;                      /* the header does not know the size of the data */
    unsigned tag, channels, block, bits; /* of the format chunk; block: bytes of one frame */
    uint32_t rate;                       /* frames per second */
    uint64_t format;                     /* the byte at which the format chunk begins */
    uint64_t data, size; /* the byte at which the samples begin; how many there are */
};

/* True for the containers RIFF, RIFX and RF64 with form type WAVE. */
bool wav_is(const unsigned char *bytes, size_t size);

/* A number of size bytes. */
uint64_t riff_number(const unsigned char *b, unsigned size, bool big);

/* Read the chunks up to the samples. The bits of half a recording are not those of the recording,
 * so the samples must lie inside the file. What writes into a pipe cannot go back and say how many
 * there are: where the header has one of the sizes that stand for that, they reach to the end.
 * Reads at an offset through read_at, which returns false at the end of the file. */
bool riff_read(struct riff *r,
               bool (*read_at)(void *context, uint64_t at, unsigned char *to, size_t size),
               void *context, uint64_t file_size, struct error *e);

#endif
