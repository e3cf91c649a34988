/* SPDX-License-Identifier: Apache-2.0 */
#include "lines/schedule.h"

#include <string.h>

#include "lines/method.h"

void stet_schedule_of(const stet_fft1d *f, stet_schedule list[STET_SCHEDULES])
{
    memset(list, 0, STET_SCHEDULES * sizeof *list);
    for (; f; f = stet_fft1d_inner(f))
        *list++ = f->schedule;
}

/* Copies passes first .. end - 1 and groups their levels anew. */
static void regroup(const stet_passes *from, int first, int end, int widest, stet_passes *to)
{
    int levels = 0;
    for (int i = first; i < end; i++)
        if (from->radix[i] % 2 == 0)
            levels += stet_log2(from->radix[i]);
        else
            stet_add_pass(to, from->radix[i]);
    stet_add_levels(to, levels, widest);
}

static void limit_radix(const stet_fft1d *f, int widest, stet_schedule *s)
{
    const stet_schedule old = *s;
    s->lane.count = 0;
    regroup(&old.lane, 0, old.lane.count, widest, &s->lane);
    const int rows = s->method == &stet_method_rows || s->method == &stet_method_tiles;
    if (s->method != &stet_method_columns && !rows)
        return;
    s->across.count = 0;
    regroup(&old.across, 0, old.part[0], widest, &s->across);
    s->part[0] = s->across.count;
    if (rows)
        regroup(&old.across, old.part[0], old.across.count, widest, &s->across);
    else
        stet_add_pass(&s->across, s->lanes);
    s->part[1] = s->across.count;
    if (stet_schedule_wrong(f, s)) { /* rows.h has all levels of real input in one pass */
        s->across = old.across;
        memcpy(s->part, old.part, sizeof old.part);
    }
}

void stet_schedule_limit_radix(const stet_fft1d *f, int max_radix,
                               stet_schedule list[STET_SCHEDULES])
{
    stet_schedule_of(f, list);
    for (; f; f = stet_fft1d_inner(f))
        limit_radix(f, stet_log2(max_radix), list++);
}

static int same_passes(const stet_passes *a, const stet_passes *b)
{
    return a->count == b->count &&
           memcmp(a->radix, b->radix, (size_t)a->count * sizeof *a->radix) == 0;
}

int stet_schedule_same(const stet_schedule *a, const stet_schedule *b)
{
    return a->method == b->method && a->lanes == b->lanes && a->beside == b->beside &&
           a->together == b->together && a->part[0] == b->part[0] && a->part[1] == b->part[1] &&
           a->grouped == b->grouped && a->block == b->block && a->in_output == b->in_output &&
           a->stream_bank == b->stream_bank && a->stream_output == b->stream_output &&
           a->prefetch == b->prefetch && same_passes(&a->lane, &b->lane) &&
           same_passes(&a->across, &b->across);
}

/* --------------------------------------------------------------- as text -- */

static void put_passes(stet_text *to, const stet_passes *passes, const int part[2])
{
    int next = 0;
    for (int i = 0; i < passes->count; i++) {
        for (; part && next < 2 && part[next] == i; next++)
            stet_put(to, " |");
        stet_put(to, " %td", passes->radix[i]);
    }
}

static void put_way(stet_text *to, const stet_schedule *s)
{
    const int in_lane = s->method == &stet_method_lane;
    const stet_passes *passes = in_lane ? &s->lane : &s->across;
    stet_put(to, "%s %d%s", s->method->name, s->lanes, passes->count > 0 ? ":" : "");
    put_passes(to, passes, in_lane ? NULL : s->part);
    if (s->beside > 0)
        stet_put(to, ", beside %d", s->beside);
    if (s->grouped)
        stet_put(to, ", grouped");
    if (s->block > 0)
        stet_put(to, ", block %td", s->block);
    if (s->in_output)
        stet_put(to, ", in-output");
    if (s->stream_bank)
        stet_put(to, ", stream-bank");
    if (s->stream_output)
        stet_put(to, ", stream-output");
    if (s->prefetch > 0)
        stet_put(to, ", prefetch %td", s->prefetch);
    if (s->together > 0)
        stet_put(to, ", together %d", s->together);
    if (!in_lane && s->lane.count > 0) {
        stet_put(to, ", lane");
        put_passes(to, &s->lane, NULL);
    }
}

