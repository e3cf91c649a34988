/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning tables: what is in force, what is refused and why, files, threads, failures; the tables
 * that are shipped. Linked with --wrap=aligned_alloc, free, clock_gettime, timespec_get and rename.
 */
#define _POSIX_C_SOURCE 200809L
#include "lib/check.h"
#include "lib/failing.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/isa.h"
#include "lines/dispatch.h"
#include "lines/schedule.h"
#include "lines/sketch.h"
#include "lines/tuned.h"
#include "lib/inside.h"

enum { TEXT = 4000 };

/* ------------------------------------------------------------- injection -- */

int __wrap_clock_gettime(clockid_t clock, struct timespec *t);
int __wrap_timespec_get(struct timespec *t, int base);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

static _Atomic long clock_asked;
static _Atomic int clock_step = 200000; /* ns that the clock goes on each time it is asked */
static int rename_fails;

/* No test depends on how long something takes. The time of day is set back an hour each time. */
int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
    const long long asked = ++clock_asked;
    const long long ns = clock == CLOCK_MONOTONIC ? asked * clock_step : 0;
    const time_t seconds = clock == CLOCK_MONOTONIC ? 0 : (time_t)(2000000000 - 3600 * asked);
    *t = (struct timespec){seconds + (time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    return 0;
}

int __wrap_timespec_get(struct timespec *t, int base)
{
    __wrap_clock_gettime(CLOCK_REALTIME, t);
    return base;
}

int __wrap_rename(const char *from, const char *to)
{
    if (!rename_fails)
        return __real_rename(from, to);
    errno = EIO;
    return -1;
}

/* ----------------------------------------------------------------- plans -- */

static stet_plan *plan_of(const struct transform *t, stet_effort effort)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    stet_plan *plan;
    options.effort = effort;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    return plan;
}

static stet_plan *plan_1024(void)
{
    const struct transform t = transform_1d(STET_C2C, STET_F32, 1024);
    return plan_of(&t, STET_EFFORT_ESTIMATE);
}

static const char *schedule_of(const stet_plan *plan)
{
    static char text[TEXT];
    stet_schedule list[STET_SCHEDULES];
    stet_text to = {text, sizeof text, 0};
    stet_schedule_of(inside_fft(plan), list);
    stet_schedule_put(&to, list);
    return text;
}

/* New plans of 1024 floats have this schedule, and it comes from there. */
static void expect_choice(const char *schedule, stet_choice choice)
{
    stet_plan *plan = plan_1024();
    if (schedule)
        assert_string_equal(schedule_of(plan), schedule);
    assert_int_equal(inside_fft(plan)->choice, choice);
    stet_plan_destroy(plan);
}

/* ---------------------------------------------------------------- tables -- */

/* A file of these instructions; entries as they are. */
static const char *file_of(const char *entries)
{
    static char text[TEXT];
    snprintf(text, sizeof text,
             "{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"test\", \"isa\": \"%s\", "
             "\"entries\": [\n%s\n]}\n",
             stet_isa_name(), entries);
    return text;
}

#define ENTRY(schedule)                                                                            \
    "{\"kind\": \"c2c\", \"precision\": \"f32\", \"n\": 1024, \"schedule\": \"" schedule           \
    "\", \"ns\": 12.5}"

/* Schedules that every instruction set has, and that no rule chooses. */
#define ONE "lane 1: 4 8 8 4"
#define OTHER "lane 1: 8 8 4 4"
#define THIRD "lane 1: 4 4 8 8"

static char reason[400];

static stet_status read_text(const char *text)
{
    return stet_tuning_read(text, strlen(text), reason, sizeof reason);
}

static void load(const char *entries) { assert_int_equal(read_text(file_of(entries)), STET_OK); }

/* ------------------------------------------------------------- precedence -- */

static char environment_path[] = "/tmp/stet-tuning-XXXXXX";

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

