/* SPDX-License-Identifier: Apache-2.0 */
/* stet verify and stet certify when memory runs out: at every allocation in turn a clear error,
 * and in the end the same verdict. (Leaks are for the sanitizer build to find.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files/input.h"
#include "files/npy.h"
#include "verify/judge.h"
#include "verify/recheck.h"

bool __real_allocate(void **block, size_t bytes, struct error *e);
bool __wrap_allocate(void **block, size_t bytes, struct error *e);

static long countdown = -1; /* allocations that still succeed; negative: all */

bool __wrap_allocate(void **block, size_t bytes, struct error *e)
{
    if (countdown == 0)
        return error_set(e, "not enough memory: injected");
    countdown -= countdown > 0;
    return __real_allocate(block, bytes, e);
}

static char paths[2][40] = {"/tmp/stet-memory-a-XXXXXX", "/tmp/stet-memory-b-XXXXXX"};

static void write_array(int file, size_t rows, size_t n, double (*value)(size_t))
{
    struct layout l = {.dtype = dtype_of(COMPONENT_F64, 2), .rank = 2, .shape = {rows, n}};
    struct array a;
    struct error e;
    assert_true(array_new(&a, &l, &e));
    for (size_t i = 0; i < 2 * rows * n; i++)
        ((double *)a.data)[i] = value(i);
    FILE *f = fopen(paths[file], "wb");
    assert_non_null(f);
    assert_true(npy_write(&a, f));
    assert_int_equal(fclose(f), 0);
    array_free(&a);
}

static double noise(size_t i) { return (double)(i * 2654435761 % 1009) / 1009; }
static double constant(size_t i) { return i % 2 == 0 ? 0.25 : 0; }
static double impulses(size_t i) { return i % 24 == 0 ? 3 : 0; }

/* The number of allocations that a verdict takes, each of which has failed. */
static int fail_each(enum verdict_kind want)
{
    struct request request = {
        .in_path = paths[0], .out_path = paths[1], .norm = STET_NORM_BACKWARD};
    struct judgement j;
    struct error e;
    int failures = 0;
    for (;; failures++) {
        countdown = failures;
        e.text[0] = 0;
        bool ok = judge(&j, &request, NULL, &e);
        countdown = -1;
        if (ok)
            break;
        assert_non_null(strstr(e.text, "not enough memory"));
        assert_true(failures < 1000);
    }
    assert_int_equal(j.verdict.kind, want);
    judgement_free(&j);
    return failures;
}

static void test_verify(void **state)
{
    (void)state;
    write_array(0, 3, 16, noise);
    write_array(1, 3, 16, constant);
    assert_true(fail_each(VERDICT_UNEXPLAINED) > 40);
    write_array(0, 3, 12, constant);
    write_array(1, 3, 12, impulses);
    assert_true(fail_each(VERDICT_CORRECT) > 10);
}

/* Where the shapes do not fit every reading of the files is tried, and none of them is right. */
static void test_shapes(void **state)
{
    (void)state;
    struct request request = {
        .in_path = paths[0], .out_path = paths[1], .norm = STET_NORM_BACKWARD};
    struct judgement j;
    struct error e;
    int failures = -1;
    write_array(0, 3, 16, noise);
    write_array(1, 3, 15, noise);
    do {
        countdown = ++failures;
        e.text[0] = 0;
        assert_false(judge(&j, &request, NULL, &e));
        countdown = -1;
        assert_true(failures < 1000);
    } while (strstr(e.text, "not enough memory") != NULL);
    assert_non_null(strstr(e.text, "check both files"));
    assert_true(failures > 30);
}

static void test_certify(void **state)
{
    (void)state;
    struct certificate c = {.kind = STET_C2C,
                            .direction = STET_FORWARD,
                            .norm = STET_NORM_BACKWARD,
                            .precision = STET_F64,
                            .axis_count = 1,
                            .axes = {1},
                            .lengths = {12},
                            .stats = {.transforms = 3, .numbers = 72}};
    struct recheck r;
    struct error e;
    struct array a;
    struct identity id;
    int failures = 0;
    write_array(0, 3, 12, constant);
    write_array(1, 3, 12, impulses);
    for (int i = 0; i < 2; i++) {
        assert_true(input_load(paths[i], &a, &e));
        array_identify(&a, &id);
        claim_set(i == 0 ? &c.input : &c.output, &a.layout, &id);
        array_free(&a);
    }
    for (;; failures++) {
        countdown = failures;
        bool ok = recheck_run(&r, &c, paths[0], paths[1], &e);
        countdown = -1;
        if (ok)
            break;
        assert_non_null(strstr(e.text, "not enough memory"));
        assert_true(failures < 1000);
    }
    assert_true(recheck_passed(&r));
    assert_true(failures > 10);
    recheck_free(&r);
}

static int make_files(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int fd = mkstemp(paths[i]);
        if (fd < 0 || close(fd) != 0)
            return -1;
    }
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    return unlink(paths[0]) | unlink(paths[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_verify), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_certify)};
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
