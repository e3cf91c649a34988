/* SPDX-License-Identifier: Apache-2.0 */
#include "files/hash.h"
#include "files/npy.h"
#include "files/progress.h"

#include <stdio.h>
#include <string.h>

/* A cursor over the header, which is the text of a Python dict. Offsets count from the first byte
 * of the file. */
struct scan {
    const unsigned char *bytes;
    size_t at, end;
    struct error *error;
};

static bool wrong_at(struct scan *s, size_t at, const char *what)
{
    return error_set(s->error,
                     "byte %zu: %s; the file is damaged or no .npy: write it again with numpy.save",
                     at, what);
}

static bool wrong(struct scan *s, const char *what) { return wrong_at(s, s->at, what); }

static int peek(struct scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n", s->bytes[s->at]) != NULL && s->bytes[s->at] != 0)
        s->at++;
    return s->at < s->end ? s->bytes[s->at] : -1;
}

static bool take(struct scan *s, int c)
{
    if (peek(s) != c)
        return false;
    s->at++;
    return true;
}

static bool take_word(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    peek(s);
    if (s->end - s->at < length || memcmp(s->bytes + s->at, word, length) != 0)
        return false;
    s->at += length;
    return true;
}

/* Takes a Python string without escapes. No accepted word needs one. */
static bool take_string(struct scan *s, const char **text, size_t *length)
{
    int quote = peek(s);
    if (quote != '\'' && quote != '"')
        return wrong(s, "expected a quoted string");
    size_t first = ++s->at;
    while (s->at < s->end && s->bytes[s->at] != quote && s->bytes[s->at] != '\\')
        s->at++;
    if (s->at == s->end || s->bytes[s->at] == '\\')
        return wrong(s, "the string that began here has no end, or an escape");
    *text = (const char *)s->bytes + first;
    *length = s->at++ - first;
    return true;
}