static void test_precedence(void **state)
{
    (void)state;
    expect_choice(ONE, STET_ENVIRONMENT); /* main() made the file */
    load(ENTRY(OTHER));
    assert_string_equal(reason, "");
    expect_choice(OTHER, STET_LOADED);
    load(ENTRY(THIRD)); /* in place of the first */
    expect_choice(THIRD, STET_LOADED);
    load("");
    expect_choice(ONE, STET_ENVIRONMENT);
    /* Of a transform that was loaded nothing is measured. */
    const struct transform t = transform_1d(STET_C2C, STET_F32, 1024);
    const long before = clock_asked;
    stet_plan_destroy(plan_of(&t, STET_EFFORT_MEASURE));
    assert_int_equal(clock_asked, before);
    stet_tuning_clear();
    stet_plan *plan = plan_1024();
    assert_true(inside_fft(plan)->choice == STET_BY_RULE ||
                inside_fft(plan)->choice == STET_SHIPPED);
    stet_plan_destroy(plan);
    stet_plan_destroy(plan_of(&t, STET_EFFORT_MEASURE));
    assert_true(clock_asked > before);
    expect_choice(NULL, STET_MEASURED);
    load(ENTRY(OTHER));
    expect_choice(OTHER, STET_LOADED);
    stet_tuning_clear();
}

/* A transform that plans share is not handed out when its schedule is not the default any more. */
static void test_cache(void **state)
{
    (void)state;
    stet_tuning_clear();
    stet_plan *rule = plan_1024(), *again;
    load(ENTRY(ONE));
    stet_plan *one = plan_1024();
    assert_string_equal(schedule_of(one), ONE);
    assert_ptr_not_equal(inside_fft(one), inside_fft(rule));
    again = plan_1024();
    assert_ptr_equal(inside_fft(one), inside_fft(again));
    stet_plan_destroy(again);
    load(ENTRY(OTHER));
    again = plan_1024();
    assert_string_equal(schedule_of(again), OTHER);
    stet_plan_destroy(again);
    load(ENTRY(ONE)); /* as before: the first one is good again */
    again = plan_1024();
    assert_ptr_equal(inside_fft(one), inside_fft(again));
    stet_plan_destroy(again);
    stet_tuning_clear();
    again = plan_1024();
    assert_ptr_equal(inside_fft(rule), inside_fft(again));
    stet_plan_destroy(again);
    stet_plan_destroy(one);
    stet_plan_destroy(rule);
}

/* The same of what is inside: C2R of 2048 has that of 1024 inside. */
static void test_cache_inside(void **state)
{
    (void)state;
    const struct transform t = transform_1d(STET_C2R, STET_F32, 2048);
    stet_tuning_clear();
    stet_plan *old = plan_of(&t, STET_EFFORT_ESTIMATE);
    load(ENTRY(ONE));
    stet_plan *new = plan_of(&t, STET_EFFORT_ESTIMATE), *half = plan_1024();
    assert_ptr_not_equal(inside_fft(old), inside_fft(new));
    assert_ptr_equal(inside_fft(new)->half, inside_fft(half));
    assert_non_null(strstr(schedule_of(new), " of " ONE));
    stet_plan_destroy(old);
    stet_plan_destroy(new);
    stet_plan_destroy(half);
    stet_tuning_clear();
}

/* ---------------------------------------------------------------- refusal -- */

#define HEAD "{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"\", \"isa\": \"%s\", "
#define KEYS "{\"kind\": \"c2c\", \"precision\": \"f32\", \"n\": 1024, "

