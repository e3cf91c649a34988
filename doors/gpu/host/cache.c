/* SPDX-License-Identifier: Apache-2.0 */
/* A file has "stet-gpu 1 KEYSIZE SIZE HASH\n", the key and the block; HASH covers both. The file
 * is written under a temporary name and renamed, so that another process sees all of it or
 * nothing. */
#include "cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, LARGEST = 1 << 28 };

unsigned long long stet_gpu_hash(const void *block, size_t size)
{
    const unsigned char *p = block;
    unsigned long long h = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

int stet_gpu_cache_folder(char *text, size_t size)
{
    const char *own = getenv("STET_GPU_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int n;
    if (own && own[0])
        n = strcmp(own, "off") == 0 ? -1 : snprintf(text, size, "%s", own);
    else if (xdg && xdg[0] == '/')
        n = snprintf(text, size, "%s/stet/gpu", xdg);
    else if (home && home[0] == '/')
        n = snprintf(text, size, "%s/.cache/stet/gpu", home);
    else
        n = -1;
    return n >= 0 && (size_t)n < size;
}

static int path_of(const char *key, char *path, size_t size)
{
    char folder[PATH_SIZE];
    if (!stet_gpu_cache_folder(folder, sizeof folder))
        return 0;
    const int n =
        snprintf(path, size, "%s/%016llx.kernel", folder, stet_gpu_hash(key, strlen(key)));
    return n >= 0 && (size_t)n < size;
}

static unsigned long long seal(const char *key, const void *block, size_t size)
{
    return stet_gpu_hash(key, strlen(key)) ^ 3 * stet_gpu_hash(block, size);
}

/* Reads the head and the key; returns 1 if they are the wanted ones. */
static int right_head(FILE *file, const char *key, size_t *size, unsigned long long *hash)
{
    static const char magic[] = "stet-gpu 1 ";
    char found[PATH_SIZE], head[100], *end = head + sizeof magic - 1;
    if (!fgets(head, sizeof head, file) || strncmp(head, magic, sizeof magic - 1) != 0)
        return 0;
    const size_t key_size = strtoull(end, &end, 10);
    *size = strtoull(end, &end, 10);
    *hash = strtoull(end, &end, 16);
    if (*end != '\n')
        return 0;
    if (key_size != strlen(key) || *size == 0 || *size > LARGEST)
        return 0;
    for (size_t done = 0; done < key_size;) {
        const size_t n = key_size - done < sizeof found ? key_size - done : sizeof found;
        if (fread(found, 1, n, file) != n || memcmp(found, key + done, n) != 0)
            return 0;
        done += n;
    }
    return 1;
}

stet_gpu_found stet_gpu_cache_find(const char *key, void **block, size_t *size)
{
    char path[PATH_SIZE + 40];
    struct stat about;
    unsigned long long hash;
    *block = NULL;
    const int before = errno;
    FILE *file = path_of(key, path, sizeof path) ? fopen(path, "rb") : NULL;
    if (!file) {
        errno = before;
        return STET_GPU_NOT_KEPT;
    }
    stet_gpu_found found = STET_GPU_DAMAGED;
    /* A file that another user can write may contain that user's code. */
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
        !(about.st_mode & (S_IWGRP | S_IWOTH)) && right_head(file, key, size, &hash)) {
        *block = malloc(*size);
        if (!*block)
            found = STET_GPU_NOT_KEPT;
        else if (fread(*block, 1, *size, file) == *size && fgetc(file) == EOF &&
                 seal(key, *block, *size) == hash)
            found = STET_GPU_KEPT;
    }
    fclose(file);
    if (found != STET_GPU_KEPT) {
        free(*block);
        *block = NULL;
    }
    errno = before;
    return found;
}

/* Makes the folder and its parents. If one cannot be made, opening the file fails later. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

void stet_gpu_cache_keep(const char *key, const void *block, size_t size)
{
    char path[PATH_SIZE + 40], part[PATH_SIZE + 60];
    const int before = errno;
    if (size == 0 || size > LARGEST || !path_of(key, path, sizeof path))
        return;
    make_folders(path);
    snprintf(part, sizeof part, "%s.XXXXXX", path);
    const int handle = mkstemp(part); /* sets mode 0600 */
    FILE *file = handle >= 0 ? fdopen(handle, "wb") : NULL;
    if (handle >= 0 && !file)
        close(handle);
    if (file) {
        const size_t key_size = strlen(key);
        int ok = fprintf(file, "stet-gpu 1 %zu %zu %llx\n", key_size, size,
                         seal(key, block, size)) > 0 &&
                 fwrite(key, 1, key_size, file) == key_size && fwrite(block, 1, size, file) == size;
        ok = fclose(file) == 0 && ok;
        if (!ok || rename(part, path) != 0)
            unlink(part);
    } else if (handle >= 0) {
        unlink(part);
    }
    errno = before;
}
