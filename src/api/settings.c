/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the environment variables of users: SETTINGS in stet.h. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "base/text.h"
#include "lines/tuning.h"
#include "stet.h"

#ifdef __APPLE__ /* libraries have no environ there */
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

enum { MOST_THREADS = 1024 };

static void check_isa(const char *value, stet_text *why)
{
    const char *name;
    if (stet_isa_is_name(value))
        return;
    stet_put(why, "%.100s: no such instruction set; unset it or use one of ", value);
    for (int i = 0; (name = stet_isa_built(i, NULL)); i++)
        stet_put(why, "%s%s", i ? ", " : "", name);
}

static void check_tuning(const char *value, stet_text *why)
{
    (void)value; /* the file is read only once, and the refusal begins with its name */
    stet_tuning_put_refusal(why);
}

static void check_level(const char *value, stet_text *why)
{
    static const char *const names[] = {"native", "extended", "extended-ff", "correct"};
    enum { COUNT = sizeof names / sizeof *names };
    for (int i = 0; i < COUNT; i++)
        if (strcmp(value, names[i]) == 0)
            return;
    stet_put(why, "%.100s: no such level; unset it or use one of ", value);
    for (int i = 0; i < COUNT; i++)
        stet_put(why, "%s%s", i ? ", " : "", names[i]);
}

static void check_threads(const char *value, stet_text *why)
{
    const char *at = value;
    int count = 0;
    while (*at >= '0' && *at <= '9' && count <= MOST_THREADS)
        count = 10 * count + (*at++ - '0');
    if ((*at || count < 1 || count > MOST_THREADS) && strcmp(value, "all") != 0)
        stet_put(why, "%.100s: not a whole number from 1 to %d, nor all", value, MOST_THREADS);
}

/* All settings. A setting without a check names a file or a folder: opening it reports errors. */
static const struct {
    const char *name;
    void (*check)(const char *value, stet_text *why); /* writes "VALUE: why not" if invalid */
} settings[] = {{"STET_ISA", check_isa},
                {"STET_LEVEL", check_level},
                {"STET_THREADS", check_threads},
                {"STET_TUNING", check_tuning},
                {"STET_PROFILE", NULL},
                {"STET_GPU_CACHE", NULL},
                {"STET_GPU_LIBRARY", NULL},
                {"STET_MPI_LIBRARY", NULL},
                {"STET_NVRTC", NULL},
                {"STET_MKL", NULL},
                {"STET_CUFFT", NULL},
                {"STET_RUN_REPORT", NULL}};
enum { SETTINGS = sizeof settings / sizeof *settings };

const char *stet_setting_name(int index)
{
    return index >= 0 && index < SETTINGS ? settings[index].name : NULL;
}

/* Replaces control characters, which would act on a terminal. Returns the length. */
static size_t clean(const stet_text *t)
{
    for (size_t k = 0; k < t->used && k < t->size && t->text[k]; k++)
        if ((unsigned char)t->text[k] < ' ' || t->text[k] == 127)
            t->text[k] = '?';
    return t->used;
}

static size_t refused(int i, char *text, size_t size)
{
    char reason[600];
    stet_text why = stet_text_in(reason, sizeof reason), to = stet_text_in(text, size);
    const char *value = settings[i].check ? getenv(settings[i].name) : NULL;
    if (value && *value)
        settings[i].check(value, &why);
    if (why.used > 0)
        stet_put(&to, "%s=%s", settings[i].name, reason);
    return clean(&to);
}

size_t stet_setting_refused(const char *name, char *text, size_t size)
{
    int i = 0;
    while (i < SETTINGS && !(name && strcmp(settings[i].name, name) == 0))
        i++;
    return i < SETTINGS ? refused(i, text, size) : stet_text_in(text, size).used;
}

/* Reports whether two names differ only by one inserted, deleted or changed character, or by two
 * swapped neighbours. */
static int is_near(const char *name, size_t length, const char *other)
{
    size_t rest = strlen(other);
    while (length > 0 && rest > 0 && *name == *other)
        name++, other++, length--, rest--;
    while (length > 0 && rest > 0 && name[length - 1] == other[rest - 1])
        length--, rest--;
    return (length <= 1 && rest <= 1) ||
           (length == 2 && rest == 2 && name[0] == other[1] && name[1] == other[0]);
}

/* Returns the index of the setting whose name is near; SETTINGS if none is, or if the name is a
 * setting. */
static int nearest(const char *name, size_t length)
{
    int near = SETTINGS;
    for (int i = 0; i < SETTINGS; i++)
        if (strlen(settings[i].name) == length && strncmp(settings[i].name, name, length) == 0)
            return SETTINGS;
        else if (is_near(name, length, settings[i].name))
            near = i;
    return near;
}

static size_t length_of_name(const char *variable)
{
    size_t length = 0;
    while (variable[length] && variable[length] != '=')
        length++;
    return length;
}

size_t stet_setting_untold(char *text, size_t size)
{
    static atomic_int told[SETTINGS], told_name[SETTINGS];
    for (int i = 0; i < SETTINGS; i++) {
        const size_t length = atomic_load(&told[i]) ? 0 : refused(i, text, size);
        if (length > 0 && !atomic_exchange(&told[i], 1))
            return length;
    }
    stet_text to = stet_text_in(text, size);
    for (char **at = environ; at && *at; at++) {
        if (strncmp(*at, "STET_", 5) != 0)
            continue;
        const size_t length = length_of_name(*at);
        const int i = nearest(*at, length);
        if (i == SETTINGS || atomic_exchange(&told_name[i], 1))
            continue;
        stet_put(&to, "%.*s: no such variable; did you mean %s?", (int)length, *at,
                 settings[i].name);
        return clean(&to);
    }
    return 0;
}
