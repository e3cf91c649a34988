/* SPDX-License-Identifier: Apache-2.0 */
/* stet conv computes a long convolution of a file with a filter. */
#include "commands.h"
#include "files/hash.h"
#include "files/input.h"
#include "files/npy.h"
#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"
#include "stet_lab.h"
#include "files/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words of stet.h that stet_conv.h accepts. */
#define NORMS (ALLOW(STET_NORM_FORWARD) | ALLOW(STET_NORM_BACKWARD))
#define LEVELS (ALLOW(STET_LEVEL_NATIVE) | ALLOW(STET_LEVEL_EXTENDED) | ALLOW(STET_LEVEL_CORRECT))
static const struct choice operators[] = {{"causal", STET_CONV_CAUSAL},
                                          {"circular", STET_CONV_CIRCULAR},
                                          {"time", STET_CONV_TIME},
                                          {"conj", STET_CONV_CONJ},
                                          {"freq", STET_CONV_FREQ},
                                          {"folded", STET_CONV_FOLDED},
                                          {NULL, 0}};
static const struct choice combines[] = {{"sum", STET_CONV_SUM}, {"avg", STET_CONV_AVG}, {NULL, 0}};
static const struct choice spaces[] = {
    {"time", STET_CONV_SPACE_TIME}, {"freq", STET_CONV_SPACE_FREQ}, {NULL, 0}};
static const struct choice methods[] = {{"auto", STET_CONV_AUTO},
                                        {"direct", STET_CONV_DIRECT},
                                        {"fft", STET_CONV_FFT},
                                        {"strict", STET_CONV_STRICT},
                                        {NULL, 0}};
/* GELU_PROFILE means the GELU of the profile. */
enum { GELU_PROFILE = STET_CONV_GELU_TANH + 1 };
static const struct choice gelus[] = {{"none", STET_CONV_GELU_NONE},
                                      {"erf", STET_CONV_GELU_ERF},
                                      {"tanh", STET_CONV_GELU_TANH},
                                      {"profile", GELU_PROFILE},
                                      {NULL, 0}};

/* The input files. */
enum { SIGNAL, FILTER, REVERSE, BIAS, GATE, FILES };

/* Options that are absent are -1. */
struct request {
    const char *files[FILES], *out, *profile;
    int operation, combine, space, norm, level, precision, method, gelu, threads;
    bool ep_fft, ep_freqmul, exact_zeros, json;
    ptrdiff_t points;
    double accuracy;
};

struct job {
    struct request ask;
    struct array arrays[FILES];
    char name[64]; /* name of the profile, or "" */
    stet_conv_options o;
    stet_conv *plan;
    stet_conv_result result;
    struct array y;
    struct identity identity;
    struct output *out;
    double read_seconds, plan_seconds, seconds;
};

static bool take_accuracy(const char *value, double *accuracy, struct error *e)
{
    char *end;
    *accuracy = strtod(value, &end);
    return (end != value && *end == '\0' && *accuracy > 0 && *accuracy < 1) ||
           error_set(e,
                     "--accuracy %s: not a number between 0 and 1, the largest error over |u| |k| "
                     "that is allowed",
                     value);
}

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 'o': r->out = value; return true;
    case 'k': r->files[REVERSE] = value; return true;
    case 'b': r->files[BIAS] = value; return true;
    case 'g': r->files[GATE] = value; return true;
    case 'f': r->profile = value; return true;
    case 'O': return parse_choice("operator", value, operators, &r->operation, e);
    case 'c': return parse_choice("combine", value, combines, &r->combine, e);
    case 's': return parse_choice("space", value, spaces, &r->space, e);
    case 'm': return parse_choice_of("norm", value, norm_choices, NORMS, NULL, &r->norm, e);
    case 'l': return parse_choice_of("level", value, level_choices, LEVELS, NULL, &r->level, e);
    case 'P':
        return parse_choice_of("precision", value, precision_choices, ALLOW_FLOATS, NULL,
                               &r->precision, e);
    case 'M': return parse_choice("method", value, methods, &r->method, e);
    case 'G': return parse_choice("gelu", value, gelus, &r->gelu, e);
    case 'F': r->ep_fft = true; return true;
    case 'q': r->ep_freqmul = true; return true;
    case 'z': r->exact_zeros = true; return true;
    case 'n': return parse_number("fft-length", value, 1, PTRDIFF_MAX, &r->points, e);
    case 'a': return take_accuracy(value, &r->accuracy, e);
    case 't': return parse_threads("--threads", value, &r->threads, e);
    default: r->json = true; return true;
    }
}

