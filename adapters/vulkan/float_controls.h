// How kernels compute with floating-point numbers, where Vulkan leaves it to the driver: images are
// for all devices, so that what a device can promise is asked for when its modules are made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// What a device can promise, for numbers of 16, 32 and 64 bits. Of 32 bits only denormals are
/// asked for: drivers round floats to the nearest anyhow, and with all modes asked for n-body takes
/// three times as long on NVIDIA's; which of the modes does that is not known.
struct FloatControls {
  struct Widths {
    bool half = false;
    bool single = false;
    bool wide = false;
  };
  Widths denormals;            ///< kept
  Widths infinities;           ///< NaNs and the sign of zero too
  Widths nearest;              ///< results are rounded to the nearest
  bool mixesDenormals = false; ///< may be asked for some widths alone
  bool mixesRoundings = false;
};

/// The module with the execution modes that it can have, of the widths that it has types of.
std::vector<uint32_t> withFloatControls(std::span<const uint32_t> words,
                                        const FloatControls &controls);

} // namespace ursa::vulkan
