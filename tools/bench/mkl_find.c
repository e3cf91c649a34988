/* SPDX-License-Identifier: Apache-2.0 */
/* Finds MKL. pip, conda, Intel's installer and Debian each install it into their own folders, and
 * dlopen() searches only Debian's. */
#include "bench/contender.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES "libmkl_rt.so*"

/* Takes the last file that matches FOLDER/libmkl_rt.so*: .so.3 rather than .so.2. */
static bool in_folder(struct library *l, const char *folder, const char *below)
{
    char pattern[4200];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s%s/" FILES, folder, below);
    if (glob(pattern, 0, NULL, &found) != 0)
        return false;
    char *real = realpath(found.gl_pathv[found.gl_pathc - 1], NULL);
    snprintf(l->path, sizeof l->path, "%s", real != NULL ? real : "");
    free(real);
    globfree(&found);
    return l->path[0] != 0;
}

static bool in_variable(struct library *l, const char *variable, const char *below)
{
    const char *folder = getenv(variable);
    return folder != NULL && *folder != 0 && in_folder(l, folder, below);
}

/* Searches LD_LIBRARY_PATH and the system's folders. */
static bool by_name(struct library *l)
{
    static const char *const names[] = {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"};
    for (int i = 0; i < 3; i++) {
        void *object = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (object == NULL)
            continue;
        symbol_path(object, "DftiCreateDescriptor", l->path, sizeof l->path);
        dlclose(object);
        return l->path[0] != 0;
    }
    return false;
}

/* Searches lib/ of the folder whose bin/ has python3, where pip puts MKL: of a virtual environment,
 * where python3 is a link, or of the folder that the link leads to. */
static bool beside_python(struct library *l)
{
    char file[4200], real[PATH_MAX];
    const char *path = getenv("PATH");
    for (; path != NULL && *path != 0; path += strspn(path, ":")) {
        int length = (int)strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/python3", length, path);
        path += length;
        if (access(file, X_OK) != 0)
            continue;
        char *resolved = realpath(file, real), *slash = strrchr(file, '/');
        *slash = 0;
        if (in_folder(l, file, "/../lib"))
            return true;
        if (resolved == NULL || (slash = strrchr(real, '/')) == NULL)
            continue;
        *slash = 0;
        if (in_folder(l, real, "/../lib"))
            return true;
    }
    return false;
}

static bool anywhere(struct library *l)
{
    return by_name(l) || in_variable(l, "VIRTUAL_ENV", "/lib") ||
           in_variable(l, "CONDA_PREFIX", "/lib") || in_variable(l, "MKLROOT", "/lib") ||
           in_variable(l, "MKLROOT", "/lib/intel64") || beside_python(l) ||
           in_variable(l, "HOME", "/.local/lib") ||
           in_variable(l, "PYENV_ROOT", "/versions/*/lib") ||
           in_variable(l, "HOME", "/.pyenv/versions/*/lib") ||
           in_folder(l, "/opt/intel/oneapi/mkl/latest/lib", "");
}

static bool as_given(struct library *l, const char *given)
{
    struct stat s;
    if (stat(given, &s) != 0)
        return error_errno(&l->missing, given, "cannot find MKL");
    if (S_ISDIR(s.st_mode))
        return in_folder(l, given, "") || in_folder(l, given, "/lib") ||
               error_set(&l->missing, "%s: no " FILES " in it", given);
    char *real = realpath(given, NULL); /* dlopen() would search for a name without a slash */
    snprintf(l->path, sizeof l->path, "%s", real != NULL ? real : given);
    free(real);
    return true;
}

bool mkl_find(struct library *l, const char *given)
{
    *l = (struct library){.name = "mkl"};
    if (given != NULL)
        return as_given(l, given);
    return anywhere(l) ||
           error_set(&l->missing, "no libmkl_rt.so was found; python3 -m pip install mkl puts one "
                                  "into lib/ of that python's folder; elsewhere: --mkl PATH");
}
