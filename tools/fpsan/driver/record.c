/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program once and reads its record. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"
#include "files/progress.h"

static void set(const char *name, const char *format, long long value)
{
    char text[32];
    snprintf(text, sizeof text, format, value);
    setenv(name, text, 1);
}

static _Noreturn void child(const struct program *p, const struct setting *s, const char *record,
                            int errors)
{
    const int nothing = open("/dev/null", O_RDWR);
    set("FPSAN_SEED", "%lld", (long long)s->seed);
    set("FPSAN_PRIME", "%lld", (long long)s->prime);
    if (s->unit >= -1)
        set("FPSAN_UNIT", "%lld", (long long)s->unit);
    else
        unsetenv("FPSAN_UNIT");
    char other[32];
    snprintf(other, sizeof other, "%u:%u", s->classes, s->variant);
    if (s->classes)
        setenv("FPSAN_OTHER", other, 1);
    else
        unsetenv("FPSAN_OTHER");
    set("FPSAN_PRECISE", "%lld", s->precise);
    set("FPSAN_SMALL", "%lld", s->small);
    if (s->native)
        set("FPSAN_NATIVE", "%lld", s->native);
    else
        unsetenv("FPSAN_NATIVE");
    if (s->orders)
        setenv("FPSAN_ORDER", s->orders, 1);
    setenv("FPSAN_RECORD", record, 1);
    if (nothing >= 0) {
        dup2(nothing, 0);
        dup2(nothing, 1);
    }
    dup2(errors, 2);
    execv(p->argv[0], p->argv);
    dprintf(2, "%s", strerror(errno));
    _exit(127);
}

/* Waits for at most that many seconds. Returns 0 if it had to kill the child. */
static int wait_for(pid_t pid, double seconds, int *status)
{
    const struct timespec nap = {0, 2000000};
    const double end = clock_seconds() + seconds;
    for (;;) {
        const pid_t done = waitpid(pid, status, WNOHANG);
        if (done == pid)
            return 1;
        if (done < 0 && errno != EINTR)
            return 0;
        if (clock_seconds() > end) {
            kill(pid, SIGKILL);
            waitpid(pid, status, 0);
            return 0;
        }
        nanosleep(&nap, NULL);
    }
}

/* Stores the last line that the program wrote to stderr. */
static void last_line(int errors, char *line, size_t size)
{
    char text[600];
    const off_t end = lseek(errors, 0, SEEK_END);
    const off_t from = end > (off_t)sizeof text - 1 ? end - ((off_t)sizeof text - 1) : 0;
    const ssize_t n = end > 0 ? pread(errors, text, sizeof text - 1, from) : 0;
    text[n > 0 ? n : 0] = 0;
    for (ssize_t i = n - 1; i >= 0 && (text[i] == '\n' || text[i] == '\r'); i--)
        text[i] = 0;
    const char *last = strrchr(text, '\n');
    snprintf(line, size, "%s", last ? last + 1 : text);
}

static int wrong(struct error *e, const struct program *p, const char *what)
{
    error_write(e, "%s: %s", p->argv[0], what);
    return 0;
}

static int read_outputs(FILE *f, struct record *r)
{
    struct fpsan_record_output o;
    size_t capacity = 0;
    while (fread(&o, sizeof o, 1, f) == 1) {
        if (o.kind == FPSAN_RECORD_END)
            return 1;
        if (r->count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            struct fpsan_record_output *more = realloc(r->outputs, capacity * sizeof *more);
            if (!more)
                return 0;
            r->outputs = more;
        }
        r->outputs[r->count++] = o;
    }
    return 0;
}

/* Reads as many sites as the tail says. If that number is damaged, it stops at the end of the
 * file. */
static int read_sites(FILE *f, struct record *r)
{
    size_t capacity = 0;
    for (uint64_t i = 0; i < r->tail.sites; i++) {
        if (i == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            void *larger = realloc(r->sites, capacity * sizeof *r->sites);
            if (!larger)
                return 0;
            r->sites = larger;
        }
        if (fread(&r->sites[i], sizeof *r->sites, 1, f) != 1)
            return 0;
    }
    return 1;
}

static int read_record(const struct program *p, const char *path, struct record *r, struct error *e)
{
    FILE *f = fopen(path, "rb");
    *r = (struct record){0};
    if (!f)
        return wrong(
            e, p,
            "wrote no record: no part of it was compiled by fpsan-cc, or the runtime is missing");
    int ok = 0;
    if (fread(&r->head, sizeof r->head, 1, f) != 1)
        wrong(
            e, p,
            "wrote an empty record: no part of it was compiled by fpsan-cc, or it crashed at once");
    else if (memcmp(r->head.magic, FPSAN_RECORD_MAGIC, sizeof r->head.magic) != 0)
        wrong(e, p, "was compiled with another version of fpsan-cc: compile it again");
    else if (!read_outputs(f, r) || fread(&r->tail, sizeof r->tail, 1, f) != 1)
        wrong(e, p, "ended without finishing its record: did it call _exit() or abort()?");
    else if (!read_sites(f, r))
        wrong(e, p, "wrote a damaged record");
    else
        ok = 1;
    fclose(f);
    if (ok && r->count == 0)
        ok = wrong(e, p, "gave no output: it must call fpsan_output_f32() or fpsan_output_f64()");
    return ok;
}

void record_free(struct record *r)
{
    free(r->outputs);
    free(r->sites);
    *r = (struct record){0};
}

int program_run(const struct program *p, const struct setting *s, struct record *r, struct error *e)
{
    char path[320], line[300], what[400];
    *r = (struct record){0};
    snprintf(path, sizeof path, "%s/record", s->folder);
    unlink(path);
    snprintf(what, sizeof what, "%s/errors", s->folder);
    const int errors = open(what, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (errors < 0)
        return error_set(e, "%s: %s", what, strerror(errno));
    const pid_t pid = fork();
    if (pid == 0)
        child(p, s, path, errors);
    int status = 0;
    const int finished = pid > 0 && wait_for(pid, s->seconds, &status);
    last_line(errors, line, sizeof line);
    close(errors);
    if (pid < 0)
        return wrong(e, p, strerror(errno));
    if (!finished)
        snprintf(what, sizeof what, "did not end within %.3g seconds (--timeout)", s->seconds);
    else if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == 127)
        snprintf(what, sizeof what, "could not be run: %s", line);
    else if (WEXITSTATUS(status) != 0)
        snprintf(what, sizeof what, "ended with exit status %d%s%s", WEXITSTATUS(status),
                 *line ? ": " : "", line);
    else
        return read_record(p, path, r, e);
    return wrong(e, p, what);
}