static bool parse(struct request *r, const struct command *self, int argc, char **argv,
                  struct error *e)
{
    const char *value;
    int key;
    *r = (struct request){.operation = STET_CONV_CAUSAL,
                          .combine = -1,
                          .space = -1,
                          .norm = -1,
                          .level = STET_LEVEL_NATIVE,
                          .precision = -1,
                          .method = -1};
    if (!threads_default(&r->threads, e))
        return false;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(r, key, value, e))
            return false;
    if (key < 0)
        return false;
    r->files[SIGNAL] = options_operand(argv, 0);
    r->files[FILTER] = options_operand(argv, 1);
    const bool two = r->operation >= STET_CONV_TIME;
    if (two && r->files[REVERSE] == NULL)
        return error_set(e, "--operator %s has two filters: add --reverse K2.npy",
                         choice_name(operators, r->operation));
    if (!two && r->files[REVERSE] != NULL)
        return error_set(e, "--reverse is for the operators time, conj, freq and folded: name one "
                            "with --operator, or leave --reverse out");
    return true;
}

/* ------------------------------------------------------------------- files -- */

/* Returns a Fortran-ordered array in C order. */
static bool put_in_order(struct array *a, struct error *e)
{
    struct layout l = a->layout;
    struct array b;
    l.fortran = false;
    if (!array_new(&b, &l, e))
        return false;
    struct walk w;
    walk_start(&w, &a->layout);
    for (size_t i = 0; i < l.count; i++, walk_next(&w))
        memcpy((char *)b.data + i * l.dtype->size, (const char *)a->data + w.at * l.dtype->size,
               l.dtype->size);
    array_free(a);
    *a = b;
    return true;
}

/* Refuses an input that no option could make valid, before an error message advises options. */
static bool is_usable(const struct input *in, struct error *e)
{
    const struct layout *l = &in->layout;
    if (l->dtype->parts == 2)
        return error_set(e,
                         "%s: the numbers are %s, and stet conv takes real ones: convolve the real "
                         "and the imaginary parts separately",
                         in->path, l->dtype->name);
    if (l->rank == 0)
        return error_set(e, "%s: it holds a single number, of shape (): name a file with an array",
                         in->path);
    if (l->count == 0)
        return error_set(e, "%s: the array is empty: there is nothing to convolve", in->path);
    if (in->wav != NULL)
        return error_set(e,
                         "%s: a WAV file has the shape (frames, channels): save it as .npy of "
                         "shape (channels, length)",
                         in->path);
    return true;
}

static bool read_numbers(struct input *in, stet_precision precision, struct array *a,
                         struct error *e)
{
    const struct layout *l = &in->layout;
    const struct dtype *to = dtype_of(precision == STET_F32 ? COMPONENT_F32 : COMPONENT_F64, 1);
    if (!input_read_as(in, to, l->rank - 1, l->shape[l->rank - 1], a, e))
        return false;
    return !a->layout.fortran || a->layout.rank < 2 || put_in_order(a, e);
}

/* Checks that only the result is rounded, unless the user asked for more. */
static bool fits(const struct job *j, const struct input *in, struct error *e)
{
    if (j->ask.precision > 0 || j->o.precision == STET_F64 ||
        in->layout.dtype->component != COMPONENT_F64)
        return true;
    return error_set(e,
                     "%s: the numbers are %s, and those of %s are not, so these would be rounded: "
                     "say --precision f64, or --precision f32 to allow it",
                     in->path, in->layout.dtype->name, j->ask.files[SIGNAL]);
}

static bool load(struct job *j, int file, struct error *e)
{
    struct input in = {.fd = -1};
    if (j->ask.files[file] == NULL)
        return true;
    if (!input_open(&in, j->ask.files[file], e))
        return false;
    if (file == SIGNAL)
        j->o.precision = j->ask.precision > 0 ? (stet_precision)j->ask.precision
                         : component_size(in.layout.dtype->component) > 4 ||
                                 component_is_integer(in.layout.dtype->component)
                             ? STET_F64
                             : STET_F32;
    const bool ok = is_usable(&in, e) && fits(j, &in, e) &&
                    read_numbers(&in, j->o.precision, &j->arrays[file], e);
    input_close(&in);
    return ok;
}

