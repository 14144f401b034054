#include "adapters/opencl/quirks/driver_shapes.h"

#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/quirks/fences.h"
#include "adapters/opencl/quirks/half_functions.h"
#include "spirv/kernel_names.h"

namespace ursa::opencl {

std::span<const uint32_t> inDriversShape(const ur_device_handle_t_ &device,
                                         std::span<const uint32_t> words,
                                         std::vector<uint32_t> &changed) {
  using format::Toggle;
  const auto apply = [&](Toggle toggle, const auto &change) {
    if (device.toggles.has(toggle)) {
      changed = change(words);
      words = changed;
    }
  };
  apply(Toggle::ShortenKernelNames, spirv::withShortKernelNames);
  apply(Toggle::ReplaceFences, withFencesAsAtomics);
  apply(Toggle::ReplaceHalfFunctions, withHalfFunctionsByFloat);
  return words;
}

} // namespace ursa::opencl
