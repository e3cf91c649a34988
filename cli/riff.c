/* SPDX-License-Identifier: Apache-2.0 */
#include "riff.h"

#include <string.h>

/* More chunks than any real file has; bounds the work on a hostile one. */
#define CHUNKS_MAX 10000

/* What programs that cannot seek back write as the size of the data: "to the end". */
#define SIZE_UNKNOWN 0xffffffffu

bool wav_is(const unsigned char *bytes, size_t size)
{
    return size >= 12 && memcmp(bytes + 8, "WAVE", 4) == 0 &&
           (memcmp(bytes, "RIFF", 4) == 0 || memcmp(bytes, "RIFX", 4) == 0 ||
            memcmp(bytes, "RF64", 4) == 0);
}

static uint64_t number(const unsigned char *b, int size, bool big)
{
    uint64_t x = 0;
    for (int i = 0; i < size; i++)
        x = x << 8 | b[big ? i : size - 1 - i];
    return x;
}

static bool check_data(uint64_t at, uint64_t size, uint64_t file_size, struct error *e)
{
    if (size != SIZE_UNKNOWN && size > file_size - (at + 8))
        return error_set(e,
                         "byte %llu: the file ends, but its data chunk at byte %llu promises %llu "
                         "bytes; the recording was cut short: copy or record it again",
                         (unsigned long long)file_size, (unsigned long long)at,
                         (unsigned long long)size);
    return true;
}

bool riff_check(bool (*read_at)(void *context, uint64_t at, unsigned char *to, size_t size),
                void *context, uint64_t file_size, struct error *e)
{
    unsigned char b[16];
    if (!read_at(context, 0, b, 12) || !wav_is(b, 12))
        return error_set(e, "byte 0: not a WAV file");
    bool big = b[3] == 'X';
    uint64_t at = 12, data64 = SIZE_UNKNOWN;
    for (int i = 0; i < CHUNKS_MAX && read_at(context, at, b, 8); i++) {
        uint64_t size = number(b + 4, 4, big);
        if (memcmp(b, "ds64", 4) == 0 && read_at(context, at + 16, b + 8, 8))
            data64 = number(b + 8, 8, false); /* RF64: the real size of the data */
        if (memcmp(b, "data", 4) == 0)
            return check_data(at, size == SIZE_UNKNOWN ? data64 : size, file_size, e);
        at += 8 + size + size % 2; /* chunks begin at even bytes */
    }
    return error_set(e,
                     "byte %llu: no data chunk up to here; the recording is damaged or empty: "
                     "copy or record it again",
                     (unsigned long long)(at < file_size ? at : file_size));
}
