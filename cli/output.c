/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUTS_MAX 4

struct output {
    const char *given; /* as the user wrote it: for messages */
    char *path;        /* absolute, symbolic links resolved */
    char *temporary;   /* NULL once it is renamed */
    FILE *stream;
};

static struct output outputs[OUTPUTS_MAX];
static volatile sig_atomic_t output_count;

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
#define DEADLY (sizeof deadly / sizeof deadly[0])

/* Only what POSIX allows in a handler. */
static void remove_and_die(int number)
{
    for (int i = 0; i < output_count; i++)
        if (outputs[i].temporary != NULL)
            unlink(outputs[i].temporary);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void)
{
    struct sigaction ours = {0}, old;
    ours.sa_handler = remove_and_die;
    sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < DEADLY; i++) {
        sigaction(deadly[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) /* nohup stays nohup */
            sigaction(deadly[i], &ours, NULL);
    }
    signal(SIGXFSZ, SIG_IGN); /* a file size limit becomes an error that we can report */
}

static void block_signals(sigset_t *old)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < DEADLY; i++)
        sigaddset(&set, deadly[i]);
    sigprocmask(SIG_BLOCK, &set, old);
}

static char *join(const char *a, const char *b, const char *c)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = malloc(size);
    if (all != NULL)
        snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

/* The absolute name of path, which need not exist; its folder must. Sets errno. */
static char *resolve(const char *path)
{
    char *found = realpath(path, NULL);
    if (found != NULL || errno != ENOENT)
        return found;
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    if (*name == 0)
        return NULL; /* errno is ENOENT: "folder/" that does not exist */
    char *folder = slash != NULL ? strndup(path, (size_t)(name - path)) : strdup(".");
    char *base = folder != NULL ? realpath(folder, NULL) : NULL;
    char *all = base != NULL ? join(strcmp(base, "/") == 0 ? "" : base, "/", name) : NULL;
    int saved = errno;
    free(base);
    free(folder);
    errno = saved;
    return all;
}

/* What stands at the path now must be a file that we may write, or nothing. */
static bool check_target(const struct output *out, mode_t *mode, struct error *e)
{
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    *mode = 0666 & ~mask;
    if (stat(out->path, &status) != 0)
        return true;
    *mode = status.st_mode & 0777;
    if (!S_ISREG(status.st_mode))
        error_set(e, "cannot write: not a regular file; name a new file");
    else if (access(out->path, W_OK) != 0)
        error_set(e, "cannot write: %s", strerror(errno));
    else
        return true;
    return error_prefix(e, out->given);
}

static char *temporary_name(const char *path)
{
    char *copy = strdup(path);
    if (copy == NULL)
        return NULL;
    char *slash = strrchr(copy, '/');
    *slash = 0;
    char *name = join(copy, "/.stet-", "XXXXXX");
    free(copy);
    return name;
}

/* With signals blocked, so that none falls between making the file and remembering its name. */
static bool open_temporary(struct output *out, mode_t mode)
{
    char *name = temporary_name(out->path);
    int fd = name != NULL ? mkstemp(name) : -1;
    if (fd < 0) {
        int saved = errno;
        free(name);
        errno = saved;
        return false;
    }
    out->temporary = name;
    output_count = output_count + 1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    out->stream = fchmod(fd, mode) == 0 ? fdopen(fd, "wb") : NULL;
    return out->stream != NULL;
}

/* Everything that can go wrong before the temporary file is there. */
static bool begin(struct output *out, const char *path, mode_t *mode, struct error *e)
{
    *out = (struct output){path, resolve(path), NULL, NULL};
    if (out->path == NULL)
        return error_errno(e, path, "cannot write there");
    if (check_target(out, mode, e))
        return true;
    free(out->path);
    return false;
}

struct output *output_begin(const char *path, struct error *e)
{
    struct output *out = &outputs[output_count];
    mode_t mode;
    sigset_t old;
    if (output_count == OUTPUTS_MAX) {
        error_set(e, "more than %d outputs", OUTPUTS_MAX);
        return NULL;
    }
    if (!begin(out, path, &mode, e))
        return NULL;
    catch_signals();
    block_signals(&old);
    bool ok = open_temporary(out, mode);
    if (!ok)
        error_errno(e, path, "cannot write in its folder");
    if (!ok && out->temporary == NULL)
        free(out->path); /* else output_abandon_all() does */
    sigprocmask(SIG_SETMASK, &old, NULL);
    return ok ? out : NULL;
}

FILE *output_stream(struct output *out) { return out->stream; }

bool output_is(const struct output *out, const char *path)
{
    char *other = resolve(path);
    bool same = other != NULL && strcmp(other, out->path) == 0;
    free(other);
    return same;
}

static bool finish(struct output *out, struct error *e)
{
    bool ok = fflush(out->stream) == 0 && !ferror(out->stream) && fsync(fileno(out->stream)) == 0;
    int saved = errno;
    ok = fclose(out->stream) == 0 && ok;
    out->stream = NULL;
    errno = saved;
    return ok || error_errno(e, out->given, "cannot write");
}

/* The new name is on the disk only when its folder is. Not every file system can do that. */
static void sync_folder(const char *path)
{
    char *folder = strdup(path);
    if (folder == NULL)
        return;
    *(strrchr(folder, '/') + 1) = 0;
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

bool output_commit_all(struct error *e)
{
    int count = output_count;
    for (int i = 0; i < count; i++)
        if (!finish(&outputs[i], e))
            return false;
    for (int i = 0; i < count; i++) {
        struct output *out = &outputs[i];
        sigset_t old;
        block_signals(&old);
        bool ok =
            rename(out->temporary, out->path) == 0 || error_errno(e, out->given, "cannot write");
        if (ok) {
            free(out->temporary);
            out->temporary = NULL;
        }
        sigprocmask(SIG_SETMASK, &old, NULL);
        if (!ok)
            return false;
        sync_folder(out->path);
    }
    output_abandon_all();
    return true;
}

void output_abandon_all(void)
{
    sigset_t old;
    block_signals(&old);
    for (int i = 0; i < output_count; i++) {
        struct output *out = &outputs[i];
        if (out->stream != NULL)
            fclose(out->stream);
        if (out->temporary != NULL)
            unlink(out->temporary);
        free(out->temporary);
        free(out->path);
        *out = (struct output){0};
    }
    output_count = 0;
    sigprocmask(SIG_SETMASK, &old, NULL);
}
