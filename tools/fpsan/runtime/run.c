/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime of an instrumented program: it reads its configuration from the environment, counts
 * the places reached, provides the inputs, takes the outputs, and records all of it for
 * `fpsan check`.
 *
 *   FPSAN_SEED    number; seeds inputs and hashes                            [1]
 *   FPSAN_PRIME   field: the prime, or its index among the largest           [0]
 *   FPSAN_ORDER   field: orders N, with commas, whose cos(2 pi k/N) are known [4096]
 *   FPSAN_EXP, FPSAN_CASTS   ring: see ring.h
 *   FPSAN_SMALL   inputs are integers from -40 to 40, whose order is that of numbers [0]
 *   FPSAN_OTHER   CLASSES:VARIANT, other meanings of what is not known: meaning.h
 *   FPSAN_PRECISE literals in doubles and approximate instructions keep their exact values [0]
 *   FPSAN_NATIVE  runs the original program, on ordinary numbers: 1 from -1 to 1, 2 from 0 to 1;
 *                 outputs are recorded as bits, and the record's algebra is 0
 *   FPSAN_UNIT    inputs are 0 except for this one, which is 1; -1: all are 0
 *   FPSAN_RECORD  file to write the record to (record.h) instead of a summary on stderr
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"
#include "fpsan.h"
#include "meaning.h"
#include "record.h"
#include "ring.h"

static uint32_t algebra;
static uint64_t seed = 1;
static int64_t unit = INT64_MIN, small;
static uint64_t inputs, outputs, digest = UINT64_C(0xcbf29ce484222325);
static struct fpsan_site *sites;
static FILE *record;
static int configured;
static int64_t native;

/* Prints a message on stderr and exits with status 2. */
static _Noreturn void fpsan_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void fpsan_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("fpsan: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    _Exit(2);
}

static int64_t number(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    char *end;
    if (!text)
        return otherwise;
    const long long value = strtoll(text, &end, 0);
    if (end == text || *end)
        fpsan_fail("%s=%s is not a number", name, text);
    return value;
}

enum { MOST_ORDERS = 64 };

static int read_orders(uint32_t *orders)
{
    const char *text = getenv("FPSAN_ORDER");
    int count = 0;
    if (!text) {
        orders[0] = 4096;
        return 1;
    }
    while (*text) {
        char *end;
        const unsigned long value = strtoul(text, &end, 10);
        if (end == text || (*end && *end != ',') || value < 1 || value > 1 << 26 ||
            count == MOST_ORDERS)
            fpsan_fail("FPSAN_ORDER=%s: up to 64 numbers with commas are expected",
                       getenv("FPSAN_ORDER"));
        orders[count++] = (uint32_t)value;
        text = *end ? end + 1 : end;
    }
    return count;
}

static void configure_field(void)
{
    uint32_t orders[MOST_ORDERS];
    const int count = read_orders(orders);
    int64_t p = number("FPSAN_PRIME", 0);
    if (p >= 0 && p < 5)
        p = fpsan_field_prime((int)p, orders, count);
    if (p == 0)
        fpsan_fail("there is no prime for the orders of FPSAN_ORDER: their least common multiple "
                   "is too large");
    const char *wrong = p > UINT32_MAX || p < 0
                            ? "out of range"
                            : fpsan_field_setup((uint32_t)p, seed, orders, count);
    if (wrong)
        fpsan_fail("FPSAN_PRIME=%" PRId64 ": %s", p, wrong);
}

/* Stores a number of 2, 4 or 8 bytes, in the machine's byte order. */
static void put_bits(unsigned char *at, uint64_t bits, uint64_t size)
{
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;
    memcpy(at, size == 2 ? (const void *)&two : size == 4 ? (const void *)&four : &bits, size);
}

static uint64_t get_bits(const unsigned char *at, uint64_t size)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    memcpy(size == 2 ? (void *)&two : size == 4 ? (void *)&four : &eight, at, size);
    return size == 2 ? two : size == 4 ? four : eight;
}

static void finish(void);

