/* SPDX-License-Identifier: Apache-2.0 */
/* This reads WAV recordings of integer and floating-point PCM, mu-law and A-law. */
#ifndef STET_FILES_WAV_H
#define STET_FILES_WAV_H

#include "files/array.h"

struct wav;

struct wav_format {
    struct layout layout; /* shape (frames,) or (frames, channels) */
    double rate;          /* samples per second */
    char name[120];       /* "WAV, 16-bit PCM, 48000 Hz, 1 channel"; also names a stream */
};

/* Opens the recording in fd, a file of file_size bytes. Its elements are float32 if every value is
 * exact in float32 (integer PCM up to 24 bits, 32-bit float), else float64. Integer PCM of b bits
 * is scaled by 2^(1-b), so that full scale is 1. Errors name the byte. */
bool wav_open(struct wav **wav, int fd, uint64_t file_size, struct wav_format *format,
              struct error *e);
/* Reads the next count elements. */
bool wav_read(struct wav *wav, void *to, size_t count, struct error *e);
void wav_close(struct wav *wav);

#endif
