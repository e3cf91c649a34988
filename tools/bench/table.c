/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHAPE_WIDTH 11 /* fits 512x512x512 */

/* Returns the width of a column, which fits its heading and a number. */
static int width(const char *heading)
{
    int length = (int)strlen(heading);
    return (length > 7 ? length : 7) + 2;
}

static void put(const char *heading, const char *text) { printf("%*s", width(heading), text); }

static void put_number(const char *heading, int digits, double x)
{
    char text[40] = "-";
    if (!isnan(x))
        snprintf(text, sizeof text, "%.*f", digits, x);
    put(heading, text);
}

static void put_whole(const char *heading, ptrdiff_t x) { printf("%*td", width(heading), x); }

static void put_speed(const struct bench_row *r, const char *name)
{
    const struct speed *s = row_speed(r, name);
    if (s != NULL && !s->timing.agrees)
        put(name, "wrong");
    else
        put_number(name, 1, s != NULL ? s->gflops : (double)NAN);
}

/* Puts the milliseconds of a first call, those of its plan, and its memory. */
static void put_first(const struct bench_row *r, const char *name)
{
    const struct speed *s = row_speed(r, name);
    const bool is_here = s != NULL, agrees = is_here && s->timing.agrees;
    if (is_here && !agrees)
        put(name, "wrong");
    else
        put_number(name, 3, agrees ? s->timing.seconds * 1e3 : (double)NAN);
    put_number("plan", 3, is_here ? s->plan_seconds * 1e3 : (double)NAN);
    put_number("MB", 1, is_here ? (double)s->timing.bytes * 1e-6 : (double)NAN);
}

static void head_library(const struct columns *c, const char *name)
{
    put(name, name);
    if (!c->first)
        return;
    put("plan", "plan");
    put("MB", "MB");
}

void table_heading(const struct columns *c, const struct work *w)
{
    char name[60];
    work_name(w, name, sizeof name);
    printf("\n%s %s, %d thread%s, %s\n", name, work_precision(w), w->threads,
           w->threads == 1 ? "" : "s",
           c->first ? "first call: ms with the plan, ms of the plan, memory in MB" : "GFLOPS");
    printf("%*s", SHAPE_WIDTH, "N");
    if (c->batch)
        put("batch", "batch");
    head_library(c, "stet");
    for (int i = 0; i < c->peer_count; i++)
        head_library(c, c->peers[i]);
    put("ratio", "ratio");
    put("noise", "noise");
    if (!c->first)
        put("plan ms", "plan ms");
    for (int i = 0; i < MODES; i++)
        if (c->over[i])
            put(modes[i].name, modes[i].name);
    puts("");
}

void table_row(const struct columns *c, const struct bench_row *r)
{
    void (*const put_library)(const struct bench_row *, const char *) =
        c->first ? put_first : put_speed;
    char noise[20], shape[SHAPE_TEXT];
    printf("%*s", SHAPE_WIDTH, shape_text(&r->work.shape, shape));
    if (c->batch)
        put_whole("batch", r->work.batch);
    put_library(r, "stet");
    for (int i = 0; i < c->peer_count; i++)
        put_library(r, c->peers[i]);
    put_number("ratio", 2, r->ratio);
    snprintf(noise, sizeof noise, "%.0f%%", r->noise * 100);
    put("noise", noise);
    if (!c->first)
        put_number("plan ms", 2, r->speeds[0].plan_seconds * 1e3);
    for (int i = 0; i < MODES; i++)
        if (c->over[i])
            put_number(modes[i].name, 2, row_over(r, i));
    puts("");
    fflush(stdout);
}

static void put_mean(const char *of, double mean, int count)
{
    if (!isnan(mean))
        printf("geometric mean of %-28s %.3f (%d row%s)\n", of, mean, count, count == 1 ? "" : "s");
}

static int rows_with(const struct bench_row *rows, int count,
                     double (*get)(const struct bench_row *, int), int which)
{
    int with = 0;
    for (int i = 0; i < count; i++)
        with += !isnan(get(&rows[i], which));
    return with;
}

void table_end(const struct columns *c, const struct bench_row *rows, int count)
{
    puts("");
    put_mean("ratio", geometric_mean(rows, count, row_ratio, 0),
             rows_with(rows, count, row_ratio, 0));
    for (int i = 0; i < MODES; i++)
        if (c->over[i])
            put_mean(modes[i].name, geometric_mean(rows, count, row_over, i),
                     rows_with(rows, count, row_over, i));
    if (c->peer_count > 0)
        puts("ratio: the speed of stet over that of the fastest other library. noise: how far the\n"
             "quartiles of the rounds are apart, the larger of those two libraries' values.");
    if (c->over[0] || c->over[1] || c->over[2])
        puts("CBWR: the speed of stet over that of MKL with MKL_CBWR set, the two in a process of\n"
             "their own; avx2/: with STET_ISA=avx2 besides.");
}
