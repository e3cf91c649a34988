/* SPDX-License-Identifier: Apache-2.0 */
/* FFT204 to FFT206: data, inverses and frequencies that do not fit the transform. */
#include "plans.h"

#include <math.h>
#include <string.h>

static bool complex_type(const struct lint_context *c, uint32_t n)
{
    struct slice text = ast_text(c->ast, n);
    return n != 0 && (slice_has(text, "complex") ||
                      slice_among(text, " np.cdouble np.csingle torch.cfloat torch.cdouble "));
}

static bool is_complex(const struct lint_context *c, uint32_t n, int depth);

static bool complex_call(const struct lint_context *c, uint32_t n, int depth)
{
    const struct facts *f = c->facts;
    const struct transform *t = facts_transform(f, n);
    struct slice name = facts_called(f, n);
    if (t != NULL &&
        t->function->direction != 0) /* hfft, irfft, fftpack's rfft give real numbers */
        return t->library != LIB_FFTPACK || !t->function->real
                   ? t->function->real
                         ? t->function->direction == FORWARD
                         : !(t->function->hermitian && t->function->direction == FORWARD)
                   : false;
    if (t != NULL)
        return is_complex(c, t->x, depth);
    if (complex_type(c, facts_keyword(f, n, "dtype")))
        return true;
    if (slice_among(name, " astype to type ") && complex_type(c, facts_argument(f, n, 0)))
        return true;
    if (slice_among(name, " complex64 complex128 complex view_as_complex "))
        return true;
    /* Functions that return complex numbers for any argument. */
    if (facts_calls(f, n,
                    " scipy.signal.hilbert scipy.signal.hilbert2 scipy.signal.morlet "
                    "scipy.signal.morlet2 scipy.signal.wavelets.morlet2 scipy.special.sph_harm "
                    "scipy.special.wofz cupyx.scipy.signal.hilbert cusignal.hilbert "))
        return true;
    if (facts_calls(f, n, " numpy.exp torch.exp cupy.exp jax.numpy.exp cmath.exp "))
        return is_complex(c, facts_argument(f, n, 0), depth);
    return slice_among(name, " conj fft_shift asarray array ") &&
           facts_keyword(f, n, "dtype") == 0 && is_complex(c, facts_argument(f, n, 0), depth);
}

/* Reports whether n is complex for any data. */
static bool is_complex(const struct lint_context *c, uint32_t n, int depth)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (n == 0 || depth > 8)
        return false;
    struct slice text = ast_text(a, n);
    switch (ast_kind(a, n)) {
    case K_NUMBER:
        return text.n > 0 && (text.p[text.n - 1] | 0x20) == 'j' && !slice_begins(text, "0x");
    case K_CALL: return complex_call(c, n, depth + 1);
    case K_UNARY: return is_complex(c, ast_first(a, n), depth + 1);
    case K_SUBSCRIPT: return is_complex(c, ast_child(a, n, F_VALUE), depth + 1);
    case K_BINARY:
        if (!ast_op(a, n, "+") && !ast_op(a, n, "-") && !ast_op(a, n, "*") && !ast_op(a, n, "/"))
            return false;
        if (is_complex(c, ast_child(a, n, F_LEFT), depth + 1) &&
            is_complex(c, ast_child(a, n, F_RIGHT), depth + 1))
            return !ast_op(a, n, "*") && !ast_op(a, n, "-"); /* X * conj(X) has real values */
        return is_complex(c, ast_child(a, n, F_LEFT), depth + 1) ||
               is_complex(c, ast_child(a, n, F_RIGHT), depth + 1);
    case K_NAME: return is_complex(c, facts_constant(c->facts, n), depth + 1);
    default: return false;
    }
}

void lint_FFT204(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    if (t->library == LIB_FFTPACK || t->x == 0 || t->open || facts_must_raise(c->facts, m->site) ||
        !is_complex(c, t->x, 0))
        return;
    lint_report(c, m->site,
                "%s of complex data: the imaginary part is dropped, or refused; use %s, or take "
                ".real first",
                t->function->name, t->function->hermitian ? "ifft" : t->function->name + 1);
}

/* ---- FFT205 */

/* Reports whether both axes are given, are both counted from the front or both from the back, and
 * differ. */
static bool axes_differ(const struct lint_context *c, const struct transform *x,
                        const struct transform *y)
{
    double i = -1, k = -1;
    if (x->function->rank != 1 || y->function->rank != 1 || (x->axis == 0 && y->axis == 0))
        return false;
    if ((x->axis != 0 && !facts_number(c->facts, x->axis, &i)) ||
        (y->axis != 0 && !facts_number(c->facts, y->axis, &k)))
        return false;
    return i != k && (i < 0) == (k < 0);
}

static bool is_whole(const struct chain *chain)
{
    return (chain->via &
            (VIA_SLICE | VIA_CALL | VIA_UNKNOWN | VIA_UPDATE | VIA_REAL | VIA_ABS | VIA_SUM)) == 0;
}

/* Checks ducc0.fft.c2r(a, axes, lastsize, forward=True, inorm=0, ...) and pypocketfft's. Without
 * `forward` its sign is that of a forward transform, like r2c's; a round trip then mirrors x. */
