/* stet_profile: how a convolution and the layers around it are to be computed, as a JSON file.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * What stet.h says of threads, errors and structs holds here too.
 *
 * A profile is one JSON object. Its keys are those of "Numerical Precision in GPU Computing: A
 * Comprehensive Guide" and of the loader that this describes, all optional, in any order; the
 * default is in brackets:
 *
 *   key                value                       what it decides
 *   bidir_space        "time" | "freq"   [time]    stet_conv_options.space
 *   bidir_combine      "sum" | "avg"     [avg]     stet_conv_options.combine
 *   fft_norm           "forward" | "backward" [forward]  stet_conv_options.norm
 *   gelu_mode          "erf" | "tanh"    [erf]     which GELU, where there is one
 *   ep_freqmul         true | false      [false]   STET_CONV_EP_FREQMUL
 *   ep_depthwise       true | false      [false]   depthwise in the next precision, one rounding
 *   ep_fft             true | false      [false]   STET_CONV_EP_FFT
 *   strict_kernels     true | false      [false]   by the definition, every operation rounded
 *   layer_norm_strict  true | false      [false]   the same of layer norm
 *   name               a string          [see stet_profile_load()]
 *   description        a string          [""]
 *
 * strict_kernels is about what no ep_ key takes: with ep_depthwise the depthwise filter is
 * extended, with ep_freqmul the convolution goes through the FFT with an extended product, whatever
 * strict_kernels says. (The guide's own extended variant has all three.)
 *
 * An error, with file, line and column: a key that is none, with the nearest one that is; a value
 * of another type, or that a key does not have; a key that comes twice; strings that are not
 * printable ASCII without escapes, names above 63 and descriptions above 255 characters; what is no
 * JSON; and two pairs that contradict each other:
 *   strict_kernels with ep_fft: no transform can be both the strict reference and extended;
 *   strict_kernels with bidir_space "freq", without ep_freqmul: the strict reference has no
 *   spectra that could be added.
 */
#ifndef STET_PROFILE_H
#define STET_PROFILE_H

#include "stet_conv.h"
#include "stet_nn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fill it with stet_profile_init(), then with one of the functions below, or by hand. */
typedef struct stet_profile {
    size_t size; /* sizeof(stet_profile), or what it was in an older header */
    stet_conv_space bidir_space;
    stet_conv_combine bidir_combine;
    stet_norm fft_norm;       /* STET_NORM_FORWARD or STET_NORM_BACKWARD */
    stet_conv_gelu gelu_mode; /* STET_CONV_GELU_ERF or STET_CONV_GELU_TANH */
    int ep_freqmul, ep_depthwise, ep_fft;
    int strict_kernels, layer_norm_strict;
    char name[64], description[256]; /* ended by a 0; printable ASCII without " and \ */
} stet_profile;

/* The defaults; the name is "default". */
STET_API void stet_profile_init_size(stet_profile *profile, size_t size);
static inline void stet_profile_init(stet_profile *profile)
{
    stet_profile_init_size(profile, sizeof(stet_profile));
}

/* Take size bytes of text; keys that it does not have get their defaults. reason, of room bytes,
 * gets why not, one line without a newline, "" on success, and is cut off to fit; NULL and 0 are
 * allowed. origin stands before line and column in it; NULL is "text".
 * Returns STET_OK, STET_E_NULL, STET_E_OPTIONS_SIZE (profile->size), STET_E_PROFILE, STET_E_MEMORY;
 * on an error the profile stays as it was. */
STET_API stet_status stet_profile_read(stet_profile *profile, const char *origin, const char *text,
                                       size_t size, char *reason, size_t room);

/* The same of a shipped profile by its name, or else of a file by its path; a file of such a name
 * is reached with a folder before it (./torch_like). NULL: of what the environment variable
 * STET_PROFILE names, or, if that is not set or empty, the defaults. Without the key "name" the
 * name is that of the profile or file, without folders and .json.
 * Returns the same, and STET_E_FILE. */
STET_API stet_status stet_profile_load(stet_profile *profile, const char *path, char *reason,
                                       size_t room);

/* All keys as JSON, which stet_profile_read() takes again. Writes at most room bytes, a 0 at the
 * end included, and returns the length of the whole text, as snprintf() does; 0 and "" if profile
 * is NULL or has values that are none. */
STET_API size_t stet_profile_write(const stet_profile *profile, char *text, size_t room);

/* The shipped profiles, index from 0; NULL past the last. */
STET_API const char *stet_profile_name(int index);

/* Have a convolution computed as the profile says: sets space, combine, norm, method and extended,
 * and gelu if there is one. method becomes STET_CONV_STRICT with strict_kernels, STET_CONV_FFT
 * with ep_freqmul or ep_fft, and stays otherwise. A level above NATIVE is more than any key asks
 * for: there method and extended stay as they are.
 * Returns STET_OK, STET_E_NULL, STET_E_OPTIONS_SIZE, STET_E_PROFILE (a value that is none, or a
 * contradiction); on an error nothing changes. */
STET_API stet_status stet_profile_apply(const stet_profile *profile, stet_conv_options *options);

typedef enum stet_layer {
    STET_LAYER_DEPTHWISE = 1,
    STET_LAYER_LINEAR = 2,
    STET_LAYER_NORM = 3
} stet_layer;

/* The mode of a layer by a profile: EXTENDED if level is not STET_LEVEL_NATIVE; DEPTHWISE: EXTENDED
 * with ep_depthwise; DEPTHWISE and LINEAR: STRICT with strict_kernels, NORM: with
 * layer_norm_strict; else FUSED. profile NULL: the defaults. STET_LAYER_NO_MODE: layer or level is
 * none. */
STET_API stet_layer_mode stet_layer_mode_of(const stet_profile *profile, stet_layer layer,
                                            stet_level level);

#ifdef __cplusplus
}
#endif

#endif /* STET_PROFILE_H */
