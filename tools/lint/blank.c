/* SPDX-License-Identifier: Apache-2.0 */
/* Text that the grammar of C++ rejects is blanked or rewritten before it is parsed. No byte moves,
 * so that places stay right. */
#include "engine.h"

#include <ctype.h>
#include <string.h>

/* Blanks kernel<<<...>>> and the words of CUDA, OpenCL and Metal that the grammar of C++ does not
 * know. */
void lint_blank_gpu_words(char *text, size_t size)
{
    static const char *const words[] = {
        "__global__",   "__device__", "__host__",     "__forceinline__",
        "__noinline__", "__shared__", "__constant__", "__restrict__",
        "__managed__",  "__kernel",   "__global",     "__local",
        "__private",    "__constant", "threadgroup",  "kernel"};
    size_t unclosed = 0; /* no >>> closes a <<< before this */
    for (size_t i = 0; i < size; i++) {
        if (i + 3 > unclosed && size - i > 6 && memcmp(text + i, "<<<", 3) == 0) {
            size_t k = i + 3;
            while (k + 3 <= size && memcmp(text + k, ">>>", 3) != 0 && text[k] != ';' &&
                   text[k] != '{')
                k++;
            if (k + 3 <= size && text[k] == '>') {
                for (; i < k + 3; i++)
                    if (text[i] != '\n')
                        text[i] = ' ';
                i--;
            } else {
                unclosed = k;
            }
            continue;
        }
        if (i > 0 && (isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_'))
            continue;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            size_t n = strlen(words[w]);
            if (n < size - i && memcmp(text + i, words[w], n) == 0 &&
                isspace((unsigned char)text[i + n]))
                memset(text + i, ' ', n);
        }
    }
}

static bool is_word(char ch) { return isalnum((unsigned char)ch) || ch == '_'; }

/* Reports whether the text after FFTW(name) makes it a function, or a type if `name` names a
 * type. */
static bool is_name_before(const char *at, const char *end, struct slice name)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at < end && (*at == '(' || (slice_among(name, " complex plan ") &&
                                       (is_word(*at) || *at == '*' || *at == '&' || *at == '>')));
}

/* Writes FFTW(plan_dft_1d)(...) and FFTW(complex) *x as names of double precision, which begin with
 * fftw_. FFTW's own headers have these macros, which insert the letter of the precision; the
 * grammar would take them for calls. The macro's name contains "fftw", so the new name fits. */
void lint_write_names_out(char *text, size_t size)
{
    char *end = text + size, *open;
    for (char *at = text; (open = memchr(at, '(', (size_t)(end - at))) != NULL; at = open + 1) {
        char *begin = open, *close = open + 1;
        while (close < end && is_word(*close))
            close++;
        struct slice name = {open + 1, (uint32_t)(close - open - 1)};
        if (close == end || *close != ')' || name.n == 0 || !is_name_before(close + 1, end, name))
            continue;
        while (begin > text && is_word(begin[-1]))
            begin--;
        if (!slice_has((struct slice){begin, (uint32_t)(open - begin)}, "fftw"))
            continue;
        memmove(begin + 5, name.p, name.n);
        memcpy(begin, "fftw_", 5);
        memset(begin + 5 + name.n, ' ', (size_t)(close + 1 - begin) - 5 - name.n);
    }
}

static bool word_ends(const char *text, const char *end, const char *word)
{
    size_t n = strlen(word), before = (size_t)(end - text);
    return before >= n && memcmp(end - n, word, n) == 0 &&
           (before == n || !is_word(end[-1 - (int)n]));
}

static bool word_begins(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - at) > n && memcmp(at, word, n) == 0 && !is_word(at[n]);
}

/* Joins `double complex` and `complex float`, C99 types of two words, which the grammar of C++ does
 * not know. */
void lint_join_complex(char *text, size_t size)
{
    char *end = text + size;
    for (char *at = text; (at = memchr(at, 'c', (size_t)(end - at))) != NULL; at++) {
        if (!word_begins(at, end, "complex") || (at > text && is_word(at[-1])))
            continue;
        char *behind = at + strlen("complex");
        if (at > text && at[-1] == ' ' &&
            (word_ends(text, at - 1, "double") || word_ends(text, at - 1, "float")))
            at[-1] = '_';
        else if (*behind == ' ' &&
                 (word_begins(behind + 1, end, "double") || word_begins(behind + 1, end, "float")))
            *behind = '_';
    }
}

/* Reports whether the line is a directive of the preprocessor, and stores the word after # in
 * *word. */
static bool directive_at(const char *line, const char *end, struct slice *word)
{
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (line == end || *line != '#')
        return false;
    line++;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    word->p = line;
    while (line < end && islower((unsigned char)*line))
        line++;
    word->n = (uint32_t)(line - word->p);
    return true;
}

/* Blanks the directives and keeps one alternative of each #if: the first, of #if 0 the second. The
 * grammar wants whole statements between two directives and cannot parse half of one, such as an
 * opening brace. Returns false if there is nothing to blank. */
bool lint_blank_alternatives(char *text, size_t size)
{
    enum { DEPTH_MOST = 64 };
    bool off[DEPTH_MOST] = {false}, taken[DEPTH_MOST] = {false}, changed = false;
    int depth = 0;
    for (char *line = text, *end; line < text + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        if (end == NULL)
            end = text + size;
        struct slice word = {"", 0};
        bool directive = directive_at(line, end, &word), blank = depth > 0 && off[depth - 1];
        if (directive && slice_among(word, " if ifdef ifndef ")) {
            if (depth == DEPTH_MOST)
                return changed;
            struct slice rest = {word.p + word.n, (uint32_t)(end - word.p) - word.n};
            bool zero = slice_is(word, "if") && rest.n > 1 && rest.p[1] == '0' &&
                        (rest.n == 2 || isspace((unsigned char)rest.p[2]));
            off[depth] = blank || zero;
            taken[depth++] = blank || !zero;
            blank = true;
        } else if (directive && depth > 0 && slice_among(word, " else elif ")) {
            off[depth - 1] = taken[depth - 1];
            taken[depth - 1] = true;
            blank = true;
        } else if (directive && depth > 0 && slice_is(word, "endif")) {
            depth--;
            blank = true;
        }
        if (blank) {
            memset(line, ' ', (size_t)(end - line));
            changed = true;
        }
    }
    return changed;
}