/* --------------------------------------------------------------- shapes -- */

static bool wrong_shape(const struct job *j, int file, const char *expected, struct error *e)
{
    char shape[200];
    const struct layout *l = &j->arrays[file].layout;
    text_shape(shape, sizeof shape, l->shape, l->rank);
    return error_set(e, "%s: the shape is %s: %s", j->ask.files[file], shape, expected);
}

static bool settle_filter(const struct job *j, int file, ptrdiff_t *length, ptrdiff_t *rows,
                          struct error *e)
{
    char expected[200];
    const struct layout *l = &j->arrays[file].layout;
    if (l->rank == 0)
        return true;
    *length = (ptrdiff_t)l->shape[l->rank - 1];
    *rows = l->rank == 1 ? 1 : (ptrdiff_t)l->shape[0];
    if (l->rank <= 2 && (*rows == 1 || *rows == j->o.channels))
        return true;
    snprintf(expected, sizeof expected, "a filter is (M,), or (%td, M) with one row a channel",
             j->o.channels);
    return wrong_shape(j, file, expected, e);
}

static bool settle_shapes(struct job *j, struct error *e)
{
    stet_conv_options *o = &j->o;
    const struct layout *u = &j->arrays[SIGNAL].layout, *g = &j->arrays[GATE].layout;
    const struct layout *b = &j->arrays[BIAS].layout;
    ptrdiff_t reverse_rows = 0;
    char expected[200];
    if (u->rank > 3)
        return wrong_shape(j, SIGNAL, "a signal is (L,), (C, L) or (B, C, L)", e);
    o->length = (ptrdiff_t)u->shape[u->rank - 1];
    o->channels = u->rank > 1 ? (ptrdiff_t)u->shape[u->rank - 2] : 1;
    o->batch = u->rank > 2 ? (ptrdiff_t)u->shape[0] : 1;
    if (!settle_filter(j, FILTER, &o->filter_length, &o->filter_channels, e) ||
        !settle_filter(j, REVERSE, &o->reverse_length, &reverse_rows, e))
        return false;
    if (reverse_rows != 0 && reverse_rows != o->filter_channels)
        return wrong_shape(j, REVERSE, "both filters must have as many rows", e);
    if (b->rank > 0 && (b->rank > 1 || (ptrdiff_t)b->shape[0] != o->channels)) {
        snprintf(expected, sizeof expected, "a bias is (%td,), one number a channel", o->channels);
        return wrong_shape(j, BIAS, expected, e);
    }
    if (g->rank > 0 &&
        (g->rank != u->rank || memcmp(g->shape, u->shape, (size_t)u->rank * sizeof *u->shape) != 0))
        return wrong_shape(j, GATE, "a gate has the shape of the signal", e);
    return true;
}

/* ----------------------------------------------------------------- options -- */

/* Applies the profile to options that the command line leaves open. */
static bool apply_profile(struct job *j, struct error *e)
{
    const char *named = j->ask.profile, *set = getenv("STET_PROFILE");
    char why[600];
    stet_profile profile;
    if (named == NULL && (set == NULL || *set == '\0'))
        return true;
    stet_profile_init(&profile);
    stet_status status = stet_profile_load(&profile, named, why, sizeof why);
    if (status != STET_OK)
        return error_set(e, "%s", why[0] ? why : stet_strerror(status));
    status = stet_profile_apply(&profile, &j->o);
    snprintf(j->name, sizeof j->name, "%s", profile.name);
    return status == STET_OK || error_set(e, "--profile: %s", stet_strerror(status));
}

