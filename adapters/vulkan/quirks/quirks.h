// Driver quirks: a probe runs on the device when it is opened, since the next version of a driver
// may be correct; a table by driver holds what no probe detects. The quirks decide the toggles of
// the device. Images for such drivers are compiled with options, which their target names:
// "vulkan1.2+fma=double+relaxed-fences".
#pragma once

#include "format/names.h"
#include "format/toggles.h"
#include "support/result.h"

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
  bool isOfMesa = false;  ///< lavapipe or another one
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
  /// Work-items that have left a loop compute its values again, from phis that have changed.
  bool changesLoopValues = false;
  bool roundsDoublesWrongly = false;
  bool selectsSignsWrongly = false; ///< bits of floats in selections
  bool joinsConversions = false;    ///< of integers to floats and back
  bool cacheIsEmpty = false;        ///< the driver's pipeline cache stores nothing
  /// Reading timestamps waits until the device is idle, also for commands that wait for the host.
  bool timesWaitForIdle = false;

  /// The quirks as text, separated by "; "; "none" if there are none.
  std::string text() const;
};

/// Decides the quirks. Without probe results, uses the known quirks of the driver.
Quirks decideQuirks(const std::optional<ProbeResults> &probed, const DriverFacts &driver);

/// Returns the toggles of a device with these quirks.
format::ToggleSet decideToggles(const Quirks &quirks, const format::ToggleOverrides &overrides);

/// Limits of drivers whose own are not known, for toggles that the user turns on.
/// @{
inline constexpr uint64_t kUsualLoopLimit = 65535;
inline constexpr uint32_t kUsualNestingLimit = 79;
/// @}

/// Returns the target of the images that a device with these toggles prefers.
std::string imageTarget(const format::ToggleSet &toggles);

/// Chooses one of the offered targets for a device with these toggles: the one with most of the
/// options that it needs, and among those the one with the fewest others. Images without fences are
/// only for drivers that break fences. Nothing if none suits.
std::optional<size_t> chooseTarget(std::span<const char *const> targets,
                                   const format::ToggleSet &toggles);

/// Runs the probe. If it cannot run, uses the known quirks of the driver.
Quirks findQuirks(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
