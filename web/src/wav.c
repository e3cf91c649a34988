/* SPDX-License-Identifier: Apache-2.0 */
/* cli/wav.h without libsndfile: RIFF, RIFX and RF64 with the encodings that the command reads, and
 * its numbers. */
#include "wav.h"
#include "riff.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS_MAX = 1024, CHUNKS = 10000 };
enum { PCM = 1, FLOAT = 3, A_LAW = 6, MU_LAW = 7, EXTENSIBLE = 0xfffe };

static const struct encoding {
    int tag;
    unsigned bytes; /* of a sample */
    const char *name;
    enum component component;
} encodings[] = {
    {PCM, 1, "8-bit PCM", COMPONENT_F32},      {PCM, 2, "16-bit PCM", COMPONENT_F32},
    {PCM, 3, "24-bit PCM", COMPONENT_F32},     {PCM, 4, "32-bit PCM", COMPONENT_F64},
    {FLOAT, 4, "32-bit float", COMPONENT_F32}, {FLOAT, 8, "64-bit float", COMPONENT_F64},
    {MU_LAW, 1, "mu-law", COMPONENT_F32},      {A_LAW, 1, "A-law", COMPONENT_F32}};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

struct wav {
    int fd;
    bool big;
    const struct encoding *encoding;
    uint64_t at; /* of the next sample */
};

/* Of the file: what its chunks say. */
struct chunks {
    uint64_t fmt, data, size;
    bool big;
};

static bool read_at(void *context, uint64_t at, unsigned char *to, size_t size)
{
    return source_read(*(const int *)context, to, size, at) == (ssize_t)size;
}

static uint64_t number(const unsigned char *b, unsigned size, bool big)
{
    uint64_t x = 0;
    for (unsigned i = 0; i < size; i++)
        x = x << 8 | b[big ? i : size - 1 - i];
    return x;
}

/* riff_check() has seen that there is a chunk of data, and that it is whole. */
static bool find_chunks(int fd, uint64_t file_size, struct chunks *c)
{
    unsigned char b[36];
    uint64_t at = 12, data64 = UINT32_MAX;
    memset(c, 0, sizeof *c);
    if (!read_at(&fd, 0, b, 12))
        return false;
    c->big = b[3] == 'X';
    for (int i = 0; i < CHUNKS && read_at(&fd, at, b, 8); i++) {
        const uint64_t size = number(b + 4, 4, c->big);
        if (memcmp(b, "ds64", 4) == 0 && read_at(&fd, at + 16, b + 8, 8))
            data64 = number(b + 8, 8, false);
        if (memcmp(b, "fmt ", 4) == 0 && size >= 16)
            c->fmt = at + 8;
        if (memcmp(b, "data", 4) == 0) {
            c->data = at + 8;
            c->size = size == UINT32_MAX ? data64 : size;
            if (c->size > file_size - c->data)
                c->size = file_size - c->data;
            return c->fmt != 0;
        }
        at += 8 + size + size % 2;
    }
    return false;
}

static const struct encoding *find_encoding(unsigned tag, unsigned bytes)
{
    for (int i = 0; i < ENCODINGS; i++)
        if ((unsigned)encodings[i].tag == tag && encodings[i].bytes == bytes)
            return &encodings[i];
    return NULL;
}

