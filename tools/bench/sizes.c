/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/sizes.h"

#include <stdlib.h>
#include <string.h>

static const char usual[] = "2^4..2^22,1000,10000,30030,1009,65537";

/* Reads "1024" or "2^10" and moves *s behind it. Returns 0 if there is none, or if it is too
 * large. */
static ptrdiff_t take_number(const char **s)
{
    bool power = strncmp(*s, "2^", 2) == 0;
    const char *digits = power ? *s + 2 : *s;
    char *end;
    if (*digits < '0' || *digits > '9')
        return 0;
    unsigned long long value = strtoull(digits, &end, 10);
    *s = end;
    if (power)
        return value < 60 ? (ptrdiff_t)1 << value : 0;
    return value <= (unsigned long long)POINTS_MAX ? (ptrdiff_t)value : 0;
}

/* Reads the number after mark; without mark it is `missing`. Returns false if mark has no
 * number. */
static bool take_after(const char **s, const char *mark, ptrdiff_t missing, ptrdiff_t *number)
{
    *number = missing;
    if (strncmp(*s, mark, strlen(mark)) != 0)
        return true;
    *s += strlen(mark);
    *number = take_number(s);
    return *number != 0;
}

static bool add(struct sizes *s, struct shape shape, ptrdiff_t batch)
{
    if (s->count == SIZES_MAX)
        return false;
    s->items[s->count++] = (struct size){shape, batch};
    return true;
}

/* Reads one item of the list and moves *text behind it. */
static bool take_item(struct sizes *s, const char **text)
{
    ptrdiff_t first = take_number(text), last, batch;
    bool ok = first >= 2 && take_after(text, "..", first, &last) &&
              take_after(text, "x", 0, &batch) && (**text == ',' || **text == 0);
    if (!ok || last < first || last > POINTS_MAX / (batch ? batch : 1))
        return false;
    for (ptrdiff_t n = first; n <= last; n *= 2)
        if (!add(s, shape_line(n), batch))
            return false;
    return true;
}

/* Reads one array, which may have axes of length 1. */
static bool take_shape(struct sizes *s, const char **text)
{
    struct shape shape = {.rank = 0};
    ptrdiff_t points = 1;
    for (bool more = true; more; *text += more) {
        const ptrdiff_t n = shape.rank < SHAPE_AXES ? take_number(text) : 0;
        if (n == 0 || n > POINTS_MAX / points)
            return false;
        points *= n;
        shape.n[shape.rank++] = n;
        more = **text == 'x';
    }
    return points >= 2 && (**text == ',' || **text == 0) && add(s, shape, 0);
}

static bool take_batch(struct sizes *s, const char **text)
{
    ptrdiff_t batch = take_number(text);
    return batch != 0 && (**text == ',' || **text == 0) && add(s, shape_line(1), batch);
}

static bool take_list(struct sizes *s, const char *option, const char *text, const char *form,
                      bool (*take)(struct sizes *, const char **), struct error *e)
{
    s->count = 0;
    for (const char *item = text, *rest = text;; item = ++rest) {
        if (!take(s, &rest)) {
            if (s->count == SIZES_MAX)
                return error_set(e, "--%s %s: more than %d", option, text, SIZES_MAX);
            return error_set(e, "--%s %s: '%.*s' is not %s", option, text, (int)strcspn(item, ","),
                             item, form);
        }
        if (*rest == 0)
            return true;
    }
}

bool sizes_parse(struct sizes *s, const char *text, struct error *e)
{
    return take_list(
        s, "sizes", strcmp(text, "default") == 0 ? usual : text,
        "a length: 1000, 2^10, 2^4..2^22 or 64x512 (64 points, 512 times), of at most 2^28 points",
        take_item, e);
}

bool shapes_parse(struct sizes *s, const char *text, struct error *e)
{
    return take_list(s, "shapes", text,
                     "an array: 512x512, 64x64x64 or 1000, of 2 to 2^28 points and at most 3 axes",
                     take_shape, e);
}

bool batches_parse(struct sizes *s, const char *text, struct error *e)
{
    return take_list(s, "batch", text, "a whole number from 1", take_batch, e);
}
