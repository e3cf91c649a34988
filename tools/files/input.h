/* SPDX-License-Identifier: Apache-2.0 */
/* Files that contain an array: .npy and WAV. Their first bytes distinguish them. */
#ifndef STET_FILES_INPUT_H
#define STET_FILES_INPUT_H

#include "files/array.h"

struct wav;

struct input {
    const char *path;
    int fd;
    struct layout layout;
    double rate;      /* samples per second, 0 if unknown */
    char format[120]; /* ".npy" or "WAV, 16-bit PCM, 48000 Hz, 1 channel" */
    bool swap;        /* the byte order is not the machine's */
    uint64_t at;      /* .npy: offset of the next byte */
    struct wav *wav;
    bool allow_overflow; /* input_read_as() may make infinities */
};

/* Opens a file, or standard input ("-"), and reads its header. Errors name the file and the
 * byte. */
bool input_open(struct input *in, const char *path, struct error *e);
void input_close(struct input *in);

/* Reinterpret an array before it is read, because .npy cannot express these types: uint16 numbers
 * are bfloat16; the last dimension of a 16-bit array, of length 2, holds real and imaginary
 * parts. */
bool input_take_bf16(struct input *in, struct error *e);
bool input_take_complex(struct input *in, struct error *e);

/* Reads all elements into a new array, without conversion. */
bool input_read(struct input *in, struct array *a, struct error *e);
/* Reads all elements, converted to dtype (see convert()) and with length n along axis: cut off, or
 * padded with zeros. Memory holds one array, not two. An element that cannot be converted is an
 * error that names it. */
bool input_read_as(struct input *in, const struct dtype *dtype, int axis, size_t n, struct array *a,
                   struct error *e);

/* Opens, reads and closes a file. */
bool input_load(const char *path, struct array *a, struct error *e);
/* Works like input_load(). If .npy cannot express the type, dtype decides, provided that the file's
 * array can have that type. */
bool input_load_as(const char *path, const struct dtype *dtype, struct array *a, struct error *e);

#endif
