/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of a profile, one row each: name, place of the value, and possible values. */
#ifndef STET_PROFILE_KEYS_H
#define STET_PROFILE_KEYS_H

#include "stet_lab.h"

typedef enum stet_key_type { STET_KEY_WORD, STET_KEY_FLAG, STET_KEY_STRING } stet_key_type;

typedef struct stet_profile_key {
    const char *name;
    stet_key_type type;
    size_t offset;       /* offset of the field: an int, an enumeration or an array of char */
    size_t room;         /* STRING: size of the array */
    const char *word[2]; /* WORD: the two values */
    int value[2];        /* WORD: their numbers */
    const char *needs;   /* describes the possible values, for messages */
} stet_profile_key;

enum { STET_PROFILE_KEYS = 11 };
extern const stet_profile_key stet_profile_keys[STET_PROFILE_KEYS];

/* Return and set the number of a WORD or FLAG. */
int stet_profile_get(const stet_profile *profile, const stet_profile_key *key);
void stet_profile_set(stet_profile *profile, const stet_profile_key *key, int value);

/* Returns the key that needs the fewest changes to become the name (Levenshtein). */
const char *stet_profile_nearest(const char *name);

/* Returns why two keys contradict each other, and stores the two; NULL if none do. */
const char *stet_profile_contradiction(const stet_profile *profile, const char *keys[2]);

/* Reports whether every value is possible for its key, and none contradicts another. */
int stet_profile_valid(const stet_profile *profile);

/* Returns the text of a shipped profile, or NULL. */
const char *stet_profile_shipped(const char *name);

#endif
