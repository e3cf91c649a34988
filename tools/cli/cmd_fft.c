/* SPDX-License-Identifier: Apache-2.0 */
/* stet fft transforms a file. */
#include "commands.h"
#include "files/certificate.h"
#include "files/device.h"
#include "files/hash.h"
#include "files/input.h"
#include "files/npy.h"
#include "files/options.h"
#include "files/output.h"
#include "files/plot.h"
#include "files/progress.h"
#include "files/report.h"
#include "files/text.h"
#include "files/transform.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const struct choice frequencies[] = {{"linear", 0}, {"log", 1}, {NULL, 0}};

/* The options of the command line. */
struct request {
    const char *in, *out, *plot, *certificate;
    const char *device; /* NULL: this CPU */
    const char *kind;   /* real-to-real kinds, one or a list */
    bool inverse, real, json, complex, bf16, allow_overflow, has_frequency;
    struct axes axes;           /* count 0 and not all: absent */
    ptrdiff_t n;                /* 0: absent */
    int norm, level, precision; /* precision: 0: absent */
    int threads;
    int logarithmic;
    int mode;           /* 0: absent */
    ptrdiff_t exponent; /* STET_HALF_SAFE: absent */
};

/* All data of a run. */
struct job {
    struct request ask;
    struct input input;
    bool real_input;
    size_t in_bytes; /* bytes of the input's elements */
    struct transform transform;
    struct output *out, *plot, *certificate;
    struct device *device;
    stet_correct_stats stats;
    struct array result;
    struct identity identity;
    double read_seconds, write_seconds;
    char where[400]; /* the instruction set, or the device */
};

static bool is_first(const struct axes *axes, struct error *e)
{
    return (!axes->all && axes->count == 0) ||
           error_set(e, "--axis and --axes are both given: leave one of them out");
}

static bool take_axis(struct axes *axes, const char *value, struct error *e)
{
    bool ok = is_first(axes, e);
    axes->count = 1;
    axes->option = "--axis";
    return ok && parse_number("axis", value, -RANK_MAX, RANK_MAX, &axes->items[0], e);
}

static bool take_axes(struct axes *axes, const char *value, struct error *e)
{
    return is_first(axes, e) && parse_axes(value, axes, e);
}

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 'o': r->out = value; return true;
    case 'p': r->plot = value; return true;
    case 'c': r->certificate = value; return true;
    case 'i': r->inverse = true; return true;
    case 'r': r->real = true; return true;
    case 'k': r->kind = value; return true;
    case 'd': r->device = value; return true;
    case 'j': r->json = true; return true;
    case 'n': return parse_number("n", value, 1, PTRDIFF_MAX, &r->n, e);
    case 'a': return take_axis(&r->axes, value, e);
    case 'A': return take_axes(&r->axes, value, e);
    case 'O': r->allow_overflow = true; return true;
    case 'm': return parse_choice("norm", value, norm_choices, &r->norm, e);
    case 'l': return parse_choice("level", value, level_choices, &r->level, e);
    case 'P': return parse_choice("precision", value, precision_choices, &r->precision, e);
    case 'C': r->complex = true; return true;
    case 'b': r->bf16 = true; return true;
    case 'M': return parse_choice("mode", value, mode_choices, &r->mode, e);
    case 'e': return parse_number("exponent", value, -100, 100, &r->exponent, e);
    case 't': return parse_threads("--threads", value, &r->threads, e);
    default:
        r->has_frequency = true;
        return parse_choice("frequency", value, frequencies, &r->logarithmic, e);
    }
}

static bool parse(struct request *r, const struct command *self, int argc, char **argv,
                  struct error *e)
{
    const char *value;
    int key;
    *r = (struct request){
        .norm = STET_NORM_BACKWARD, .level = STET_LEVEL_NATIVE, .exponent = STET_HALF_SAFE};
    if (!threads_default(&r->threads, e))
        return false;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(r, key, value, e))
            return false;
    if (key < 0)
        return false;
    r->in = options_operand(argv, 0);
    if (r->plot != NULL && r->inverse)
        return error_set(
            e, "--plot draws spectra, and --inverse computes signals: leave one of them out");
    if (r->plot == NULL && r->has_frequency)
        return error_set(e,
                         "--frequency is about the picture: add --plot OUT.svg, or leave it out");
    if (r->certificate != NULL && r->level != STET_LEVEL_CORRECT)
        return error_set(e, "--certificate is for --level correct: other levels prove nothing");
    if (r->certificate != NULL && r->device != NULL)
        return error_set(e, "--certificate tells how the CPU decided each number: leave out "
                            "--device");
    if (r->certificate != NULL && r->out == NULL)
        return error_set(e, "--certificate describes the file that -o writes: add -o OUT.npy");
    if (r->kind != NULL && (r->real || r->plot != NULL || r->certificate != NULL))
        return error_set(e, "--kind names a transform of real numbers to real numbers, which has "
                            "no --real, --plot or --certificate: leave them out");
    return true;
}

