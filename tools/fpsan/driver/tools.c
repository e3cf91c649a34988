/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include <dirent.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn void tools_die(const char *program, const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s%s%s\n", program, what, detail ? ": " : "", detail ? detail : "");
    exit(2);
}

/* Returns the first existing file of two places relative to this program's folder. */
static const char *find(char *path, size_t size, const char *beside, const char *installed)
{
    char self[512];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        tools_die("fpsan", "/proc/self/exe", strerror(errno));
    self[length] = 0;
    *strrchr(self, '/') = 0;
    const char *const places[] = {beside, installed};
    for (int i = 0; i < 2; i++) {
        snprintf(path, size, "%s/%s", self, places[i]);
        if (access(path, R_OK) == 0)
            return path;
    }
    snprintf(path, size, "neither %.200s/%s nor %.200s/%s is there", self, beside, self, installed);
    tools_die("fpsan", path, "build it with make, or install it with make install");
}

const char *tools_instrumenter(void)
{
    static char path[600];
    return find(path, sizeof path, "fpsan-instr", "fpsan-instr");
}

const char *tools_runtime(void)
{
    static char path[600];
    return find(path, sizeof path, "libfpsan.a", "../lib/libfpsan.a");
}

const char *tools_include(void)
{
    static char path[600];
    find(path, sizeof path, "fpsan-include/fpsan.h", "../include/fpsan.h");
    *strrchr(path, '/') = 0;
    return path;
}

char *const *tools_arguments(const char *const *command)
{
    const union {
        const char *const *in;
        char *const *out;
    } both = {command};
    return both.out;
}

int tools_run(const char *const *command)
{
    pid_t child;
    int status;
    const int wrong =
        posix_spawnp(&child, command[0], NULL, NULL, tools_arguments(command), environ);
    if (wrong) {
        fprintf(stderr, "fpsan: %s: %s\n", command[0], strerror(wrong));
        return 2;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 2;
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "fpsan: %s was killed by signal %d\n", command[0], WTERMSIG(status));
        return 2;
    }
    return WEXITSTATUS(status);
}

void tools_make_folder(char *path, size_t size)
{
    const char *temporary = getenv("TMPDIR");
    if (snprintf(path, size, "%s/fpsan.XXXXXX", temporary && *temporary ? temporary : "/tmp") >=
            (int)size ||
        !mkdtemp(path))
        tools_die("fpsan", "no temporary folder can be made (TMPDIR)", strerror(errno));
}

void tools_remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return;
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        char file[800];
        if (e->d_name[0] == '.')
            continue;
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        unlink(file);
    }
    closedir(folder);
    rmdir(path);
}