static bool settle(struct job *j, struct error *e)
{
    const struct request *r = &j->ask;
    stet_conv_options *o = &j->o;
    o->operation = (stet_conv_operator)r->operation;
    o->level = (stet_level)r->level;
    if (r->gelu != STET_CONV_GELU_NONE)
        o->gelu = STET_CONV_GELU_ERF;
    if (!apply_profile(j, e))
        return false;
    if (r->gelu != GELU_PROFILE)
        o->gelu = (stet_conv_gelu)r->gelu;
    else if (j->name[0] == '\0')
        return error_set(e, "--gelu profile needs a profile: add --profile FILE");
    o->combine = r->combine > 0 ? (stet_conv_combine)r->combine : o->combine;
    o->space = r->space > 0 ? (stet_conv_space)r->space : o->space;
    o->norm = r->norm > 0 ? (stet_norm)r->norm : o->norm;
    o->method = r->method >= 0 ? (stet_conv_method)r->method : o->method;
    o->extended |=
        (r->ep_fft ? STET_CONV_EP_FFT : 0u) | (r->ep_freqmul ? STET_CONV_EP_FREQMUL : 0u);
    o->exact_zeros = r->exact_zeros;
    o->has_bias = r->files[BIAS] != NULL;
    o->has_gate = r->files[GATE] != NULL;
    o->fft_length = r->points;
    o->accuracy = r->accuracy;
    o->threads = r->threads;
    return true;
}

/* Explains, in words of the command line, the statuses that valid files can still cause. */
static bool explain(const struct job *j, stet_status status, struct error *e)
{
    const stet_conv_options *o = &j->o;
    switch ((int)status) {
    case STET_E_FILTER_LENGTH:
        return error_set(e,
                         "%s: the filter has %td numbers, and --operator circular takes at most "
                         "%td, the length of %s: cut it off, or use another --operator",
                         j->ask.files[FILTER], o->filter_length, o->length, j->ask.files[SIGNAL]);
    case STET_E_FFT_LENGTH:
        return error_set(e,
                         "--fft-length %td cannot be used: it must have no prime factor above 13 "
                         "and hold all lags of the filters, and --method must be fft or auto: "
                         "leave it out, and stet chooses a length",
                         o->fft_length);
    case STET_E_ACCURACY:
        return error_set(e, "--accuracy: no allowed method is proved to be that accurate: try "
                            "--level extended, or leave out --method");
    case STET_E_METHOD:
        return error_set(e, "--method %s cannot be used with --level %s: leave one of them out",
                         choice_name(methods, (int)o->method),
                         choice_name(level_choices, (int)o->level));
    case STET_E_EXTENDED:
        return error_set(e, "--ep-fft and --ep-freqmul are for --method fft: leave them out");
    default: return error_set(e, "%s: %s", j->ask.files[SIGNAL], stet_strerror(status));
    }
}

static bool compute(struct job *j, struct error *e)
{
    double start = clock_seconds();
    progress_long("planning", 1);
    stet_status status = stet_conv_create(&j->plan, &j->o, j->arrays[FILTER].data,
                                          j->arrays[REVERSE].data, j->arrays[BIAS].data);
    progress_end();
    if (status != STET_OK)
        return explain(j, status, e);
    j->plan_seconds = clock_seconds() - start;
    if (!array_new(&j->y, &j->arrays[SIGNAL].layout, e))
        return false;
    start = clock_seconds();
    progress_long("convolving", 1);
    status = stet_conv_execute(j->plan, j->arrays[SIGNAL].data, j->arrays[GATE].data, j->y.data,
                               &j->result);
    progress_end();
    j->seconds = clock_seconds() - start;
    return status == STET_OK || explain(j, status, e);
}

/* ------------------------------------------------------------------ report -- */

static void table(const struct job *j, struct report *r)
{
    const stet_conv_options *o = &j->o;
    char shape[200], filter[200], times[3][16];
    const struct layout *u = &j->arrays[SIGNAL].layout, *k = &j->arrays[FILTER].layout;
    text_shape(shape, sizeof shape, u->shape, u->rank);
    text_shape(filter, sizeof filter, k->shape, k->rank);
    report_row(r, "input", "%s %s", j->ask.files[SIGNAL], shape);
    report_row(r, "filter", "%s %s", j->ask.files[FILTER], filter);
    report_row(r, "operator", "%s", choice_name(operators, (int)o->operation));
    if (j->name[0] != '\0')
        report_row(r, "profile", "%s", j->name);
    const ptrdiff_t points = stet_conv_fft_length(j->plan);
    const char *method = choice_name(methods, (int)stet_conv_method_of(j->plan));
    if (points > 0)
        report_row(r, "method", "%s of %td points, %lld blocks", method, points,
                   (long long)j->result.blocks);
    else
        report_row(r, "method", "%s", method);
    report_row(r, "level", "%s, %s", choice_name(level_choices, (int)o->level),
               choice_name(precision_choices, (int)o->precision));
    report_row(r, "bound", "%.3g: no output%s is further from the exact one", j->result.bound,
               o->gelu || o->has_gate ? ", before GELU and gate," : "");
    if (o->exact_zeros)
        report_row(r, "zeros", "%lld outputs are zero by definition", (long long)j->result.zeros);
    text_seconds(times[0], sizeof times[0], j->seconds);
    text_seconds(times[1], sizeof times[1], j->plan_seconds);
    text_seconds(times[2], sizeof times[2], j->read_seconds);
    report_row(r, "time", "%s, and besides: plan %s, read %s", times[0], times[1], times[2]);
    report_row(r, "isa", "%s", stet_isa_name());
    report_row(r, "sha256", "%s", j->identity.sha256);
    if (j->ask.out != NULL)
        report_row(r, "written", "%s", j->ask.out);
}

