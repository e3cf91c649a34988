/* SPDX-License-Identifier: Apache-2.0 */
#include "wav.h"

bool wav_open(struct wav **wav, int fd, uint64_t file_size, struct wav_format *format,
              struct error *e)
{
    (void)fd, (void)file_size, (void)format;
    *wav = NULL;
    return error_set(e, "this stet was built without libsndfile and cannot read WAV; install "
                        "libsndfile (Debian: libsndfile1-dev) and build again, or give it a .npy");
}

bool wav_read(struct wav *wav, void *to, size_t count, struct error *e)
{
    (void)wav, (void)to, (void)count;
    return error_set(e, "no libsndfile");
}

void wav_close(struct wav *wav) { (void)wav; }

const char *wav_library(void) { return NULL; }
