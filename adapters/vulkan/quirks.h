// What drivers get wrong, and what is done about it: a table by driver, and probes that run on the
// device when it is opened, since the next version of a driver may be right.
#pragma once

#include "core/support/result.h"

#include <string>

struct ur_device_handle_t_;

namespace ursa::vulkan {

struct Quirks {
  bool fmaIsNotFused = false;       ///< probed
  bool breaksFencesInLoops = false; ///< a memory barrier in a divergent loop computes wrong results
  uint64_t loopLimit = 0;    ///< iterations of an invocation after which loops end; 0 for none
  bool cacheIsEmpty = false; ///< the driver's pipeline cache keeps nothing

  /// Options for `ursac` that make images for such a driver, with a space between; may be empty.
  std::string compilerOptions() const;
};

/// From the table, then by probes. A probe that cannot run leaves what the table says.
Quirks findQuirks(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
