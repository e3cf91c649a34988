/* SPDX-License-Identifier: Apache-2.0
 *
 * The plan cache is a hash table with chains, and a list in the order of use. If a plan leaves the
 * cache while it runs, its last user destroys it. */
#include "cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

enum { BUCKETS = 512, KEY_WORDS = 16 + 3 * 64 + 64 };

/* The options of a plan as words that can be compared: see make_key(). */
typedef struct key {
    size_t words;
    uint64_t hash;
    ptrdiff_t word[KEY_WORDS];
} key;

struct stet_py_plan {
    stet_plan *plan;
    size_t bytes; /* upper bound for workspace and tables */
    int users;
    int cached;
    stet_effort effort;
    stet_py_plan *next;          /* next of the bucket */
    stet_py_plan *newer, *older; /* neighbours in the order of use */
    uint64_t hash;
    size_t words;
    ptrdiff_t word[]; /* the key's words */
};

/* This lock protects the whole cache. No Python object is touched while it is held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    stet_py_plan *bucket[BUCKETS];
    stet_py_plan *newest, *oldest;
    size_t count, bytes, max_count, max_bytes;
    size_t hits, misses;
} cache = {.max_count = 256, .max_bytes = (size_t)256 << 20};

static void lock_cache(void) { pthread_mutex_lock(&lock); }

static void unlock_cache(void) { pthread_mutex_unlock(&lock); }

/* Holds the lock during fork(), so that the child does not inherit it from another thread. */
static void mind_fork(void) { pthread_atfork(lock_cache, unlock_cache, unlock_cache); }

