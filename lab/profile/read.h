/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_PROFILE_READ_H
#define STET_PROFILE_READ_H

#include "base/text.h"
#include "stet_lab.h"

/* Does stet_profile_read() with valid arguments: profile->size is a known size. name is the name of
 * a profile without the key "name". */
stet_status stet_profile_take(stet_profile *profile, const char *origin, const char *text,
                              size_t size, const char *name, stet_text *why);

#endif
