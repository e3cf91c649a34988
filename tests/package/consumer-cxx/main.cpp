// SPDX-License-Identifier: Apache-2.0
// A C++11 program outside the source tree: std::complex arrays pass as they are, and a
// transform followed by its inverse gives the input back.
#include <algorithm>
#include <complex>
#include <cstdio>
#include <vector>

#include <stet.h>

static stet_status transform(stet_direction direction, const std::vector<std::complex<float>> &in,
                             std::vector<std::complex<float>> &out)
{
    const ptrdiff_t n = static_cast<ptrdiff_t>(in.size());
    stet_dim dim;
    stet_options options;
    stet_options_init(&options);
    options.precision = STET_F32;
    options.direction = direction;
    options.rank = 1;
    options.dims = &dim;
    const stet_status status = stet_dims_contiguous(STET_C2C, 1, &n, &dim);
    return status != STET_OK ? status : stet_transform(&options, in.data(), out.data());
}

int main()
{
    std::vector<std::complex<float>> x, spectrum(12), back(12);
    for (int i = 0; i < 12; i++)
        x.emplace_back(static_cast<float>(i), static_cast<float>(-i % 5));
    stet_status status = transform(STET_FORWARD, x, spectrum);
    if (status == STET_OK)
        status = transform(STET_INVERSE, spectrum, back);
    float worst = 0;
    for (std::size_t i = 0; i < x.size(); i++)
        worst = std::max(worst, std::abs(back[i] - x[i]));
    const bool good = status == STET_OK && worst < 1e-5F && std::abs(spectrum[1]) > 1;
    std::printf("consumer (C++): stet %s: %s, round trip within %g: %s\n", stet_version(),
                stet_strerror(status), static_cast<double>(worst), good ? "good" : "bad");
    return good ? 0 : 1;
}
