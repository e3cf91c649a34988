/* SPDX-License-Identifier: Apache-2.0 */
/* stet trig computes sine and cosine of floats in a named flavor, and how far each is from the
 * exact value. */
#include "commands.h"
#include "files/hash.h"
#include "files/input.h"
#include "files/npy.h"
#include "files/number.h"
#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"
#include "files/text.h"
#include "trig_device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "stet_lab.h"

static const struct choice functions[] = {{"sinf", STET_TRIG_SIN},
                                          {"cosf", STET_TRIG_COS},
                                          {"sinpif", STET_TRIG_SINPI},
                                          {"cospif", STET_TRIG_COSPI},
                                          {NULL, 0}};
static const struct choice flavors[] = {{"cuda13", STET_EXPERIMENT_CUDA13},
                                        {"article", STET_EXPERIMENT_ARTICLE},
                                        {"article64", STET_EXPERIMENT_ARTICLE_F64},
                                        {"correct", STET_EXPERIMENT_CORRECT},
                                        {NULL, 0}};

struct request {
    const char *in, *out, *device;
    int function, flavor;
    uint32_t first, last; /* bit patterns for the check */
    bool check, json, has_bits;
};

static stet_status trig(const struct request *r, ptrdiff_t n, const float *x, float *y)
{
    return stet_experiment_trig((stet_trig_function)r->function, (stet_experiment_flavor)r->flavor,
                                n, x, y);
}

/* Reports whether the text has only hexadecimal digits, with or without 0x. strtoull() would also
 * accept blanks and signs. */
static bool is_hexadecimal(const char *text, const char *end)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    if (end - text > 2 && strncmp(text, "0x", 2) == 0)
        text += 2;
    return end > text && strspn(text, digits) == (size_t)(end - text);
}

/* Takes "FIRST..LAST" in hexadecimal. */
static bool take_bits(struct request *r, const char *value, struct error *e)
{
    const char *dots = strstr(value, ".."), *after = dots != NULL ? dots + 2 : "";
    const unsigned long long first = strtoull(value, NULL, 16), last = strtoull(after, NULL, 16);
    if (dots == NULL || !is_hexadecimal(value, dots) || !is_hexadecimal(after, strchr(after, 0)) ||
        last > UINT32_MAX || first > last)
        return error_set(e,
                         "--bits %s: not FIRST..LAST, two hexadecimal numbers of at most 32 bits, "
                         "the smaller first",
                         value);
    r->first = (uint32_t)first;
    r->last = (uint32_t)last;
    r->has_bits = true;
    return true;
}

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 'f': return parse_choice("flavor", value, flavors, &r->flavor, e);
    case 'o': r->out = value; return true;
    case 'c': r->check = true; return true;
    case 'd': r->device = value; return true;
    case 'b': return take_bits(r, value, e);
    default: r->json = true; return true;
    }
}

static bool consistent(const struct request *r, int operands, struct error *e)
{
    if (r->check && (operands == 2 || r->out != NULL))
        return error_set(e, "--check reads and writes no file: leave out %s",
                         operands == 2 ? "IN.npy" : "-o");
    if (!r->check && r->has_bits)
        return error_set(e, "--bits is the range of --check: add --check");
    if (r->device != NULL && (!r->check || r->flavor != STET_EXPERIMENT_CUDA13))
        return error_set(
            e, "--device compares the flavor cuda13: add --check, and leave out --flavor");
    if (!r->check && operands < 2)
        return error_set(e,
                         "IN.npy is missing: the form is 'stet trig FUNCTION IN.npy -o OUT.npy', "
                         "or 'stet trig FUNCTION --check'");
    return true;
}

static bool parse(struct request *r, const struct command *self, int argc, char **argv,
                  struct error *e)
{
    const char *value;
    int key, operands;
    *r = (struct request){.flavor = STET_EXPERIMENT_CUDA13, .last = UINT32_MAX};
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(r, key, value, e))
            return false;
    if (key < 0)
        return false;
    operands = options_operand(argv, 1) != NULL ? 2 : 1;
    r->in = operands == 2 ? options_operand(argv, 1) : NULL;
    const char *name = options_operand(argv, 0);
    for (const struct choice *f = functions; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            r->function = f->value;
    if (r->function == 0)
        return error_set(e, "no function '%s'; it can be sinf, cosf, sinpif, cospif", name);
    if (trig(r, 0, NULL, NULL) != STET_OK)
        return error_set(e, "the flavor %s has no %s: it has sinf and cosf",
                         choice_name(flavors, r->flavor), name);
    return consistent(r, operands, e);
}

/* ------------------------------------------------------------------ files -- */

#define CHUNK ((size_t)1 << 20)

static double compute(const struct request *r, struct array *a)
{
    float *x = a->data;
    const size_t count = a->layout.count;
    const double start = clock_seconds();
    progress_phase(choice_name(functions, r->function), count);
    for (size_t done = 0; done < count; progress_at(done)) {
        const size_t n = count - done < CHUNK ? count - done : CHUNK;
        trig(r, (ptrdiff_t)n, x + done, x + done);
        done += n;
    }
    progress_end();
    return clock_seconds() - start;
}

