/* SPDX-License-Identifier: Apache-2.0 */
#include "files/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUTS_MAX 4
#define INPUTS_MAX 8
#define LINKS_MAX 40 /* Linux follows as many */

/* Device and inode identify a file under any name. */
struct file_id {
    dev_t device;
    ino_t inode;
};

struct output {
    const char *given;  /* the user's name of it, for messages */
    const char *option; /* the option that named it */
    enum output_format format;
    char *path;      /* resolved; NULL: standard output */
    char *temporary; /* NULL after the rename */
    FILE *stream;    /* NULL after all is written */
};

static struct output outputs[OUTPUTS_MAX];
static volatile sig_atomic_t output_count;
static struct file_id inputs[INPUTS_MAX];
static int input_count;
static const char *stdout_option; /* the use of standard output, or NULL */
static pthread_t writer;          /* it opens, renames and removes files */

/* These signals end a process by default. Faults and SIGKILL are not among them. */
static const int deadly[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGPIPE, SIGALRM,
                             SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};
#define DEADLY (sizeof deadly / sizeof deadly[0])

/* Removes the temporary files with functions that POSIX allows in a handler. The kernel may run the
 * handler in any thread; the writing thread blocks signals when it must not be interrupted. */
static void remove_and_die(int number)
{
    if (!pthread_equal(pthread_self(), writer)) {
        pthread_kill(writer, number);
        return;
    }
    for (int i = 0; i < output_count; i++)
        if (outputs[i].temporary != NULL)
            unlink(outputs[i].temporary);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void)
{
    struct sigaction ours = {0}, old;
    writer = pthread_self();
    ours.sa_handler = remove_and_die;
    sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < DEADLY; i++) {
        sigaction(deadly[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) /* respects nohup */
            sigaction(deadly[i], &ours, NULL);
    }
    signal(SIGXFSZ, SIG_IGN); /* a file size limit becomes a reported error */
}

static void block_signals(sigset_t *old)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < DEADLY; i++)
        sigaddset(&set, deadly[i]);
    pthread_sigmask(SIG_BLOCK, &set, old);
}

static char *join(const char *a, const char *b, const char *c)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = malloc(size);
    if (all != NULL)
        snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

/* Returns the end of a chain of symbolic links, which need not exist. Sets errno. */
static char *follow(const char *path)
{
    char *now = strdup(path);
    for (int i = 0; now != NULL && i < LINKS_MAX; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(now, target, sizeof target - 1);
        if (length < 0)
            return now;
        target[length] = 0;
        char *slash = strrchr(now, '/');
        if (slash != NULL)
            slash[1] = 0;
        char *next = join(slash != NULL && target[0] != '/' ? now : "", target, "");
        free(now);
        now = next;
    }
    free(now);
    errno = ELOOP;
    return NULL;
}

/* Returns the absolute name of path. The file need not exist, but its folder must. Sets errno. */
static char *resolve(const char *path)
{
    char *found = realpath(path, NULL);
    if (found != NULL || errno != ENOENT)
        return found;
    char *end = follow(path);
    if (end == NULL)
        return NULL;
    char *slash = strrchr(end, '/'), *name = slash != NULL ? slash + 1 : end, *base = NULL;
    errno = ENOENT; /* path is a "folder/" that does not exist */
    if (*name != 0) {
        char *folder = slash != NULL ? strndup(end, (size_t)(name - end)) : strdup(".");
        base = folder != NULL ? realpath(folder, NULL) : NULL;
        free(folder);
    }
    char *all = base != NULL ? join(strcmp(base, "/") == 0 ? "" : base, "/", name) : NULL;
    int saved = errno;
    free(base);
    free(end);
    errno = saved;
    return all;
}

/* --------------------------------------------- which files are the same -- */

static bool same_id(const struct file_id *a, const struct file_id *b)
{
    return a->device == b->device && a->inode == b->inode;
}

/* Stores the file that the output will replace; for standard output, the file to which it is
 * redirected. */
static bool target_id(const struct output *out, struct file_id *id)
{
    struct stat status;
    int fd = out->stream != NULL ? fileno(out->stream) : STDOUT_FILENO;
    bool there = out->path != NULL ? stat(out->path, &status) == 0
                                   : fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    if (there)
        *id = (struct file_id){status.st_dev, status.st_ino};
    return there;
}

