#include "adapters/vulkan/quirks/float_controls.h"

#include "spirv/instructions.h"

#include <array>

namespace ursa::vulkan {
namespace {

// One flag for each width: half, single, wide.
using Set = std::array<bool, 3>;

Set setOf(const FloatControls::Widths &widths) { return {widths.half, widths.single, widths.wide}; }

// Declarations of a valid module.
struct Summary {
  size_t capabilitiesEnd = spirv::kHeaderWords;
  size_t entryPointsEnd = 0; // 0 if there is none
  uint32_t entryPoint = 0;
  Set widths{};
};

Summary summarize(std::span<const uint32_t> words) {
  Summary summary;
  spirv::Walker walker(words);
  for (const spirv::Instruction &instruction : walker) {
    if (!spirv::isComplete(instruction))
      return {};
    switch (instruction.op) {
    case spv::Op::OpCapability:
      summary.capabilitiesEnd = walker.next();
      break;
    case spv::Op::OpEntryPoint:
      summary.entryPointsEnd = walker.next();
      summary.entryPoint = instruction[2];
      break;
    case spv::Op::OpTypeFloat:
      summary.widths[0] |= instruction[2] == 16;
      summary.widths[1] |= instruction[2] == 32;
      summary.widths[2] |= instruction[2] == 64;
      break;
    case spv::Op::OpFunction: // types come before functions
      return summary;
    default:
      break;
    }
  }
  return walker.isAtEnd() ? summary : Summary();
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
  const Summary module = summarize(words);
  std::vector<uint32_t> result(words.begin(), words.end());
  if (module.entryPointsEnd == 0)
    return result;
  std::vector<uint32_t> capabilities, modes;
  const auto add = [&](spv::Capability capability, spv::ExecutionMode mode, const Set &widths) {
    constexpr uint32_t kBits[] = {16, 32, 64};
    bool isUsed = false;
    for (size_t i = 0; i < widths.size(); ++i) {
      if (!widths[i])
        continue;
      isUsed = true;
      spirv::append(modes, spv::Op::OpExecutionMode,
                    {module.entryPoint, static_cast<uint32_t>(mode), kBits[i]});
    }
    if (isUsed)
      spirv::append(capabilities, spv::Op::OpCapability, static_cast<uint32_t>(capability));
  };
  add(spv::Capability::DenormPreserve, spv::ExecutionMode::DenormPreserve,
      choose(module.widths, controls.denormals, controls.mixesDenormals));
  const Set notSingle = {module.widths[0], false, module.widths[2]};
  add(spv::Capability::SignedZeroInfNanPreserve, spv::ExecutionMode::SignedZeroInfNanPreserve,
      choose(notSingle, controls.infinities, true));
  add(spv::Capability::RoundingModeRTE, spv::ExecutionMode::RoundingModeRTE,
      choose(notSingle, controls.nearest, controls.mixesRoundings));
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(module.entryPointsEnd), modes.begin(),
                modes.end());
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(module.capabilitiesEnd),
                capabilities.begin(), capabilities.end());
  return result;
}

} // namespace ursa::vulkan
