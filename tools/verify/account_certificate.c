/* SPDX-License-Identifier: Apache-2.0 */
#include "files/text.h"
#include "verify/account.h"

#include <stdio.h>

static size_t not_right(const struct counts *c) { return c->wrong + c->zero_signs + c->not_finite; }

/* Returns the words for "1 number is" or "7 numbers are". */
static const char *numbers(size_t count) { return count == 1 ? "number is" : "numbers are"; }

static void say_false(const struct recheck *r, char *text, size_t size)
{
    const struct counts *c = &r->measure.counts;
    const struct place_in *at =
        c->wrong + c->zero_signs > 0 ? &r->measure.first_wrong : &r->measure.first_not_finite;
    size_t index[RANK_MAX];
    char place[120];
    problem_index(&r->problem, at->row, at->k, index);
    text_shape(place, sizeof place, index, r->problem.out.layout.rank);
    snprintf(text, size, "false: %zu %s not correctly rounded, the first at %s", not_right(c),
             numbers(not_right(c)), place);
}

static void say(const struct recheck *r, char *text, size_t size)
{
    const struct counts *c = &r->measure.counts;
    if (r->input_differs != NULL)
        snprintf(text, size, "refused: IN is not the input of the certificate: %s",
                 r->input_differs);
    else if (r->output_differs != NULL)
        snprintf(text, size, "refused: OUT is not the output of the certificate: %s",
                 r->output_differs);
    else if (r->shapes_differ != NULL)
        snprintf(text, size, "refused: the certificate contradicts itself: %s", r->shapes_differ);
    else if (recheck_passed(r))
        snprintf(text, size, "confirmed: every number is the exact value, rounded once");
    else if (not_right(c) == 0)
        snprintf(text, size,
                 "not decided: %zu %s closer to a boundary of rounding than this check can tell; "
                 "the others are right",
                 c->undecided, numbers(c->undecided));
    else
        say_false(r, text, size);
}

static const char *result_name(const struct recheck *r)
{
    const struct counts *c = &r->measure.counts;
    if (!r->measured)
        return "refused";
    if (recheck_passed(r))
        return "confirmed";
    return not_right(c) == 0 ? "not_decided" : "false";
}

void recheck_report(const struct recheck *k, const struct certificate *c, const char *const *names,
                    struct report *r)
{
    const struct counts *n = &k->measure.counts;
    char text[400];
    static const char *const labels[] = {"certificate", "input", "output"};
    for (int i = 0; i < 3; i++) {
        report_row(r, labels[i], "%s", names[i]);
        report_key(r, labels[i], json_name(names[i]));
    }
    say(k, text, sizeof text);
    report_row(r, "made by", "stet %s, bits version %d", c->version, c->bits_version);
    report_row(r, "result", "%s", text);
    report_key(r, "made_by", json_text(c->version));
    report_key(r, "bits_version", json_integer(c->bits_version));
    report_key(r, "same_bits_version", json_boolean(c->bits_version == stet_bits_version()));
    report_key(r, "result", json_string(result_name(k)));
    report_key(r, "text", json_text(text));
    if (k->measured) {
        report_row(r, "numbers", "%zu, %zu proved right, %zu of them exact ties or zeros", n->parts,
                   n->right, n->proved);
        report_row(r, "method", "double-double, error below %.2g of a row's mean%s",
                   k->measure.bound, n->by_fixed > 0 ? "; fixed point where that is too much" : "");
    }
    if (n->by_fixed > 0)
        report_row(r, "fixed point", "%zu numbers, far below the others of their row", n->by_fixed);
    if (c->bits_version != stet_bits_version())
        report_row(r, "remark",
                   "the certificate is of bits version %d, and this stet of %d: the level correct "
                   "has the same bits in all versions, so it was checked all the same",
                   c->bits_version, stet_bits_version());
    report_key(r, "numbers", json_size(n->parts));
    report_key(r, "right", json_size(n->right));
    report_key(r, "proved_exact", json_size(n->proved));
    report_key(r, "wrong", json_size(not_right(n)));
    report_key(r, "by_fixed_point", json_size(n->by_fixed));
    report_key(r, "undecided", json_size(n->undecided));
    report_key(r, "bound", k->measured ? json_number(k->measure.bound) : json_null());
}