static bool is_input(const struct file_id *id)
{
    for (int i = 0; i < input_count; i++)
        if (same_id(&inputs[i], id))
            return true;
    return false;
}

bool output_note_input(int fd, struct error *e)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return error_set(e, "cannot examine: %s", strerror(errno));
    struct file_id id = {status.st_dev, status.st_ino};
    bool has_name = S_ISREG(status.st_mode) && status.st_nlink > 0;
    if (!has_name || is_input(&id))
        return true;
    if (input_count == INPUTS_MAX)
        return error_set(e, "more than %d inputs", INPUTS_MAX);
    inputs[input_count++] = id;
    return true;
}

static bool same_target(const struct output *a, const struct output *b)
{
    struct file_id x, y;
    if (a->path != NULL && b->path != NULL && strcmp(a->path, b->path) == 0)
        return true;
    return target_id(a, &x) && target_id(b, &y) && same_id(&x, &y);
}

/* Checks that the output replaces no file of this command, except that a result may replace an
 * input, which has been read by then; the rename is atomic. Standard output may not. */
static bool check_conflicts(const struct output *out, struct error *e)
{
    struct file_id id;
    bool may_replace = out->format == OUTPUT_NPY && out->path != NULL;
    if (!may_replace && target_id(out, &id) && is_input(&id))
        return error_set(e, "%s: %s would replace an input of this command: name another file",
                         out->given, out->option);
    for (const struct output *other = outputs; other < outputs + output_count; other++)
        if (other != out && same_target(other, out))
            return error_set(e, "%s: %s and %s name the same file", out->given, other->option,
                             out->option);
    return true;
}

/* Checks that the path names a file that we may write, or nothing. */
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

/* Opens the temporary file with signals blocked, so that none arrives before its name is stored. */
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

/* Reports whether the path is /dev/stdout or similar. If that is a regular file, it is replaced
 * like any other. */
static bool is_stdout(const char *path)
{
    struct stat it, out;
    return stat(path, &it) == 0 && fstat(STDOUT_FILENO, &out) == 0 && !S_ISREG(it.st_mode) &&
           it.st_dev == out.st_dev && it.st_ino == out.st_ino;
}

/* Formats that a file name may promise. The first are those of enum output_format, in its order. */
static const char *const endings[] = {
    ".npy", ".svg",  ".json", ".npz",  ".csv", ".tsv",  ".txt",  ".mat",  ".h5",  ".hdf5", ".wav",
    ".w64", ".rf64", ".flac", ".mp3",  ".ogg", ".opus", ".aiff", ".png",  ".jpg", ".jpeg", ".gif",
    ".bmp", ".tif",  ".tiff", ".webp", ".pdf", ".eps",  ".ps",   ".html", ".xml", ".sarif"};

bool output_suits(const char *path, const char *option, enum output_format format, struct error *e)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.'), *ours = endings[format];
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (endings[i] != ours && strcasecmp(dot, endings[i]) == 0)
            return error_set(e, "%s: %s writes %s, not %s: name %.*s%s", path, option, ours, dot,
                             (int)(dot - path), path, ours);
    return true;
}

/* Does all checks that may fail before the temporary file exists. */
static bool begin(struct output *out, mode_t *mode, struct error *e)
{
    if (*out->given == 0)
        return error_set(e, "%s: the name is empty: name a file", out->option);
    if (is_stdout(out->given))
        return error_set(e, "%s: that is standard output: say %s -", out->given, out->option);
    out->path = resolve(out->given);
    if (out->path == NULL)
        return error_errno(e, out->given, "cannot write there");
    if (check_target(out, mode, e) && check_conflicts(out, e) &&
        output_suits(out->given, out->option, out->format, e))
        return true;
    free(out->path);
    return false;
}

static bool begin_temporary(struct output *out, struct error *e)
{
    mode_t mode;
    sigset_t old;
    if (!begin(out, &mode, e))
        return false;
    catch_signals();
    block_signals(&old);
    bool ok = open_temporary(out, mode);
    if (!ok)
        error_errno(e, out->given, "cannot write in its folder");
    if (!ok && out->temporary == NULL)
        free(out->path); /* output_abandon_all() frees it otherwise */
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return ok;
}