static void test_refused(void **state)
{
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"", "text:1:1: not a tuning file"},
        {"\xef\xbb\xbf{}", "text:1:1: not a tuning file"},
        {"[]", "not a tuning file"},
        {"{", "text:1:2: a string is missing"},
        {"{\"version\": 1}", "text:1:3: the key \"format\""},
        {"{\"format\" \"stet tuning\"}", "colon"},
        {"{\"format\": \"FFTW wisdom\"}", "text:1:13: not a tuning file: its format"},
        {"{\"format\": 7}", "a string is missing"},
        {"{\"format\": \"stet tuning\"}", "comma"},
        {"{\"format\": \"stet tuning\", \"version\": 2}",
         "text:1:37: unsupported version of the format"},
        {"{\"format\": \"stet tuning\", \"version\": 1.5}", "whole number"},
        {"{\"format\": \"stet tuning\", \"version\": 01}", "number is missing"},
        {"{\"format\": \"stet tuning\", \"version\": -1}", "number is missing"},
        {"{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"a\\\"b\"}", "without escapes"},
        {"{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"\xc3\xa4\"}", "printable ASCII"},
        {"{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"a", "the text ends"},
        {"{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"\", \"isa\": \"avx9\", ",
         "other instructions"},
        {HEAD "\"entries\": {}}", "list of entries"},
        {HEAD "\"entries\": []", "brace"},
        {HEAD "\"entries\": []} {}", "there is text after"},
        {HEAD "\"entries\": [{}]}", "a string is missing"},
        {HEAD "\"entries\": [,]}", "an entry is missing"},
        {HEAD "\"entries\": [\n" ENTRY(ONE) ",\n]}", "text:3:1: "},
        {HEAD "\"entries\": [\n" ENTRY(ONE) "\n" ENTRY(OTHER) "]}",
         "text:3:1: a comma or the end of"},
        {HEAD "\"entries\": [\n" ENTRY(ONE) ",\n" ENTRY(OTHER) "]}",
         "text:3:2: an earlier entry has the same"},
        {HEAD "\"entries\": [\n{\"kind\": \"dct\"}]}", "text:2:11: no such kind"},
        {HEAD "\"entries\": [{\"kind\": \"c2c\", \"precision\": \"bf16\"}]}", "no such precision"},
        {HEAD "\"entries\": [{\"kind\": \"c2c\", \"precision\": \"f32\", \"n\": 0}]}",
         "out of range"},
        {HEAD "\"entries\": [{\"kind\": \"c2c\", \"precision\": \"f32\", \"n\": 1e3}]}", "comma"},
        {HEAD "\"entries\": [" KEYS "\"n\": 4}]}", "the key \"schedule\""},
        {HEAD "\"entries\": [\n" ENTRY("wade 16: 8") "]}", "text:2:61: no such method"},
        {HEAD "\"entries\": [\n" ENTRY("lane 1: 8 8 8 2, boxed") "]}", "text:2:78: no such option"},
        {HEAD "\"entries\": [" ENTRY("lane 1: 8 8 8") "]}", "in the order of the graph"},
        {HEAD "\"entries\": [" ENTRY("hermitian 1") "]}", "hermitian: C2R"},
        {HEAD "\"entries\": [" ENTRY(ONE " of " ONE) "]}", "has no inner transform"},
        {HEAD "\"entries\": [" KEYS "\"schedule\": \"" ONE "\", \"ns\": .5}]}",
         "number is missing"},
        {HEAD "\"entries\": [" KEYS "\"schedule\": \"" ONE "\", \"ns\": 1.}]}", "digit is missing"},
        {HEAD "\"entries\": [" KEYS "\"schedule\": \"" ONE "\", \"ns\": 1, \"age\": 2}]}",
         "\"gain\""},
        {HEAD "\"entries\": [" KEYS "\"schedule\": \"" ONE "\", \"ns\": 1, \"gain\": 0.9}]}",
         "out of range"},
    };
    char text[TEXT];
    (void)state;
    load(ENTRY(THIRD));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, bad[i].text, stet_isa_name());
        errno = 4711;
        assert_int_equal(read_text(text), STET_E_TUNING);
        assert_int_equal(errno, 4711);
        if (!strstr(reason, bad[i].reason) || !strstr(reason, "stet tune") || strchr(reason, '\n'))
            fail_msg("%s: \"%s\", not \"%s\"", text, reason, bad[i].reason);
        expect_choice(THIRD, STET_LOADED); /* nothing changed */
    }
    assert_int_equal(stet_tuning_read(file_of(ENTRY(ONE)), 40, NULL, 0), STET_E_TUNING);
    assert_int_equal(stet_tuning_read(NULL, 0, NULL, 0), STET_E_NULL);
    assert_int_equal(stet_tuning_load(NULL, NULL, 0), STET_E_NULL);
    assert_int_equal(stet_tuning_save(NULL, NULL, 0), STET_E_NULL);
    assert_int_equal(stet_tuning_read("", 0, NULL, 0), STET_E_TUNING);
    stet_tuning_clear();
}

/* No part of a good file is one. */
static void test_cut(void **state)
{
    (void)state;
    char text[TEXT];
    snprintf(text, sizeof text, "%s", file_of(ENTRY(ONE)));
    const size_t size = strlen(text) - 1; /* the newline */
    for (size_t cut = 0; cut < size; cut++)
        assert_int_equal(stet_tuning_read(text, cut, NULL, 0), STET_E_TUNING);
    assert_int_equal(stet_tuning_read(text, size, NULL, 0), STET_OK);
    stet_tuning_clear();
}

/* ------------------------------------------------------------------ files -- */

static char *written(void)
{
    const size_t size = stet_tuning_write(NULL, 0) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    assert_int_equal(stet_tuning_write(text, size), size - 1);
    return text;
}

