/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_LAB_SUBCOMMANDS_H
#define STET_LAB_SUBCOMMANDS_H

#include "commands.h"

extern const struct command command_drift, command_profile, command_tables;

#endif
