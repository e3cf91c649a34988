/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan explain prints the names of numbers, and of the values that a program computes. */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "field.h"
#include "files/json.h"
#include "tools.h"

static const char HELP[] =
    "fpsan explain: name the element that a number is, or the outputs of a program\n"
    "\n"
    "usage: fpsan explain [OPTION...] NUMBER...\n"
    "       fpsan explain [OPTION...] --program A [-- ARGUMENTS]\n"
    "\n"
    "A NUMBER is an ordinary number, such as a literal of a program: the answer is the element\n"
    "of the field that stands for it. With --program it is the element that each output is.\n"
    "\n"
    "Options:\n"
    "  -f, --float        the numbers are floats, not doubles\n"
    "  -n, --order N,...  the orders N whose cos(2 pi k/N) are recognised [4096]\n"
    "  -P, --prime P      use this prime [the largest one for the orders]\n"
    "  -a, --program A    run A, compiled by fpsan-cc, and explain its outputs\n"
    "  -u, --unit J       input J of A is 1 and the others are 0; -1: all are 0 [random]\n"
    "  -j, --json         print one JSON array\n"
    "  -h, --help         print this help\n"
    "\n"
    "Example:\n"
    "  $ fpsan explain 0.7071067811865476 0.1 3.141592653589793\n"
    "  $ fpsan explain --program ./fft --unit 1 -- 64\n";

enum { MOST_ORDERS = 64 };

static void set_up(uint32_t prime, const char *orders)
{
    static uint32_t current;
    uint32_t list[MOST_ORDERS] = {4096};
    int count = orders ? 0 : 1;
    if (prime && current == prime)
        return;
    while (orders && *orders && count < MOST_ORDERS) {
        char *end;
        list[count++] = (uint32_t)strtoul(orders, &end, 10);
        if (end == orders || list[count - 1] == 0 || (*end && *end != ','))
            tools_die("fpsan", "--order: numbers with commas are expected", orders);
        orders = *end ? end + 1 : end;
    }
    if (!prime)
        prime = fpsan_field_prime(0, list, count);
    const char *wrong =
        prime ? fpsan_field_setup(prime, 1, list, count)
              : "there is no prime for these orders: their least common multiple is too large";
    if (wrong)
        tools_die("fpsan", "--prime", wrong);
    current = prime;
}

void payload_name(const struct fpsan_record_head *head, const char *orders, uint64_t payload,
                  char *text, unsigned size)
{
    if (head->algebra == FPSAN_RING) {
        snprintf(text, size, "payload %#" PRIx64, payload);
        return;
    }
    set_up(head->prime, orders);
    fpsan_field_name((uint32_t)payload, text, size);
}

struct printer {
    json_t *array; /* NULL: text */
};

static void put(struct printer *p, const char *label, const char *name)
{
    if (p->array)
        json_array_append_new(p->array, json_pack("{s:s, s:s}", "what", label, "is", name));
    else
        printf("%-26s %s\n", label, name);
}

static int numbers(struct printer *p, int count, char **texts, int as_float)
{
    for (int i = 0; i < count; i++) {
        char *end, name[96];
        const double x = strtod(texts[i], &end);
        const float y = (float)x;
        uint64_t bits = 0;
        if (end == texts[i] || *end) {
            fprintf(stderr, "fpsan explain: '%s' is not a number%s\n", texts[i],
                    texts[i][0] == '-' ? "; options come before the numbers" : "");
            return 2;
        }
        memcpy(&bits, as_float ? (const void *)&y : (const void *)&x,
               as_float ? sizeof y : sizeof x);
        fpsan_field_name(fpsan_field_embed(bits, as_float ? FPSAN_F32 : FPSAN_F64), name,
                         sizeof name);
        put(p, texts[i], name);
    }
    return 0;
}

static int outputs(struct printer *p, const struct program *program, struct setting *s)
{
    struct record r;
    struct error e;
    char folder[256];
    tools_make_folder(folder, sizeof folder);
    s->folder = folder;
    const int ok = program_run(program, s, &r, &e);
    s->folder = NULL;
    tools_remove_folder(folder);
    for (uint64_t i = 0; ok && i < r.count; i++) {
        char label[32], name[96];
        snprintf(label, sizeof label, "output %" PRIu64, i);
        payload_name(&r.head, s->orders, r.outputs[i].payload, name, sizeof name);
        put(p, label, name);
    }
    record_free(&r);
    if (!ok)
        fprintf(stderr, "fpsan explain: %s\n", e.text);
    return ok ? 0 : 2;
}

int explain_main(int argc, char **argv)
{
    static const struct option options[] = {{"float", 0, NULL, 'f'}, {"order", 1, NULL, 'n'},
                                            {"prime", 1, NULL, 'P'}, {"program", 1, NULL, 'a'},
                                            {"unit", 1, NULL, 'u'},  {"json", 0, NULL, 'j'},
                                            {"help", 0, NULL, 'h'},  {0}};
    struct setting s = {.seed = 1, .unit = -2, .seconds = 60};
    struct printer p = {NULL};
    char *name = NULL;
    int as_float = 0, json = 0;
    for (int key; (key = getopt_long(argc, argv, "+fn:P:a:u:jh", options, NULL)) >= 0;) {
        switch (key) {
        case 'f': as_float = 1; break;
        case 'n': s.orders = optarg; break;
        case 'a': name = optarg; break;
        case 'j': json = 1; break;
        case 'P':
            if (!read_number("--prime", optarg, 5, FPSAN_LARGEST_PRIME, &s.prime))
                return 2;
            break;
        case 'u':
            if (!read_number("--unit", optarg, -1, INT64_C(1) << 40, &s.unit))
                return 2;
            break;
        case 'h': fputs(HELP, stdout); return 0;
        default: fputs("fpsan explain: see fpsan explain --help\n", stderr); return 2;
        }
    }
    if (!name && optind == argc) {
        fputs("fpsan explain: a number or --program is needed (fpsan explain --help)\n", stderr);
        return 2;
    }
    p.array = json ? json_array() : NULL;
    if (json && p.array == NULL) {
        fputs("fpsan explain: not enough memory for the JSON\n", stderr);
        return 2;
    }
    int status;
    if (name) {
        argv[optind - 1] = name; /* puts the program's own argv[0] before its arguments */
        const struct program program = {argv + optind - 1};
        status = outputs(&p, &program, &s);
    } else {
        set_up((uint32_t)s.prime, s.orders);
        status = numbers(&p, argc - optind, argv + optind, as_float);
    }
    struct error e;
    if (status != 0)
        json_decref(p.array);
    else if (json && !json_print(p.array, JSON_INDENT(2), stdout, "standard output", &e)) {
        fprintf(stderr, "fpsan explain: %s\n", e.text);
        status = 2;
    }
    fpsan_field_close();
    return fflush(stdout) == 0 ? status : 2;
}