/* What was loaded and what was measured, each transform once, and the same again. */
static void test_round_trip(void **state)
{
    (void)state;
    const struct transform plane = {
        .kind = STET_R2C, .precision = STET_F64, .rank = 2, .n = {20, 24}};
    struct transform t = plane;
    t.direction = STET_FORWARD;
    t.norm = STET_NORM_BACKWARD;
    stet_tuning_clear();
    load(ENTRY(ONE));
    stet_plan_destroy(plan_of(&t, STET_EFFORT_MEASURE));
    char *first = written();
    assert_non_null(strstr(first, "\"n\": 1024, \"schedule\": \"" ONE "\", \"ns\": 12.5}"));
    assert_non_null(strstr(first, "{\"kind\": \"r2c\", \"precision\": \"f64\", \"n\": 24, "));
    assert_non_null(strstr(first, "{\"kind\": \"c2c\", \"precision\": \"f64\", \"n\": 20, "));
    assert_int_equal(read_text(first), STET_OK);
    char *again = written();
    assert_string_equal(first, again);
    stet_tuning_clear();
    assert_int_equal(read_text(again), STET_OK);
    char *third = written();
    assert_string_equal(first, third);
    free(first), free(again), free(third);
    stet_tuning_clear();
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/stet-tuning-XXXXXX", part[100];
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    snprintf(part, sizeof part, "%s.%ld.part", path, (long)getpid());
    load(ENTRY(ONE));
    assert_int_equal(stet_tuning_save(path, reason, sizeof reason), STET_OK);
    load(ENTRY(OTHER));
    rename_fails = 1; /* the old file stays, and nothing beside it */
    errno = 4711;
    assert_int_equal(stet_tuning_save(path, reason, sizeof reason), STET_E_FILE);
    assert_int_equal(errno, 4711);
    rename_fails = 0;
    assert_non_null(strstr(reason, path));
    assert_int_equal(access(part, F_OK), -1);
    assert_int_equal(stet_tuning_load(path, reason, sizeof reason), STET_OK);
    expect_choice(ONE, STET_LOADED);
    assert_int_equal(stet_tuning_save("/nowhere/x", reason, sizeof reason), STET_E_FILE);
    assert_string_equal(reason, "/nowhere/x: no temporary file can be created in its folder");
    assert_int_equal(stet_tuning_load("/nowhere/x", reason, sizeof reason), STET_E_FILE);
    assert_non_null(strstr(reason, "/nowhere/x: the file does not exist"));
    assert_int_equal(stet_tuning_load("/tmp", reason, sizeof reason), STET_E_FILE);
    assert_non_null(strstr(reason, "/tmp: it cannot be read"));
    failing_at(1); /* of the text */
    assert_int_equal(stet_tuning_load(path, reason, sizeof reason), STET_E_MEMORY);
    failing_at(0);
    write_file(path, "nonsense\n");
    assert_int_equal(stet_tuning_load(path, reason, sizeof reason), STET_E_TUNING);
    assert_non_null(strstr(reason, path));
    expect_choice(ONE, STET_LOADED);
    unlink(path);
    stet_tuning_clear();
}

static void test_describe(void **state)
{
    (void)state;
    char whole[TEXT], cut[TEXT];
    stet_tuning_clear();
    load(ENTRY(ONE));
    const size_t length = stet_tuning_describe(whole, sizeof whole);
    assert_int_equal(length, strlen(whole));
    assert_non_null(strstr(whole, "loaded: text, 1 entries"));
    assert_non_null(strstr(whole, "\nSTET_TUNING: "));
    assert_non_null(strstr(whole, "\nmeasured: 0 entries\nshipped: "));
    assert_int_equal(stet_tuning_describe(NULL, 0), length);
    for (size_t size = 1; size <= length; size++) {
        assert_int_equal(stet_tuning_describe(cut, size), length);
        assert_int_equal(strlen(cut), size - 1);
        assert_memory_equal(cut, whole, size - 1);
    }
    stet_tuning_clear();
}

/* -------------------------------------------------------------- measuring -- */