static void check_sign(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    struct slice callee = ast_text(a, ast_child(a, call, F_FUNCTION));
    double inorm;
    uint32_t norm = facts_value(c->facts, call, 4, "inorm");
    if ((!slice_ends(callee, "ducc0.fft.c2r") && !slice_is(callee, "pypocketfft.c2r")) ||
        facts_open(c->facts, call) || facts_value(c->facts, call, 3, "forward") != 0 || norm == 0 ||
        (facts_literal(c->facts, norm, &inorm) && inorm != 2))
        return;
    lint_report(c, call,
                "c2r has the sign of a forward transform, as r2c does, unless forward=False: with "
                "the factor of an inverse it gives the signal backwards in time");
}

void lint_FFT205(struct lint_context *c, const struct lint_match *m)
{
    struct lint_pair p;
    struct lint_finding *f = NULL;
    if (c->language != LINT_PYTHON) {
        lint_check_directions(c, m->site);
        return;
    }
    if (slice_is(facts_called(c->facts, m->site), "c2r")) {
        check_sign(c, m->site);
        return;
    }
    if (!lint_pair(c, m, &p) || !is_whole(&p.chain) || p.inverse->library == LIB_FFTPACK)
        return;
    const struct transform *forward = p.chain.sources[0], *inverse = p.inverse;
    if (forward->library == LIB_FFTPACK)
        return;
    if (forward->function->real && !inverse->function->real && inverse->n == 0)
        f = lint_report(
            c, m->site,
            "%s of a whole %s: half a spectrum is read as a full one; use i%s with the length",
            inverse->function->name, forward->function->name, forward->function->name);
    else if (!forward->function->real && inverse->function->real && inverse->n == 0)
        f = lint_report(c, m->site,
                        "%s of a whole %s: a full spectrum is read as half of one; use i%s",
                        inverse->function->name, forward->function->name, forward->function->name);
    else if (p.chain.source_count == 1 && (p.chain.via & VIA_FACTOR) == 0 &&
             axes_differ(c, forward, inverse))
        f = lint_report(c, m->site,
                        "the forward transform goes along another axis than its inverse");
    lint_relate(c, f, forward->call, "forward here");
}

/* ---- FFT206 */

static bool says_rate(struct slice name)
{
    return slice_among(name, " fs sr Fs FS SR rate sfreq samplerate srate samp_rate ") ||
           slice_has(name, "sample_rate") || slice_has(name, "samplerate") ||
           slice_has(name, "sampling_rate") || slice_has(name, "sampling_freq") ||
           slice_has(name, "samplingrate");
}

/* Reports whether the function computes 1 / (2 * d), the Nyquist frequency. Then d is a spacing. */
static bool has_nyquist(const struct lint_context *c, uint32_t d)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, d);
    double number;
    for (uint32_t n = function; n <= a->nodes[function].last; n++) {
        uint32_t product = ast_bare(a, ast_child(a, n, F_RIGHT));
        if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "/") ||
            !facts_literal(c->facts, ast_child(a, n, F_LEFT), &number) ||
            ast_kind(a, product) != K_BINARY || !ast_op(a, product, "*"))
            continue;
        uint32_t left = ast_child(a, product, F_LEFT), right = ast_child(a, product, F_RIGHT);
        if ((ast_same(a, left, d) && facts_is_literal(c->facts, right, 2)) ||
            (ast_same(a, right, d) && facts_is_literal(c->facts, left, 2)))
            return true;
    }
    return false;
}

/* Reports whether the number is a usual sampling rate of sound. Other numbers without a name may be
 * spacings, such as 3600 s or 250 m. */
static bool is_audio_rate(double x)
{
    static const double rates[] = {8000,  11025, 12000, 16000, 22050, 24000,
                                   32000, 44100, 48000, 88200, 96000, 192000};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (x == rates[i])
            return true;
    return false;
}

void lint_FFT206(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    uint32_t d = facts_value(c->facts, m->site, 1, "d");
    const struct ast *a = c->ast;
    double value;
    if (d == 0 || t->library == LIB_ARRAY || t->open)
        return;
    d = ast_bare(a, d);
    uint32_t last = ast_kind(a, d) == K_ATTRIBUTE ? ast_child(a, d, F_MEMBER) : d;
    uint32_t quotient = ast_bare(a, facts_constant(c->facts, d));
    if (ast_kind(a, quotient) == K_BINARY && ast_op(a, quotient, "/"))
        return; /* fs = 1 / rate has a bad name but is right */
    bool known = facts_number(c->facts, d, &value), name = ast_kind(a, last) == K_NAME;
    bool rate = name && (says_rate(ast_text(a, last)) || slice_has(ast_text(a, last), "rate"));
    if ((known && value < 8) || (known && name && !rate) || /* dt = 10 is a spacing of 10 s */
        (known && !name && !(ast_kind(a, d) == K_NUMBER && is_audio_rate(value))) ||
        (!known && (!name || !says_rate(ast_text(a, last)))) || has_nyquist(c, d))
        return;
    struct lint_finding *f = lint_report(c, d,
                                         "%s takes the spacing of the samples, not their rate: "
                                         "%.*s gives frequencies that are too small by "
                                         "the square of it; pass 1/%.*s",
                                         t->function->name, TEXT(a, d), TEXT(a, d));
    lint_edit(c, f, a->nodes[d].start, a->nodes[d].start, "1 / ");
}