static void configure(void)
{
    configured = 1;
    seed = (uint64_t)number("FPSAN_SEED", 1);
    unit = number("FPSAN_UNIT", INT64_MIN);
    small = number("FPSAN_SMALL", 0);
    native = number("FPSAN_NATIVE", 0);
    fpsan_meaning.precise = number("FPSAN_PRECISE", 0) != 0;
    const char *other = fpsan_meaning_set(getenv("FPSAN_OTHER"));
    if (other)
        fpsan_fail("%s", other);
    if (native) {
        /* there is no algebra */
    } else if (algebra == FPSAN_RING) {
        const char *wrong = fpsan_ring_configure(getenv("FPSAN_EXP"), getenv("FPSAN_CASTS"));
        if (wrong)
            fpsan_fail("%s", wrong);
    } else {
        configure_field();
    }
    const char *path = getenv("FPSAN_RECORD");
    if (path) {
        record = fopen(path, "wb");
        if (!record)
            fpsan_fail("FPSAN_RECORD=%s cannot be written", path);
        struct fpsan_record_head head = {.algebra = native ? 0 : algebra,
                                         .prime = algebra == FPSAN_FIELD ? fpsan_field.p : 0};
        memcpy(head.magic, FPSAN_RECORD_MAGIC, sizeof head.magic);
        fwrite(&head, sizeof head, 1, record);
    }
    atexit(finish);
}

void fpsan_register(uint32_t abi, uint32_t which, const struct fpsan_literal *literals,
                    unsigned char *values, uint64_t count)
{
    uint64_t at = 0;
    if (abi != FPSAN_ABI)
        fpsan_fail(
            "a part of this program was instrumented by another version: compile all of it again");
    if (algebra && algebra != which)
        fpsan_fail("parts of this program were instrumented for the ring and parts for the field: "
                   "compile all of it with one FPSAN_ALGEBRA");
    algebra = which;
    if (!configured)
        configure();
    for (uint64_t i = 0; i < count && !native; i++) {
        const uint32_t kind = (uint32_t)literals[i].kind;
        const uint64_t size = fpsan_payload_size(algebra, kind);
        const uint64_t payload = algebra == FPSAN_RING
                                     ? fpsan_ring_literal(literals[i].bits, (int)kind)
                                     : fpsan_field_embed(literals[i].bits, kind);
        at = fpsan_payload_place(at, size);
        put_bits(values + at, payload, size);
        at += size;
    }
}

/* Reports whether another module has registered these numbers. */
static int is_known(const void *at)
{
    static const void **known;
    static size_t used, capacity;
    for (size_t i = 0; i < used; i++)
        if (known[i] == at)
            return 1;
    if (used == capacity) {
        capacity = capacity ? 2 * capacity : 64;
        const void **larger = (const void **)realloc((void *)known, capacity * sizeof *larger);
        if (!larger)
            fpsan_fail("out of memory for the tables of constants");
        known = larger;
    }
    known[used++] = at;
    return 0;
}

void fpsan_constants(const struct fpsan_data *data, uint64_t count)
{
    for (uint64_t i = 0; i < count && !native; i++) {
        const int kind = (int)data[i].kind;
        const uint64_t size = fpsan_payload_size(FPSAN_RING, data[i].kind);
        if (data[i].shared && is_known(data[i].at))
            continue;
        for (uint64_t k = 0; k < data[i].count; k++) {
            unsigned char *at = (unsigned char *)data[i].at + k * size;
            put_bits(at, fpsan_ring_unembed(fpsan_ring_literal(get_bits(at, size), kind), kind),
                     size);
        }
    }
}

/* Ends a native run of a program that has modules without a native copy; their constructors call
 * it. */
void fpsan_no_copy(void)
{
    if (native)
        fpsan_fail(
            "FPSAN_NATIVE: a part of this program has no native copy: it has constructors or "
            "aliases, or was compiled with FPSAN_COPY=0");
}

/* main() calls it. */
int fpsan_is_native(void) { return native != 0; }

void fpsan_site_reached(struct fpsan_site *site)
{
    /* A call is not native if another module instruments the function. */
    if (site->instrumented)
        return;
    if (__atomic_fetch_add(&site->count, 1, __ATOMIC_RELAXED) == 0) {
        site->next = __atomic_load_n(&sites, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&sites, &site->next, site, 0, __ATOMIC_ACQ_REL,
                                            __ATOMIC_RELAXED)) {
        }
    }
}