static bool is_long_double(const char *name, size_t length)
{
    static const char *const names[] = {"f12", "f16", "c24", "c32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return true;
    return false;
}

static bool take_descr(struct scan *s, struct npy *npy)
{
    const char *text;
    size_t length;
    if (peek(s) == '[')
        return error_set(s->error,
                         "byte %zu: descr: a structured array; save one field at a time, "
                         "for example numpy.save(path, a['x'])",
                         s->at);
    size_t at = s->at;
    if (!take_string(s, &text, &length))
        return false;
    if (length >= 1 && (text[0] == 'O' || (length >= 2 && text[1] == 'O')))
        return error_set(s->error,
                         "byte %zu: descr: an object array holds pickled Python objects, which "
                         "stet never loads; save numbers, for example a.astype('<f8')",
                         at);
    bool order = length > 1 && strchr("<>|", text[0]) != NULL && text[0] != 0;
    bool void16 = order && length == 3 && memcmp(text + 1, "V2", 2) == 0;
    npy->layout.dtype = void16  ? dtype_of(COMPONENT_BF16, 1)
                        : order ? dtype_by_descr(text + 1, length - 1)
                                : NULL;
    if (void16 && text[0] == '|')
        return error_set(s->error,
                         "byte %zu: descr '|V2': pairs of bytes without a type; if they are "
                         "bfloat16, save a.view(numpy.uint16) and say --bf16 where it is read",
                         at);
    if (order && text[0] == '|' && npy->layout.dtype != NULL && npy->layout.dtype->size != 1)
        npy->layout.dtype = NULL; /* two bytes have an order */
    if (npy->layout.dtype == NULL && order && is_long_double(text + 1, length - 1))
        return error_set(s->error,
                         "byte %zu: descr '%.*s': long double, whose format depends on the "
                         "machine; save a.astype('<%s')",
                         at, (int)length, text, text[1] == 'c' ? "c16" : "f8");
    if (npy->layout.dtype == NULL)
        return error_set(s->error,
                         "byte %zu: descr '%.*s': not a type that stet reads; it reads %s in "
                         "either byte order ('<f4', '>f4', ...)",
                         at, (int)(length < 40 ? length : 40), text, dtype_list());
    npy->big_endian = text[0] == '>';
    return true;
}

static bool take_order(struct scan *s, struct npy *npy)
{
    npy->layout.fortran = take_word(s, "True");
    if (npy->layout.fortran || take_word(s, "False"))
        return true;
    return wrong(s, "fortran_order is neither True nor False");
}

static bool take_length(struct scan *s, size_t *length)
{
    int c = peek(s);
    size_t at = s->at;
    if (c < '0' || c > '9')
        return wrong(s, "expected a length in shape: a whole number, not negative");
    *length = 0;
    for (; s->at < s->end && (c = s->bytes[s->at]) >= '0' && c <= '9'; s->at++) {
        if (*length > (PTRDIFF_MAX - 9) / 10)
            return wrong_at(s, at, "a length in shape does not fit in the address space");
        *length = 10 * *length + (size_t)(c - '0');
    }
    if (s->at < s->end && s->bytes[s->at] == 'L')
        s->at++; /* skips the L of a Python 2 long */
    return true;
}

static bool take_shape(struct scan *s, struct npy *npy)
{
    struct layout *l = &npy->layout;
    bool comma = true;
    if (!take(s, '('))
        return wrong(s, "shape is not a tuple");
    for (l->rank = 0; !take(s, ')'); l->rank++) {
        if (!comma)
            return wrong(s, "expected ',' or ')' in shape");
        if (l->rank == RANK_MAX)
            return wrong(s, "shape has more than 64 dimensions, the most that numpy has");
        if (!take_length(s, &l->shape[l->rank]))
            return false;
        comma = take(s, ',');
    }
    if (l->rank == 1 && !comma)
        return wrong(s, "shape is a number, not a tuple: (n,) needs its comma");
    return true;
}

static const struct {
    const char *name;
    bool (*take)(struct scan *, struct npy *);
} keys[] = {{"descr", take_descr}, {"fortran_order", take_order}, {"shape", take_shape}};
#define KEYS (int)(sizeof keys / sizeof keys[0])

static bool take_entry(struct scan *s, struct npy *npy, unsigned *seen)
{
    const char *text;
    size_t length, at = (peek(s), s->at);
    if (!take_string(s, &text, &length))
        return false;
    int i = 0;
    while (i < KEYS && (strlen(keys[i].name) != length || memcmp(keys[i].name, text, length) != 0))
        i++;
    if (i == KEYS)
        return wrong_at(s, at, "a key that is not descr, fortran_order or shape");
    if (*seen & 1u << i)
        return wrong_at(s, at, "a key that was there before");
    *seen |= 1u << i;
    if (!take(s, ':'))
        return wrong(s, "expected ':'");
    return keys[i].take(s, npy);
}

static bool take_dict(struct scan *s, struct npy *npy)
{
    unsigned seen = 0;
    bool comma = true;
    if (!take(s, '{'))
        return wrong(s, "the header is not a dict");
    while (!take(s, '}')) {
        if (!comma)
            return wrong(s, "expected ',' or '}'");
        if (!take_entry(s, npy, &seen))
            return false;
        comma = take(s, ',');
    }
    for (int i = 0; i < KEYS; i++)
        if (!(seen & 1u << i)) {
            char what[40];
            snprintf(what, sizeof what, "the header has no %s", keys[i].name);
            return wrong(s, what);
        }
    if (peek(s) != -1)
        return wrong(s, "text after the header's dict");
    return true;
}

bool npy_is(const unsigned char *bytes, size_t size)
{
    return size >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0;
}

/* Reads magic, version and length of the header, and points s to the header's text. */
static bool take_preamble(struct scan *s, size_t size, uint64_t file_size)
{
    const unsigned char *b = s->bytes;
    if (!npy_is(b, size))
        return wrong_at(s, 0, "not the magic string of .npy, \\x93NUMPY");
    if (size < 10)
        return wrong_at(s, size, "the file ends before its header");
    if (b[6] < 1 || b[6] > 3 || b[7] != 0)
        return error_set(s->error, "byte 6: .npy format version %d.%d; stet reads 1.0, 2.0 and 3.0",
                         b[6], b[7]);
    s->at = b[6] == 1 ? 10 : 12;
    if (size < s->at)
        return wrong_at(s, size, "the file ends before its header");
    uint32_t length = b[8] | (uint32_t)b[9] << 8;
    if (b[6] > 1)
        length |= (uint32_t)b[10] << 16 | (uint32_t)b[11] << 24;
    if (length > file_size - s->at)
        return error_set(s->error,
                         "byte 8: a header of %lu bytes, but the file has only %llu more; it is "
                         "damaged or cut short: copy or write it again",
                         (unsigned long)length, (unsigned long long)(file_size - s->at));
    if (length > NPY_HEADER_MAX)
        return error_set(s->error, "byte 8: a header of %lu bytes; stet reads up to %d",
                         (unsigned long)length, NPY_HEADER_MAX);
    if (length > size - s->at)
        return wrong_at(
            s, size, "the file ends before its header does: it became shorter while it was read");
    s->end = s->at + length;
    return true;
}

/* Checks that the array fills the rest of the file, so that no read goes past its end and no
 * allocation is larger than the file justifies. */
static bool check_size(struct npy *npy, uint64_t file_size, struct error *e)
{
    if (!layout_count(&npy->layout))
        return error_set(e,
                         "byte %zu: an array of that shape would not fit in the address space; "
                         "the file is damaged: write it again with numpy.save",
                         npy->payload);
    uint64_t have = file_size - npy->payload, need = layout_bytes(&npy->layout);
    if (need > have)
        return error_set(e,
                         "byte %llu: the file ends, but its header promises %llu bytes of "
                         "elements from byte %zu; it is cut short: copy or write it again",
                         (unsigned long long)file_size, (unsigned long long)need, npy->payload);
    if (need < have)
        return error_set(e,
                         "byte %llu: the array ends, but the file has %llu byte%s more; stet reads "
                         "files that hold one array: write it again with numpy.save",
                         (unsigned long long)file_size - (have - need),
                         (unsigned long long)have - need, have - need == 1 ? "" : "s");
    return true;
}

bool npy_parse(struct npy *npy, const unsigned char *bytes, size_t size, uint64_t file_size,
               struct error *e)
{
    struct scan s = {bytes, 0, 0, e};
    memset(npy, 0, sizeof *npy);
    if (!take_preamble(&s, size, file_size))
        return false;
    npy->payload = s.end;
    return take_dict(&s, npy) && check_size(npy, file_size, e);
}

size_t npy_header(unsigned char *header, const struct layout *l)
{
    char *text = (char *)header + 10;
    size_t capacity = NPY_WRITTEN_MAX - 10;
    size_t used = (size_t)snprintf(
        text, capacity, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (",
        l->dtype->size == 1 ? '|' : '<', l->dtype->descr, l->fortran ? "True" : "False");
    bool paired = DTYPE_PAIRED(l->dtype);
    for (int i = 0; i < l->rank; i++)
        used += (size_t)snprintf(text + used, capacity - used, "%zu%s", l->shape[i],
                                 i + 1 < l->rank || paired ? ", "
                                 : l->rank == 1            ? ","
                                                           : "");
    if (paired)
        used += (size_t)snprintf(text + used, capacity - used, l->rank > 0 ? "2" : "2,");
    used += (size_t)snprintf(text + used, capacity - used, "), }");
    size_t total = (10 + used + 1 + 63) / 64 * 64, length = total - 10;
    memset(text + used, ' ', length - used - 1);
    text[length - 1] = '\n';
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (unsigned char)(length & 0xff);
    header[9] = (unsigned char)(length >> 8);
    return total;
}

bool npy_write(const struct array *a, FILE *out)
{
    unsigned char header[NPY_WRITTEN_MAX], block[1 << 16];
    const struct dtype *t = a->layout.dtype;
    size_t bytes = layout_bytes(&a->layout), size = npy_header(header, &a->layout);
    bool ok = fwrite(header, 1, size, out) == size;
    progress_phase("writing", bytes);
    for (size_t done = 0; ok && done < bytes; progress_at(done += size)) {
        size = bytes - done < sizeof block ? bytes - done : sizeof block;
        memcpy(block, (const unsigned char *)a->data + done, size);
        to_little_endian(block, t->component, size / component_size(t->component));
        ok = fwrite(block, 1, size, out) == size;
    }
    progress_end();
    return ok;
}