static bool begin_stdout(struct output *out, struct error *e)
{
    if (!output_take_stdout(out->option, e))
        return false;
    if (out->format == OUTPUT_NPY && isatty(STDOUT_FILENO))
        return error_set(e,
                         "%s -: standard output is a terminal, and .npy is binary: redirect it, "
                         "or name a file",
                         out->option);
    if (!check_conflicts(out, e))
        return false;
    catch_signals();
    /* Text that is printed after this goes to stderr, and a copy of the descriptor has the
     * output. */
    int fd = fflush(stdout) == 0 ? dup(STDOUT_FILENO) : -1;
    out->stream = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (out->stream == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        error_errno(e, "standard output", "cannot write");
        if (out->stream != NULL)
            fclose(out->stream);
        else if (fd >= 0)
            close(fd);
        out->stream = NULL;
        return false;
    }
    output_count = output_count + 1;
    return true;
}

struct output *output_begin(const char *path, const char *option, enum output_format format,
                            struct error *e)
{
    struct output *out = &outputs[output_count];
    if (output_count == OUTPUTS_MAX) {
        error_set(e, "more than %d outputs", OUTPUTS_MAX);
        return NULL;
    }
    *out = (struct output){.given = path, .option = option, .format = format};
    bool ok = strcmp(path, "-") == 0 ? begin_stdout(out, e) : begin_temporary(out, e);
    return ok ? out : NULL;
}

FILE *output_stream(struct output *out) { return out->stream; }

const char *output_temporary(const struct output *out) { return out->temporary; }

bool output_take_stdout(const char *option, struct error *e)
{
    if (stdout_option != NULL)
        return error_set(e, "%s and %s both write to standard output: name a file for one of them",
                         stdout_option, option);
    stdout_option = option;
    return true;
}

bool output_check_stdout(struct error *e)
{
    struct stat status;
    if (fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    struct file_id id = {status.st_dev, status.st_ino};
    return !is_input(&id) || error_set(e, "standard output is redirected to an input of this "
                                          "command: redirect it to another file");
}

static bool finish(struct output *out, struct error *e)
{
    if (out->stream == NULL)
        return true;
    bool ok = fflush(out->stream) == 0 && !ferror(out->stream) &&
              (out->path == NULL || fsync(fileno(out->stream)) == 0);
    int saved = errno;
    ok = fclose(out->stream) == 0 && ok;
    out->stream = NULL;
    errno = saved;
    return ok || error_errno(e, out->path != NULL ? out->given : "standard output", "cannot write");
}

bool output_finish_all(struct error *e)
{
    for (int i = 0; i < output_count; i++) /* finished outputs are checked already */
        if (outputs[i].stream != NULL && !check_conflicts(&outputs[i], e))
            return false;
    for (int i = 0; i < output_count; i++)
        if (!finish(&outputs[i], e))
            return false;
    return true;
}

static bool put_in_place(struct output *out, struct error *e)
{
    if (out->temporary == NULL)
        return true;
    if (rename(out->temporary, out->path) != 0)
        return error_errno(e, out->given, "cannot write");
    free(out->temporary);
    out->temporary = NULL;
    return true;
}

/* Renames all files with signals blocked: a signal acts before the first rename or after the
 * last. */
static bool put_all_in_place(struct error *e)
{
    sigset_t old;
    bool ok = true;
    block_signals(&old);
    for (int i = 0; ok && i < output_count; i++)
        ok = put_in_place(&outputs[i], e);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return ok;
}

/* Writes the folder to disk, without which the new name is not safe. Some file systems cannot do
 * that. */
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
    if (!output_finish_all(e) || !put_all_in_place(e))
        return false;
    for (int i = 0; i < output_count; i++)
        if (outputs[i].path != NULL)
            sync_folder(outputs[i].path);
    output_abandon_all();
    return true;
}

void output_abandon_all(void)
{
    sigset_t old;
    block_signals(&old);
    input_count = 0;
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
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}
