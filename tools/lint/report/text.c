/* SPDX-License-Identifier: Apache-2.0 */
/* Prints PATH:LINE:COLUMN: FFT203 message, then the source line, a caret, the related place and the
 * fix. */
#include "../lint.h"

#include <string.h>

void lint_print_clean(FILE *to, const char *s)
{
    for (; *s != 0; s++)
        fputc((unsigned char)*s < 32 || *s == 127 ? (*s == '\t' ? ' ' : '?') : *s, to);
}

static void print_caret(FILE *to, const struct lint_finding *f)
{
    uint32_t length =
                 f->place.end_line == f->place.line ? f->place.end_column - f->place.column : 1,
             points = 0;
    fputs("    ", to);
    lint_print_clean(to, f->line);
    uint32_t column = f->place.column - f->line_column;
    fprintf(to, "\n    %*s^", (int)column, "");
    for (const char *p = f->line; *p != 0; p++)
        points += (*p & 0xc0) != 0x80;
    for (uint32_t i = 1; i < length && column + i < points; i++)
        fputc('~', to);
    fputc('\n', to);
}

static void print_context(FILE *to, const char *path, const struct lint_finding *f)
{
    print_caret(to, f);
    for (int i = 0; i < f->related_count; i++) {
        fputs("    ", to);
        lint_print_clean(to, f->related[i].path != NULL ? f->related[i].path : path);
        fprintf(to, ":%u:%u: %s\n", f->related[i].place.line, f->related[i].place.column,
                f->related[i].message);
    }
    if (f->fix != LINT_NO_FIX)
        fprintf(to, "    help: --fix%s mends this\n",
                f->fix == LINT_UNSAFE ? " --unsafe-fixes" : "");
}

void lint_report_text(FILE *to, const struct lint_summary *s)
{
    for (size_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < s->results[i].count; k++) {
            const struct lint_finding *f = &s->results[i].findings[k];
            if (f->suppressed)
                continue;
            lint_print_clean(to, s->results[i].path);
            fprintf(to, ":%u:%u: %s ", f->place.line, f->place.column, f->rule->id);
            lint_print_clean(to, f->message);
            fputc('\n', to);
            if (s->context)
                print_context(to, s->results[i].path, f);
        }
}
