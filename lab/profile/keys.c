/* SPDX-License-Identifier: Apache-2.0 */
#include "profile/keys.h"

#include <string.h>

#define WORDS(key, a, a_is, b, b_is, needs_)                                                       \
    {#key, STET_KEY_WORD, offsetof(stet_profile, key), 0, {a, b}, {a_is, b_is}, needs_}
#define FLAG(key) {#key, STET_KEY_FLAG, offsetof(stet_profile, key), 0, {0}, {0}, "true or false"}
#define STRING(key, needs_)                                                                        \
    {#key, STET_KEY_STRING, offsetof(stet_profile, key), sizeof((stet_profile *)0)->key, {0},      \
     {0},  needs_}

const stet_profile_key stet_profile_keys[STET_PROFILE_KEYS] = {
    STRING(name, "a string of at most 63 characters"),
    STRING(description, "a string of at most 255 characters"),
    WORDS(bidir_space, "time", STET_CONV_SPACE_TIME, "freq", STET_CONV_SPACE_FREQ,
          "\"time\" or \"freq\""),
    WORDS(bidir_combine, "sum", STET_CONV_SUM, "avg", STET_CONV_AVG, "\"sum\" or \"avg\""),
    WORDS(fft_norm, "forward", STET_NORM_FORWARD, "backward", STET_NORM_BACKWARD,
          "\"forward\" or \"backward\""),
    WORDS(gelu_mode, "erf", STET_CONV_GELU_ERF, "tanh", STET_CONV_GELU_TANH, "\"erf\" or \"tanh\""),
    FLAG(ep_freqmul),
    FLAG(ep_depthwise),
    FLAG(ep_fft),
    FLAG(strict_kernels),
    FLAG(layer_norm_strict),
};

/* Enumerations are read and written as ints, which have the same size. */
_Static_assert(sizeof(stet_conv_space) == sizeof(int) && sizeof(stet_norm) == sizeof(int) &&
                   sizeof(stet_conv_combine) == sizeof(int) &&
                   sizeof(stet_conv_gelu) == sizeof(int),
               "an enumeration is not an int");

int stet_profile_get(const stet_profile *profile, const stet_profile_key *key)
{
    int value;
    memcpy(&value, (const char *)profile + key->offset, sizeof value);
    return value;
}

void stet_profile_set(stet_profile *profile, const stet_profile_key *key, int value)
{
    memcpy((char *)profile + key->offset, &value, sizeof value);
}

enum { LONGEST = 32 }; /* length of a key; only that much of a longer name is compared */

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Returns Levenshtein's distance, computed row by row. */
static size_t distance(const char *a, const char *b)
{
    size_t row[LONGEST + 1];
    const size_t n = least(strlen(a), LONGEST), m = least(strlen(b), LONGEST);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, least(row[j - 1], row[j]) + 1);
        }
    }
    return row[m];
}

const char *stet_profile_nearest(const char *name)
{
    const stet_profile_key *best = stet_profile_keys;
    for (int i = 1; i < STET_PROFILE_KEYS; i++)
        if (distance(name, stet_profile_keys[i].name) < distance(name, best->name))
            best = &stet_profile_keys[i];
    return best->name;
}

const char *stet_profile_contradiction(const stet_profile *p, const char *keys[2])
{
    keys[0] = "strict_kernels";
    if (p->strict_kernels && p->ep_fft) {
        keys[1] = "ep_fft";
        return "contradicts strict_kernels: no transform is both strict and extended";
    }
    if (p->strict_kernels && p->bidir_space == STET_CONV_SPACE_FREQ && !p->ep_freqmul) {
        keys[1] = "bidir_space";
        return "\"freq\" contradicts strict_kernels: the strict convolution has no spectra to add "
               "(ep_freqmul would)";
    }
    return NULL;
}

static int valid_string(const char *text, size_t room)
{
    const char *end = (const char *)memchr(text, 0, room);
    for (; end && text < end; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
            return 0;
    return end != NULL;
}

static int valid_value(const stet_profile *profile, const stet_profile_key *key)
{
    if (key->type == STET_KEY_STRING)
        return valid_string((const char *)profile + key->offset, key->room);
    const int value = stet_profile_get(profile, key);
    if (key->type == STET_KEY_FLAG)
        return value == 0 || value == 1;
    return value == key->value[0] || value == key->value[1];
}

int stet_profile_valid(const stet_profile *profile)
{
    const char *keys[2];
    for (int i = 0; i < STET_PROFILE_KEYS; i++)
        if (!valid_value(profile, &stet_profile_keys[i]))
            return 0;
    return !stet_profile_contradiction(profile, keys);
}
