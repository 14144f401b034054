#include "adapters/vulkan/quirks/shapes.h"

#include "adapters/vulkan/quirks/float_shapes.h"
#include "adapters/vulkan/quirks/loop_fences.h"
#include "adapters/vulkan/quirks/loop_values.h"

namespace ursa::vulkan {

using format::Toggle;

std::vector<uint32_t> shapedBy(const format::ToggleSet &toggles, std::span<const uint32_t> words) {
  std::vector<uint32_t> shaped(words.begin(), words.end());
  constexpr std::pair<Toggle, std::vector<uint32_t> (*)(std::span<const uint32_t>)> kShapes[] = {
      {Toggle::RoundDoublesBySums, withDoublesRoundedBySums},
      {Toggle::SeparateConversions, withSeparateConversions},
      {Toggle::SelectSigns, withSelectedSigns},
      {Toggle::KeepLoopValues, withLoopValuesInPhis},
      {Toggle::MoveFencesOutOfLoops, withoutFencesInLoops}};
  for (const auto &[toggle, shape] : kShapes)
    if (toggles.has(toggle))
      shaped = shape(shaped);
  return shaped;
}

} // namespace ursa::vulkan
