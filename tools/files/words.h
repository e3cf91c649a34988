/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the words of options: a table for each enumeration of stet.h. Commands, certificates,
 * verdicts and doors take them from here. No other file in tools/ spells them. */
#ifndef STET_FILES_WORDS_H
#define STET_FILES_WORDS_H

#include "files/error.h"

#include "stet.h"

#include <stddef.h>

/* A word and its value. The last row of a table has no name. */
struct choice {
    const char *name;
    int value;
};
extern const struct choice kind_choices[];      /* words of stet_kind, without STET_R2R */
extern const struct choice r2r_choices[];       /* words of stet_r2r_kind */
extern const struct choice direction_choices[]; /* words of stet_direction */
extern const struct choice norm_choices[];      /* words of stet_norm */
extern const struct choice precision_choices[]; /* words of stet_precision */
extern const struct choice mode_choices[];      /* words of stet_half_mode */
extern const struct choice level_choices[];     /* words of stet_level */

/* Returns the row of a word, or NULL. */
const struct choice *find_choice(const struct choice *choices, const char *name);
/* Returns the word for a value of the table, or "?". */
const char *choice_name(const struct choice *choices, int value);

/* Parses a word of the table. The error names the option, without "--", and all words. */
bool parse_choice(const char *option, const char *value, const struct choice *choices, int *chosen,
                  struct error *e);
/* Works like parse_choice() on part of the table: on the values whose ALLOW() is in allowed, and on
 * one more word, whose value is 0, unless that word is NULL. */
#define ALLOW(value) (1U << (value))
#define ALLOW_ALL (~0U)
#define ALLOW_FLOATS (ALLOW(STET_F32) | ALLOW(STET_F64)) /* for precision_choices */
bool parse_choice_of(const char *option, const char *value, const struct choice *choices,
                     unsigned allowed, const char *further, int *chosen, struct error *e);

/* Parses a word of kind_choices, or one of r2r_choices with *kind = STET_R2R. */
bool parse_any_kind(const char *value, int *kind, int *r2r, struct error *e);

/* Parses one word of r2r_choices for all axes, or one for each: "dct2,dst4". r2r_kinds_text()
 * writes the words of the kinds. */
bool parse_r2r_kinds(const char *value, int axes, stet_r2r_kind *kinds, struct error *e);
const char *r2r_kinds_text(const stet_r2r_kind *kinds, int axes, char *text, size_t size);

#endif
