/* SPDX-License-Identifier: Apache-2.0 */
#include "files/words.h"

#include <stdio.h>
#include <string.h>

const struct choice kind_choices[] = {
    {"c2c", STET_C2C}, {"r2c", STET_R2C}, {"c2r", STET_C2R}, {NULL, 0}};
const struct choice r2r_choices[] = {{"dct1", STET_DCT1}, {"dct2", STET_DCT2}, {"dct3", STET_DCT3},
                                     {"dct4", STET_DCT4}, {"dst1", STET_DST1}, {"dst2", STET_DST2},
                                     {"dst3", STET_DST3}, {"dst4", STET_DST4}, {"dht", STET_DHT},
                                     {"r2hc", STET_R2HC}, {"hc2r", STET_HC2R}, {NULL, 0}};
const struct choice direction_choices[] = {
    {"forward", STET_FORWARD}, {"inverse", STET_INVERSE}, {NULL, 0}};
const struct choice norm_choices[] = {{"backward", STET_NORM_BACKWARD},
                                      {"ortho", STET_NORM_ORTHO},
                                      {"forward", STET_NORM_FORWARD},
                                      {NULL, 0}};
const struct choice precision_choices[] = {
    {"f16", STET_F16}, {"bf16", STET_BF16}, {"f32", STET_F32}, {"f64", STET_F64}, {NULL, 0}};
const struct choice mode_choices[] = {
    {"io", STET_HALF_IO}, {"store", STET_HALF_STORE}, {"native", STET_HALF_NATIVE}, {NULL, 0}};
const struct choice level_choices[] = {{"native", STET_LEVEL_NATIVE},
                                       {"extended", STET_LEVEL_EXTENDED},
                                       {"extended-ff", STET_LEVEL_EXTENDED_FF},
                                       {"correct", STET_LEVEL_CORRECT},
                                       {NULL, 0}};

const struct choice *find_choice(const struct choice *choices, const char *name)
{
    while (choices->name != NULL && strcmp(choices->name, name) != 0)
        choices++;
    return choices->name != NULL ? choices : NULL;
}

const char *choice_name(const struct choice *choices, int value)
{
    while (choices->name != NULL && choices->value != value)
        choices++;
    return choices->name != NULL ? choices->name : "?";
}

static bool is_allowed(const struct choice *c, unsigned allowed)
{
    return allowed == ALLOW_ALL || (allowed >> c->value & 1) != 0;
}

/* Appends ", " and a word. */
static void add_word(char *list, size_t size, const char *word)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used != 0 ? ", " : "", word);
}

static void add_words(char *list, size_t size, const struct choice *choices, unsigned allowed)
{
    for (; choices->name != NULL; choices++)
        if (is_allowed(choices, allowed))
            add_word(list, size, choices->name);
}

static bool unknown(const char *option, const char *value, const char *list, struct error *e)
{
    return error_set(e, "--%s %s: unknown; it can be %s", option, value, list);
}

bool parse_choice_of(const char *option, const char *value, const struct choice *choices,
                     unsigned allowed, const char *further, int *chosen, struct error *e)
{
    char list[200] = "";
    const struct choice *c = find_choice(choices, value);
    const bool is_further = further != NULL && strcmp(further, value) == 0;
    if (is_further || (c != NULL && is_allowed(c, allowed))) {
        *chosen = is_further ? 0 : c->value;
        return true;
    }
    add_words(list, sizeof list, choices, allowed);
    if (further != NULL)
        add_word(list, sizeof list, further);
    return unknown(option, value, list, e);
}

bool parse_choice(const char *option, const char *value, const struct choice *choices, int *chosen,
                  struct error *e)
{
    return parse_choice_of(option, value, choices, ALLOW_ALL, NULL, chosen, e);
}

bool parse_any_kind(const char *value, int *kind, int *r2r, struct error *e)
{
    char list[200] = "";
    const struct choice *c = find_choice(kind_choices, value), *r = find_choice(r2r_choices, value);
    if (c != NULL || r != NULL) {
        *kind = c != NULL ? c->value : STET_R2R;
        *r2r = r != NULL ? r->value : 0;
        return true;
    }
    add_words(list, sizeof list, kind_choices, ALLOW_ALL);
    add_words(list, sizeof list, r2r_choices, ALLOW_ALL);
    return unknown("kind", value, list, e);
}

bool parse_r2r_kinds(const char *value, int axes, stet_r2r_kind *kinds, struct error *e)
{
    const char *rest = value;
    int count = 0;
    for (; count < axes; rest += *rest == ',') {
        char word[40];
        int length = (int)strcspn(rest, ","), one;
        snprintf(word, sizeof word, "%.*s", length, rest);
        if (!parse_choice("kind", word, r2r_choices, &one, e))
            return false;
        kinds[count++] = (stet_r2r_kind)one;
        rest += length;
        if (*rest == 0)
            break;
    }
    if (*rest != 0 || (count > 1 && count < axes))
        return error_set(e, "--kind %s: name one for all axes, or one for each of the %d", value,
                         axes);
    for (; count < axes; count++)
        kinds[count] = kinds[0];
    return true;
}

const char *r2r_kinds_text(const stet_r2r_kind *kinds, int axes, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < axes && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "," : "",
                                 choice_name(r2r_choices, (int)kinds[i]));
    return text;
}