static json_t *name_or_null(const char *name)
{
    return name != NULL ? json_name(name) : json_null();
}

static void keys(const struct job *j, struct report *r)
{
    const stet_conv_options *o = &j->o;
    const struct layout *u = &j->arrays[SIGNAL].layout;
    report_key(r, "input", json_name(j->ask.files[SIGNAL]));
    report_key(r, "filter", json_name(j->ask.files[FILTER]));
    report_key(r, "reverse", name_or_null(j->ask.files[REVERSE]));
    report_key(r, "shape", json_shape(u->shape, u->rank));
    report_key(r, "filter_length", json_integer(o->filter_length));
    report_key(r, "operator", json_string(choice_name(operators, (int)o->operation)));
    report_key(r, "combine", json_string(choice_name(combines, (int)o->combine)));
    report_key(r, "space", json_string(choice_name(spaces, (int)o->space)));
    report_key(r, "norm", json_string(choice_name(norm_choices, (int)o->norm)));
    report_key(r, "profile", j->name[0] ? json_text(j->name) : json_null());
    report_key(r, "level", json_string(choice_name(level_choices, (int)o->level)));
    report_key(r, "precision", json_string(choice_name(precision_choices, (int)o->precision)));
    report_key(r, "ep_fft", json_boolean(o->extended & STET_CONV_EP_FFT));
    report_key(r, "ep_freqmul", json_boolean(o->extended & STET_CONV_EP_FREQMUL));
    report_key(r, "gelu", json_string(choice_name(gelus, (int)o->gelu)));
    report_key(r, "method", json_string(choice_name(methods, (int)stet_conv_method_of(j->plan))));
    report_key(r, "fft_length", json_integer(stet_conv_fft_length(j->plan)));
    report_key(r, "blocks", json_integer(j->result.blocks));
    report_key(r, "bound", json_number(j->result.bound));
    report_key(r, "zeros", json_integer(j->result.zeros));
    json_t *s = json_object();
    json_object_set_new(s, "read", json_number(j->read_seconds));
    json_object_set_new(s, "plan", json_number(j->plan_seconds));
    json_object_set_new(s, "convolution", json_number(j->seconds));
    report_key(r, "seconds", s);
    report_key(r, "isa", json_string(stet_isa_name()));
    report_key(r, "version", json_string(stet_version()));
    report_key(r, "bits_version", json_integer(stet_bits_version()));
    report_key(r, "sha256", json_string(j->identity.sha256));
    report_key(r, "nan", json_size(j->identity.nans));
    report_key(r, "output", name_or_null(j->ask.out));
}

static bool report(const struct job *j, struct error *e)
{
    struct report r;
    report_start(&r, j->ask.json);
    table(j, &r);
    keys(j, &r);
    return report_finish(&r, e);
}

