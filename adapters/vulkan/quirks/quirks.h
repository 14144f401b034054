// Driver quirks: a probe runs on the device when it is opened, since the next version of a driver
// may be correct; a table by driver holds what no probe detects. Images for such drivers are
// compiled with options, which their target names: "vulkan1.2+fma=double+relaxed-fences".
#pragma once

#include "core/support/result.h"
#include "format/names.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

struct ur_device_handle_t_;

namespace ursa::vulkan {

inline constexpr const char *kTarget = format::target::kVulkan.data();

/// The results of the probe.
struct ProbeResults {
  bool fusesFma = true;
  bool keepsDenormals = true; ///< of 32-bit floats
  bool keepsFences = true;    ///< a memory barrier in a divergent loop works
  bool keepsItems = true;     ///< the last work-items of a group leave a loop with barriers
  uint64_t loopIterations = 0;
  uint64_t loopIterationsWanted = 0;
};

/// Facts about the driver that need no probe.
struct DriverFacts {
  bool isLavapipe = false;
  bool hasDoubles = true; ///< kernels may compute with them
};

struct Quirks {
  bool fmaIsNotFused = false;
  bool needsDoubleFma = false; ///< as above, and computing in double helps
  bool flushesDenormals = false;
  bool breaksFencesInLoops = false;
  /// The lanes of a vector behind the last work-item of a group stay in loops.
  bool runsUnusedLanes = false;
  /// Iterations of a work-item, of all its loops together, after which loops end; 0 for no limit.
  uint64_t loopLimit = 0;
  /// The depth to which selections and loops may nest; 0 for any.
  uint32_t nestingLimit = 0;
  bool cacheIsEmpty = false; ///< the driver's pipeline cache stores nothing
  /// Reading timestamps waits until the device is idle, also for commands that wait for the host.
  bool timesWaitForIdle = false;

  /// The target of images for such a driver.
  std::string imageTarget() const;
  /// The quirks as text, separated by "; "; "none" if there are none.
  std::string text() const;
};

/// Decides the quirks. Without probe results, uses the known quirks of the driver.
Quirks decideQuirks(const std::optional<ProbeResults> &probed, const DriverFacts &driver);

/// Chooses one of the offered targets for a device with these quirks: the one with most of the
/// options that it needs, and among those the one with the fewest others. Images without fences are
/// only for drivers that break fences. Nothing if none suits.
std::optional<size_t> chooseTarget(std::span<const char *const> targets, const Quirks &quirks);

/// Runs the probe. If it cannot run, uses the known quirks of the driver.
Quirks findQuirks(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
