/* SPDX-License-Identifier: Apache-2.0 */
/* A function of another file, compiled with or without fpsan-cc. */
float outside(float x);

float outside(float x) { return x * x + 1; }
