/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/fake.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulate/emulate.h"

struct fake_settings fake;

static long calls;
static int alive, compiled;
static char failed[64];
static struct fake_block *blocks;
static struct fake_object *objects;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int fake_retained;

void fake_reset(void)
{
    memset(&fake, 0, sizeof fake);
    calls = 0;
    compiled = 0;
    failed[0] = 0;
}

long fake_calls(void) { return calls; }
const char *fake_failed(void) { return failed; }
int fake_alive(void) { return alive + fake_retained; }
int fake_compiled(void) { return compiled; }
void fake_count_compile(void) { compiled++; }

int fake_step(const char *name)
{
    if (fake.only != NULL && strncmp(name, fake.only, strlen(fake.only)) != 0)
        return 0;
    pthread_mutex_lock(&lock);
    const int fails = ++calls == fake.fail_at;
    if (fails)
        snprintf(failed, sizeof failed, "%s", name);
    pthread_mutex_unlock(&lock);
    return fails;
}

int fake_has_room(size_t size)
{
    const char *most = getenv("FAKE_MEMORY");
    return most == NULL || size <= strtoull(most, NULL, 10);
}

struct fake_block *fake_allocate(size_t size)
{
    struct fake_block *block = malloc(sizeof *block);
    block->at = aligned_alloc(256, (size + 255) / 256 * 256);
    block->size = size;
    memset(block->at, 0xcd, size);
    pthread_mutex_lock(&lock);
    block->next = blocks;
    blocks = block;
    alive++;
    pthread_mutex_unlock(&lock);
    return block;
}

void fake_release(struct fake_block *block)
{
    pthread_mutex_lock(&lock);
    for (struct fake_block **b = &blocks; *b != NULL; b = &(*b)->next)
        if (*b == block) {
            *b = block->next;
            free(block->at);
            free(block);
            alive--;
            break;
        }
    pthread_mutex_unlock(&lock);
}

struct fake_block *fake_find(uint64_t address)
{
    pthread_mutex_lock(&lock);
    struct fake_block *b = blocks;
    while (b != NULL && !(address >= (uintptr_t)b->at && address < (uintptr_t)b->at + b->size))
        b = b->next;
    pthread_mutex_unlock(&lock);
    return b;
}

struct fake_object *fake_make(const char *what)
{
    struct fake_object *object = calloc(1, sizeof *object);
    object->what = what;
    pthread_mutex_lock(&lock);
    object->next = objects;
    objects = object;
    alive++;
    pthread_mutex_unlock(&lock);
    return object;
}

void fake_drop(struct fake_object *object)
{
    pthread_mutex_lock(&lock);
    struct fake_object **o = &objects;
    while (*o != object)
        o = &(*o)->next;
    *o = object->next;
    alive--;
    pthread_mutex_unlock(&lock);
    for (struct fake_node *node = object->nodes, *next; node != NULL; node = next) {
        next = node->next;
        free(node);
    }
    free(object);
}

void fake_forget(void)
{
    fake_retained = 0;
    while (objects != NULL)
        fake_drop(objects);
    while (blocks != NULL)
        fake_release(blocks);
}

/* The value of "-DNAME=value" among the options. */
static int defined(const char *options, const char *name)
{
    char text[64];
    snprintf(text, sizeof text, "-D%s=", name);
    const char *at = strstr(options, text);
    if (at == NULL) {
        fprintf(stderr, "fake device: no %s in the options %s\n", text, options);
        abort();
    }
    return atoi(at + strlen(text));
}

void fake_run(const struct fake_object *kernel, int64_t grid, int block, size_t shared)
{
    const struct fake_object *program = kernel->of;
    stet_gpu_launch launch = {.kernel = kernel->entry, .options = program->options};
    char *place[STET_GPU_SLOTS];
#define FIELD(name) launch.definitions.name = defined(program->options, #name);
    STET_GPU_DEFINITIONS(FIELD)
#undef FIELD
    launch.grid = grid;
    launch.block = block;
    launch.shared = shared;
    launch.slots = STET_GPU_SLOTS;
    launch.ints = STET_GPU_INTS;
    for (int i = 0; i < STET_GPU_SLOTS; i++) {
        launch.slot[i].place = (stet_gpu_place)i; /* of place[], below */
        launch.slot[i].offset = (int64_t)kernel->argument[STET_GPU_SLOTS + i].value;
        place[i] = (char *)(uintptr_t)kernel->argument[i].value;
    }
    for (int i = 0; i < STET_GPU_INTS; i++)
        launch.number[i] = (int64_t)kernel->argument[2 * STET_GPU_SLOTS + i].value;
    if (stet_gpu_emulate_launch(&launch, place, 0) != STET_OK)
        abort();
    if (fake.wrong_bits)
        place[1][launch.slot[1].offset] ^= 1;
}