/* Settles the axes: the last one of a .npy, frames of a WAV, unless the user names others. */
static bool settle_axes(struct job *j, struct error *e)
{
    int rank = j->input.layout.rank;
    struct transform *t = &j->transform;
    struct axes axes = j->ask.axes;
    if (!axes.all && axes.count == 0)
        axes = (struct axes){.count = 1, .items = {j->input.wav != NULL ? 0 : -1}};
    if (rank == 0)
        return error_set(e, "%s: a single number of shape () has no axis to transform", j->ask.in);
    if (j->input.layout.count == 0)
        return error_set(e, "%s: the array is empty: there is nothing to transform", j->ask.in);
    return axes_settle(&axes, rank, t->axes, &t->axis_count, e);
}

static bool settle_kinds(struct job *j, struct error *e)
{
    struct transform *t = &j->transform;
    if (!parse_r2r_kinds(j->ask.kind, t->axis_count, t->r2r, e))
        return false;
    for (int i = 0; i < t->axis_count; i++)
        if (t->r2r[i] == STET_DCT1 && t->n[i] < 2)
            return error_set(e, "--kind dct1 needs at least 2 numbers, and axis %d has %zu",
                             t->axes[i], t->n[i]);
    return true;
}

/* Returns the words of --kind, or the name of the kind. */
static const char *kind_text(const struct transform *t, char *text, size_t size)
{
    return t->kind != STET_R2R ? choice_name(kind_choices, (int)t->kind)
                               : r2r_kinds_text(t->r2r, t->axis_count, text, size);
}

/* These return the axis that is halved or that --n lengthens or shortens, and its length. */
static int last_axis(const struct transform *t) { return t->axes[t->axis_count - 1]; }
static size_t last_length(const struct transform *t) { return t->n[t->axis_count - 1]; }

/* Settles the lengths, and how many elements the transform reads and writes along the last axis. */
static bool settle_lengths(struct job *j, struct error *e)
{
    struct transform *t = &j->transform;
    const size_t *shape = j->input.layout.shape;
    size_t have = shape[last_axis(t)], asked = (size_t)j->ask.n, n = asked ? asked : have;
    if (asked != 0 && t->axis_count > 1 && t->kind != STET_C2R)
        return error_set(
            e, "--n is for one axis; with several it is for --inverse --real alone: leave it out");
    if (t->kind == STET_C2R && asked == 0 && have == 1)
        return error_set(
            e, "%s: the spectrum has one bin: say --n 1, the length of the real signal", j->ask.in);
    if (t->kind == STET_C2R && asked == 0)
        n = 2 * (have - 1);
    for (int i = 0; i < t->axis_count; i++)
        t->n[i] = i + 1 < t->axis_count ? shape[t->axes[i]] : n;
    t->n_in = t->kind == STET_C2R ? n / 2 + 1 : n;
    t->n_out = t->kind == STET_R2C ? n / 2 + 1 : n;
    return true;
}

/* Returns the precision of the input's numbers, double for integers. */
static stet_precision precision_of(enum component c)
{
    return c == COMPONENT_F32    ? STET_F32
           : c == COMPONENT_F16  ? STET_F16
           : c == COMPONENT_BF16 ? STET_BF16
                                 : STET_F64;
}

static bool is_half(const struct transform *t)
{
    return t->precision == STET_F16 || t->precision == STET_BF16;
}

static bool has_mode(const struct transform *t)
{
    return is_half(t) && t->level == STET_LEVEL_NATIVE;
}

