/* SPDX-License-Identifier: Apache-2.0 */
/* Has the constants of the odd butterflies (odd.h). Made by scripts/gen-odd-constants: do not edit.
 * For radix r, h = (r-1)/2, and k, i = 1..h (stored from 0):
 *   cos[k][i] = RN(cos(2 pi i k/r));  sin[k] = RN(sin(2 pi p k/r)), p = pivot[k] + 1 being the i
 *   of largest |sine|;  ratio[k][i] = RN(sin(2 pi i k/r) / sin[k]), so |ratio| <= 1. */
#ifndef STET_GRAPH_ODD_CONSTANTS_H
#define STET_GRAPH_ODD_CONSTANTS_H

/* clang-format off */
static const float stet_cos3_f32[1][1] = {
    {-0x1.0000000000000p-1f}};
static const float stet_ratio3_f32[1][1] = {
    {0x1.0000000000000p+0f}};
static const float stet_sin3_f32[1] = {0x1.bb67ae0000000p-1f};
static const double stet_cos3_f64[1][1] = {
    {-0x1.0000000000000p-1}};
static const double stet_ratio3_f64[1][1] = {
    {0x1.0000000000000p+0}};
static const double stet_sin3_f64[1] = {0x1.bb67ae8584caap-1};
static const int stet_pivot3[1] = {0};
static const float stet_cos5_f32[2][2] = {
    {0x1.3c6ef40000000p-2f, -0x1.9e377a0000000p-1f},
    {-0x1.9e377a0000000p-1f, 0x1.3c6ef40000000p-2f}};
static const float stet_ratio5_f32[2][2] = {
    {0x1.0000000000000p+0f, 0x1.3c6ef20000000p-1f},
    {-0x1.3c6ef20000000p-1f, 0x1.0000000000000p+0f}};
static const float stet_sin5_f32[2] = {0x1.e6f0e20000000p-1f, -0x1.e6f0e20000000p-1f};
static const double stet_cos5_f64[2][2] = {
    {0x1.3c6ef372fe950p-2, -0x1.9e3779b97f4a8p-1},
    {-0x1.9e3779b97f4a8p-1, 0x1.3c6ef372fe950p-2}};
static const double stet_ratio5_f64[2][2] = {
    {0x1.0000000000000p+0, 0x1.3c6ef372fe950p-1},
    {-0x1.3c6ef372fe950p-1, 0x1.0000000000000p+0}};
static const double stet_sin5_f64[2] = {0x1.e6f0e134454ffp-1, -0x1.e6f0e134454ffp-1};
static const int stet_pivot5[2] = {0, 1};
static const float stet_cos7_f32[3][3] = {
    {0x1.3f3a0e0000000p-1f, -0x1.c7b90e0000000p-3f, -0x1.cd4bca0000000p-1f},
    {-0x1.c7b90e0000000p-3f, -0x1.cd4bca0000000p-1f, 0x1.3f3a0e0000000p-1f},
    {-0x1.cd4bca0000000p-1f, 0x1.3f3a0e0000000p-1f, -0x1.c7b90e0000000p-3f}};
static const float stet_ratio7_f32[3][3] = {
    {0x1.9a97960000000p-1f, 0x1.0000000000000p+0f, 0x1.c7b90e0000000p-2f},
    {0x1.0000000000000p+0f, -0x1.c7b90e0000000p-2f, -0x1.9a97960000000p-1f},
    {0x1.c7b90e0000000p-2f, -0x1.9a97960000000p-1f, 0x1.0000000000000p+0f}};
static const float stet_sin7_f32[3] = {0x1.f329c00000000p-1f, 0x1.f329c00000000p-1f, 0x1.f329c00000000p-1f};
static const double stet_cos7_f64[3][3] = {
    {0x1.3f3a0e28bedd1p-1, -0x1.c7b90e3024582p-3, -0x1.cd4bca9cb5c71p-1},
    {-0x1.c7b90e3024582p-3, -0x1.cd4bca9cb5c71p-1, 0x1.3f3a0e28bedd1p-1},
    {-0x1.cd4bca9cb5c71p-1, 0x1.3f3a0e28bedd1p-1, -0x1.c7b90e3024582p-3}};
