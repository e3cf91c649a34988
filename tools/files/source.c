/* SPDX-License-Identifier: Apache-2.0 */
#include "files/source.h"
#include "files/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *source_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

ssize_t source_read(int fd, void *to, size_t size, uint64_t at)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(fd, (unsigned char *)to + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* ------------------------------------------------------ standard input -- */

/* Reads from standard input. Another program may have made the pipe non-blocking, so this waits for
 * it. */
static ssize_t read_some(void *to, size_t size)
{
    for (;;) {
        ssize_t got = read(STDIN_FILENO, to, size);
        struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
        if (errno == EAGAIN)
            (void)poll(&wait, 1, -1);
    }
}

static bool write_all(int fd, const char *from, size_t size)
{
    while (size > 0) {
        ssize_t put = write(fd, from, size);
        if (put < 0 && errno != EINTR)
            return false;
        from += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* Opens a file without a name, which disappears with the process. */
static int nameless_file(void)
{
    char name[4200];
    const char *folder = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/.stet-XXXXXX",
             folder != NULL && *folder != 0 && strlen(folder) < 4096 ? folder : "/tmp");
    int fd = mkstemp(name);
    if (fd >= 0)
        unlink(name);
    return fd;
}

static int keep_pipe(struct error *e)
{
    static char block[1 << 16]; /* static because 64 KiB is large for a stack */
    ssize_t got = 0;
    int fd = nameless_file();
    if (fd < 0) {
        error_errno(e, "standard input",
                    "cannot keep it in a temporary file, in the folder that TMPDIR names");
        return -1;
    }
    bool ok = true;
    while (ok && (got = read_some(block, sizeof block)) > 0)
        ok = write_all(fd, block, (size_t)got) ||
             error_errno(e, "standard input",
                         "cannot keep it in a temporary file, in the folder that TMPDIR names");
    if (ok && got < 0)
        ok = error_errno(e, "standard input", "cannot read");
    if (ok)
        return fd;
    close(fd);
    return -1;
}

/* A copy of standard input, or -1. A second reading, for a certificate, gets the same bytes. */
static int kept = -1;

void source_forget_stdin(void)
{
    if (kept >= 0)
        close(kept);
    kept = -1;
}

static int open_stdin(struct error *e)
{
    struct stat status;
    if (kept < 0 && fstat(STDIN_FILENO, &status) != 0) {
        error_errno(e, "standard input", "cannot read");
        return -1;
    }
    if (kept < 0 && isatty(STDIN_FILENO)) {
        error_set(e, "standard input is a terminal: redirect a file into it, or name the file");
        return -1;
    }
    if (kept < 0) {
        bool whole = S_ISREG(status.st_mode) && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
        if (!output_note_input(STDIN_FILENO, e))
            return -1;
        kept = whole ? dup(STDIN_FILENO) : keep_pipe(e);
    }
    return kept >= 0 ? dup(kept) : -1;
}

/* --------------------------------------------------------------- files -- */

static int open_file(const char *path, struct error *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* must not wait for a pipe */
    if (fd < 0 && *path == 0)
        error_set(e, "the name of an input is empty: name a file, or - for standard input");
    else if (fd < 0)
        error_errno(e, path, "cannot open");
    return fd;
}

int source_open(const char *path, uint64_t *size, struct error *e)
{
    struct stat status;
    bool piped = strcmp(path, "-") == 0;
    int fd = piped ? open_stdin(e) : open_file(path, e);
    if (fd < 0)
        return -1;
    bool ok = fstat(fd, &status) == 0;
    if (!ok)
        error_errno(e, source_name(path), "cannot examine");
    else if (!S_ISREG(status.st_mode))
        ok = error_set(e,
                       "%s: not a regular file; stet checks sizes before it reads: save it "
                       "first, or redirect it and say -",
                       path);
    else
        ok = output_note_input(fd, e);
    *size = ok ? (uint64_t)status.st_size : 0;
    if (ok)
        return fd;
    close(fd);
    return -1;
}
