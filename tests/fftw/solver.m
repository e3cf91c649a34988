% SPDX-License-Identifier: Apache-2.0
% The Kuramoto-Sivashinsky equation on a line, periodic, pseudo-spectral, chaotic: every bit of every FFT matters
% after a while. The number of threads, the planner, the steps and the file come from the environment.
fftw("threads", str2num(getenv("SOLVER_THREADS")));
fftw("planner", getenv("SOLVER_PLANNER"));
n = 4096;
x = (0:n-1) / n;
u = sin(2*pi*7*x) .* cos(2*pi*19*x) + 0.3 * cos(2*pi*51*x);
k = 2*pi/1024 * [0:n/2-1, 0, -n/2+1:-1];
kept = abs(k) < max(k) * 2/3;
h = 0.05;
v = fft(u);
for step = 1:str2num(getenv("SOLVER_STEPS"))
  ux = real(ifft(1i * k .* v));
  v = (v - h * kept .* fft(real(ifft(v)) .* ux)) ./ (1 - h * (k.^2 - k.^4));
end
u = real(ifft(v));
file = fopen(getenv("SOLVER_FILE"), "w");
fwrite(file, u, "double");
fclose(file);
