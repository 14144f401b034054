// What drivers get wrong, and what is done about it: a probe runs on the device when it is opened,
// since the next version of a driver may be right; what no probe finds out is in a table by driver.
// Images are compiled with options for such drivers, which their target names:
// "vulkan1.2+fma=double+relaxed-fences".
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

struct ur_device_handle_t_;

namespace ursa::vulkan {

inline constexpr const char *kTarget = "vulkan1.2";

/// What a probe saw.
struct ProbeResults {
  bool fusesFma = true;
  bool keepsDenormals = true; ///< of floats
  bool keepsFences = true;    ///< a memory barrier in a divergent loop does no harm
  uint64_t loopIterations = 0;
  uint64_t loopIterationsWanted = 0;
};

/// What is known of the driver without one.
struct DriverFacts {
  bool isLavapipe = false;
  bool hasDoubles = true; ///< kernels may compute with them
};

struct Quirks {
  bool fmaIsNotFused = false;
  bool needsDoubleFma = false; ///< the same, and doubles help
  bool flushesDenormals = false;
  bool breaksFencesInLoops = false;
  /// Iterations of a work-item, of all its loops together, after which loops end; 0 for none.
  uint64_t loopLimit = 0;
  /// How deep selections and loops may nest; 0 for any depth.
  uint32_t nestingLimit = 0;
  bool cacheIsEmpty = false; ///< the driver's pipeline cache keeps nothing

  /// The target of images that are made for such a driver.
  std::string imageTarget() const;
  /// The quirks in words, with "; " between; "none" when there are none.
  std::string text() const;
};

/// Without results of a probe, what the driver is known for.
Quirks decideQuirks(const std::optional<ProbeResults> &probed, const DriverFacts &driver);

/// Which of the targets that images are offered for a device with these quirks takes: the one with
/// most of the options that it needs, and among those the one with the fewest others. Images
/// without fences are for drivers that they break alone. Nothing when it takes none.
std::optional<size_t> chooseTarget(std::span<const char *const> targets, const Quirks &quirks);

/// Runs the probe. When it cannot run, what the driver is known for holds.
Quirks findQuirks(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
