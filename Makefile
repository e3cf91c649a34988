# SPDX-License-Identifier: Apache-2.0
# CMake (CMakePresets.json) and Ninja do the work in build/.
#   make help    lists the targets.
# Variables: JOBS=n  PREFIX=/usr/local  DESTDIR=  INPUT=my.wav  SKIP="aarch64 ..."
#            BENCH="options of stet bench"  FFTW512=1  NAME=record
#            NO_DEPS=1 leaves the installed packages alone.
#            CMAKE_ARGS="-DSTET_ISAS=best ..." goes to cmake when `make` configures build/.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
ifneq ($(shell command -v ccache),)
export CMAKE_C_COMPILER_LAUNCHER ?= ccache
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1
endif
PREFIX ?= /usr/local
DEPS = $(if $(NO_DEPS),@:,@scripts/deps)

# A build folder in which `make test` has never run is configured without the tests, and needs
# no oracle or test tool.
.PHONY: all
all:
	$(DEPS) build
	@if test -f build/build.ninja; then cmake build >/dev/null; \
		else cmake --preset default -DSTET_BUILD_TESTS=OFF $(CMAKE_ARGS); fi
	@cmake --build build -j $(JOBS)

# If nothing is built yet, the demo builds only what it needs in its own folder: two minutes of two cores or less.
.PHONY: demo
demo:
	$(DEPS) demo
ifneq ($(wildcard build/stet),)
	@$(MAKE) --no-print-directory all NO_DEPS=1
	@STET=build/stet scripts/demo "$(INPUT)"
else
	@cmake --preset demo >/dev/null
	@cmake --build build-demo -j $(JOBS) --target stet
	@STET=build-demo/stet scripts/demo "$(INPUT)"
endif

# This builds a part of `make` in its own folder: the instances that this machine runs, without half precision in vectors.
.PHONY: dev
dev:
	$(DEPS) test
	@cmake --preset dev >/dev/null
	@cmake --build build-dev -j $(JOBS) --target stet stet_shared golden
	@build-dev/tests/golden --quick tests/golden/native.txt

.PHONY: test test-long
test test-long:
	$(DEPS) test
	@JOBS=$(JOBS) SKIP="$(SKIP)" scripts/test-matrix $(if $(filter test-long,$@),--long)

# This runs the sanitizer's own tests, and proves the FFT kernels with it. It takes minutes.
.PHONY: fpsan
fpsan:
	$(DEPS) test
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS)
	@ctest --test-dir build -j $(JOBS) -L '^fpsan$$' --output-on-failure --no-tests=error

# This tests the FFTW interface: its tests, FFTW's own checking program and real programs on it. It first fetches
# these programs and FFTW's source.
.PHONY: test-fftw
test-fftw:
	$(DEPS) test
	$(DEPS) fftw
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS)
	@$(if $(NO_DEPS),,STET_PROGRAMS=needed) ctest --test-dir build -j $(JOBS) -L '^fftw$$' -LE long --output-on-failure --no-tests=error

# This tests the library for MPI with every installed MPI. `scripts/deps mpi` first fetches Open MPI and MPICH.
.PHONY: test-mpi
test-mpi:
	$(DEPS) test
	$(DEPS) mpi
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS) --target mpi_tests
	@ctest --test-dir build -j $(JOBS) -L '^mpi$$' -LE long --output-on-failure --no-tests=error

# This tests transforms on devices. `scripts/deps gpu` fetches PoCL, an OpenCL device that is this CPU.
.PHONY: test-gpu
test-gpu:
	$(DEPS) test
	$(DEPS) gpu
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS) --target gpu_tests
	@STET_TEST_DEVICES=1 ctest --test-dir build -j $(JOBS) -L '^gpu$$' -LE long --output-on-failure --no-tests=error

# This builds a wheel of this tree and tests it with each Python and NumPy in build/python.
.PHONY: test-python
test-python:
	$(DEPS) test
	@test -d build/python/env || scripts/deps python
	@JOBS=$(JOBS) scripts/test-python

# This runs the commands and code blocks of README.md and docs/ and compares their output. The Python examples use an
# extension made with build/libstet.a.
.PHONY: test-docs
test-docs:
	$(DEPS) test
	$(DEPS) docs
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS)
	@scripts/docs-python build
	@JOBS=$(JOBS) ctest --test-dir build -j $(JOBS) -L '^docs$$' --output-on-failure --no-tests=error

# This builds the documentation as a site in build/site, which is read from the disk.
.PHONY: docs
docs:
	$(DEPS) docs
	@$(MAKE) --no-print-directory all NO_DEPS=1
	@scripts/docs-python build
	@scripts/site build

# This runs the linter's fuzzers, RUNS executions each, the quickest first. Each writes its progress to its log every minute. They run
# without sanitizers, which take half of the time, so they find only crashes and failed assertions of the fuzzer itself
# (tests/lint/fuzz_lint.c). With sanitizers they run for seconds in the preset asan, for minutes in fuzz, and here with FUZZ_BUILD= .
# The timeout is long because it is wall-clock time, and nice 19 waits long.
RUNS ?= 10000000
FUZZ_BUILD ?= -DSTET_SANITIZE= -DCMAKE_C_FLAGS=-O2
FUZZ_LENGTH ?= 256
LINT_FUZZERS = config build py c cu
.PHONY: fuzz-lint
fuzz-lint:
	$(DEPS) test
	@test -d build/tree-sitter/cpp || scripts/deps lint
	@cmake --preset fuzz -B build-fuzz-lint -DSTET_BUILD_TESTS=ON $(FUZZ_BUILD) >/dev/null
	@cmake --build build-fuzz-lint -j $(JOBS) --target $(LINT_FUZZERS:%=fuzz_lint_%)
	@cd build-fuzz-lint/fuzz && for name in $(LINT_FUZZERS); do mkdir -p lint_$$name.finds; \
	    echo "fuzz_lint_$$name: $(RUNS) executions, build-fuzz-lint/fuzz/lint_$$name.log"; \
	    nice -n 19 ./fuzz_lint_$$name -runs=$(RUNS) -max_len=$(FUZZ_LENGTH) -timeout=600 -report_slow_units=600 \
	        -detect_leaks=0 -print_final_stats=1 \
	        lint_$$name.finds lint.corpus/$$(echo $$name | sed s/config/toml/) >lint_$$name.log 2>&1 || \
	        { tail -n 20 lint_$$name.log; exit 1; }; done