/* The bits of what is measured are those of what is estimated: all kinds and precisions. */
static void test_bits(void **state)
{
    static const ptrdiff_t lengths[] = {1, 2, 6, 16, 64, 100, 240, 1000, 1009, 1013, 2048, 8192};
    (void)state;
    for (int isa = 0; isa < 2; isa++) {
        if (isa == 1)
            assert_int_equal(stet_isa_select("soft"), STET_OK);
        stet_tuning_clear();
        FOR_EACH_KIND (kind)
            FOR_EACH_PRECISION (precision)
                for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                    const struct transform t = transform_1d(kind, precision, lengths[i]);
                    void *in = check_input(&t, GENERATE_UNIFORM, 1), *good = check_output(&t, in);
                    void *out = transform_alloc(&t, SIDE_OUT, 1);
                    stet_plan *plan = plan_of(&t, STET_EFFORT_MEASURE);
                    const long before = clock_asked;
                    assert_int_equal(inside_fft(plan)->choice, STET_MEASURED);
                    assert_int_equal(stet_execute(plan, in, out), STET_OK);
                    assert_true(transform_same(&t, out, good));
                    stet_plan_destroy(plan_of(&t, STET_EFFORT_MEASURE)); /* at once */
                    assert_int_equal(clock_asked, before);
                    stet_plan_destroy(plan);
                    free(in), free(out), free(good);
                }
    }
    stet_isa_select(NULL);
    stet_tuning_clear();
}

/* Half precision measures what it has inside; level correct its transforms in double. 10 points
 * fill no vector of binary16, whose lines follow the rule. */
static void test_inside_others(void **state)
{
    (void)state;
    struct transform t = transform_1d(STET_C2C, STET_F16, 10);
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(&t, dims);
    static const char *const has[] = {"\"precision\": \"f32\"", "\"precision\": \"f16\"",
                                      "\"precision\": \"f64\""};
    for (int i = 0; i < 3; i++) {
        stet_plan *plan;
        stet_tuning_clear();
        options.effort = STET_EFFORT_MEASURE;
        options.half_mode = i == 1 ? STET_HALF_NATIVE : STET_HALF_IO;
        options.level = i == 2 ? STET_LEVEL_CORRECT : STET_LEVEL_NATIVE;
        options.precision = i == 2 ? STET_F32 : STET_F16;
        assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
        char *text = written();
        assert_non_null(strstr(text, has[i]));
        free(text);
        stet_plan_destroy(plan);
    }
    stet_tuning_clear();
}

/* Where the clock stands still, plans are made as if nothing had been asked for. */
static void test_no_clock(void **state)
{
    (void)state;
    const int step = clock_step;
    const struct transform t = transform_1d(STET_R2C, STET_F64, 3000);
    stet_tuning_clear();
    stet_plan *rule = plan_of(&t, STET_EFFORT_ESTIMATE);
    clock_step = 0;
    stet_plan *plan = plan_of(&t, STET_EFFORT_MEASURE);
    assert_ptr_equal(inside_fft(plan), inside_fft(rule));
    clock_step = step;
    stet_plan_destroy(plan);
    stet_plan_destroy(rule);
}

/* Nothing is measured by the time of day, which may be set back: where every run takes as long as
 * any other, the rule's choice stays, and its time is what the steady clock says. */
static void test_time_of_day(void **state)
{
    (void)state;
    const struct transform t = transform_1d(STET_C2C, STET_F32, 1024);
    const int step = clock_step;
    clock_step = 1000000;
    stet_tuning_clear();
    stet_plan *plan = plan_of(&t, STET_EFFORT_MEASURE);
    char *text = written(), rule[TEXT];
    stet_schedule list[STET_SCHEDULES] = {{.method = NULL}};
    stet_text to = {rule, sizeof rule, 0};
    stet_schedule_default(inside_fft(plan), list);
    stet_schedule_put(&to, list);
    assert_int_equal(inside_fft(plan)->choice, STET_MEASURED);
    assert_string_equal(schedule_of(plan), rule);
    assert_non_null(strstr(text, "\"ns\": 1000000.0"));
    free(text);
    stet_plan_destroy(plan);
    clock_step = step;
    stet_tuning_clear();
}

