# SPDX-License-Identifier: Apache-2.0
# The pieces that the subcommands are made of: tests and fuzzers link them, and the Python module, which shows no
# progress (progress_none.c).
set(STET_CLI_PIECES array.c certificate.c comparison.c difference.c drift/work.c dtype.c error.c hash.c input.c
  json.c npy.c options.c output.c plan.c plot.c report.c riff.c settings.c sha256.c source.c svg.c text.c transform.c ulp.c wav.c)
set(STET_VERIFY_SOURCES account.c account_certificate.c channels.c coarse.c fixed.c hypotheses.c inputs.c judge.c library.c maps.c
  measure.c mirrored.c mixed.c orbit.c outliers.c picture.c places.c precision.c problem.c real_maps.c reals.c recheck.c recurrences.c right.c rounding.c
  scale.c slices.c spectrum.c suspect.c truth.c twiddles.c verdict.c views.c wide.c windows.c)
list(TRANSFORM STET_VERIFY_SOURCES PREPEND ../verify/)
list(APPEND STET_CLI_PIECES ${STET_VERIFY_SOURCES})
list(TRANSFORM STET_CLI_PIECES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
