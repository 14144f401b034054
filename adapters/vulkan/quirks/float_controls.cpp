#include "adapters/vulkan/quirks/float_controls.h"

#include "spirv/builder.h"

#include <array>

namespace ursa::vulkan {
namespace {

// One flag for each width: half, single, wide.
using Set = std::array<bool, 3>;
constexpr uint32_t kBits[] = {16, 32, 64};

Set setOf(const FloatControls::Widths &widths) { return {widths.half, widths.single, widths.wide}; }

Set widthsOf(spirv::Builder &module) {
  Set widths{};
  for (const spirv::Instruction &type : module.instructions(spirv::Section::Global))
    if (type.op == spv::Op::OpTypeFloat)
      for (size_t i = 0; i < widths.size(); ++i)
        widths[i] |= type[2] == kBits[i];
  return widths;
}

// The module's widths for which the mode can be requested.
Set choose(const Set &wanted, const FloatControls::Widths &able, bool mixes) {
  const Set has = setOf(able);
  Set chosen{};
  for (size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = wanted[i] && has[i] && (mixes || (has[0] && has[1] && has[2]));
  return chosen;
}

} // namespace

std::vector<uint32_t> withFloatControls(std::span<const uint32_t> words,
                                        const FloatControls &controls) {
  auto module = spirv::Builder::parse(words);
  if (!module || module->section(spirv::Section::EntryPoint).empty())
    return {words.begin(), words.end()};
  uint32_t entryPoint = 0; // a module has one
  for (const spirv::Instruction &entry : module->instructions(spirv::Section::EntryPoint))
    entryPoint = entry[2];
  const auto add = [&](spv::Capability capability, spv::ExecutionMode mode, const Set &chosen) {
    for (size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i]) {
        module->require(capability);
        module->addExecutionMode(entryPoint, mode, kBits[i]);
      }
  };
  const Set widths = widthsOf(*module);
  add(spv::Capability::DenormPreserve, spv::ExecutionMode::DenormPreserve,
      choose(widths, controls.denormals, controls.mixesDenormals));
  const Set notSingle = {widths[0], false, widths[2]};
  add(spv::Capability::SignedZeroInfNanPreserve, spv::ExecutionMode::SignedZeroInfNanPreserve,
      choose(notSingle, controls.infinities, true));
  add(spv::Capability::RoundingModeRTE, spv::ExecutionMode::RoundingModeRTE,
      choose(notSingle, controls.nearest, controls.mixesRoundings));
  return module->finish();
}

} // namespace ursa::vulkan