static bool settle_half(struct job *j, struct error *e)
{
    struct transform *t = &j->transform;
    const struct request *r = &j->ask;
    if (!is_half(t) && (r->mode != 0 || r->exponent != STET_HALF_SAFE))
        return error_set(e,
                         "%s is for --precision f16 and bf16, and this transform is %s: leave it "
                         "out, or say --precision f16",
                         r->mode != 0 ? "--mode" : "--exponent",
                         choice_name(precision_choices, (int)t->precision));
    if (is_half(t) && t->level != STET_LEVEL_NATIVE && r->mode != 0)
        return error_set(
            e, "--mode is for --level native: level %s has one way to compute: leave it out",
            choice_name(level_choices, (int)t->level));
    if (is_half(t) && t->level == STET_LEVEL_CORRECT && r->exponent != STET_HALF_SAFE &&
        r->exponent != 0)
        return error_set(e, "--exponent is for levels native and extended: level correct scales "
                            "nothing: leave it out");
    t->half_mode = r->mode ? (stet_half_mode)r->mode : STET_HALF_IO;
    t->half_exponent = (int)r->exponent;
    if (t->half_mode == STET_HALF_NATIVE && t->precision != STET_F16)
        return error_set(e,
                         "--mode native is for --precision f16: say --mode io or store for bf16");
    if (is_half(t) && j->input.layout.fortran && t->kind != STET_C2R)
        return error_set(e,
                         "%s: a complex result of 16 bits cannot keep Fortran order: save "
                         "numpy.ascontiguousarray(a)",
                         j->ask.in);
    return true;
}

static bool settle(struct job *j, struct error *e)
{
    struct transform *t = &j->transform;
    if ((j->ask.bf16 && !input_take_bf16(&j->input, e)) ||
        (j->ask.complex && !input_take_complex(&j->input, e)))
        return false;
    const struct dtype *dtype = j->input.layout.dtype;
    j->real_input = dtype->parts == 1;
    j->in_bytes = layout_bytes(&j->input.layout);
    t->direction = j->ask.inverse ? STET_INVERSE : STET_FORWARD;
    t->norm = (stet_norm)j->ask.norm;
    t->level = (stet_level)j->ask.level;
    t->threads = j->ask.threads;
    t->stats = t->level == STET_LEVEL_CORRECT ? &j->stats : NULL;
    t->precision =
        j->ask.precision ? (stet_precision)j->ask.precision : precision_of(dtype->component);
    t->kind = j->ask.kind != NULL ? STET_R2R
              : !j->ask.real      ? STET_C2C
              : j->ask.inverse    ? STET_C2R
                                  : STET_R2C;
    if (t->kind == STET_R2R && (!j->real_input || is_half(t)))
        return error_set(e, "%s: --kind takes real numbers of f32 and f64, and this is %s: %s",
                         j->ask.in, j->real_input ? "16 bits" : dtype->name,
                         j->real_input ? "say --precision f32" : "leave it out");
    if (t->kind == STET_R2C && !j->real_input)
        return error_set(e, "%s: --real needs real input, and this is %s: leave --real out",
                         j->ask.in, dtype->name);
    j->input.allow_overflow = j->ask.allow_overflow;
    if (!settle_half(j, e) || !settle_axes(j, e))
        return false;
    if (j->ask.plot != NULL && j->ask.logarithmic && t->axis_count > 1)
        return error_set(e, "--frequency log is for the picture of a transform along one axis: "
                            "leave it out");
    return settle_lengths(j, e) && (t->kind != STET_R2R || settle_kinds(j, e));
}

/* Opens the outputs before the work begins, because a wrong folder must not cost an hour. */
static bool open_outputs(struct job *j, struct error *e)
{
    const struct request *r = &j->ask;
    if (r->json && !output_take_stdout("--json", e))
        return false;
    if (r->out != NULL && (j->out = output_begin(r->out, "-o", OUTPUT_NPY, e)) == NULL)
        return false;
    if (r->plot != NULL && (j->plot = output_begin(r->plot, "--plot", OUTPUT_SVG, e)) == NULL)
        return false;
    return r->certificate == NULL ||
           (j->certificate = output_begin(r->certificate, "--certificate", OUTPUT_JSON, e)) != NULL;
}