static bool work(struct job *j, struct error *e)
{
    const double start = clock_seconds();
    if (!settle(j, e))
        return false;
    for (int file = 0; file < FILES; file++)
        if (!load(j, file, e))
            return false;
    j->read_seconds = clock_seconds() - start;
    if (!settle_shapes(j, e) || (j->ask.json && !output_take_stdout("--json", e)))
        return false;
    if (j->ask.out != NULL && (j->out = output_begin(j->ask.out, "-o", OUTPUT_NPY, e)) == NULL)
        return false;
    if (!compute(j, e))
        return false;
    array_identify(&j->y, &j->identity);
    if (j->out != NULL && !npy_write(&j->y, output_stream(j->out)))
        return error_errno(e, j->ask.out, "cannot write");
    return output_finish_all(e) && report(j, e) && output_commit_all(e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct job j = {.plan = NULL, .result = {.size = sizeof j.result}};
    stet_conv_options_init(&j.o);
    if (!parse(&j.ask, self, argc, argv, e))
        return EXIT_ERROR;
    const bool ok = work(&j, e);
    for (int file = 0; file < FILES; file++)
        array_free(&j.arrays[file]);
    array_free(&j.y);
    stet_conv_destroy(j.plan);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'o', "output", "OUT.npy", "write the result; - is standard output"},
    {'O', "operator", "OP",
     "causal, circular, time, conj, freq or folded, as above\n"
     "[causal]"},
    {'k', "reverse", "K2.npy", "the second filter of time, conj, freq and folded"},
    {'c', "combine", "HOW", "sum adds the two filters, avg takes half of the sum [sum]"},
    {'s', "space", "WHERE",
     "where the two filters are combined: in time, or in freq,\n"
     "as two spectra [time]"},
    {'f', "profile", "FILE",
     "the name or the path of a profile; options on this line\n"
     "override it [STET_PROFILE, or none]"},
    {'l', "level", "LEVEL",
     "the level of accuracy: native, extended or correct\n"
     "[native]"},
    {'M', "method", "METHOD",
     "direct; fft; auto, the faster one of the two; or strict,\n"
     "which rounds each product and each sum [auto]"},
    {'a', "accuracy", "A", "with auto: the largest proved error over |u| |k| [any]"},
    {'n', "fft-length", "P", "the number of points of the transforms [chosen]"},
    {'m', "norm", "NORM",
     "the transform that has the factor 1/P: forward, that of\n"
     "the filter, or backward, the inverse [forward]"},
    {'F', "ep-fft", NULL,
     "compute the transforms in the next precision, and round\n"
     "spectra"},
    {'q', "ep-freqmul", NULL,
     "compute the product of spectra in the next precision, and\n"
     "round it"},
    {'b', "bias", "D.npy", "add D[channel] times the signal"},
    {'G', "gelu", "GELU", "none, erf, tanh, or profile for that of the profile [none]"},
    {'g', "gate", "G.npy",
     "multiply by G, which has the shape of the signal, at the\n"
     "end"},
    {'z', "exact-zeros", NULL,
     "an output is +0 if each of its products has a factor 0:\n"
     "nothing leaks to times before the signal begins"},
    {'P', "precision", "PREC", "f32 or f64 [that of U; f64 for integers]"},
    {'t', "threads", "T",
     "the number of threads, or all for one per processor; the\n"
     "bits do not depend on it [STET_THREADS, or 1]"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_conv = {
    .name = "conv",
    .operands = "U.npy K.npy",
    .summary = "convolve a signal with a long filter, with a proved error bound",
    .least = 2,
    .most = 2,
    .options = rows,
    .details =
        "U is a signal of shape (L,), (C, L) or (B, C, L). K is a filter of shape (M,), for all\n"
        "channels, or (C, M), with one row for each channel. The result has the shape of U. Let k\n"
        "and r be the rows of K and K2, zero outside, and c = 1 (sum) or 1/2 (avg). Then\n"
        "\n"
        "  causal    y[t] =    sum_{i<=t} u[i] k[t-i]\n"
        "  circular  y[t] =    sum_i u[i] k[(t-i) mod L]\n"
        "  time      y[t] = c (sum_{i<=t} u[i] k[t-i] + sum_{i>t} u[i] r[i-t-1])\n"
        "  conj      y[t] = c (sum_{i<=t} u[i] k[t-i] + sum_{i>=t} u[i] r[i-t])\n"
        "  freq      y[t] = c  sum_{i<=t} u[i] (k[t-i] + r[t-i])\n"
        "  folded    y[t] = c  sum_{i<=t} u[i] (k[t-i] + r[L-1-(t-i)])\n"
        "\n"
        "After that, in this order: y += D u (--bias), y = GELU(y) (--gelu), y *= G (--gate). The\n"
        "bound that is printed is proved for y before GELU and gate. stet_conv.h defines the\n"
        "bits: no machine and no number of threads changes one.",
    .example = "  $ stet conv speech.npy reverb.npy -o wet.npy\n"
               "  $ stet conv u.npy k.npy --reverse k2.npy --operator conj --combine avg \\\n"
               "      --level extended --gelu erf -o y.npy",
    .run = run};
