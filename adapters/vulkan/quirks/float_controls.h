// Floating-point behavior that Vulkan leaves to the driver. Images are for all devices, so the
// execution modes that a device supports are added when its modules are created.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// The modes that a device supports, for numbers of 16, 32 and 64 bits. For 32 bits only denormals
/// are requested: drivers round floats to the nearest anyway, and with all modes n-body takes three
/// times as long on NVIDIA's driver; which of the modes causes that is not known.
struct FloatControls {
  struct Widths {
    bool half = false;
    bool single = false;
    bool wide = false;
  };
  Widths denormals;            ///< denormals are preserved
  Widths infinities;           ///< NaNs and the sign of zero are preserved too
  Widths nearest;              ///< results are rounded to the nearest
  bool mixesDenormals = false; ///< may be requested for some widths only
  bool mixesRoundings = false;
};

/// Returns the module with the supported execution modes added, for the widths that it has types
/// of.
std::vector<uint32_t> withFloatControls(std::span<const uint32_t> words,
                                        const FloatControls &controls);

} // namespace ursa::vulkan