static const double stet_ratio7_f64[3][3] = {
    {0x1.9a9795396b8e2p-1, 0x1.0000000000000p+0, 0x1.c7b90e3024582p-2},
    {0x1.0000000000000p+0, -0x1.c7b90e3024582p-2, -0x1.9a9795396b8e2p-1},
    {0x1.c7b90e3024582p-2, -0x1.9a9795396b8e2p-1, 0x1.0000000000000p+0}};
static const double stet_sin7_f64[3] = {0x1.f329c0558e969p-1, 0x1.f329c0558e969p-1, 0x1.f329c0558e969p-1};
static const int stet_pivot7[3] = {1, 0, 2};
static const float stet_cos11_f32[5][5] = {
    {0x1.aeb8c80000000p-1f, 0x1.a9628e0000000p-2f, -0x1.2375f60000000p-3f, -0x1.4f49e80000000p-1f, -0x1.eb42aa0000000p-1f},
    {0x1.a9628e0000000p-2f, -0x1.4f49e80000000p-1f, -0x1.eb42aa0000000p-1f, -0x1.2375f60000000p-3f, 0x1.aeb8c80000000p-1f},
    {-0x1.2375f60000000p-3f, -0x1.eb42aa0000000p-1f, 0x1.a9628e0000000p-2f, 0x1.aeb8c80000000p-1f, -0x1.4f49e80000000p-1f},
    {-0x1.4f49e80000000p-1f, -0x1.2375f60000000p-3f, 0x1.aeb8c80000000p-1f, -0x1.eb42aa0000000p-1f, 0x1.a9628e0000000p-2f},
    {-0x1.eb42aa0000000p-1f, 0x1.aeb8c80000000p-1f, -0x1.4f49e80000000p-1f, 0x1.a9628e0000000p-2f, -0x1.2375f60000000p-3f}};
static const float stet_ratio11_f32[5][5] = {
    {0x1.17a7920000000p-1f, 0x1.d685540000000p-1f, 0x1.0000000000000p+0f, 0x1.86ec3e0000000p-1f, 0x1.2375f60000000p-2f},
    {-0x1.d685540000000p-1f, -0x1.86ec3e0000000p-1f, 0x1.2375f60000000p-2f, 0x1.0000000000000p+0f, 0x1.17a7920000000p-1f},
    {0x1.0000000000000p+0f, -0x1.2375f60000000p-2f, -0x1.d685540000000p-1f, 0x1.17a7920000000p-1f, 0x1.86ec3e0000000p-1f},
    {-0x1.86ec3e0000000p-1f, 0x1.0000000000000p+0f, -0x1.17a7920000000p-1f, -0x1.2375f60000000p-2f, 0x1.d685540000000p-1f},
    {0x1.2375f60000000p-2f, -0x1.17a7920000000p-1f, 0x1.86ec3e0000000p-1f, -0x1.d685540000000p-1f, 0x1.0000000000000p+0f}};
static const float stet_sin11_f32[5] = {0x1.fac9e00000000p-1f, -0x1.fac9e00000000p-1f, 0x1.fac9e00000000p-1f, -0x1.fac9e00000000p-1f, 0x1.fac9e00000000p-1f};
static const double stet_cos11_f64[5][5] = {
    {0x1.aeb8c8764f0bap-1, 0x1.a9628d9c712b6p-2, -0x1.2375f640f44dbp-3, -0x1.4f49e7f775887p-1, -0x1.eb42a9bcd5057p-1},
    {0x1.a9628d9c712b6p-2, -0x1.4f49e7f775887p-1, -0x1.eb42a9bcd5057p-1, -0x1.2375f640f44dbp-3, 0x1.aeb8c8764f0bap-1},
    {-0x1.2375f640f44dbp-3, -0x1.eb42a9bcd5057p-1, 0x1.a9628d9c712b6p-2, 0x1.aeb8c8764f0bap-1, -0x1.4f49e7f775887p-1},
    {-0x1.4f49e7f775887p-1, -0x1.2375f640f44dbp-3, 0x1.aeb8c8764f0bap-1, -0x1.eb42a9bcd5057p-1, 0x1.a9628d9c712b6p-2},
    {-0x1.eb42a9bcd5057p-1, 0x1.aeb8c8764f0bap-1, -0x1.4f49e7f775887p-1, 0x1.a9628d9c712b6p-2, -0x1.2375f640f44dbp-3}};