static bool print_file(const struct request *r, const struct array *a, double seconds,
                       struct error *e)
{
    struct report report;
    struct identity id;
    char shape[200], time[16];
    const struct layout *l = &a->layout;
    array_identify(a, &id);
    text_shape(shape, sizeof shape, l->shape, l->rank);
    text_seconds(time, sizeof time, seconds);
    report_start(&report, r->json);
    report_row(&report, "input", "%s", r->in);
    report_row(&report, "function", "%s", choice_name(functions, r->function));
    report_row(&report, "flavor", "%s", choice_name(flavors, r->flavor));
    report_row(&report, "result", "%s %s, %zu bytes", l->dtype->name, shape, layout_bytes(l));
    report_row(&report, "sha256", "%s", id.sha256);
    if (id.nans != 0)
        report_row(&report, "nan", "%zu, hashed without sign and payload", id.nans);
    report_row(&report, "time", "%s", time);
    report_row(&report, "isa", "%s", stet_isa_name());
    if (r->out != NULL)
        report_row(&report, "written", "%s", r->out);
    report_key(&report, "input", json_name(r->in));
    report_key(&report, "function", json_string(choice_name(functions, r->function)));
    report_key(&report, "flavor", json_string(choice_name(flavors, r->flavor)));
    report_key(&report, "shape", json_shape(l->shape, l->rank));
    report_key(&report, "sha256", json_string(id.sha256));
    report_key(&report, "nan", json_size(id.nans));
    report_key(&report, "seconds", json_number(seconds));
    report_key(&report, "isa", json_string(stet_isa_name()));
    report_key(&report, "output", r->out != NULL ? json_name(r->out) : json_null());
    return report_finish(&report, e);
}

static bool open_output(const struct request *r, struct output **out, struct error *e)
{
    if (r->json && !output_take_stdout("--json", e))
        return false;
    return r->out == NULL || (*out = output_begin(r->out, "-o", OUTPUT_NPY, e)) != NULL;
}

static bool run_file(const struct request *r, struct error *e)
{
    struct input input;
    struct array a = {.data = NULL};
    struct output *out = NULL;
    if (!input_open(&input, r->in, e))
        return false;
    const char *type = input.layout.dtype->name;
    bool ok = strcmp(type, "float32") == 0 ||
              error_set(e,
                        "%s: the elements are %s, and these are functions of float32: convert "
                        "the file first",
                        r->in, type);
    ok = ok && open_output(r, &out, e) && input_read(&input, &a, e);
    if (ok) {
        const double seconds = compute(r, &a);
        ok = out == NULL || npy_write(&a, output_stream(out)) ||
             error_errno(e, r->out, "cannot write");
        ok = ok && output_finish_all(e) && print_file(r, &a, seconds, e) && output_commit_all(e);
    }
    array_free(&a);
    input_close(&input);
    return ok;
}

/* ------------------------------------------------------------------ check -- */

static json_t *json_float(float x)
{
    json_t *value = json_object();
    json_object_set_new(value, "value", json_number((double)x));
    json_object_set_new(value, "bits", json_hex(float_bits(x), 8));
    return value;
}

static void check_table(struct report *out, const struct request *r, const stet_trig_report *c,
                        double seconds)
{
    char time[16];
    const uint64_t values = c->inputs - c->nans, wrong = values - c->correct;
    text_seconds(time, sizeof time, seconds);
    report_row(out, "function", "%s", choice_name(functions, r->function));
    report_row(out, "flavor", "%s", choice_name(flavors, r->flavor));
    report_row(out, "inputs", "%" PRIu64 " floats, bits 0x%08" PRIx32 "..0x%08" PRIx32, c->inputs,
               r->first, r->last);
    report_row(out, "nan", "%" PRIu64, c->nans);
    report_row(out, "not correct", "%" PRIu64 " of %" PRIu64 " (%.4f %%)", wrong, values,
               values == 0 ? 0 : 100 * (double)wrong / (double)values);
    report_row(out, "max ulp", "%.6f", c->max_ulp);
    report_row(out, "at", "%.9g (%a): %.9g (%a)", (double)c->worst, (double)c->worst,
               (double)c->worst_result, (double)c->worst_result);
    report_row(out, "correct is", "%.9g (%a)", (double)c->worst_correct, (double)c->worst_correct);
    report_row(out, "max steps", "%" PRIu64 " floats from the correct one", c->max_steps);
    report_row(out, "time", "%s", time);
    report_row(out, "isa", "%s", stet_isa_name());
}

static void check_keys(struct report *out, const struct request *r, const stet_trig_report *c,
                       double seconds)
{
    report_key(out, "function", json_string(choice_name(functions, r->function)));
    report_key(out, "flavor", json_string(choice_name(flavors, r->flavor)));
    report_key(out, "first", json_hex(r->first, 8));
    report_key(out, "last", json_hex(r->last, 8));
    report_key(out, "inputs", json_size(c->inputs));
    report_key(out, "nan", json_size(c->nans));
    report_key(out, "not_correct", json_size(c->inputs - c->nans - c->correct));
    report_key(out, "max_ulp", json_number(c->max_ulp));
    report_key(out, "max_steps", json_size(c->max_steps));
    report_key(out, "worst", json_float(c->worst));
    report_key(out, "worst_result", json_float(c->worst_result));
    report_key(out, "worst_correct", json_float(c->worst_correct));
    report_key(out, "seconds", json_number(seconds));
    report_key(out, "isa", json_string(stet_isa_name()));
}

