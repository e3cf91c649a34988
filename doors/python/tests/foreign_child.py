# SPDX-License-Identifier: Apache-2.0
"""The fork server of multiprocessing imports this file, so that its processes run on stet as their parent does."""

import foreign_plugin

foreign_plugin.start()