static const double stet_ratio11_f64[5][5] = {
    {0x1.17a7927bf7049p-1, 0x1.d6855379aa0afp-1, 0x1.0000000000000p+0, 0x1.86ec3d72f40c5p-1, 0x1.2375f640f44dbp-2},
    {-0x1.d6855379aa0afp-1, -0x1.86ec3d72f40c5p-1, 0x1.2375f640f44dbp-2, 0x1.0000000000000p+0, 0x1.17a7927bf7049p-1},
    {0x1.0000000000000p+0, -0x1.2375f640f44dbp-2, -0x1.d6855379aa0afp-1, 0x1.17a7927bf7049p-1, 0x1.86ec3d72f40c5p-1},
    {-0x1.86ec3d72f40c5p-1, 0x1.0000000000000p+0, -0x1.17a7927bf7049p-1, -0x1.2375f640f44dbp-2, 0x1.d6855379aa0afp-1},
    {0x1.2375f640f44dbp-2, -0x1.17a7927bf7049p-1, 0x1.86ec3d72f40c5p-1, -0x1.d6855379aa0afp-1, 0x1.0000000000000p+0}};
static const double stet_sin11_f64[5] = {0x1.fac9e043842efp-1, -0x1.fac9e043842efp-1, 0x1.fac9e043842efp-1, -0x1.fac9e043842efp-1, 0x1.fac9e043842efp-1};
static const int stet_pivot11[5] = {2, 3, 0, 1, 4};
static const float stet_cos13_f32[6][6] = {
    {0x1.c55a7e0000000p-1f, 0x1.22d9620000000p-1f, 0x1.edb7de0000000p-4f, -0x1.6b1d8c0000000p-2f, -0x1.7f3cce0000000p-1f, -0x1.f11f4a0000000p-1f},
    {0x1.22d9620000000p-1f, -0x1.6b1d8c0000000p-2f, -0x1.f11f4a0000000p-1f, -0x1.7f3cce0000000p-1f, 0x1.edb7de0000000p-4f, 0x1.c55a7e0000000p-1f},
    {0x1.edb7de0000000p-4f, -0x1.f11f4a0000000p-1f, -0x1.6b1d8c0000000p-2f, 0x1.c55a7e0000000p-1f, 0x1.22d9620000000p-1f, -0x1.7f3cce0000000p-1f},
    {-0x1.6b1d8c0000000p-2f, -0x1.7f3cce0000000p-1f, 0x1.c55a7e0000000p-1f, 0x1.edb7de0000000p-4f, -0x1.f11f4a0000000p-1f, 0x1.22d9620000000p-1f},
    {-0x1.7f3cce0000000p-1f, 0x1.edb7de0000000p-4f, 0x1.22d9620000000p-1f, -0x1.f11f4a0000000p-1f, 0x1.c55a7e0000000p-1f, -0x1.6b1d8c0000000p-2f},
    {-0x1.f11f4a0000000p-1f, 0x1.c55a7e0000000p-1f, -0x1.7f3cce0000000p-1f, 0x1.22d9620000000p-1f, -0x1.6b1d8c0000000p-2f, 0x1.edb7de0000000p-4f}};
static const float stet_ratio13_f32[6][6] = {
    {0x1.df5f280000000p-2f, 0x1.a8766a0000000p-1f, 0x1.0000000000000p+0f, 0x1.e23e920000000p-1f, 0x1.5603300000000p-1f, 0x1.edb7e00000000p-3f},
    {-0x1.a8766a0000000p-1f, -0x1.e23e920000000p-1f, -0x1.edb7e00000000p-3f, 0x1.5603300000000p-1f, 0x1.0000000000000p+0f, 0x1.df5f280000000p-2f},
    {0x1.0000000000000p+0f, 0x1.edb7e00000000p-3f, -0x1.e23e920000000p-1f, -0x1.df5f280000000p-2f, 0x1.a8766a0000000p-1f, 0x1.5603300000000p-1f},
    {0x1.e23e920000000p-1f, -0x1.5603300000000p-1f, -0x1.df5f280000000p-2f, 0x1.0000000000000p+0f, -0x1.edb7e00000000p-3f, -0x1.a8766a0000000p-1f},
    {-0x1.5603300000000p-1f, 0x1.0000000000000p+0f, -0x1.a8766a0000000p-1f, 0x1.edb7e00000000p-3f, 0x1.df5f280000000p-2f, -0x1.e23e920000000p-1f},
    {-0x1.edb7e00000000p-3f, 0x1.df5f280000000p-2f, -0x1.5603300000000p-1f, 0x1.a8766a0000000p-1f, -0x1.e23e920000000p-1f, 0x1.0000000000000p+0f}};
