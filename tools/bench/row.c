/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/row.h"
#include "files/report.h"

#include <math.h>
#include <string.h>

const struct mode modes[MODES] = {{"CBWR=COMPATIBLE", "COMPATIBLE", NULL},
                                  {"CBWR=AVX2", "AVX2", NULL},
                                  {"avx2/CBWR=AVX2", "AVX2", "avx2"}};

void row_finish(struct bench_row *r, const struct contender *c, const struct timing *t)
{
    r->best = -1;
    for (int i = 0; i < r->count; i++) {
        struct speed *s = &r->speeds[i];
        *s =
            (struct speed){c[i].name, work_gflop(&r->work) / t[i].seconds, c[i].plan_seconds, t[i]};
        if (i > 0 && t[i].agrees && (r->best < 0 || s->gflops > r->speeds[r->best].gflops))
            r->best = i;
    }
    bool comparable = r->best >= 0 && t[0].agrees;
    r->ratio = !comparable ? (double)NAN : r->speeds[0].gflops / r->speeds[r->best].gflops;
    r->noise = t[0].spread;
    if (r->best >= 0)
        r->noise = fmax(r->noise, t[r->best].spread);
}

const struct speed *row_speed(const struct bench_row *r, const char *name)
{
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->speeds[i].name, name) == 0)
            return &r->speeds[i];
    return NULL;
}

bool row_agrees(const struct bench_row *r)
{
    for (int i = 0; i < r->count; i++)
        if (!r->speeds[i].timing.agrees)
            return false;
    return true;
}

/* Returns the JSON of a speed, which a wrong result does not have. */
static json_t *speed_json(const struct speed *s)
{
    return s->timing.agrees ? json_number(s->gflops) : json_null();
}

static json_t *beside_json(const struct beside *b)
{
    json_t *o = json_object();
    json_object_set_new(o, "gflops", json_number(b->gflops));
    json_object_set_new(o, "mkl", json_number(b->mkl));
    json_object_set_new(o, "ratio", json_number(b->ratio));
    json_object_set_new(o, "noise", json_number(b->noise));
    return o;
}

/* Sets what the rows of repeated calls have. */
static void set_repeated(json_t *o, const struct bench_row *r)
{
    json_t *peers = json_object();
    json_object_set_new(o, "gflops", speed_json(&r->speeds[0]));
    for (int i = 1; i < r->count; i++)
        json_object_set_new(peers, r->speeds[i].name, speed_json(&r->speeds[i]));
    json_object_set_new(o, "peers", peers);
}

/* Sets what the rows of first calls have. */
static void set_first(json_t *o, const struct bench_row *r)
{
    json_t *first = json_object();
    for (int i = 0; i < r->count; i++) {
        const struct speed *s = &r->speeds[i];
        json_t *one = json_object();
        json_object_set_new(one, "plan_ms", json_number(s->plan_seconds * 1e3));
        json_object_set_new(one, "ms",
                            s->timing.agrees ? json_number(s->timing.seconds * 1e3) : json_null());
        json_object_set_new(one, "bytes", json_integer(s->timing.bytes));
        json_object_set_new(first, s->name, one);
    }
    json_object_set_new(o, "first", first);
}

json_t *row_json(const struct bench_row *r, bool is_first)
{
    char name[60];
    json_t *o = json_object(), *shape = json_array();
    for (int i = 0; i < r->work.shape.rank; i++)
        json_array_append_new(shape, json_integer(r->work.shape.n[i]));
    work_name(&r->work, name, sizeof name);
    json_object_set_new(o, "work", json_string(name));
    json_object_set_new(o, "precision", json_string(work_precision(&r->work)));
    json_object_set_new(o, "n", json_integer(shape_points(&r->work.shape)));
    json_object_set_new(o, "shape", shape);
    json_object_set_new(o, "batch", json_integer(r->work.batch));
    (is_first ? set_first : set_repeated)(o, r);
    json_object_set_new(o, "ratio", json_number(r->ratio));
    json_object_set_new(o, "noise", json_number(r->noise));
    if (is_first)
        return o;
    json_object_set_new(o, "plan_ms", json_number(r->speeds[0].plan_seconds * 1e3));
    json_t *over = json_object();
    for (int i = 0; i < MODES; i++)
        if (r->over[i].measured)
            json_object_set_new(over, modes[i].name, beside_json(&r->over[i]));
    json_object_set_new(o, "over", over);
    return o;
}

double geometric_mean(const struct bench_row *rows, int count,
                      double (*get)(const struct bench_row *, int), int which)
{
    double sum = 0;
    int terms = 0;
    for (int i = 0; i < count; i++) {
        double x = get(&rows[i], which);
        if (isnan(x))
            continue;
        sum += log(x);
        terms++;
    }
    return terms > 0 ? exp(sum / terms) : (double)NAN;
}

double row_ratio(const struct bench_row *r, int ignored)
{
    (void)ignored;
    return r->ratio;
}

double row_over(const struct bench_row *r, int mode)
{
    return r->over[mode].measured ? r->over[mode].ratio : (double)NAN;
}
