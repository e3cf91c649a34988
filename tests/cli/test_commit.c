/* SPDX-License-Identifier: Apache-2.0 */
/* A signal while the outputs of a run take their places: all of them do, then the process ends. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "files/output.h"

#define FILES 3

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

static int signal_after, deadly; /* which of the renames is followed by the signal, and by which */
static int renamed;
static char folder[] = "/tmp/stet-commit-XXXXXX";

int __wrap_rename(const char *from, const char *to)
{
    const struct timespec a_while = {0, 20000000};
    int status = __real_rename(from, to);
    if (++renamed == signal_after) {
        kill(getpid(), deadly);
        nanosleep(&a_while, NULL); /* for another thread, which may get it */
    }
    return status;
}

static void *idle(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void name(char *path, size_t size, int file) { snprintf(path, size, "%s/%d", folder, file); }

static void write_old(int file)
{
    char path[60];
    name(path, sizeof path, file);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs("old", f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void assert_holds(int file, const char *want)
{
    char path[60], text[8] = "";
    name(path, sizeof path, file);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_non_null(fgets(text, sizeof text, f));
    assert_string_equal(text, want);
    assert_int_equal(fclose(f), 0);
}

/* In a child; status 1 if it outlives the signal. */
static void replace_all(bool threaded)
{
    static char paths[FILES][60];
    struct error e;
    pthread_t thread;
    if (threaded && pthread_create(&thread, NULL, idle, NULL) != 0)
        _exit(2);
    for (int i = 0; i < FILES; i++) {
        name(paths[i], sizeof paths[i], i);
        struct output *out = output_begin(paths[i], "-o", OUTPUT_NPY, &e);
        if (out == NULL || fputs("new", output_stream(out)) < 0)
            _exit(2);
    }
    output_commit_all(&e);
    _exit(1);
}

static void try_signal(int number, int after, bool threaded)
{
    int status;
    for (int i = 0; i < FILES; i++)
        write_old(i);
    deadly = number;
    signal_after = after;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        replace_all(threaded);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), number);
    for (int i = 0; i < FILES; i++)
        assert_holds(i, "new");
}

static void one_thread(void **state)
{
    (void)state;
    for (int after = 1; after <= FILES; after++) {
        try_signal(SIGTERM, after, false);
        try_signal(SIGINT, after, false);
    }
}

/* The kernel gives the signal to the thread that does not block it. */
static void more_threads(void **state)
{
    (void)state;
    for (int after = 1; after <= FILES; after++)
        try_signal(SIGTERM, after, true);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++) {
        char path[60];
        name(path, sizeof path, i);
        unlink(path);
    }
    return rmdir(folder); /* fails if a temporary file is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread),
        cmocka_unit_test(more_threads),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
