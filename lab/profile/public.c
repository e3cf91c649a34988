/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of stet_lab.h. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "profile/keys.h"
#include "profile/read.h"

/* lab/CMakeLists.txt makes this file from lab/profiles/: SHIPPED, rows {name, text}. */
#include "shipped_profiles.h"

enum { LARGEST_FILE = 1 << 20 };

static const struct {
    const char *name, *text;
} shipped[] = {SHIPPED};
enum { COUNT = sizeof shipped / sizeof *shipped };

const char *stet_profile_name(int index)
{
    return index >= 0 && index < COUNT ? shipped[index].name : NULL;
}

const char *stet_profile_shipped(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(name, shipped[i].name) == 0)
            return shipped[i].text;
    return NULL;
}

void stet_profile_init_size(stet_profile *profile, size_t size)
{
    if (!profile || size != sizeof *profile)
        return;
    *profile = (stet_profile){
        .size = size,
        .bidir_space = STET_CONV_SPACE_TIME,
        .bidir_combine = STET_CONV_AVG,
        .fft_norm = STET_NORM_FORWARD,
        .gelu_mode = STET_CONV_GELU_ERF,
        .name = "default",
    };
}

static stet_status check(const stet_profile *profile)
{
    if (!profile)
        return STET_E_NULL;
    return profile->size == sizeof *profile ? STET_OK : STET_E_OPTIONS_SIZE;
}

stet_status stet_profile_read(stet_profile *profile, const char *origin, const char *text,
                              size_t size, char *reason, size_t room)
{
    stet_text why = stet_text_in(reason, room);
    const stet_status status = check(profile);
    if (status != STET_OK || !text)
        return status != STET_OK ? status : STET_E_NULL;
    return stet_profile_take(profile, origin ? origin : "text", text, size, "default", &why);
}

/* Copies the last part of a path, without .json, at most room - 1 bytes. */
static void name_of(const char *path, char *name, size_t room)
{
    const char *slash = strrchr(path, '/');
    stet_text to = {name, room, 0};
    stet_put(&to, "%s", slash ? slash + 1 : path);
    const size_t size = strlen(name);
    if (size > 5 && strcmp(name + size - 5, ".json") == 0)
        name[size - 5] = 0;
    for (char *p = name; *p; p++)
        if (*p < ' ' || *p > '~' || *p == '"' || *p == '\\')
            *p = '_';
}

static stet_status take_file(stet_profile *profile, const char *path, stet_text *why)
{
    size_t size;
    const char *wrong;
    char name[sizeof profile->name];
    char *text;
    stet_status status = stet_file_read(path, LARGEST_FILE, &text, &size, &wrong);
    if (status) {
        stet_put(why, "%s: %s", path, wrong);
        for (int i = 0; i < COUNT && status == STET_E_FILE; i++)
            stet_put(why, "%s %s", i ? "," : "; shipped profiles are", shipped[i].name);
        return status;
    }
    name_of(path, name, sizeof name);
    status = stet_profile_take(profile, path, text, size, name, why);
    stet_free(text);
    return status;
}

stet_status stet_profile_load(stet_profile *profile, const char *path, char *reason, size_t room)
{
    stet_text why = stet_text_in(reason, room);
    const stet_status status = check(profile);
    if (status != STET_OK)
        return status;
    if (!path)
        path = getenv("STET_PROFILE");
    if (!path || !*path) {
        stet_profile_init(profile);
        return STET_OK;
    }
    const char *text = stet_profile_shipped(path);
    if (text)
        return stet_profile_take(profile, path, text, strlen(text), path, &why);
    return take_file(profile, path, &why);
}

static void put_value(stet_text *to, const stet_profile *profile, const stet_profile_key *key)
{
    if (key->type == STET_KEY_STRING)
        stet_put(to, "\"%s\"", (const char *)profile + key->offset);
    else if (key->type == STET_KEY_FLAG)
        stet_put(to, "%s", stet_profile_get(profile, key) ? "true" : "false");
    else
        stet_put(to, "\"%s\"", key->word[stet_profile_get(profile, key) != key->value[0]]);
}

size_t stet_profile_write(const stet_profile *profile, char *text, size_t room)
{
    stet_text to = stet_text_in(text, room);
    if (check(profile) != STET_OK || !stet_profile_valid(profile))
        return 0;
    for (int i = 0; i < STET_PROFILE_KEYS; i++) {
        stet_put(&to, "%s  \"%s\": ", i ? ",\n" : "{\n", stet_profile_keys[i].name);
        put_value(&to, profile, &stet_profile_keys[i]);
    }
    stet_put(&to, "\n}\n");
    return to.used;
}

stet_status stet_profile_apply(const stet_profile *p, stet_conv_options *o)
{
    const stet_status status = o ? check(p) : STET_E_NULL;
    if (status != STET_OK)
        return status;
    if (o->size != sizeof *o)
        return STET_E_OPTIONS_SIZE;
    if (!stet_profile_valid(p))
        return STET_E_PROFILE;
    o->space = p->bidir_space;
    o->combine = p->bidir_combine;
    o->norm = p->fft_norm;
    if (o->gelu != STET_CONV_GELU_NONE)
        o->gelu = p->gelu_mode;
    if (o->level != STET_LEVEL_NATIVE)
        return STET_OK;
    o->extended = (p->ep_freqmul ? STET_CONV_EP_FREQMUL : 0u) | (p->ep_fft ? STET_CONV_EP_FFT : 0u);
    if (o->extended)
        o->method = STET_CONV_FFT;
    else if (p->strict_kernels)
        o->method = STET_CONV_STRICT;
    return STET_OK;
}
