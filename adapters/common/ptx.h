// Parses PTX: which parameters its kernels have, and which sizes of groups each requires
// (docs/COMPILER.md, "PTX").
#pragma once

#include "adapters/common/launch.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::adapter::ptx {

struct Kernel {
  std::vector<KernelParameter> parameters;
  std::optional<std::array<size_t, 3>> requiredSize; ///< `.reqntid`
  uint32_t requiredSubGroupSize = 0;                 ///< 0 when the kernel requires none
  bool leavesOffsetForm = false; ///< the form with a global offset is compiled when it is needed
};

/// Kernels by name.
using Kernels = std::map<std::string, Kernel>;

/// Returns whether @p bytes are text that begins as PTX does, after comments.
bool isPtx(std::span<const std::byte> bytes);

/// Which debugging information PTX has.
enum class DebugInfo : uint8_t {
  None,
  Lines, ///< `.loc`
  Full   ///< `.target sm_XX, debug`: drivers compile it only without optimizing
};
DebugInfo debugInfoOf(std::string_view text);

/// Returns the kernels in @p text. Unknown syntax yields unknown parameters, or omits a kernel; the
/// driver's compiler reports errors.
Kernels readKernels(std::string_view text);

/// Returns the targets of images that a device takes, PREFIX-sm_XX for every compute capability up
/// to its own, the newest first.
/// @param computeCapability 10 times major plus minor
std::vector<std::string> imageTargets(std::string_view prefix, uint32_t computeCapability);

} // namespace ursa::adapter::ptx
