/* SPDX-License-Identifier: Apache-2.0 */
/* Converts text to a profile. */
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "profile/keys.h"
#include "profile/read.h"

typedef struct reader {
    stet_json j;
    stet_profile profile;
    char *at[STET_PROFILE_KEYS]; /* place of each key in the text, or NULL */
    char message[256];
} reader;

/* Writes an error: "key" format tail. */
static int complain(reader *r, char *at, const char *format, const char *key, const char *tail)
{
    stet_text to = {r->message, sizeof r->message, 0};
    stet_put(&to, format, key, tail);
    return stet_json_complain(&r->j, at, r->message);
}

static int find(const char *name)
{
    int i = 0;
    while (i < STET_PROFILE_KEYS && strcmp(name, stet_profile_keys[i].name) != 0)
        i++;
    return i;
}

/* Copies the beginning of a name that a user wrote, for a message. */
static const char *shown(char *name)
{
    enum { MOST = 40 };
    if (strlen(name) > MOST)
        name[MOST] = 0;
    return name;
}

static int take_word(reader *r, const stet_profile_key *key, const char *text)
{
    const int second = strcmp(text, key->word[0]) != 0;
    if (second && strcmp(text, key->word[1]) != 0)
        return 0;
    stet_profile_set(&r->profile, key, key->value[second]);
    return 1;
}

static int take_text(reader *r, const stet_profile_key *key, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (size > key->room)
        return 0;
    memcpy((char *)&r->profile + key->offset, text, size);
    return 1;
}

static int take_value(reader *r, const stet_profile_key *key)
{
    stet_json *j = &r->j;
    stet_json_skip(j);
    char *at = j->at;
    int flag, done = 0;
    if (key->type == STET_KEY_FLAG) {
        done = stet_json_flag(j, &flag);
        if (done)
            stet_profile_set(&r->profile, key, flag);
    } else if (*at == '"') {
        char *text = stet_json_string(j);
        if (!text)
            return 0;
        done = key->type == STET_KEY_WORD ? take_word(r, key, text) : take_text(r, key, text);
    }
    return done || complain(r, at, "the value of \"%s\" is %s", key->name, key->needs);
}

static int take_pair(reader *r)
{
    stet_json *j = &r->j;
    stet_json_skip(j);
    char *at = j->at, *name = stet_json_string(j);
    if (!name)
        return 0;
    const int i = find(name);
    if (i == STET_PROFILE_KEYS)
        return complain(r, at, "there is no key \"%s\"; the nearest is \"%s\"", shown(name),
                        stet_profile_nearest(name));
    if (r->at[i])
        return complain(r, at, "the key \"%s\" comes a second time%s", name, "");
    r->at[i] = at;
    return stet_json_need(j, ':', "a colon is missing here") &&
           take_value(r, &stet_profile_keys[i]);
}

/* The error is reported at the later one of the two keys. */
static int check_pairs(reader *r)
{
    const char *keys[2];
    const char *wrong = stet_profile_contradiction(&r->profile, keys);
    if (!wrong)
        return 1;
    char *a = r->at[find(keys[0])], *b = r->at[find(keys[1])];
    return complain(r, a > b ? a : b, "\"%s\" %s", keys[1], wrong);
}

static int take_all(reader *r)
{
    stet_json *j = &r->j;
    if (!stet_json_need(j, '{', "a profile begins with {"))
        return 0;
    if (!stet_json_next(j, '}')) {
        do
            if (!take_pair(r))
                return 0;
        while (stet_json_next(j, ','));
        if (!stet_json_need(j, '}', "a comma or the } at the end is missing here"))
            return 0;
    }
    return stet_json_end(j) && check_pairs(r);
}

stet_status stet_profile_take(stet_profile *profile, const char *origin, const char *text,
                              size_t size, const char *name, stet_text *why)
{
    char *copy = size < PTRDIFF_MAX ? (char *)stet_alloc(size + 1) : NULL;
    if (!copy)
        return STET_E_MEMORY;
    memcpy(copy, text, size);
    copy[size] = 0;
    reader r = {.j = stet_json_of(copy, size)};
    stet_profile_init(&r.profile);
    stet_text into = {r.profile.name, sizeof r.profile.name, 0};
    stet_put(&into, "%s", name);
    const int done = take_all(&r);
    int line, column;
    stet_json_place(&r.j, &line, &column);
    if (done) {
        const size_t known = profile->size; /* size of the caller's struct */
        memcpy(profile, &r.profile, known);
        profile->size = known;
    } else {
        stet_put(why, "%s: line %d, column %d: %s", origin, line, column, r.j.wrong);
    }
    stet_free(copy);
    return done ? STET_OK : STET_E_PROFILE;
}
