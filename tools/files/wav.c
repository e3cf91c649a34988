/* SPDX-License-Identifier: Apache-2.0 */
#include "files/wav.h"
#include "files/riff.h"
#include "files/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS_MAX = 1024, BLOCK = 1 << 15 };
enum { PCM = 1, FLOAT = 3, A_LAW = 6, MU_LAW = 7 };

static const struct encoding {
    unsigned tag;
    unsigned bytes; /* bytes of a sample */
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
    uint64_t at; /* offset of the next sample */
};

static bool read_at(void *context, uint64_t at, unsigned char *to, size_t size)
{
    return at <= INT64_MAX && source_read(*(const int *)context, to, size, at) == (ssize_t)size;
}

/* ------------------------------------------------------------- encodings -- */

static bool is_known(unsigned tag)
{
    for (int i = 0; i < ENCODINGS; i++)
        if (encodings[i].tag == tag)
            return true;
    return false;
}

/* Finds the encoding. If the bits do not fill the bytes of a sample, its last bits are unused. */
static const struct encoding *find_encoding(const struct riff *r, struct error *e)
{
    const unsigned long long at = r->format;
    if (!is_known(r->tag)) {
        error_set(e,
                  "byte %llu: encoding 0x%04x, which is compressed or unknown; stet reads PCM, "
                  "float, mu-law and A-law: convert it, for example with sox IN.wav -e signed -b "
                  "16 OUT.wav",
                  at, r->tag);
        return NULL;
    }
    if (r->channels < 1 || r->channels > CHANNELS_MAX) {
        error_set(e, "byte %llu: %u channels; stet reads 1 to %d", at, r->channels, CHANNELS_MAX);
        return NULL;
    }
    const unsigned bytes = r->block / r->channels;
    for (int i = 0; i < ENCODINGS && r->block % r->channels == 0; i++)
        if (encodings[i].tag == r->tag && encodings[i].bytes == bytes && r->bits > 0 &&
            r->bits <= 8 * bytes)
            return &encodings[i];
    error_set(e,
              "byte %llu: %u bits, channels: %u, bytes of a frame: %u, do not go together; the "
              "recording is damaged: copy or record it again",
              at, r->bits, r->channels, r->block);
    return NULL;
}

static bool describe(const struct riff *r, const struct encoding *c, struct wav_format *format,
                     struct error *e)
{
    struct layout *l = &format->layout;
    memset(format, 0, sizeof *format);
    l->dtype = dtype_of(c->component, 1);
    l->rank = r->channels == 1 ? 1 : 2;
    l->shape[0] = (size_t)(r->size / r->block);
    l->shape[1] = r->channels;
    format->rate = r->rate;
    snprintf(format->name, sizeof format->name, "WAV, %s, %u Hz, %u channel%s%s", c->name,
             (unsigned)r->rate, r->channels, r->channels == 1 ? "" : "s",
             r->is_stream ? ", a stream of no stated size: read to its end" : "");
    return layout_count(l) || error_set(e, "the recording does not fit in the address space");
}

bool wav_open(struct wav **wav, int fd, uint64_t file_size, struct wav_format *format,
              struct error *e)
{
    struct riff r;
    *wav = NULL;
    if (!riff_read(&r, read_at, &fd, file_size, e))
        return false;
    const struct encoding *encoding = find_encoding(&r, e);
    if (encoding == NULL || !describe(&r, encoding, format, e))
        return false;
    *wav = malloc(sizeof **wav);
    if (*wav == NULL)
        return error_set(e, "not enough memory");
    **wav = (struct wav){fd, r.big, encoding, r.data};
    return true;
}

/* --------------------------------------------------------------- samples -- */

/* ITU-T G.711 has a sign, three bits of exponent and four of fraction. mu-law is a 14-bit number
 * times 4, A-law a 13-bit one times 8, as 16 bits. */
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

/* Returns a sample. Integers are multiplied by 2^(1-bits), so that full scale is 1. */
static double sample(const struct wav *w, const unsigned char *b)
{
    const unsigned bytes = w->encoding->bytes;
    switch (w->encoding->tag) {
    case MU_LAW: return from_mu_law(*b) * 0x1p-15;
    case A_LAW: return from_a_law(*b) * 0x1p-15;
    default:
        if (bytes == 1)
            return (*b - 128) * 0x1p-7;
        return (int32_t)(uint32_t)(riff_number(b, bytes, w->big) << (32 - 8 * bytes)) * 0x1p-31;
    }
}

static void convert_samples(const struct wav *w, const unsigned char *b, unsigned char *to,
                            size_t count)
{
    const struct encoding *c = w->encoding;
    const size_t size = component_size(c->component);
    if (c->tag == FLOAT) {
        memcpy(to, b, count * size);
        if (w->big == host_is_little())
            swap_bytes(to, size, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        component_put(to + i * size, c->component, sample(w, b + i * c->bytes));
}

bool wav_read(struct wav *w, void *to, size_t count, struct error *e)
{
    const size_t bytes = w->encoding->bytes, size = component_size(w->encoding->component);
    unsigned char block[BLOCK];
    for (size_t done = 0; done < count;) {
        const size_t most = sizeof block / bytes;
        const size_t some = count - done < most ? count - done : most;
        if (!read_at(&w->fd, w->at, block, some * bytes))
            return error_set(e, "byte %llu: the file ends; it became shorter while it was read",
                             (unsigned long long)w->at);
        convert_samples(w, block, (unsigned char *)to + done * size, some);
        w->at += some * bytes;
        done += some;
    }
    return true;
}

void wav_close(struct wav *w) { free(w); }