static int make_key(const stet_options *o, key *k)
{
    if (o->rank + o->batch_rank > 64)
        return 0;
    const ptrdiff_t head[] = {o->kind,
                              o->precision,
                              o->level,
                              o->direction,
                              o->norm,
                              o->rank,
                              o->batch_rank,
                              o->threads,
                              o->policy,
                              o->half_mode,
                              o->half_exponent,
                              o->effort,
                              (ptrdiff_t)stet_isa_name()};
    size_t words = sizeof head / sizeof *head;
    memcpy(k->word, head, sizeof head);
    for (int i = 0; i < o->rank + o->batch_rank; i++) {
        const stet_dim *d = i < o->rank ? &o->dims[i] : &o->batch[i - o->rank];
        k->word[words++] = d->n;
        k->word[words++] = d->in_stride;
        k->word[words++] = d->out_stride;
    }
    for (int i = 0; o->kind == STET_R2R && i < o->rank; i++)
        k->word[words++] = o->r2r[i];
    k->words = words;
    k->hash = 0;
    for (size_t i = 0; i < words; i++) { /* Knuth's multiplicative hashing mixes in each word */
        k->hash = (k->hash ^ (uint64_t)k->word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        k->hash ^= k->hash >> 29;
    }
    return 1;
}

/* Reports whether n has only prime factors up to 13; its tables are shorter then. */
static int is_smooth(ptrdiff_t n)
{
    for (int p = 2; p <= 13; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

/* Returns an upper estimate: the workspace that an execution leaves in the plan, and stet.h's
 * sizes of the tables for numbers as wide as the level's. A cosine transform computes another
 * length inside. stet.h has no size for the other tables of level correct: at most 4.6 times this
 * was measured, for cosine transforms 19 times (all kinds, both precisions, 200 lengths up to
 * 20,000). */
static size_t plan_bytes(const stet_plan *plan, const stet_options *o)
{
    size_t number = o->precision == STET_F64 ? 8 : 4, bytes = stet_plan_workspace(plan);
    size_t more = o->level != STET_LEVEL_CORRECT ? 1 : o->kind == STET_R2R ? 20 : 5;
    number = o->level == STET_LEVEL_NATIVE ? number : 2 * number;
    for (int i = 0; i < o->rank; i++) {
        size_t n = (size_t)o->dims[i].n;
        size_t numbers = o->kind != STET_R2R && is_smooth(o->dims[i].n) ? 2 * n : 8 * n;
        bytes += more * (numbers * 2 * number + ((size_t)128 << 10));
    }
    return bytes;
}

static int is_of(const stet_py_plan *p, const key *k)
{
    return p->hash == k->hash && p->words == k->words &&
           !memcmp(p->word, k->word, k->words * sizeof *k->word);
}

/* ---- callers hold the lock ---- */

static void unlink_use(stet_py_plan *p)
{
    *(p->newer ? &p->newer->older : &cache.newest) = p->older;
    *(p->older ? &p->older->newer : &cache.oldest) = p->newer;
}

static void link_newest(stet_py_plan *p)
{
    p->newer = NULL;
    p->older = cache.newest;
    *(cache.newest ? &cache.newest->newer : &cache.oldest) = p;
    cache.newest = p;
}

static stet_py_plan *find(const key *k)
{
    stet_py_plan *p = cache.bucket[k->hash % BUCKETS];
    while (p && !is_of(p, k))
        p = p->next;
    return p;
}

/* Removes the oldest plan. If no thread uses it, adds it to the list *dead, which `next` links. */
static void drop_oldest(stet_py_plan **dead)
{
    stet_py_plan *p = cache.oldest, **at = &cache.bucket[p->hash % BUCKETS];
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    unlink_use(p);
    cache.count--;
    cache.bytes -= p->bytes;
    p->cached = 0;
    if (!p->users) {
        p->next = *dead;
        *dead = p;
    }
}

/* Drops old plans until the limits hold. The newest plan stays even if it alone is above the limit
 * of bytes, so that repeated transforms of one long array find their plan. */
static void shrink(stet_py_plan **dead)
{
    while (cache.count > cache.max_count || (cache.count > 1 && cache.bytes > cache.max_bytes))
        drop_oldest(dead);
}

static void insert(stet_py_plan *p, stet_py_plan **dead)
{
    p->next = cache.bucket[p->hash % BUCKETS];
    cache.bucket[p->hash % BUCKETS] = p;
    link_newest(p);
    p->cached = 1;
    cache.count++;
    cache.bytes += p->bytes;
    shrink(dead);
}

/* ---- callers do not hold the lock ---- */

static void destroy(stet_py_plan *p)
{
    if (!p)
        return;
    stet_plan_destroy(p->plan);
    free(p);
}

static void bury(stet_py_plan *dead)
{
    while (dead) {
        stet_py_plan *next = dead->next;
        destroy(dead);
        dead = next;
    }
}

static stet_py_plan *use_cached(const key *k)
{
    lock_cache();
    stet_py_plan *p = find(k);
    if (p) {
        p->users++;
        cache.hits++;
        if (p != cache.newest) {
            unlink_use(p);
            link_newest(p);
        }
    }
    unlock_cache();
    return p;
}

static stet_status make_plan(const stet_options *o, const key *k, stet_py_plan **plan)
{
    size_t words = k ? k->words : 0;
    stet_py_plan *p = calloc(1, sizeof *p + words * sizeof *p->word);
    if (!p)
        return STET_E_MEMORY;
    stet_status status = stet_plan_create(&p->plan, o);
    if (status != STET_OK) {
        free(p);
        return status;
    }
    p->users = 1;
    p->effort = o->effort;
    p->bytes = plan_bytes(p->plan, o);
    p->words = words;
    if (k) {
        p->hash = k->hash;
        memcpy(p->word, k->word, words * sizeof *k->word);
    }
    *plan = p;
    return STET_OK;
}

/* Adds a plan to the cache. If another thread added the same plan first, this one is destroyed
 * after use. */
static void keep(stet_py_plan *p, const key *k)
{
    stet_py_plan *dead = NULL;
    lock_cache();
    cache.misses++;
    if (cache.max_count && !find(k))
        insert(p, &dead);
    unlock_cache();
    bury(dead);
}

stet_status stet_py_plan_get(const stet_options *options, int only_cached, stet_py_plan **plan)
{
    key k;
    int keyed = make_key(options, &k);
    *plan = keyed ? use_cached(&k) : NULL;
    if (*plan || only_cached)
        return STET_OK;
    stet_status status = make_plan(options, keyed ? &k : NULL, plan);
    if (status == STET_OK && keyed)
        keep(*plan, &k);
    return status;
}

int stet_py_plan_use(stet_py_plan *plan, const stet_options *options)
{
    key k;
    stet_options same = *options;
    same.effort = plan->effort; /* the effort changes no result */
    if (!make_key(&same, &k) || !is_of(plan, &k))
        return 0;
    lock_cache();
    plan->users++;
    unlock_cache();
    return 1;
}

void stet_py_plan_put(stet_py_plan *plan)
{
    if (!plan)
        return;
    lock_cache();
    int last = --plan->users == 0 && !plan->cached;
    unlock_cache();
    if (last)
        destroy(plan);
}

const stet_plan *stet_py_plan_of(const stet_py_plan *plan) { return plan->plan; }

/* ---- functions for Python ---- */

/* plan_cache_info() -> (hits, misses, plans, bytes, max_plans, max_bytes) */
static PyObject *info(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    (void)args;
    if (stet_py_count(count, 0, "plan_cache_info") < 0)
        return NULL;
    lock_cache();
    const Py_ssize_t v[] = {(Py_ssize_t)cache.hits,      (Py_ssize_t)cache.misses,
                            (Py_ssize_t)cache.count,     (Py_ssize_t)cache.bytes,
                            (Py_ssize_t)cache.max_count, (Py_ssize_t)cache.max_bytes};
    unlock_cache();
    return Py_BuildValue("(nnnnnn)", v[0], v[1], v[2], v[3], v[4], v[5]);
}

/* plan_cache_limit(plans, bytes) */
static PyObject *limit(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (stet_py_count(count, 2, "plan_cache_limit") < 0)
        return NULL;
    Py_ssize_t v[2];
    for (int i = 0; i < 2; i++) {
        v[i] = PyNumber_AsSsize_t(args[i], PyExc_OverflowError);
        if (v[i] == -1 && PyErr_Occurred())
            return NULL;
        if (v[i] < 0) {
            PyErr_SetString(PyExc_ValueError, "limits of the plan cache must not be negative");
            return NULL;
        }
    }
    stet_py_plan *dead = NULL;
    lock_cache();
    cache.max_count = (size_t)v[0];
    cache.max_bytes = (size_t)v[1];
    shrink(&dead);
    unlock_cache();
    bury(dead);
    Py_RETURN_NONE;
}

/* plan_cache_clear(): plans in use are freed after their run; hits and misses are set to 0. */
static PyObject *clear(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    (void)args;
    if (stet_py_count(count, 0, "plan_cache_clear") < 0)
        return NULL;
    stet_py_plan *dead = NULL;
    lock_cache();
    while (cache.oldest)
        drop_oldest(&dead);
    cache.hits = cache.misses = 0;
    unlock_cache();
    bury(dead);
    Py_RETURN_NONE;
}

PyMethodDef stet_py_cache_methods[] = {
    STET_PY_FUNCTION("plan_cache_info", info, NULL),
    STET_PY_FUNCTION("plan_cache_limit", limit, NULL),
    STET_PY_FUNCTION("plan_cache_clear", clear, NULL),
    {NULL, NULL, 0, NULL},
};

int stet_py_cache_init(PyObject *module)
{
    (void)module;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, mind_fork);
    return 0;
}
