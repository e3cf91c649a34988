/* SPDX-License-Identifier: Apache-2.0 */
#include "wisdom.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

/* The text of wisdom has a line for the library, one for each problem (first its patience, 0 to 3),
 * and ")".
 *
 *   (stet-1 fftw_wisdom
 *     (1 c2c-f 1:32:32 16:2:2)
 *   )
 *
 * Loops and dimensions are length:stride:stride; "-f" and "-b" are directions of c2c; "!" means in
 * place. */
#define TEXT(x) #x
#define NAME(x) TEXT(x)
#define HEAD "(stet-1 " NAME(X(wisdom))

typedef struct known {
    char *key;
    int patience;
} known;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static known *list; /* sorted by key */
static size_t count, capacity;

/* fork() takes the lock, so that a child does not inherit it locked. */
static void take_lock(void) { pthread_mutex_lock(&lock); }
static void give_lock(void) { pthread_mutex_unlock(&lock); }

__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(take_lock, give_lock, give_lock);
}

__attribute__((destructor)) static void end(void) { X(forget_wisdom)(); }

/* ---------------------------------------------------------------- list -- */

static int patience_of(unsigned flags)
{
    return flags & FFTW_ESTIMATE ? 0 : flags & FFTW_EXHAUSTIVE ? 3 : flags & FFTW_PATIENT ? 2 : 1;
}

/* Returns the key in a block for free(); NULL without memory. */
static char *key_of(const problem *p)
{
    const int dims = stet_fftw_dims(p);
    const size_t size = 32 + (size_t)dims * 66 + (size_t)p->rank * 12;
    char *key = malloc(size);
    size_t used = 0;
    if (!key)
        return NULL;
#define PUT(...) (used += (size_t)snprintf(key + used, size - used, __VA_ARGS__))
    PUT("%s%s%s%s", stet_fftw_kind(p->kind),
        p->kind != C2C ? ""
        : p->backward  ? "-b"
                       : "-f",
        p->idle ? "-idle" : "", stet_fftw_is_in_place(p) ? "!" : "");
    for (int i = 0; i < dims; i++)
        PUT(" %td:%td:%td", p->dims[i].n, p->dims[i].is, p->dims[i].os);
    for (int i = 0; p->kind == R2R && i < p->rank; i++)
        PUT(" k%d", p->r2r[i]);
#undef PUT
    return key;
}

