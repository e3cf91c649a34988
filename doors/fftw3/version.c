/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"
#include "stet.h"

#define TEXT(x) #x
#define NUMBER(x) TEXT(x)

/* Programs compare the beginning of the text. A program that is not position-independent has a
 * copy of each text, with the size in the library that it was linked with. So the sizes are those
 * of Debian's library. */
enum { VERSION_SIZE = STET_FFTW_BITS == 80 ? 12 : 21, CC_SIZE = 96 };
extern const char X(version)[VERSION_SIZE], X(cc)[CC_SIZE], X(codelet_optim)[1];

#if STET_FFTW_BITS == 80
const char X(version)[VERSION_SIZE] = "fftw-3.3.10";
#else
const char X(version)[VERSION_SIZE] =
    "fftw-3.3.10-stet-" NUMBER(STET_VERSION_MAJOR) "." NUMBER(STET_VERSION_MINOR);
#endif
const char X(cc)[CC_SIZE] = "stet, not FFTW: " __VERSION__;
const char X(codelet_optim)[1] = "";