static int64_t hash_integer(uint64_t payload, uint64_t variant)
{
    uint64_t h =
        (payload + 77) * UINT64_C(0x9e3779b97f4a7c15) ^ variant * UINT64_C(0xd6e8feb86659fd93);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int64_t)(h >> 57);
}

static double rounded(double x, uint32_t rounding)
{
    switch (rounding) {
    case FPSAN_OP_floor: return floor(x);
    case FPSAN_OP_ceil: return ceil(x);
    case FPSAN_OP_round: return round(x);
    case FPSAN_OP_rint: return rint(x);
    default: return trunc(x);
    }
}

static int64_t ring_to_integer(uint64_t payload, uint32_t kind, uint32_t rounding,
                               struct fpsan_site *site)
{
    const double x = fpsan_value(fpsan_ring_unembed(payload, (int)kind), kind);
    const double n = rounded(x, rounding);
    if (n == x && fabs(n) <= FPSAN_ORDERED)
        return (int64_t)n;
    fpsan_site_reached(site);
    if (!fpsan_meaning.bits && fabs(n) < 0x1p24)
        return (int64_t)n;
    /* A number has one hash in all formats. */
    const unsigned unused = 64 - fpsan_ring_formats[kind].width;
    return hash_integer((uint64_t)((int64_t)(payload << unused) >> unused),
                        fpsan_meaning.bits + rounding);
}

/* Converts to integer. A small integer is itself; any other payload becomes a hash that fits every
 * type. The ring decides by the number that has the payload. */
int64_t fpsan_to_integer(uint64_t payload, uint32_t kind, uint32_t rounding,
                         struct fpsan_site *site)
{
    if (algebra == FPSAN_RING)
        return ring_to_integer(payload, kind, rounding, site);
    const int64_t limit = 1 << 24;
    uint32_t value = (uint32_t)payload;
    for (int i = 0; i < 2; i++) {
        const int64_t n = fpsan_centered(value & ~FPSAN_TAINT);
        if (!(value & FPSAN_TAINT) && n < limit && n > -limit)
            return n;
        value = fpsan_field_call(rounding, kind, (uint32_t)payload, 0);
    }
    fpsan_unknown(rounding);
    fpsan_site_reached(site);
    return hash_integer(fpsan_hash(value, 0), fpsan_meaning.functions);
}

/* ------------------------------------------------------ inputs, outputs -- */

static uint64_t mix(uint64_t index)
{
    uint64_t h = (seed * UINT64_C(0x9e3779b97f4a7c15)) ^ index;
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

static uint64_t ordinary_number(uint64_t index, int kind)
{
    const double x = (double)(int64_t)mix(index) / 9223372036854775808.0;
    const double wide = native == 2 ? fabs(x) : x;
    const float narrow = (float)wide;
    uint64_t bits = 0;
    memcpy(&bits, kind == FPSAN_F64 ? (const void *)&wide : (const void *)&narrow,
           fpsan_payload_size(FPSAN_RING, (uint32_t)kind));
    return bits;
}

/* Returns the next input: uniform in the algebra, or an element of a unit vector. */
static uint64_t next_input(int kind)
{
    const uint64_t index = inputs++;
    if (!configured)
        fpsan_fail(
            "fpsan_input: nothing of this program is instrumented; compile it with fpsan-cc");
    if (native)
        return ordinary_number(index, kind);
    if (unit != INT64_MIN) {
        const uint64_t v = (int64_t)index == unit;
        return algebra == FPSAN_RING ? fpsan_ring_unembed(v, kind)
                                     : fpsan_field_unembed((uint32_t)v, (uint32_t)kind);
    }
    const int64_t n = (int64_t)(mix(index) % 81) - 40; /* a small integer */
    if (algebra == FPSAN_RING) {
        const unsigned unused = 64 - fpsan_ring_formats[kind].width;
        const uint64_t v = small ? (uint64_t)n << unused : mix(index);
        return fpsan_ring_unembed(v >> unused, kind);
    }
    const uint32_t v = small ? fpsan_from_integer(n) : (uint32_t)(mix(index) % fpsan_field.p);
    return fpsan_field_unembed(v, (uint32_t)kind);
}

static uint64_t payload_of(uint64_t bits, int kind)
{
    return algebra == FPSAN_RING ? fpsan_ring_embed(bits, kind)
                                 : fpsan_field_embed(bits, (uint32_t)kind);
}

static void put_output(uint64_t bits, int kind)
{
    const struct fpsan_record_output o = {native ? bits : payload_of(bits, kind), (uint64_t)kind};
    outputs++;
    digest = (digest ^ o.payload) * UINT64_C(0x100000001b3);
    if (record)
        fwrite(&o, sizeof o, 1, record);
}

void fpsan_input_f32(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t bits = (uint32_t)next_input(FPSAN_F32);
        memcpy(&x[i], &bits, sizeof bits);
    }
}