static bool compute(struct job *j, struct error *e)
{
    struct transform *t = &j->transform;
    struct array in = {.data = NULL};
    enum component c = component_of(t->precision);
    double start = clock_seconds();
    if (!input_read_as(&j->input, dtype_of(c, t->kind == STET_R2C || t->kind == STET_R2R ? 1 : 2),
                       last_axis(t), t->n_in, &in, e))
        return false;
    j->read_seconds = clock_seconds() - start;
    bool ok = transform_run(t, &in, &j->result, e);
    array_free(&in);
    return ok;
}

/* "4 x 6" */
static void list_lengths(const struct transform *t, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < t->axis_count && used + 40 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%zu", i ? " x " : "", t->n[i]);
}

/* Returns "speech.wav" of "/home/x/speech.wav". */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != 0 ? slash + 1 : path;
}

/* Stores path's last name, of at most 60 bytes: a longer one is cut off and ends in "...". */
static void short_name(const char *path, char *text, size_t size)
{
    const char *name = last_name(path);
    size_t length = strlen(name) <= 60 ? strlen(name) : 57;
    while (name[length] != 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
        length--; /* not within a character */
    snprintf(text, size, "%.*s%s", (int)length, name, name[length] != 0 ? "..." : "");
}

static double rate_along(const struct job *j, int axis)
{
    return j->input.wav != NULL && axis == 0 ? j->input.rate : 0;
}

static void draw_curves(const struct job *j, const char *subtitle)
{
    char name[80];
    const struct transform *t = &j->transform;
    const size_t n = last_length(t);
    short_name(j->input.path, name, sizeof name);
    struct plot p = {name, subtitle, j->input.wav != NULL ? "channel" : "row", last_axis(t), n,
                     /* the other half mirrors this one */
                     j->real_input || t->kind == STET_R2C ? n / 2 + 1 : n,
                     rate_along(j, last_axis(t)), j->ask.logarithmic != 0};
    plot_spectrum(&p, &j->result, output_stream(j->plot));
}

/* Stores which part of a spectrum of more than two dimensions is drawn: "" or ", at frequency 0 of
 * axis 0 and index 0 of axis 3", if it is drawn over two axes. */
static void other_axes(const struct job *j, const int *drawn, char *text, size_t size)
{
    const struct transform *t = &j->transform;
    const struct layout *l = &j->result.layout;
    size_t used = 0;
    text[0] = 0;
    for (int axis = 0; axis < j->input.layout.rank && used + 40 < size; axis++) {
        bool transformed = false;
        for (int i = 0; i < t->axis_count; i++)
            transformed = transformed || t->axes[i] == axis;
        if (axis != drawn[0] && axis != drawn[1] && l->shape[axis] > 1)
            used += (size_t)snprintf(text + used, size - used, "%s %s 0 of axis %d",
                                     used > 0 ? " and" : ", at",
                                     transformed ? "frequency" : "index", axis);
    }
}

/* Draws the last two axes that are named; the first in the array is the vertical one. */
static bool draw_plane(const struct job *j, const char *subtitle, struct error *e)
{
    char name[80], title[400], shape[200], rest[200];
    const struct transform *t = &j->transform;
    const int last = t->axis_count - 1, first = t->axes[last - 1] < t->axes[last] ? last - 1 : last;
    const int second = 2 * last - 1 - first;
    struct plane p = {title,
                      subtitle,
                      {t->axes[first], t->axes[second]},
                      {t->n[first], t->n[second]},
                      {rate_along(j, t->axes[first]), rate_along(j, t->axes[second])},
                      t->kind != STET_R2C ? -1
                      : first == last     ? 0
                                          : 1};
    short_name(j->input.path, name, sizeof name);
    text_shape(shape, sizeof shape, j->input.layout.shape, j->input.layout.rank);
    other_axes(j, p.axis, rest, sizeof rest);
    snprintf(title, sizeof title, "Spectrum of %s, shape %s%s", name, shape, rest);
    return plot_plane(&p, &j->result, output_stream(j->plot), e);
}

static bool draw(const struct job *j, struct error *e)
{
    char subtitle[300], lengths[200];
    const struct transform *t = &j->transform;
    list_lengths(t, lengths, sizeof lengths);
    snprintf(subtitle, sizeof subtitle, "length %s, %s, level %s, %s", lengths,
             choice_name(kind_choices, (int)t->kind), choice_name(level_choices, (int)t->level),
             choice_name(precision_choices, (int)t->precision));
    if (t->axis_count > 1)
        return draw_plane(j, subtitle, e);
    draw_curves(j, subtitle);
    return true;
}

/* Certifies the result. It reads the input again, without conversion. */
static bool certify(const struct job *j, struct error *e)
{
    struct certificate c = certificate_begin(&j->transform, &j->stats);
    struct array in;
    struct identity id;
    if (j->stats.not_finite > 0)
        return error_set(e,
                         "%s: it holds NaN or infinities, and there is nothing to certify in their "
                         "transforms: leave out --certificate",
                         j->ask.in);
    if (!input_load_as(j->ask.in, j->input.layout.dtype, &in, e))
        return false;
    array_identify(&in, &id);
    claim_set(&c.input, &in.layout, &id);
    array_free(&in);
    claim_set(&c.output, &j->result.layout, &j->identity);
    return json_print(certificate_json(&c), JSON_INDENT(2), output_stream(j->certificate),
                      j->ask.certificate, e);
}

static bool write_outputs(struct job *j, struct error *e)
{
    double start = clock_seconds();
    if (j->certificate != NULL && !certify(j, e))
        return false;
    if (j->out != NULL && !npy_write(&j->result, output_stream(j->out)))
        return error_errno(e, j->ask.out, "cannot write");
    if (j->plot != NULL && !draw(j, e))
        return false;
    bool ok = output_finish_all(e);
    j->write_seconds = clock_seconds() - start;
    return ok;
}

/* Writes "1", or "0, 1". */
static void list_axes(const struct transform *t, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < t->axis_count && used + 16 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%d", i ? ", " : "", t->axes[i]);
}

static void table(const struct job *j, struct report *r)
{
    const struct transform *t = &j->transform;
    char shape[200], axes[200], lengths[200], times[4][16], kind[80];
    text_shape(shape, sizeof shape, j->input.layout.shape, j->input.layout.rank);
    report_row(r, "input", "%s (%s)", j->ask.in, j->input.format);
    report_row(r, "elements", "%s %s, %zu bytes%s", j->input.layout.dtype->name, shape, j->in_bytes,
               j->input.layout.dtype->component == COMPONENT_U16 ? ", as whole numbers (see --bf16)"
                                                                 : "");
    list_axes(t, axes, sizeof axes);
    report_row(r, "transform", "%s %s along %s %s, norm %s", kind_text(t, kind, sizeof kind),
               choice_name(direction_choices, (int)t->direction),
               t->axis_count == 1 ? "axis" : "axes", axes, choice_name(norm_choices, (int)t->norm));
    list_lengths(t, lengths, sizeof lengths);
    report_row(r, "length", "%s", lengths);
    report_row(r, "level", "%s", choice_name(level_choices, (int)t->level));
    report_row(r, "precision", "%s", choice_name(precision_choices, (int)t->precision));
    if (has_mode(t))
        report_row(r, "mode", "%s", choice_name(mode_choices, (int)t->half_mode));
    if (t->result_exponent != 0)
        report_row(r, "scale", "the result is 2^%d times what the norm says", t->result_exponent);
    text_seconds(times[0], sizeof times[0], t->execute_seconds);
    text_seconds(times[1], sizeof times[1], t->plan_seconds);
    text_seconds(times[2], sizeof times[2], j->read_seconds);
    text_seconds(times[3], sizeof times[3], j->write_seconds);
    report_row(r, "time", "%s, and besides: plan %s, read %s, write %s", times[0], times[1],
               times[2], times[3]);
    report_row(r, j->device != NULL ? "device" : "isa", "%s", j->where);
    text_shape(shape, sizeof shape, j->result.layout.shape, j->result.layout.rank);
    report_row(r, "result", "%s %s, %zu bytes", j->result.layout.dtype->name, shape,
               layout_bytes(&j->result.layout));
    report_row(r, "sha256", "%s", j->identity.sha256);
    if (j->identity.nans != 0)
        report_row(r, "nan", "%zu, hashed without sign and payload", j->identity.nans);
    if (j->ask.out != NULL)
        report_row(r, "written", "%s", j->ask.out);
    if (j->ask.plot != NULL)
        report_row(r, "picture", "%s", j->ask.plot);
    if (j->ask.certificate != NULL)
        report_row(r, "certificate", "%s", j->ask.certificate);
}

static json_t *file_or_null(const char *path)
{
    return path != NULL ? json_text(path) : json_null();
}

static json_t *json_seconds(const struct job *j)
{
    json_t *s = json_object();
    json_object_set_new(s, "read", json_number(j->read_seconds));
    json_object_set_new(s, "plan", json_number(j->transform.plan_seconds));
    json_object_set_new(s, "transform", json_number(j->transform.execute_seconds));
    json_object_set_new(s, "write", json_number(j->write_seconds));
    return s;
}

static void keys(const struct job *j, struct report *r)
{
    const struct transform *t = &j->transform;
    const struct layout *in = &j->input.layout, *out = &j->result.layout;
    report_key(r, "input", json_name(j->ask.in));
    report_key(r, "format", json_text(j->input.format));
    report_key(r, "rate", j->input.rate > 0 ? json_number(j->input.rate) : json_null());
    report_key(r, "input_dtype", json_string(in->dtype->name));
    report_key(r, "input_shape", json_shape(in->shape, in->rank));
    char kind[80];
    report_key(r, "kind", json_string(kind_text(t, kind, sizeof kind)));
    report_key(r, "direction", json_string(choice_name(direction_choices, (int)t->direction)));
    json_t *axes = json_array();
    for (int i = 0; i < t->axis_count; i++)
        json_array_append_new(axes, json_integer(t->axes[i]));
    report_key(r, "axis", json_integer(last_axis(t)));
    report_key(r, "length", json_size(last_length(t)));
    report_key(r, "axes", axes);
    report_key(r, "lengths", json_shape(t->n, t->axis_count));
    report_key(r, "norm", json_string(choice_name(norm_choices, (int)t->norm)));
    report_key(r, "level", json_string(choice_name(level_choices, (int)t->level)));
    report_key(r, "precision", json_string(choice_name(precision_choices, (int)t->precision)));
    report_key(r, "mode",
               has_mode(t) ? json_string(choice_name(mode_choices, (int)t->half_mode))
                           : json_null());
    report_key(r, "exponent", json_integer(t->result_exponent));
    report_key(r, "seconds", json_seconds(j));
    report_key(r, "isa", json_string(stet_isa_name()));
    report_key(r, "device", j->device != NULL ? json_text(j->where) : json_null());
    report_key(r, "version", json_string(stet_version()));
    report_key(r, "bits_version", json_integer(stet_bits_version()));
    report_key(r, "output_dtype", json_string(out->dtype->name));
    report_key(r, "output_shape", json_shape(out->shape, out->rank));
    report_key(r, "sha256", json_string(j->identity.sha256));
    report_key(r, "nan", json_size(j->identity.nans));
    report_key(r, "output", file_or_null(j->ask.out));
    report_key(r, "plot", file_or_null(j->ask.plot));
    report_key(r, "certificate", file_or_null(j->ask.certificate));
}

static bool report(const struct job *j, struct error *e)
{
    struct report r;
    report_start(&r, j->ask.json);
    table(j, &r);
    keys(j, &r);
    return report_finish(&r, e);
}

static bool open_device(struct job *j, struct error *e)
{
    snprintf(j->where, sizeof j->where, "%s", stet_isa_name());
    if (j->ask.device == NULL)
        return true;
    if (!device_open(j->ask.device, &j->device, e))
        return false;
    device_name(j->device, j->where, sizeof j->where);
    j->transform.device = device_transforms(j->device);
    return true;
}

static bool work(struct job *j, struct error *e)
{
    if (!settle(j, e) || !open_device(j, e) || !open_outputs(j, e) || !compute(j, e))
        return false;
    array_identify(&j->result, &j->identity);
    return write_outputs(j, e) && report(j, e) && output_commit_all(e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct job j = {.result = {.data = NULL}, .stats = {.size = sizeof j.stats}};
    if (!parse(&j.ask, self, argc, argv, e) || !input_open(&j.input, j.ask.in, e))
        return EXIT_ERROR;
    bool ok = work(&j, e);
    array_free(&j.result);
    device_close(j.device);
    input_close(&j.input);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'o', "output", "OUT.npy", "write the result; - is standard output; OUT may be IN"},
    {'i', "inverse", NULL, "compute the inverse transform"},
    {'r', "real", NULL,
     "the signal is real: write bins 0 to N/2 only; with\n"
     "--inverse, read bins 0 to N/2 and write a real signal"},
    {'k', "kind", "KIND",
     "a transform of real numbers to real numbers: dct1 to dct4,\n"
     "dst1 to dst4, dht, r2hc or hc2r, or a list A,B with one\n"
     "for each axis; --inverse changes only the factor of the\n"
     "norm, and the order in which axes are transformed"},
    {'n', "n", "N",
     "the length of the transform: IN is cut off, or filled up\n"
     "with zeros, along the axis [its length; with --inverse\n"
     "--real 2 (bins - 1), along the last of several axes]"},
    {'a', "axis", "A",
     "transform along axis A; a negative A counts from the end\n"
     "[-1; WAV: 0]"},
    {'A', "axes", "A,B",
     "transform along several axes, or all; --real halves the\n"
     "last one in the list"},
    {'m', "norm", "NORM",
     "the factor: with backward 1 (inverse: 1/N), with ortho\n"
     "1/sqrt(N), with forward 1/N (inverse: 1) [backward]"},
    {'l', "level", "LEVEL",
     "the level of accuracy. native: computed in PREC; extended:\n"
     "in the next higher precision, rounded once; extended-ff\n"
     "(f32): in pairs of floats, rounded once; correct: the\n"
     "exact values, rounded once [native]"},
    {'c', "certificate", "OUT.json",
     "with --level correct: write to OUT.json what was proved;\n"
     "stet certify checks it"},
    {'P', "precision", "PREC",
     "f16, bf16, f32 or f64: values of IN are converted exactly\n"
     "or rounded once; an integer that would be rounded is an\n"
     "error [that of IN; f64 for integers and WAV of more than\n"
     "24 bits, f32 for other WAV]"},
    {'O', "allow-overflow", NULL,
     "a number beyond the range of PREC becomes infinite [an\n"
     "error names the first one]"},
    {'M', "mode", "MODE",
     "how f16 and bf16 are computed at level native. io: in\n"
     "float; store: in float, with 16 bits in memory; native\n"
     "(f16): each operation in f16 [io]"},
    {'e', "exponent", "E",
     "for f16 and bf16, except at level correct: multiply the\n"
     "input, and so the result, by 2^E [such that numbers up to\n"
     "1 cannot overflow]"},
    {'C', "complex", NULL,
     "IN holds complex numbers of float16: its last dimension\n"
     "has length 2, the real and the imaginary part"},
    {'b', "bf16", NULL, "IN holds bfloat16 numbers as uint16"},
    {'t', "threads", "T",
     "the number of threads, or all for one per processor; the\n"
     "bits do not depend on it [STET_THREADS, or 1]"},
    {'d', "device", "API[:N]",
     "run on a GPU: cuda or opencl; device N in the list of stet\n"
     "info [the CPU]; no GPU has run it yet"},
    {'p', "plot", "OUT.svg",
     "draw the magnitude of the spectrum: curves along one axis,\n"
     "a heat map over several"},
    {'f', "frequency", "SCALE",
     "the frequency axis of the picture along one axis: linear\n"
     "or log [linear]"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_fft = {
    .name = "fft",
    .operands = "IN",
    .summary = "transform a .npy or WAV file",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "IN is a .npy file (bool, integers, float16, float32, float64, complex64 or complex128;\n"
        "any shape, byte order and memory order), a WAV file, or - for standard input. A WAV file\n"
        "has the shape (frames,), or (frames, channels); its integer samples are scaled so that\n"
        "full scale is 1. One axis is transformed, or several; the transform is repeated along\n"
        "all others.\n"
        "The result is complex and has the full length, unless --real or --kind says otherwise.\n"
        "It has the memory order of IN. Without -o only the table is printed.\n"
        "\n"
        "A result of f16 has the type float16, and one of bf16 the type uint16. A complex one has\n"
        "one dimension more, the last, of length 2. docs/half.md explains the modes.",
    .example = "  $ stet fft speech.wav --real -o spectrum.npy --plot spectrum.svg\n"
               "  $ stet fft image.npy --axes all --level correct -o spectrum.npy\n"
               "  $ stet fft image.npy --axes all --kind dct2 -o cosines.npy\n"
               "  $ stet fft iq.npy --complex --mode native -o spectrum.npy",
    .run = run,
};
