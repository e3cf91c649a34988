/* SPDX-License-Identifier: Apache-2.0 */
/* pocketfft as three functions, for stet bench, because it is only a header of C++ templates.
 * `scripts/deps pocketfft` compiles this file with SciPy's header, and with SciPy's settings. */
#include "pocketfft_hdronly.h"
#include "stet.h"

#include <exception>
#include <memory>

namespace
{
struct transform {
    stet_kind kind;
    int r2r; /* 1 to 4: DCT, 5 to 8: DST, of that type less 4 */
    bool is_double;
    std::size_t threads;
    pocketfft::shape_t shape, axes;
    pocketfft::stride_t in, out; /* in bytes */
};

void add_axis(transform &t, const stet_dim &d)
{
    const std::ptrdiff_t number = t.is_double ? sizeof(double) : sizeof(float);
    const bool is_r2r = t.r2r != 0;
    t.shape.push_back(static_cast<std::size_t>(d.n));
    t.in.push_back(d.in_stride * number * (is_r2r || t.kind == STET_R2C ? 1 : 2));
    t.out.push_back(d.out_stride * number * (is_r2r || t.kind == STET_C2R ? 1 : 2));
}

template <typename T> void compute(const transform &t, const void *in, void *out)
{
    using complex = std::complex<T>;
    const T one = 1;
    const auto x = static_cast<const T *>(in);
    const auto z = static_cast<const complex *>(in);
    const auto y = static_cast<T *>(out);
    const auto w = static_cast<complex *>(out);
    if (t.r2r > 4)
        pocketfft::dst(t.shape, t.in, t.out, t.axes, t.r2r - 4, x, y, one, false, t.threads);
    else if (t.r2r > 0)
        pocketfft::dct(t.shape, t.in, t.out, t.axes, t.r2r, x, y, one, false, t.threads);
    else if (t.kind == STET_R2C)
        pocketfft::r2c(t.shape, t.in, t.out, t.axes, true, x, w, one, t.threads);
    else if (t.kind == STET_C2R)
        pocketfft::c2r(t.shape, t.in, t.out, t.axes, false, z, y, one, t.threads);
    else
        pocketfft::c2c(t.shape, t.in, t.out, t.axes, true, z, w, one, t.threads);
}
} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

/* Returns NULL if memory is short. */
EXPORTED void *stet_pocketfft_create(int kind, int r2r, int is_double, int threads, int rank,
                                     const stet_dim *dims, const stet_dim *batch)
try {
    std::unique_ptr<transform> t(new transform{});
    t->kind = static_cast<stet_kind>(kind);
    t->r2r = r2r;
    t->is_double = is_double != 0;
    t->threads = static_cast<std::size_t>(threads);
    if (batch->n > 1)
        add_axis(*t, *batch);
    for (int i = 0; i < rank; i++) {
        t->axes.push_back(t->shape.size());
        add_axis(*t, dims[i]);
    }
    return t.release();
} catch (const std::exception &) {
    return nullptr;
}

/* An output that cannot be computed stays as it was, and stet bench says that it is wrong. */
EXPORTED void stet_pocketfft_run(void *plan, const void *in, void *out)
try {
    const auto &t = *static_cast<const transform *>(plan);
    if (t.is_double)
        compute<double>(t, in, out);
    else
        compute<float>(t, in, out);
} catch (const std::exception &) {
}

EXPORTED void stet_pocketfft_release(void *plan) { delete static_cast<transform *>(plan); }

EXPORTED const char *stet_pocketfft_version(void) { return STET_POCKETFFT_VERSION; }