# This runs the linter's tests and lints stet's tree, without building the kernels: a minute or less.
.PHONY: test-lint
test-lint:
	$(DEPS) test
	@test -d build/tree-sitter/cpp || scripts/deps lint
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS) --target lint_tests
	@ctest --test-dir build -j $(JOBS) -L '^lint$$' -LE long --output-on-failure --no-tests=error

.PHONY: check
check:
	$(DEPS) test
	@cmake --preset default -DSTET_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS)
	@ctest --test-dir build -j $(JOBS) -LE 'gate|long' --output-on-failure --no-tests=error

# The numbers also go to build/bench.json and build/bench.svg. FFTW512=1 first builds FFTW with AVX2, FMA and AVX-512.
.PHONY: bench bench-record
bench bench-record:
	$(DEPS) bench
	$(if $(FFTW512),@test -d build/fftw512/lib || scripts/deps fftw512)
	@$(MAKE) --no-print-directory all NO_DEPS=1
	@$(if $(filter bench,$@),scripts/bench $(BENCH),scripts/bench-record $(NAME))

.PHONY: install uninstall
install: all
	@cmake --install build --prefix "$(PREFIX)"
	@cp build/install_manifest.txt build/installed.txt # the tests install too
	@$(if $(DESTDIR),:,scripts/installed build/installed.txt)
uninstall:
	@scripts/uninstall build/installed.txt

# These make the package for JavaScript in build/web, and test it with node and Chromium.
.PHONY: web test-web
web test-web:
	$(DEPS) web
	@JOBS=$(JOBS) scripts/$@

# These make an archive of HEAD, with the same bytes for the same commit, and Debian packages of this tree in build/debian.
.PHONY: dist deb test-deb
test-deb:
	$(DEPS) test
	$(DEPS) deb
	@tests/package/deb.sh
dist:
	@scripts/dist
deb:
	$(DEPS) deb
	@scripts/deb

# This builds the last commit as it would be published, installs it into an empty Debian, uses it there, builds it again and compares.
.PHONY: release-check
release-check:
	$(DEPS) release
	@test -x build/python/tools/bin/auditwheel || scripts/deps python
	@scripts/release-check $(RELEASE)

.PHONY: format tidy
format:
	$(DEPS) test
	@scripts/format
tidy:
	$(DEPS) test
	@test -f build/build.ninja || cmake --preset default
	@scripts/tidy build

.PHONY: clean
clean:
	rm -rf build build-* demo

.PHONY: help
help:
	@echo 'make                 build/stet, build/libstet.so, build/libstet.a'
	@echo 'make demo            the main job on a recording of speech; INPUT=my.wav for your own'
	@echo 'make dev             build-dev/stet for this machine alone, and the golden bits: while writing'
	@echo 'make test            every short test and gate of the default build'
	@echo 'make test-long       all tests, with other compilers and emulated CPUs: hours'
	@echo 'make test-gpu        transforms on devices, by OpenCL on this CPU'
	@echo 'make test-lint       the linter, and this tree linted'
	@echo 'make fuzz-lint       its fuzzers, RUNS=10000000 executions each: three hours'
	@echo 'make check           the tests of one build only, for a quick look while writing'
	@echo 'make fpsan           FPSan, and with it the FFT kernels compared with the DFT'
	@echo 'make test-fftw       the FFTW interface alone: programs built for FFTW on stet'
	@echo 'make test-mpi        the library for MPI over ranks of Open MPI and MPICH'
	@echo 'make test-python     the Python package: its wheel, tested with several Pythons and NumPys'
	@echo 'make docs            the documentation as a site, build/site/index.html'
	@echo 'make test-docs       the commands and code in README.md and docs/, run and compared'
	@echo 'make web             the package for JavaScript in build/web: WebAssembly, for node and browsers'
	@echo 'make test-web        the same, tested with node and headless Chromium'
	@echo 'make bench           time beside FFTW and MKL (fetched, 1 GB); BENCH="--kind r2c ..." FFTW512=1'
	@echo 'make bench-record    all tables of docs/performance-tables.md into tools/bench/recorded/; NAME=of-the-record'
	@echo 'make install         below PREFIX=/usr/local, staged below DESTDIR='
	@echo 'make uninstall       remove what the last make install put there'
	@echo 'make dist            build/stet-VERSION.tar.xz, the sources of the last commit'
	@echo 'make deb             Debian packages of the last commit, into build/debian'
	@echo 'make test-deb        these packages built with one instance, lintian, and a look at what is in them'
	@echo 'make release-check  what would be published, built twice, installed and used; RELEASE=--quick'
	@echo 'make format          put the sources into the style of .clang-format'
	@echo 'make tidy            clang-tidy on the library, the command and FPSan'
	@echo 'make clean           remove the build folders and the output of the demo'
	@echo 'scripts/deps --print what is installed first, and what for'
