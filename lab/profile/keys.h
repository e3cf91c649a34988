/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of a profile, one row each: name, where the value is, and what values there are. */
#ifndef STET_PROFILE_KEYS_H
#define STET_PROFILE_KEYS_H

#include "stet_lab.h"

typedef enum stet_key_type { STET_KEY_WORD, STET_KEY_FLAG, STET_KEY_STRING } stet_key_type;

typedef struct stet_profile_key {
    const char *name;
    stet_key_type type;
    size_t offset;       /* of the field: an int, an enumeration or an array of char */
    size_t room;         /* STRING: of the array */
    const char *word[2]; /* WORD: the two values */
    int value[2];        /* WORD: their numbers */
    const char *needs;   /* what a value is, for messages */
} stet_profile_key;

enum { STET_PROFILE_KEYS = 11 };
extern const stet_profile_key stet_profile_keys[STET_PROFILE_KEYS];

/* The number of a WORD or FLAG. */
int stet_profile_get(const stet_profile *profile, const stet_profile_key *key);
void stet_profile_set(stet_profile *profile, const stet_profile_key *key, int value);

/* The key that a name has the fewest changes to (Levenshtein). */
const char *stet_profile_nearest(const char *name);

/* Two keys that contradict each other, and why; NULL: there are none. */
const char *stet_profile_contradiction(const stet_profile *profile, const char *keys[2]);

/* Every value is one that its key can have, and none contradicts another. */
int stet_profile_valid(const stet_profile *profile);

/* The text of a shipped profile, or NULL. */
const char *stet_profile_shipped(const char *name);

#endif
