/* SPDX-License-Identifier: Apache-2.0 */
/* Implements source.h and output.h of tools/files for files in memory: it reads the files of
 * file_add() and writes none. */
#include "files.h"
#include "files/output.h"
#include "files/source.h"

#include <string.h>

enum { FILES = 8, FIRST = 100 }; /* descriptors above those of libc */

static struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} files[FILES];
static int count;

int file_add(const char *name, const void *bytes, size_t size)
{
    if (count == FILES)
        return 0;
    files[count].name = name;
    files[count].bytes = bytes;
    files[count++].size = size;
    return 1;
}

void file_forget(void) { count = 0; }

const char *source_name(const char *path) { return path; }

int source_open(const char *path, uint64_t *size, struct error *e)
{
    for (int i = 0; i < count; i++)
        if (strcmp(files[i].name, path) == 0) {
            *size = files[i].size;
            return FIRST + i;
        }
    error_set(e, "%s: cannot open: it is not among the files that were given", path);
    return -1;
}

ssize_t source_read(int fd, void *to, size_t size, uint64_t at)
{
    const size_t all = files[fd - FIRST].size;
    if (at >= all)
        return 0;
    if (size > all - at)
        size = (size_t)(all - at);
    memcpy(to, files[fd - FIRST].bytes + at, size);
    return (ssize_t)size;
}

struct output *output_begin(const char *path, const char *option, enum output_format format,
                            struct error *e)
{
    (void)format;
    error_set(e, "%s %s: no files are written here", option, path);
    return NULL;
}

FILE *output_stream(struct output *out) { return (void)out, stdout; } /* no output file exists */
bool output_take_stdout(const char *option, struct error *e) { return (void)option, (void)e, true; }
bool output_check_stdout(struct error *e) { return (void)e, true; }
bool output_finish_all(struct error *e) { return (void)e, true; }
bool output_commit_all(struct error *e) { return (void)e, true; }
