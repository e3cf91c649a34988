/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"

/* Reads up to `size` bytes, or all there are. Returns their number, or -1 on an error. */
static ptrdiff_t read_all(int fd, char *to, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t count = read(fd, to + done, size - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        done += (size_t)count;
    }
    return (ptrdiff_t)done;
}

static stet_status read_open(int fd, size_t most, char **text, size_t *size, const char **wrong)
{
    char *to = (char *)stet_alloc(most + 2);
    *wrong = "not enough memory to read it";
    if (!to)
        return STET_E_MEMORY;
    const ptrdiff_t count = read_all(fd, to, most + 1);
    if (count >= 0 && (size_t)count <= most) {
        *size = (size_t)count;
        to[count] = 0;
        *text = to;
        return STET_OK;
    }
    *wrong = count < 0 ? "it cannot be read" : "it is too large for a file of this kind";
    stet_free(to);
    return STET_E_FILE;
}

/* O_NONBLOCK: without it open() waits for the writer of a FIFO. */
stet_status stet_file_read(const char *path, size_t most, char **text, size_t *size,
                           const char **wrong)
{
    const int before = errno;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    stet_status status = STET_E_FILE;
    *text = NULL;
    *wrong = "the file does not exist or cannot be opened";
    if (fd >= 0) {
        status = read_open(fd, most, text, size, wrong);
        close(fd);
    }
    errno = before;
    return status;
}

static int write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t count = write(fd, text, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return 0;
        text += count;
        size -= (size_t)count;
    }
    return fsync(fd) == 0 || errno == EINVAL ||
           errno == EROFS; /* some files cannot be synchronised */
}

/* The file "PATH.PID.part" is new: no other process writes to it, and no existing file is
 * overwritten. */
static const char *write_beside(const char *path, char *beside, const char *text, size_t size)
{
    const int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return "no temporary file can be created in its folder";
    int done = write_all(fd, text, size);
    done = close(fd) == 0 && done;
    done = done && rename(beside, path) == 0;
    if (!done)
        unlink(beside);
    return done ? NULL : "it cannot be written";
}

const char *stet_file_write(const char *path, const char *text, size_t size)
{
    enum { SUFFIX = 40 };
    const int before = errno;
    stet_text beside = {NULL, strlen(path) + SUFFIX, 0};
    beside.text = (char *)stet_alloc(beside.size);
    const char *wrong = "not enough memory to write it";
    if (beside.text) {
        stet_put(&beside, "%s.%ld.part", path, (long)getpid());
        wrong = write_beside(path, beside.text, text, size);
    }
    stet_free(beside.text);
    errno = before;
    return wrong;
}
