/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_PROFILE_READ_H
#define STET_PROFILE_READ_H

#include "base/text.h"
#include "stet_lab.h"

/* stet_profile_read() with arguments that are good: profile->size is one that is known. name is
 * that of a profile without one. */
stet_status stet_profile_take(stet_profile *profile, const char *origin, const char *text,
                              size_t size, const char *name, stet_text *why);

#endif
