/* SPDX-License-Identifier: Apache-2.0 */
/* STET_PRIVATE marks functions that sibling libraries of the same build call: libfftw3*,
 * libstet_mpi-*, libstet_gpu, libstet_nn. libstet.so exports them under a version node that
 * contains a digest of these headers (scripts/cmake/stet_map.cmake), so the loader refuses a
 * sibling of another build. Programs must not call them. */
#ifndef STET_BASE_PRIVATE_H
#define STET_BASE_PRIVATE_H

#ifdef __GNUC__
#define STET_PRIVATE __attribute__((visibility("default")))
#else
#define STET_PRIVATE
#endif

#endif