static bool run_check(const struct request *r, struct error *e)
{
    struct report out;
    stet_trig_report c = {0};
    const double start = clock_seconds();
    const uint64_t count = (uint64_t)r->last - r->first + 1;
    progress_phase("floats checked", (size_t)count);
    for (uint64_t done = 0; done < count; progress_at((size_t)done)) {
        const uint64_t n = count - done < CHUNK ? count - done : CHUNK;
        const stet_status status =
            stet_trig_check((stet_trig_function)r->function, (stet_experiment_flavor)r->flavor,
                            r->first + (uint32_t)done, n, &c);
        if (status != STET_OK)
            return error_set(e, "check: %s", stet_strerror(status));
        done += n;
    }
    progress_end();
    report_start(&out, r->json);
    check_table(&out, r, &c, clock_seconds() - start);
    check_keys(&out, r, &c, clock_seconds() - start);
    return report_finish(&out, e);
}

/* Compares a device with the CPU: our functions, and the device's own. */
static bool run_device(const struct request *r, struct error *e)
{
    struct device *device;
    struct report out;
    struct trig_counts c;
    char name[500], time[16];
    const double start = clock_seconds();
    if (!device_open(r->device, &device, e))
        return false;
    const bool ok =
        trig_on_device(device, r->function, r->first, 1, (uint64_t)r->last - r->first + 1, &c, e);
    device_name(device, name, sizeof name);
    device_close(device);
    if (!ok)
        return false;
    const double seconds = clock_seconds() - start;
    text_seconds(time, sizeof time, seconds);
    report_start(&out, r->json);
    report_row(&out, "function", "%s", choice_name(functions, r->function));
    report_row(&out, "device", "%s", name);
    report_row(&out, "inputs", "%" PRIu64 " floats, bits 0x%08" PRIx32 "..0x%08" PRIx32, c.inputs,
               r->first, r->last);
    report_row(&out, "ours differ", "%" PRIu64 " from cuda13 on the CPU", c.ours_differ);
    report_row(&out, "own differ", "%" PRIu64 ", the device's own function", c.own_differ);
    report_row(&out, "time", "%s", time);
    report_key(&out, "function", json_string(choice_name(functions, r->function)));
    report_key(&out, "device", json_text(name));
    report_key(&out, "inputs", json_size(c.inputs));
    report_key(&out, "ours_differ", json_size(c.ours_differ));
    report_key(&out, "ours_first", c.ours_differ > 0 ? json_hex(c.first_ours, 8) : json_null());
    report_key(&out, "own_differ", json_size(c.own_differ));
    report_key(&out, "own_first", c.own_differ > 0 ? json_hex(c.first_own, 8) : json_null());
    report_key(&out, "seconds", json_number(seconds));
    if (!report_finish(&out, e))
        return false;
    return c.ours_differ == 0 ||
           error_set(e, "%s: %" PRIu64 " results of libstet_gpu are not those of the CPU",
                     r->device, c.ours_differ);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r;
    if (!parse(&r, self, argc, argv, e))
        return EXIT_ERROR;
    return (r.device != NULL ? run_device(&r, e)
            : r.check        ? run_check(&r, e)
                             : run_file(&r, e))
               ? EXIT_SAME
               : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'f', "flavor", "FLAVOR",
     "cuda13: the bits of CUDA 13.0; article, article64: the\n"
     "functions of the article on Mojo, in float and in double;\n"
     "correct: the exact value, rounded once [cuda13]"},
    {'o', "output", "OUT.npy", "write the result; - is standard output; OUT may be IN"},
    {'c', "check", NULL,
     "compare the flavor with correct on all 2^32 floats; this\n"
     "takes minutes"},
    {'b', "bits", "FIRST..LAST",
     "with --check: only the floats with these bits, in\n"
     "hexadecimal [00000000..ffffffff]"},
    {'d', "device", "DEVICE",
     "with --check: compare a device, from the list of stet\n"
     "info, with the CPU: the functions of libstet_gpu there,\n"
     "and the device's own"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_trig = {
    .name = "trig",
    .operands = "FUNCTION [IN.npy]",
    .summary = "compute sines and cosines with CUDA's bits or correctly rounded",
    .least = 1,
    .most = 2,
    .options = rows,
    .details =
        "FUNCTION is sinf, cosf, sinpif or cospif; the last two are sine and cosine of pi x. IN\n"
        "holds float32 numbers in any shape, and OUT has the same shape; - is standard input or\n"
        "output. Without -o only the table is printed. A check reports the share of results that\n"
        "are not correctly rounded, the largest error in ulp of the exact value, and where it is.",
    .example = "  $ stet trig sinf angles.npy --flavor cuda13 -o sines.npy\n"
               "  $ stet trig cosf --check",
    .run = run,
};
