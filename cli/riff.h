/* SPDX-License-Identifier: Apache-2.0 */
/* The chunks of a WAV file, as far as telling whether it was cut short. */
#ifndef STET_CLI_RIFF_H
#define STET_CLI_RIFF_H

#include "error.h"

#include <stddef.h>
#include <stdint.h>

/* True for the containers RIFF, RIFX and RF64 with form type WAVE. */
bool wav_is(const unsigned char *bytes, size_t size);

/* libsndfile reads what there is of a recording that was cut short and says nothing. The bits
 * of half a recording are not those of the recording, so look: the sample data must lie inside
 * the file. Reads at an offset through read_at, which returns false at the end of the file. */
bool riff_check(bool (*read_at)(void *context, uint64_t at, unsigned char *to, size_t size),
                void *context, uint64_t file_size, struct error *e);

#endif