/* Each allocation fails once: there is a plan all the same, or STET_E_MEMORY, and nothing leaks. */
static void test_memory(void **state)
{
    static const struct transform shapes[] = {
        {.kind = STET_C2C, .precision = STET_F32, .rank = 1, .n = {64}},
        {.kind = STET_C2R, .precision = STET_F64, .rank = 1, .n = {34}},
        {.kind = STET_R2C, .precision = STET_F32, .rank = 2, .n = {15, 32}}};
    (void)state;
    const int step = clock_step;
    clock_step = 5000000; /* few candidates */
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct transform t = shapes[i];
        stet_dim dims[TRANSFORM_RANK];
        t.direction = t.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        t.norm = STET_NORM_BACKWARD;
        stet_options options = transform_options(&t, dims);
        options.effort = STET_EFFORT_MEASURE;
        stet_tuning_clear();
        const int before = failing_alive();
        int made = 0;
        for (long k = 1;; k++) {
            stet_plan *plan;
            stet_tuning_clear();
            failing_at(k);
            const stet_status status = stet_plan_create(&plan, &options);
            const int all = failing_asked() < k;
            failing_at(0);
            made += status == STET_OK;
            assert_true(status == STET_OK || (status == STET_E_MEMORY && !plan && !all));
            stet_plan_destroy(plan);
            stet_tuning_clear();
            assert_int_equal(failing_alive(), before);
            if (all)
                break;
        }
        assert_true(made > 1); /* measuring may fail and nothing else does */
    }
    clock_step = step;
    failing_at(1); /* of the table itself */
    assert_int_equal(read_text(file_of(ENTRY(ONE))), STET_E_MEMORY);
    assert_non_null(strstr(reason, "memory"));
    failing_at(2);
    assert_int_equal(read_text(file_of(ENTRY(ONE))), STET_E_MEMORY);
    failing_at(0);
}

/* ---------------------------------------------------------------- threads -- */

enum { THREADS = 4, TURNS = 60 };

struct worker {
    pthread_t thread;
    int number, bad;
    void *in, *good, *out;
};

static void *work(void *argument)
{
    struct worker *w = argument;
    const struct transform t = transform_1d(STET_C2C, STET_F32, 1024);
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(&t, dims);
    char text[TEXT];
    for (int i = 0; i < TURNS; i++) {
        options.effort = i % 8 == w->number ? STET_EFFORT_MEASURE : STET_EFFORT_ESTIMATE;
        w->bad += stet_transform(&options, w->in, w->out) != STET_OK ||
                  !transform_same(&t, w->out, w->good);
        if (w->number == 0) {
            snprintf(text, sizeof text, HEAD "\"entries\": [\n%s\n]}\n", stet_isa_name(),
                     i % 2 ? ENTRY(ONE) : ENTRY(OTHER));
            w->bad += stet_tuning_read(text, strlen(text), NULL, 0) != STET_OK;
        } else if (w->number == 1 && i % 7 == 0) {
            stet_tuning_clear();
        } else if (w->number == 2) {
            stet_tuning_write(text, sizeof text);
            stet_tuning_describe(text, sizeof text);
        }
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    const struct transform t = transform_1d(STET_C2C, STET_F32, 1024);
    struct worker w[THREADS];
    const int step = clock_step;
    clock_step = 3000000;
    for (int k = 0; k < THREADS; k++) {
        w[k] = (struct worker){.number = k};
        w[k].in = check_input(&t, GENERATE_UNIFORM, (uint64_t)k);
        w[k].good = check_output(&t, w[k].in);
        w[k].out = transform_alloc(&t, SIDE_OUT, 1);
    }
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&w[k].thread, NULL, work, &w[k]), 0);
    for (int k = 0; k < THREADS; k++) {
        pthread_join(w[k].thread, NULL);
        assert_int_equal(w[k].bad, 0);
        free(w[k].in), free(w[k].good), free(w[k].out);
    }
    clock_step = step;
    stet_tuning_clear();
}

/* ---------------------------------------------------------------- shipped -- */

static const stet_isa *isa_named(const char *name)
{
    const stet_isa *isa = NULL;
    for (int i = 0; (isa = stet_isa_at(i)) && strcmp(isa->name, name) != 0; i++)
        ;
    return isa;
}

static char *read_whole(const char *name)
{
    char path[TEXT];
    snprintf(path, sizeof path, STET_TUNED "/%s.json", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0 && feof(file));
    fclose(file);
    return text;
}