/* Returns the index at which the key is, or would be inserted. */
static size_t place_of(const char *key)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(list[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int is_at(size_t place, const char *key)
{
    return place < count && strcmp(list[place].key, key) == 0;
}

/* Inserts a key; the caller holds the lock. The list owns the key, or frees it. */
static void insert(char *key, int patience)
{
    const size_t place = place_of(key);
    if (is_at(place, key)) {
        if (list[place].patience < patience)
            list[place].patience = patience;
        free(key);
        return;
    }
    if (count == capacity) {
        const size_t more = capacity ? 2 * capacity : 64;
        known *larger = realloc(list, more * sizeof *list);
        if (!larger) {
            free(key);
            return;
        }
        list = larger;
        capacity = more;
    }
    memmove(list + place + 1, list + place, (count - place) * sizeof *list);
    list[place] = (known){key, patience};
    count++;
}

void stet_fftw_learn(const problem *p)
{
    char *key = key_of(p);
    if (!key)
        return;
    take_lock();
    insert(key, patience_of(p->flags));
    give_lock();
}

int stet_fftw_knows(const problem *p)
{
    char *key = key_of(p);
    if (!key)
        return 0;
    take_lock();
    const size_t place = place_of(key);
    const int knows = is_at(place, key) && list[place].patience >= patience_of(p->flags);
    give_lock();
    free(key);
    return knows;
}

void X(forget_wisdom)(void)
{
    take_lock();
    for (size_t i = 0; i < count; i++)
        free(list[i].key);
    free(list);
    list = NULL;
    count = capacity = 0;
    give_lock();
}

/* Plans stay usable; FFTW does not promise this. */
void X(cleanup)(void) { X(forget_wisdom)(); }

/* -------------------------------------------------------------- export -- */

char *X(export_wisdom_to_string)(void)
{
    take_lock();
    size_t size = sizeof HEAD + 4, used;
    for (size_t i = 0; i < count; i++)
        size += strlen(list[i].key) + 8;
    char *text = malloc(size);
    if (text) {
        used = (size_t)snprintf(text, size, "%s\n", HEAD);
        for (size_t i = 0; i < count; i++)
            used += (size_t)snprintf(text + used, size - used, "  (%d %s)\n", list[i].patience,
                                     list[i].key);
        snprintf(text + used, size - used, ")\n");
    }
    give_lock();
    return text;
}

void X(export_wisdom)(void (*write_char)(char c, void *data), void *data)
{
    char *text = X(export_wisdom_to_string)();
    for (const char *c = text; c && *c; c++)
        write_char(*c, data);
    free(text);
}

void X(export_wisdom_to_file)(FILE *file)
{
    char *text = X(export_wisdom_to_string)();
    if (text)
        fputs(text, file);
    free(text);
}

int X(export_wisdom_to_filename)(const char *name)
{
    FILE *file = name ? fopen(name, "w") : NULL;
    if (!file)
        return 0;
    X(export_wisdom_to_file)(file);
    const int failed = ferror(file);
    return fclose(file) == 0 && !failed;
}

/* -------------------------------------------------------------- import -- */

/* Reads up to the bracket that closes the first one; returns a block for free(), or NULL if there
 * is none. The caller can read the text after it, as with FFTW. */
static char *read_brackets(int (*read_char)(void *data), void *data)
{
    enum { MOST = 1 << 26 };
    size_t used = 0, size = 256;
    char *text = malloc(size);
    int c, depth = 0;
    while (text && used < MOST && (c = read_char(data)) != EOF && c != 0) {
        if (used + 2 > size) {
            char *larger = realloc(text, size *= 2);
            if (!larger)
                break;
            text = larger;
        }
        text[used++] = (char)c;
        depth += (c == '(') - (c == ')');
        if (c == ')' && depth == 0) {
            text[used] = 0;
            return text;
        }
    }
    free(text);
    return NULL;
}

/* Parses "(1 c2c-f 1:32:32 16:2:2)" and moves *text to the key. Returns the end of the key, or
 * NULL. */
static char *entry(char **text, int *patience)
{
    char *at = *text + strspn(*text, " \n");
    if (at[0] != '(' || at[1] < '0' || at[1] > '3' || at[2] != ' ')
        return NULL;
    *patience = at[1] - '0';
    *text = at + 3;
    char *end = *text + strcspn(*text, "()\n");
    return end > *text && *end == ')' ? end : NULL;
}

/* Adds all entries to the list if `keep`; otherwise only checks that they are well formed. */
static int take_entries(char *text, int keep)
{
    for (;;) {
        int patience;
        char *end, *key;
        if (text[strspn(text, " \n")] == ')')
            return 1;
        if (!(end = entry(&text, &patience)))
            return 0;
        if (keep && (key = strndup(text, (size_t)(end - text))))
            insert(key, patience);
        text = end + 1;
    }
}

static int import(char *text)
{
    const char *start = text ? text + strspn(text, " \t\r\n") : NULL;
    int good = start && strncmp(start, HEAD "\n", sizeof HEAD) == 0;
    if (good) {
        char *entries = text + (start - text) + sizeof HEAD;
        good = take_entries(entries, 0);
        take_lock();
        if (good)
            take_entries(entries, 1);
        give_lock();
    }
    free(text);
    return good;
}

int X(import_wisdom)(int (*read_char)(void *data), void *data)
{
    return import(read_brackets(read_char, data));
}

static int next_of_file(void *file) { return getc(file); }

int X(import_wisdom_from_file)(FILE *file)
{
    return file ? X(import_wisdom)(next_of_file, file) : 0;
}

int X(import_wisdom_from_filename)(const char *name)
{
    FILE *file = name ? fopen(name, "r") : NULL;
    if (!file)
        return 0;
    const int good = X(import_wisdom_from_file)(file);
    return fclose(file) == 0 && good;
}

static int next_of_string(void *at)
{
    const char **text = (const char **)at;
    return **text ? (unsigned char)*(*text)++ : EOF;
}

int X(import_wisdom_from_string)(const char *text)
{
    return text ? X(import_wisdom)(next_of_string, (void *)&text) : 0;
}

/* The files in /etc/fftw are FFTW's; they are not read. */
int X(import_system_wisdom)(void) { return 0; }
