/* SPDX-License-Identifier: Apache-2.0 */
/* stet bits prints the identity of an array. */
#include "commands.h"
#include "files/hash.h"
#include "files/input.h"
#include "files/options.h"
#include "files/report.h"
#include "files/text.h"

static bool print(const char *path, const struct array *a, bool as_json, struct error *e)
{
    struct report r;
    struct identity id;
    char shape[200];
    const struct layout *l = &a->layout;
    array_identify(a, &id);
    text_shape(shape, sizeof shape, l->shape, l->rank);
    report_start(&r, as_json);
    report_row(&r, "file", "%s", path);
    report_row(&r, "elements", "%s %s, %zu bytes", l->dtype->name, shape, layout_bytes(l));
    report_row(&r, "sha256", "%s", id.sha256);
    if (id.nans != 0)
        report_row(&r, "nan", "%zu, hashed without sign and payload", id.nans);
    report_key(&r, "file", json_name(path));
    report_key(&r, "dtype", json_string(l->dtype->name));
    report_key(&r, "shape", json_shape(l->shape, l->rank));
    report_key(&r, "bytes", json_size(layout_bytes(l)));
    report_key(&r, "sha256", json_string(id.sha256));
    report_key(&r, "nan", json_size(id.nans));
    return report_finish(&r, e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    bool as_json = false;
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        as_json = as_json || key == 'j';
    struct array a;
    if (key < 0 || !input_load(options_operand(argv, 0), &a, e))
        return EXIT_ERROR;
    bool ok = print(options_operand(argv, 0), &a, as_json, e);
    array_free(&a);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {ROW_JSON, ROW_HELP, ROW_END};

const struct command command_bits = {
    .name = "bits",
    .operands = "FILE",
    .summary = "print the SHA-256 of the numbers in a .npy or WAV file",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "FILE is a .npy or WAV file, or - for standard input.\n"
        "The hash is that of the elements alone, in C order and little-endian, whatever the order\n"
        "in the file: two arrays of the same type and shape have the same hash if and only if\n"
        "they have the same bits. Every NaN is hashed as the positive quiet NaN with payload 0:\n"
        "its sign and payload do not count. For a little-endian .npy in C order without NaN it is\n"
        "the SHA-256 of the bytes after the header.",
    .example = "  $ stet bits spectrum.npy\n"
               "  $ unzip -p arrays.npz spectrum.npy | stet bits -",
    .run = run,
};
