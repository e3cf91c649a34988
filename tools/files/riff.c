/* SPDX-License-Identifier: Apache-2.0 */
#include "files/riff.h"

#include <string.h>

/* No real file has so many chunks. The limit bounds the work on a hostile one. */
enum { CHUNKS_MAX = 10000 };
enum { EXTENSIBLE = 0xfffe }; /* the sub-format begins with the tag */

/* The file, and the head of the chunk that was read last. */
struct scan {
    bool (*read_at)(void *context, uint64_t at, unsigned char *to, size_t size);
    void *context;
    uint64_t file_size;
    bool big;
    uint64_t at, size; /* its first byte, and its stated size */
    unsigned char name[4];
};

bool wav_is(const unsigned char *bytes, size_t size)
{
    return size >= 12 && memcmp(bytes + 8, "WAVE", 4) == 0 &&
           (memcmp(bytes, "RIFF", 4) == 0 || memcmp(bytes, "RIFX", 4) == 0 ||
            memcmp(bytes, "RF64", 4) == 0);
}

uint64_t riff_number(const unsigned char *b, unsigned size, bool big)
{
    uint64_t x = 0;
    for (unsigned i = 0; i < size; i++)
        x = x << 8 | b[big ? i : size - 1 - i];
    return x;
}

/* Reads the head of the chunk at s->at. */
static bool take_head(struct scan *s)
{
    unsigned char b[8];
    if (!s->read_at(s->context, s->at, b, 8))
        return false;
    memcpy(s->name, b, 4);
    s->size = riff_number(b + 4, 4, s->big);
    return true;
}

static void go_on(struct scan *s) { s->at += 8 + s->size + s->size % 2; }

static bool is(const struct scan *s, const char *name) { return memcmp(s->name, name, 4) == 0; }

static bool take_format(struct scan *s, struct riff *r, struct error *e)
{
    unsigned char b[26];
    if (s->size < 16 || !s->read_at(s->context, s->at + 8, b, 16))
        return error_set(e,
                         "byte %llu: a format chunk that %s; the recording is damaged: copy or "
                         "record it again",
                         (unsigned long long)s->at,
                         s->size < 16 ? "has less than 16 bytes" : "the file ends in");
    r->format = s->at;
    r->tag = (unsigned)riff_number(b, 2, s->big);
    r->channels = (unsigned)riff_number(b + 2, 2, s->big);
    r->rate = (uint32_t)riff_number(b + 4, 4, s->big);
    r->block = (unsigned)riff_number(b + 12, 2, s->big);
    r->bits = (unsigned)riff_number(b + 14, 2, s->big);
    if (r->tag == EXTENSIBLE && s->size >= 26 && s->read_at(s->context, s->at + 8, b, 26))
        r->tag = (unsigned)riff_number(b + 24, 2, s->big);
    return true;
}

/* Reports whether only chunks follow, up to the end of the file. An empty recording may have some
 * after its data. */
static bool are_chunks(struct scan s)
{
    while (s.at < s.file_size && take_head(&s)) {
        for (int i = 0; i < 4; i++)
            if (s.name[i] < ' ' || s.name[i] > '~')
                return false;
        go_on(&s);
    }
    return s.at == s.file_size || s.at == s.file_size + 1;
}

/* Reports whether the size means "up to the end". A writer that cannot know the size writes the
 * largest number of 31, 32 or 64 bits, or 0 followed by data. Some add or subtract the header or
 * the rest of a buffer, so nearby sizes count too. */
static bool stands_for_the_end(struct scan s, uint64_t size)
{
    enum { NEAR = 1 << 16 };
    s.at += 8;
    return (size >= (UINT64_C(1) << 31) - NEAR && size < (UINT64_C(1) << 31) + NEAR) ||
           (size >= (UINT64_C(1) << 32) - NEAR && size < UINT64_C(1) << 32) ||
           size >= (UINT64_C(1) << 63) - NEAR || (size == 0 && !are_chunks(s));
}

/* Takes the data chunk. data64 is the size from RF64. */
static bool take_data(const struct scan *s, uint64_t data64, struct riff *r, struct error *e)
{
    const uint64_t there = s->file_size - (s->at + 8);
    r->data = s->at + 8;
    r->size = s->size == UINT32_MAX ? data64 : s->size;
    r->is_stream = (r->size > there || r->size == 0) && stands_for_the_end(*s, r->size);
    if (r->is_stream)
        r->size = there;
    if (r->size > there)
        return error_set(e,
                         "byte %llu: the file ends, but its data chunk at byte %llu promises %llu "
                         "bytes; the recording was cut short: copy or record it again",
                         (unsigned long long)s->file_size, (unsigned long long)s->at,
                         (unsigned long long)r->size);
    return r->format != 0 ||
           error_set(
               e,
               "byte %llu: a data chunk before a format chunk; the recording is damaged: copy "
               "or record it again",
               (unsigned long long)s->at);
}

bool riff_read(struct riff *r,
               bool (*read_at)(void *context, uint64_t at, unsigned char *to, size_t size),
               void *context, uint64_t file_size, struct error *e)
{
    struct scan s = {read_at, context, file_size, false, 12, 0, {0}};
    uint64_t data64 = UINT32_MAX;
    unsigned char b[12];
    memset(r, 0, sizeof *r);
    if (!read_at(context, 0, b, 12) || !wav_is(b, 12))
        return error_set(e, "byte 0: not a WAV file");
    r->big = s.big = b[3] == 'X';
    for (int i = 0; i < CHUNKS_MAX && take_head(&s); i++, go_on(&s)) {
        if (is(&s, "ds64") && read_at(context, s.at + 16, b, 8))
            data64 = riff_number(b, 8, false);
        if (is(&s, "fmt ") && !take_format(&s, r, e))
            return false;
        if (is(&s, "data"))
            return take_data(&s, data64, r, e);
    }
    return error_set(e,
                     "byte %llu: no data chunk up to here; the recording is damaged or empty: "
                     "copy or record it again",
                     (unsigned long long)(s.at < file_size ? s.at : file_size));
}
