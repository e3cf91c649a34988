/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels on disk: found again, never half, never another's, and damage is noticed. */
#include "host/cache.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static char folder[] = "/tmp/stet-gpu-cache-XXXXXX";

/* The one file of the folder. */
static void only_file(char *path, size_t size)
{
    DIR *d = opendir(folder);
    int files = 0;
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d))
        if (e->d_name[0] != '.') {
            files++;
            snprintf(path, size, "%s/%.200s", folder, e->d_name);
        }
    closedir(d);
    assert_int_equal(files, 1);
}

static stet_gpu_found find(const char *key, const char *expected)
{
    void *block;
    size_t size = 0;
    const stet_gpu_found found = stet_gpu_cache_find(key, &block, &size);
    if (found == STET_GPU_KEPT) {
        assert_int_equal(size, strlen(expected));
        assert_memory_equal(block, expected, size);
    } else {
        assert_null(block);
    }
    free(block);
    return found;
}

static void test_kept(void **state)
{
    (void)state;
    assert_int_equal(find("key", ""), STET_GPU_NOT_KEPT);
    stet_gpu_cache_keep("key", "machine code", 12);
    assert_int_equal(find("key", "machine code"), STET_GPU_KEPT);
    stet_gpu_cache_keep("key", "newer", 5);
    assert_int_equal(find("key", "newer"), STET_GPU_KEPT);
    assert_int_equal(find("another key", ""), STET_GPU_NOT_KEPT);
    char path[300];
    only_file(path, sizeof path); /* and no part of one beside it */
    unlink(path);
}

/* Every byte changed, and every length cut: none of these is code to run. */
static void test_damaged(void **state)
{
    (void)state;
    char path[300], good[400], bad[400];
    stet_gpu_cache_keep("some\nkey", "machine code", 12);
    only_file(path, sizeof path);
    FILE *f = fopen(path, "rb");
    const size_t size = fread(good, 1, sizeof good, f);
    fclose(f);
    for (size_t i = 0; i < 2 * size; i++) {
        memcpy(bad, good, size);
        bad[i % size] ^= 1;
        f = fopen(path, "wb");
        fwrite(bad, 1, i < size ? size : i - size, f);
        fclose(f);
        assert_int_equal(find("some\nkey", ""), STET_GPU_DAMAGED);
    }
    memcpy(bad, good, size);
    f = fopen(path, "wb");
    fwrite(good, 1, size, f);
    fputc('x', f);
    fclose(f);
    assert_int_equal(find("some\nkey", ""), STET_GPU_DAMAGED);
    stet_gpu_cache_keep("some\nkey", "machine code", 12);
    assert_int_equal(find("some\nkey", "machine code"), STET_GPU_KEPT);
    chmod(path, 0666); /* anyone may have written it */
    assert_int_equal(find("some\nkey", ""), STET_GPU_DAMAGED);
    unlink(path);
}

static void test_folders(void **state)
{
    (void)state;
    char text[300], deep[300];
    setenv("STET_GPU_CACHE", "off", 1);
    assert_int_equal(stet_gpu_cache_folder(text, sizeof text), 0);
    stet_gpu_cache_keep("key", "code", 4);
    assert_int_equal(find("key", ""), STET_GPU_NOT_KEPT);
    unsetenv("STET_GPU_CACHE");
    setenv("XDG_CACHE_HOME", "/x", 1);
    assert_true(stet_gpu_cache_folder(text, sizeof text));
    assert_string_equal(text, "/x/stet/gpu");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/h", 1);
    assert_true(stet_gpu_cache_folder(text, sizeof text));
    assert_string_equal(text, "/h/.cache/stet/gpu");
    unsetenv("HOME");
    assert_int_equal(stet_gpu_cache_folder(text, sizeof text), 0);
    /* Folders are made; one that cannot be is no error. */
    snprintf(deep, sizeof deep, "%s/a/b", folder);
    setenv("STET_GPU_CACHE", deep, 1);
    stet_gpu_cache_keep("key", "code", 4);
    assert_int_equal(find("key", "code"), STET_GPU_KEPT);
    setenv("STET_GPU_CACHE", "/dev/null/x", 1);
    stet_gpu_cache_keep("key", "code", 4);
    assert_int_equal(find("key", ""), STET_GPU_NOT_KEPT);
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    setenv("STET_GPU_CACHE", folder, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_folders),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || failed;
}
