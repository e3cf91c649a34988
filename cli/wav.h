/* SPDX-License-Identifier: Apache-2.0 */
/* WAV recordings, through libsndfile where the build found it (wav.c) and refused with a clear
 * message where it did not (wav_none.c). */
#ifndef STET_CLI_WAV_H
#define STET_CLI_WAV_H

#include "array.h"

struct wav;

struct wav_format {
    struct layout layout; /* shape (frames,) or (frames, channels) */
    double rate;          /* samples per second */
    char name[100];       /* "WAV, 16-bit PCM, 48000 Hz, 1 channel" */
};

/* Open the recording in fd, a file of file_size bytes. Its elements are float32 where every
 * value is exact in float32 (integer PCM to 24 bits, 32-bit float), else float64. Integer PCM
 * of b bits is scaled by 2^(1-b), so that full scale is 1. */
bool wav_open(struct wav **wav, int fd, uint64_t file_size, struct wav_format *format,
              struct error *e);
/* Read the next count elements, a multiple of the channels. */
bool wav_read(struct wav *wav, void *to, size_t count, struct error *e);
void wav_close(struct wav *wav);
/* "libsndfile-1.2.0", or NULL if this build has none. */
const char *wav_library(void);

#endif