void fpsan_input_f64(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = next_input(FPSAN_F64);
        memcpy(&x[i], &bits, sizeof bits);
    }
}

void fpsan_output_f32(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        put_output(bits, FPSAN_F32);
    }
}

void fpsan_output_f64(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        put_output(bits, FPSAN_F64);
    }
}

static void fpsan_explain_bits(const char *label, uint64_t bits, int kind)
{
    char text[96];
    if (native)
        snprintf(text, sizeof text, "%a", fpsan_value(bits, (uint32_t)kind));
    else if (algebra == FPSAN_FIELD)
        fpsan_field_name((uint32_t)payload_of(bits, kind), text, sizeof text);
    else
        snprintf(text, sizeof text, "payload %#" PRIx64, payload_of(bits, kind));
    fprintf(stderr, "fpsan: %s = %s\n", label, text);
}

void fpsan_explain_f32(const char *label, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    fpsan_explain_bits(label, bits, FPSAN_F32);
}

void fpsan_explain_f64(const char *label, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    fpsan_explain_bits(label, bits, FPSAN_F64);
}

/* ---------------------------------------------------------------- the end -- */

static void write_site(const struct fpsan_site *s)
{
    struct fpsan_record_site r = {.count = s->count, .line = s->line, .kind = s->kind};
    snprintf(r.what, sizeof r.what, "%s", s->what);
    snprintf(r.file, sizeof r.file, "%s", s->file);
    fwrite(&r, sizeof r, 1, record);
}

static void summary(void)
{
    const char *name = native ? "native" : algebra == FPSAN_RING ? "ring" : "field";
    fprintf(stderr, "fpsan: %s", name);
    if (algebra == FPSAN_FIELD && !native)
        fprintf(stderr, " of %" PRIu32, fpsan_field.p);
    fprintf(stderr,
            ", seed %" PRIu64 ": %" PRIu64 " inputs, %" PRIu64 " outputs, digest %016" PRIx64 "\n",
            seed, inputs, outputs, digest);
    for (const struct fpsan_site *s = sites; s; s = s->next)
        if (s->kind == FPSAN_SITE_REMARK)
            fprintf(stderr, "fpsan: %s:%" PRIu32 ": remark: %s\n", s->file, s->line, s->what);
        else if (s->kind == FPSAN_SITE_NATIVE)
            fprintf(stderr, "fpsan: %s:%" PRIu32 ": %s stayed native, %" PRIu64 " times\n", s->file,
                    s->line, s->what, s->count);
}

static void finish(void)
{
    if (!record) {
        if (outputs)
            summary();
        return;
    }
    const struct fpsan_record_output end = {0, FPSAN_RECORD_END};
    struct fpsan_record_tail tail = {.inputs = inputs,
                                     .overflowed = fpsan_field_overflowed,
                                     .asked = fpsan_asked,
                                     .classes = fpsan_classes};
    for (const struct fpsan_site *s = sites; s; s = s->next)
        tail.sites++;
    fwrite(&end, sizeof end, 1, record);
    fwrite(&tail, sizeof tail, 1, record);
    for (const struct fpsan_site *s = sites; s; s = s->next)
        write_site(s);
    if (fclose(record))
        fpsan_fail("the record could not be written: is the disk full?");
    record = NULL;
}
