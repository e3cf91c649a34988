/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_LAB_COMMANDS_H
#define STET_LAB_COMMANDS_H

#include "files/command.h"

extern const struct command command_drift, command_profile, command_tables;

#endif