static bool describe(int fd, const struct chunks *c, struct wav *w, struct wav_format *format,
                     struct error *e)
{
    unsigned char b[26] = {0};
    struct layout *l = &format->layout;
    if (!read_at(&fd, c->fmt, b, 16))
        return error_set(e, "byte %llu: the format of the recording is cut short",
                         (unsigned long long)c->fmt);
    unsigned tag = (unsigned)number(b, 2, c->big);
    const unsigned channels = (unsigned)number(b + 2, 2, c->big),
                   block = (unsigned)number(b + 12, 2, c->big);
    if (tag == EXTENSIBLE && read_at(&fd, c->fmt, b, 26))
        tag = (unsigned)number(b + 24, 2, c->big);
    if (channels < 1 || channels > CHANNELS_MAX)
        return error_set(e, "%u channels; stet reads 1 to %d", channels, CHANNELS_MAX);
    w->encoding = block % channels == 0 ? find_encoding(tag, block / channels) : NULL;
    if (w->encoding == NULL)
        return error_set(e, "a compressed WAV; stet reads PCM, float, mu-law and A-law: convert "
                            "it, for example with sox IN.wav -e signed -b 16 OUT.wav");
    memset(format, 0, sizeof *format);
    l->dtype = dtype_of(w->encoding->component, 1);
    l->rank = channels == 1 ? 1 : 2;
    l->shape[0] = (size_t)(c->size / block);
    l->shape[1] = channels;
    format->rate = (double)number(b + 4, 4, c->big);
    snprintf(format->name, sizeof format->name, "WAV, %s, %d Hz, %u channel%s", w->encoding->name,
             (int)format->rate, channels, channels == 1 ? "" : "s");
    if (!layout_count(l))
        return error_set(e, "the recording does not fit in the address space");
    return true;
}

bool wav_open(struct wav **wav, int fd, uint64_t file_size, struct wav_format *format,
              struct error *e)
{
    struct chunks c;
    *wav = NULL;
    if (!riff_check(read_at, &fd, file_size, e))
        return false;
    if (!find_chunks(fd, file_size, &c))
        return error_set(
            e, "no format before the data; the recording is damaged: copy or record it again");
    struct wav *w = calloc(1, sizeof *w);
    if (w == NULL)
        return error_set(e, "not enough memory");
    *w = (struct wav){.fd = fd, .big = c.big, .at = c.data};
    if (!describe(fd, &c, w, format, e)) {
        wav_close(w);
        return false;
    }
    *wav = w;
    return true;
}

/* ITU-T G.711: sign, three bits of exponent, four of fraction; mu-law is a 14-bit number times 4,
 * A-law a 13-bit one times 8, as 16 bits. */
static int from_mu_law(unsigned char byte)
{
    const int code = ~byte & 0xff, size = ((((code & 15) << 3) + 132) << (code >> 4 & 7)) - 132;
    return code & 0x80 ? -size : size;
}

static int from_a_law(unsigned char byte)
{
    const int code = byte ^ 0x55, exponent = code >> 4 & 7, fraction = (code & 15) << 4;
    const int size = exponent == 0 ? fraction + 8 : (fraction + 0x108) << (exponent - 1);
    return code & 0x80 ? size : -size;
}

/* Integers by 2^(1-bits): full scale is 1. */
static double sample(const struct wav *w, const unsigned char *b)
{
    const unsigned bytes = w->encoding->bytes;
    switch (w->encoding->tag) {
    case MU_LAW: return from_mu_law(*b) * 0x1p-15;
    case A_LAW: return from_a_law(*b) * 0x1p-15;
    default:
        if (bytes == 1)
            return (*b - 128) * 0x1p-7;
        return (double)(int32_t)(number(b, bytes, w->big) << (32 - 8 * bytes)) * 0x1p-31;
    }
}

bool wav_read(struct wav *w, void *to, size_t count, struct error *e)
{
    const unsigned bytes = w->encoding->bytes;
    const size_t size = component_size(w->encoding->component);
    unsigned char b[8], *place = to;
    for (size_t i = 0; i < count; i++, place += size, w->at += bytes) {
        if (!read_at(&w->fd, w->at, b, bytes))
            return error_set(e, "the samples end before the header says: copy or record it again");
        if (w->encoding->tag == FLOAT) {
            memcpy(place, b, bytes);
            if (w->big)
                swap_bytes(place, bytes, 1);
        } else {
            component_put(place, w->encoding->component, sample(w, b));
        }
    }
    return true;
}

void wav_close(struct wav *w) { free(w); }
const char *wav_library(void) { return NULL; }