/* An entry is a schedule of its transform, is not what the rule says, and is in the library. */
static void check_entry(const char *name, const stet_tuned *file, const stet_tuned *own,
                        const stet_isa *isa)
{
    stet_schedule list[STET_SCHEDULES], rule[STET_SCHEDULES] = {0};
    const char *at;
    assert_int_equal(file->n, own->n);
    assert_int_equal(file->kind, own->kind);
    assert_int_equal(file->precision, own->precision);
    assert_string_equal(file->schedule, own->schedule);
    assert_null(stet_schedule_parse(own->schedule, list, &at));
    stet_sketch *k = stet_sketch_create(own->n, own->kind, own->precision, isa);
    assert_non_null(k);
    stet_schedule_default(&k->f[0], rule);
    if (list->lane.count == 0)
        stet_schedule_lane(&k->f[0], list);
    if (stet_schedule_same(list, rule))
        print_message("%s: kind %d, precision %d, %td points: this is the rule's choice; make the "
                      "table anew\n",
                      name, (int)own->kind, (int)own->precision, own->n);
    stet_free(k);
}

/* Returns 1 if this build has the kernels of an entry. Without STET_RARE_KERNELS f16 has none in
 * vectors, and an instance that an option leaves out takes its lanes with it. */
static int is_built(const stet_tuned *entry, const stet_isa *isa)
{
#ifndef STET_RARE_KERNELS
    if (entry->precision == STET_F16)
        return 0;
#endif
    stet_schedule list[STET_SCHEDULES];
    const char *at;
    assert_null(stet_schedule_parse(entry->schedule, list, &at));
    return stet_kernels_of_lanes(isa, entry->precision, list->lanes) != NULL;
}

/* Takes the entries out of a table whose kernels are not in this build. */
static void drop_unbuilt(char *text, const stet_tuned *entry, const stet_isa *isa)
{
    char *to = text, *last = NULL;
    for (char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        const size_t size = (size_t)(end - line);
        if (strncmp(line, "{\"kind\"", 7) == 0) {
            if (!is_built(entry++, isa))
                continue;
            last = to + size;
        }
        memmove(to, line, size);
        to += size;
    }
    *to = '\0';
    if (last && last[-2] == ',')
        last[-2] = ' ';
}

static void test_shipped(void **state)
{
    const stet_shipped *s;
    (void)state;
    for (int i = 0; (s = stet_shipped_at(i)); i++) {
        const stet_isa *isa = isa_named(s->isa);
        if (!isa)
            continue; /* a build without it */
        char *text = read_whole(s->name);
        drop_unbuilt(text, s->entry, isa);
        stet_text why = {reason, sizeof reason, 0};
        stet_status status;
        stet_tuning *t = stet_tuning_parse(s->name, text, strlen(text), isa, &status, &why);
        if (!t)
            fail_msg("%s", reason);
        int entry = 0;
        for (int e = 0; e < s->count; e++)
            if (is_built(&s->entry[e], isa))
                check_entry(s->name, &t->entry[entry++], &s->entry[e], isa);
        assert_int_equal(t->count, entry);
        stet_free(t);
        free(text);
    }
    assert_true(stet_shipped_at(0) != NULL);
}

/* --------------------------------------------------------------- processes -- */

/* A file that STET_TUNING names and that is damaged: the default is used, and one can read why. */
static int damaged(void)
{
    char text[TEXT];
    stet_dim dim = {1024, 1, 1};
    stet_options o;
    stet_plan *plan;
    setenv("STET_TUNING", "/nowhere/tuning.json", 1);
    stet_options_init(&o);
    o.rank = 1;
    o.dims = &dim;
    int bad = stet_plan_create(&plan, &o) != STET_OK;
    bad += inside_fft(plan)->choice > STET_SHIPPED;
    stet_tuning_describe(text, sizeof text);
    bad += !strstr(text, "\nSTET_TUNING: /nowhere/tuning.json: the file does not exist");
    stet_plan_destroy(plan);
    return bad;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_precedence),   cmocka_unit_test(test_cache),
        cmocka_unit_test(test_cache_inside), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_files),        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_bits),         cmocka_unit_test(test_inside_others),
        cmocka_unit_test(test_no_clock),     cmocka_unit_test(test_time_of_day),
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_threads),
        cmocka_unit_test(test_shipped),
    };
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(damaged());
    if (waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "a file of STET_TUNING that is not there: status %d\n", status);
        return 1;
    }
    const int fd = mkstemp(environment_path);
    if (fd < 0 || close(fd) != 0)
        return 1;
    write_file(environment_path,
               file_of(ENTRY(ONE) ",\n{\"kind\": \"c2r\", \"precision\": \"f64\", \"n\": 34, "
                                  "\"schedule\": \"lane 1\", \"ns\": 1}"));
    setenv("STET_TUNING", environment_path, 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(environment_path);
    return failed;
}
