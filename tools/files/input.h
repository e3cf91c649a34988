/* SPDX-License-Identifier: Apache-2.0 */
/* Files with an array in them: .npy and WAV, told apart by their first bytes. */
#ifndef STET_FILES_INPUT_H
#define STET_FILES_INPUT_H

#include "files/array.h"

struct wav;

struct input {
    const char *path;
    int fd;
    struct layout layout;
    double rate;      /* samples per second, 0 if the file does not say */
    char format[120]; /* ".npy" or "WAV, 16-bit PCM, 48000 Hz, 1 channel" */
    bool swap;        /* the bytes of each component are in the other order */
    uint64_t at;      /* .npy: the next byte to read */
    struct wav *wav;
    bool allow_overflow; /* set by the caller: input_read_as() may make infinities */
};

/* Open a file, or standard input ("-"), and read its header. Errors name the file and the byte. */
bool input_open(struct input *in, const char *path, struct error *e);
void input_close(struct input *in);

/* Reinterprets an array before anything is read, for what .npy cannot say: uint16 numbers are
 * bfloat16; the last dimension of a 16-bit array, of length 2, holds real and imaginary parts. */
bool input_take_bf16(struct input *in, struct error *e);
bool input_take_complex(struct input *in, struct error *e);

/* Read all elements into a new array, as they are. */
bool input_read(struct input *in, struct array *a, struct error *e);
/* Reads all elements, converted to dtype (see convert()) and of length n along axis: cut off, or
 * filled up with zeros. One array is held in memory, not two. An element that cannot be converted
 * is an error that names it. */
bool input_read_as(struct input *in, const struct dtype *dtype, int axis, size_t n, struct array *a,
                   struct error *e);

/* Open, read and close in one call. */
bool input_load(const char *path, struct array *a, struct error *e);
/* As input_load(); where .npy cannot say the type, dtype decides, if the file's array can be of
 * that type. Any other file is read as by input_load(). */
bool input_load_as(const char *path, const struct dtype *dtype, struct array *a, struct error *e);

#endif
