# SPDX-License-Identifier: Apache-2.0
"""Imported by the fork server of multiprocessing: its processes run on stet as their parent does."""

import foreign_plugin

foreign_plugin.start()