void stet_schedule_put(stet_text *to, const stet_schedule *list)
{
    for (const stet_schedule *s = list; s->method; s++) {
        stet_put(to, "%s", s > list ? " of " : "");
        put_way(to, s);
    }
}

/* Skips `what` if the text continues with it. Reports whether it did. */
static int take(const char **at, const char *what)
{
    const size_t size = strlen(what);
    *at += strspn(*at, " ");
    if (strncmp(*at, what, size) != 0)
        return 0;
    *at += size;
    return 1;
}

/* Reads a number of up to 12 digits; returns 0 if there is none. */
static ptrdiff_t take_number(const char **at)
{
    enum { DIGITS = 12 };
    *at += strspn(*at, " ");
    const size_t digits = strspn(*at, "0123456789");
    ptrdiff_t n = 0;
    for (size_t i = 0; i < digits && digits <= DIGITS; i++)
        n = 10 * n + (*at)[i] - '0';
    if (n > 0)
        *at += digits;
    return n;
}

/* Reads passes. Parts that the text does not begin have none. */
static const char *take_passes(const char **at, stet_passes *passes, int part[2])
{
    int parts = 0;
    for (;;) {
        const ptrdiff_t radix = take_number(at);
        if (radix > 0 && passes->count == STET_MAX_STEPS)
            return "too many passes";
        if (radix > 0)
            stet_add_pass(passes, radix);
        else if (part && parts < 2 && take(at, "|"))
            part[parts++] = passes->count;
        else
            break;
    }
    for (; part && parts < 2; parts++)
        part[parts] = passes->count;
    return NULL;
}

static const char *take_lanes(const char **at, int *lanes)
{
    enum { MOST = 1 << 10 };
    const ptrdiff_t n = take_number(at);
    *lanes = (int)n;
    return n > 0 && n <= MOST ? NULL : "a number of lanes is missing";
}

static const char *take_option(const char **at, stet_schedule *s)
{
    if (take(at, "beside "))
        return take_lanes(at, &s->beside);
    if (take(at, "block ")) {
        s->block = take_number(at);
        return s->block > 0 ? NULL : "a number of rows is missing";
    }
    if (take(at, "prefetch ")) {
        s->prefetch = take_number(at);
        return s->prefetch > 0 ? NULL : "a distance is missing";
    }
    if (take(at, "together ")) {
        const ptrdiff_t vectors = take_number(at);
        s->together = vectors > STET_MOST_TOGETHER ? STET_MOST_TOGETHER + 1 : (int)vectors;
        return vectors > 0 ? NULL : "a number of vectors is missing";
    }
    if (take(at, "lane "))
        return take_passes(at, &s->lane, NULL);
    if (take(at, "grouped"))
        s->grouped = 1;
    else if (take(at, "in-output"))
        s->in_output = 1;
    else if (take(at, "stream-bank"))
        s->stream_bank = 1;
    else if (take(at, "stream-output"))
        s->stream_output = 1;
    else
        return "no such option; use beside, block, grouped, in-output, lane, prefetch, "
               "stream-bank, stream-output, together";
    return NULL;
}

static const char *take_way(const char **at, stet_schedule *s)
{
    *at += strspn(*at, " ");
    const size_t size = strspn(*at, "abcdefghijklmnopqrstuvwxyz-");
    s->method = stet_method_named(*at, size);
    if (!s->method)
        return "no such method; use small, wide, columns, rows, tiles, rough, hermitian, codelet, "
               "lane";
    *at += size;
    const int in_lane = s->method == &stet_method_lane;
    const char *wrong = take_lanes(at, &s->lanes);
    if (!wrong && take(at, ":"))
        wrong = take_passes(at, in_lane ? &s->lane : &s->across, in_lane ? NULL : s->part);
    while (!wrong && take(at, ","))
        wrong = take_option(at, s);
    return wrong;
}

const char *stet_schedule_parse(const char *text, stet_schedule list[STET_SCHEDULES],
                                const char **at)
{
    memset(list, 0, STET_SCHEDULES * sizeof *list);
    *at = text;
    for (int i = 0; i < STET_SCHEDULES - 1; i++) {
        const char *wrong = take_way(at, &list[i]);
        if (wrong)
            return wrong;
        if (take(at, "of "))
            continue;
        return **at == 0 ? NULL : "a comma, \"of\" or the end is missing here";
    }
    return "too many nested transforms";
}
