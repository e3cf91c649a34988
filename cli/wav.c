/* SPDX-License-Identifier: Apache-2.0 */
#include "wav.h"
#include "riff.h"

#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct wav {
    SNDFILE *file;
    int subtype;
    size_t channels;
    enum component component;
};

/* Of libsndfile, and of one block of integers. */
#define CHANNELS_MAX 1024

/* The encodings that we read. bytes: of one sample in the file. Integers come from libsndfile
 * left-justified in 32 bits, so one factor 2^-31 fits all of them, and we do the scaling: it
 * is exact, whichever way libsndfile was built. */
static const struct encoding {
    int subtype;
    const char *name;
    int bytes;
    enum component component;
} encodings[] = {
    {SF_FORMAT_PCM_U8, "8-bit PCM", 1, COMPONENT_F32},
    {SF_FORMAT_PCM_16, "16-bit PCM", 2, COMPONENT_F32},
    {SF_FORMAT_PCM_24, "24-bit PCM", 3, COMPONENT_F32},
    {SF_FORMAT_PCM_32, "32-bit PCM", 4, COMPONENT_F64},
    {SF_FORMAT_FLOAT, "32-bit float", 4, COMPONENT_F32},
    {SF_FORMAT_DOUBLE, "64-bit float", 8, COMPONENT_F64},
    {SF_FORMAT_ULAW, "mu-law", 1, COMPONENT_F32},
    {SF_FORMAT_ALAW, "A-law", 1, COMPONENT_F32},
};
#define ENCODINGS (int)(sizeof encodings / sizeof encodings[0])

static bool read_at(void *context, uint64_t at, unsigned char *to, size_t size)
{
    const int *fd = context;
    return at <= INT64_MAX && pread(*fd, to, size, (off_t)at) == (ssize_t)size;
}

static const struct encoding *find_encoding(const SF_INFO *info)
{
    for (int i = 0; i < ENCODINGS; i++)
        if (encodings[i].subtype == (info->format & SF_FORMAT_SUBMASK))
            return &encodings[i];
    return NULL;
}

static bool describe(const SF_INFO *info, uint64_t file_size, struct wav_format *format,
                     struct error *e)
{
    struct layout *l = &format->layout;
    const struct encoding *c = find_encoding(info);
    if (c == NULL)
        return error_set(e, "a compressed WAV; stet reads PCM, float, mu-law and A-law: convert "
                            "it, for example with sox IN.wav -e signed -b 16 OUT.wav");
    if (info->channels < 1 || info->channels > CHANNELS_MAX)
        return error_set(e, "%d channels; stet reads 1 to %d", info->channels, CHANNELS_MAX);
    if (info->frames < 0 ||
        (uint64_t)info->frames > file_size / (uint64_t)(info->channels * c->bytes))
        return error_set(e,
                         "the header promises %lld frames of %d channels, more than %llu bytes "
                         "can hold; the file is damaged: copy or record it again",
                         (long long)info->frames, info->channels, (unsigned long long)file_size);
    memset(format, 0, sizeof *format);
    l->dtype = dtype_of(c->component, 1);
    l->rank = info->channels == 1 ? 1 : 2;
    l->shape[0] = (size_t)info->frames;
    l->shape[1] = (size_t)info->channels;
    format->rate = info->samplerate;
    snprintf(format->name, sizeof format->name, "WAV, %s, %d Hz, %d channel%s", c->name,
             info->samplerate, info->channels, info->channels == 1 ? "" : "s");
    if (!layout_count(l))
        return error_set(e, "the recording does not fit in the address space");
    return true;
}

bool wav_open(struct wav **wav, int fd, uint64_t file_size, struct wav_format *format,
              struct error *e)
{
    SF_INFO info = {0};
    *wav = NULL;
    if (!riff_check(read_at, &fd, file_size, e))
        return false;
    struct wav *w = calloc(1, sizeof *w);
    if (w == NULL)
        return error_set(e, "not enough memory");
    w->file = sf_open_fd(fd, SFM_READ, &info, SF_FALSE);
    if (w->file == NULL) {
        free(w);
        return error_set(e, "libsndfile cannot read it as WAV: %s", sf_strerror(NULL));
    }
    if (!describe(&info, file_size, format, e)) {
        wav_close(w);
        return false;
    }
    w->channels = (size_t)info.channels;
    w->subtype = info.format & SF_FORMAT_SUBMASK;
    w->component = format->layout.dtype->component;
    *wav = w;
    return true;
}

/* Integers of 32 bits to floating point: exact, since those in float32 have 24 bits or fewer. */
static sf_count_t read_integers(struct wav *w, unsigned char *to, size_t count)
{
    int block[CHANNELS_MAX];
    size_t size = component_size(w->component), done = 0;
    size_t most = CHANNELS_MAX / w->channels * w->channels; /* whole frames only */
    while (done < count) {
        size_t want = count - done < most ? count - done : most;
        sf_count_t got = sf_read_int(w->file, block, (sf_count_t)want);
        for (sf_count_t i = 0; i < got; i++, to += size)
            component_put(to, w->component, block[i] * 0x1p-31);
        done += (size_t)got;
        if ((size_t)got < want)
            break;
    }
    return (sf_count_t)done;
}

bool wav_read(struct wav *w, void *to, size_t count, struct error *e)
{
    sf_count_t got, want = (sf_count_t)count;
    if (w->subtype == SF_FORMAT_FLOAT)
        got = sf_read_float(w->file, to, want);
    else if (w->subtype == SF_FORMAT_DOUBLE)
        got = sf_read_double(w->file, to, want);
    else
        got = read_integers(w, to, count);
    if (got != want)
        return error_set(e, "the samples end before the header says: copy or record it again");
    return true;
}

void wav_close(struct wav *w)
{
    if (w == NULL)
        return;
    sf_close(w->file);
    free(w);
}

const char *wav_library(void) { return sf_version_string(); }
