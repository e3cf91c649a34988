/* SPDX-License-Identifier: Apache-2.0 */
/* A program that uses the library beside libstet that reproduces what others published. */
#include <stdio.h>
#include <stet_lab.h>
#include <string.h>

int main(void)
{
    const float state[2] = {1, 3};
    const double reference[2] = {1, 2};
    stet_drift_record record;
    stet_profile profile;
    stet_profile_init(&profile);
    if (stet_profile_load(&profile, "extended", NULL, 0) || strcmp(profile.name, "extended") != 0 ||
        stet_layer_mode_of(&profile, STET_LAYER_LINEAR, STET_LEVEL_NATIVE) != STET_LAYER_STRICT)
        return 1;
    if (stet_drift_compare(STET_F32, 2, state, reference, &record) || record.same != 1)
        return 1;
    printf("%s: an error of %g ulp\n", profile.name, record.max_ulp);
    return 0;
}
