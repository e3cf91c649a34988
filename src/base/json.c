/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include <string.h>

stet_json stet_json_of(char *text, size_t size)
{
    return (stet_json){.text = text, .end = text + size, .at = text};
}

int stet_json_complain(stet_json *j, char *at, const char *wrong)
{
    if (j->wrong)
        return 0;
    j->wrong = wrong;
    j->at = at;
    return 0;
}

/* A 0 that ends a string stands for its quote: neither is the end of a line. */
void stet_json_place(const stet_json *j, int *line, int *column)
{
    *line = *column = 1;
    for (const char *p = j->text; p < j->at; p++)
        if (*p == '\n') {
            ++*line;
            *column = 1;
        } else {
            ++*column;
        }
}

void stet_json_skip(stet_json *j)
{
    if (!j->wrong)
        j->at += strspn(j->at, " \t\r\n");
}

int stet_json_next(stet_json *j, char c)
{
    if (j->wrong)
        return 0;
    stet_json_skip(j);
    if (j->at == j->end || *j->at != c)
        return 0;
    j->at++;
    return 1;
}

int stet_json_need(stet_json *j, char c, const char *what)
{
    return stet_json_next(j, c) || stet_json_complain(j, j->at, what);
}

char *stet_json_string(stet_json *j)
{
    if (!stet_json_need(j, '"', "a string is missing here"))
        return NULL;
    char *begin = j->at;
    for (; *j->at != '"'; j->at++)
        if (*j->at < ' ' || *j->at > '~' || *j->at == '\\') {
            stet_json_complain(j, j->at,
                               j->at == j->end
                                   ? "the text ends within a string"
                                   : "a string must be printable ASCII without escapes");
            return NULL;
        }
    *j->at++ = 0;
    return begin;
}

int stet_json_flag(stet_json *j, int *value)
{
    stet_json_skip(j);
    *value = strncmp(j->at, "true", 4) == 0;
    if (j->wrong || (!*value && strncmp(j->at, "false", 5) != 0))
        return 0;
    j->at += *value ? 4 : 5;
    return 1;
}

/* Reads digits; JSON has no leading zeros. */
static int take_whole(stet_json *j, int64_t *number)
{
    enum { DIGITS = 15 };
    const size_t digits = strspn(j->at, "0123456789");
    *number = 0;
    if (digits == 0 || digits > DIGITS || (digits > 1 && *j->at == '0'))
        return 0;
    for (size_t i = 0; i < digits; i++)
        *number = 10 * *number + *j->at++ - '0';
    return 1;
}

int stet_json_number(stet_json *j, int64_t least, int64_t most, int decimals, int64_t *scaled)
{
    if (j->wrong)
        return 0;
    stet_json_skip(j);
    char *begin = j->at;
    if (!take_whole(j, scaled) || *scaled < least || *scaled > most)
        return stet_json_complain(j, begin, "a number is missing here or out of range");
    const int point = *j->at == '.';
    if (point && decimals == 0)
        return stet_json_complain(j, j->at, "a whole number is needed here");
    j->at += point;
    const size_t digits = point ? strspn(j->at, "0123456789") : 0;
    if (point && digits == 0)
        return stet_json_complain(j, j->at, "a digit is missing after the point");
    for (size_t i = 0; i < (size_t)decimals; i++)
        *scaled = 10 * *scaled + (i < digits ? j->at[i] - '0' : 0);
    j->at += digits;
    return 1;
}

int stet_json_end(stet_json *j)
{
    if (j->wrong)
        return 0;
    stet_json_skip(j);
    return j->at == j->end || stet_json_complain(j, j->at, "there is text after the end");
}