static const float stet_sin13_f32[6] = {0x1.fc44560000000p-1f, -0x1.fc44560000000p-1f, 0x1.fc44560000000p-1f, 0x1.fc44560000000p-1f, -0x1.fc44560000000p-1f, -0x1.fc44560000000p-1f};
static const double stet_cos13_f64[6][6] = {
    {0x1.c55a7e00740e9p-1, 0x1.22d961ea71119p-1, 0x1.edb7debaa3ed8p-4, -0x1.6b1d8b2365da1p-2, -0x1.7f3ccd0032e0cp-1, -0x1.f11f493053d00p-1},
    {0x1.22d961ea71119p-1, -0x1.6b1d8b2365da1p-2, -0x1.f11f493053d00p-1, -0x1.7f3ccd0032e0cp-1, 0x1.edb7debaa3ed8p-4, 0x1.c55a7e00740e9p-1},
    {0x1.edb7debaa3ed8p-4, -0x1.f11f493053d00p-1, -0x1.6b1d8b2365da1p-2, 0x1.c55a7e00740e9p-1, 0x1.22d961ea71119p-1, -0x1.7f3ccd0032e0cp-1},
    {-0x1.6b1d8b2365da1p-2, -0x1.7f3ccd0032e0cp-1, 0x1.c55a7e00740e9p-1, 0x1.edb7debaa3ed8p-4, -0x1.f11f493053d00p-1, 0x1.22d961ea71119p-1},
    {-0x1.7f3ccd0032e0cp-1, 0x1.edb7debaa3ed8p-4, 0x1.22d961ea71119p-1, -0x1.f11f493053d00p-1, 0x1.c55a7e00740e9p-1, -0x1.6b1d8b2365da1p-2},
    {-0x1.f11f493053d00p-1, 0x1.c55a7e00740e9p-1, -0x1.7f3ccd0032e0cp-1, 0x1.22d961ea71119p-1, -0x1.6b1d8b2365da1p-2, 0x1.edb7debaa3ed8p-4}};
static const double stet_ratio13_f64[6][6] = {
    {0x1.df5f26e979bd6p-2, 0x1.a87669a0407d2p-1, 0x1.0000000000000p+0, 0x1.e23e9260a7a00p-1, 0x1.5603306025447p-1, 0x1.edb7debaa3ed9p-3},
    {-0x1.a87669a0407d2p-1, -0x1.e23e9260a7a00p-1, -0x1.edb7debaa3ed9p-3, 0x1.5603306025447p-1, 0x1.0000000000000p+0, 0x1.df5f26e979bd6p-2},
    {0x1.0000000000000p+0, 0x1.edb7debaa3ed9p-3, -0x1.e23e9260a7a00p-1, -0x1.df5f26e979bd6p-2, 0x1.a87669a0407d2p-1, 0x1.5603306025447p-1},
    {0x1.e23e9260a7a00p-1, -0x1.5603306025447p-1, -0x1.df5f26e979bd6p-2, 0x1.0000000000000p+0, -0x1.edb7debaa3ed9p-3, -0x1.a87669a0407d2p-1},
    {-0x1.5603306025447p-1, 0x1.0000000000000p+0, -0x1.a87669a0407d2p-1, 0x1.edb7debaa3ed9p-3, 0x1.df5f26e979bd6p-2, -0x1.e23e9260a7a00p-1},
    {-0x1.edb7debaa3ed9p-3, 0x1.df5f26e979bd6p-2, -0x1.5603306025447p-1, 0x1.a87669a0407d2p-1, -0x1.e23e9260a7a00p-1, 0x1.0000000000000p+0}};
static const double stet_sin13_f64[6] = {0x1.fc44566966769p-1, -0x1.fc44566966769p-1, 0x1.fc44566966769p-1, 0x1.fc44566966769p-1, -0x1.fc44566966769p-1, -0x1.fc44566966769p-1};
static const int stet_pivot13[6] = {2, 4, 0, 3, 1, 5};
/* clang-format on */

#endif
