// Kernels between the compiler and what runs them: the function that a kernel becomes, how it is
// called, and what is known of it; the variables and constants of programs. Without LLVM.
#pragma once

#include "compiler/targets/host/runtime/image.h"
#include "core/support/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ursa::jit {

/// The sizes of one launch, shared by all its work-groups. Unused dimensions have size 1, offset 0.
/// The compiler of kernels knows this layout: see kernel_entry.h.
struct LaunchSizes {
  uint64_t globalSize[3] = {1, 1, 1};
  uint64_t globalOffset[3] = {0, 0, 0};
  uint64_t localSize[3] = {1, 1, 1}; ///< of all groups but the last in a dimension
  uint64_t groupCount[3] = {1, 1, 1};
  uint64_t workDim = 1;
};

/// Runs the work-groups groupXBegin <= x < groupXEnd of one row.
/// @param arguments   packed arguments, laid out as KernelInfo::arguments tells
/// @param localMemory static and dynamic local memory of one group, aligned to kMemoryAlignment
/// @param itemMemory  KernelInfo::itemBytes for each work-item of a group, aligned likewise; null
///                    when itemBytes is 0
using KernelEntry = void (*)(const std::byte *arguments, const LaunchSizes *sizes,
                             std::byte *localMemory, std::byte *itemMemory, uint64_t groupXBegin,
                             uint64_t groupXEnd, uint64_t groupY, uint64_t groupZ);

/// Alignment of everything in local memory, and of item memory: that of the largest OpenCL type.
inline constexpr size_t kMemoryAlignment = 128;

/// More than any thread has: a kernel that recurses, or calls through a pointer.
inline constexpr uint64_t kUnknownStack = uint64_t{1} << 30;

/// What a kernel may need of the stack, when that is known: less than threads of the adapter have.
inline constexpr uint64_t kMostStackBytes = uint64_t{7} << 20;

enum class ArgumentKind {
  Value,   ///< size bytes are copied into the argument block
  Pointer, ///< the block holds the pointer
  Image,   ///< the block holds the address of an Image
  Sampler, ///< the block holds a uint64_t: the sampler's number
  Local    ///< the block holds a uint64_t: the offset of the argument's memory in local memory
};

struct KernelArgument {
  ArgumentKind kind = ArgumentKind::Value;
  uint32_t size = 0;                        ///< bytes that the argument block holds
  uint32_t offset = 0;                      ///< of the argument in the block
  ImageType imageType = ImageType::Image1D; ///< of an image
};

struct KernelInfo {
  std::string name;
  std::vector<KernelArgument> arguments;
  uint32_t argumentBytes = 0;    ///< size of the argument block
  uint64_t staticLocalBytes = 0; ///< local variables; dynamic local memory follows, aligned
  uint64_t itemBytes = 0;        ///< state of a work-item that waits at a barrier
  uint64_t privateBytes = 0;     ///< private arrays that stayed in memory
  uint64_t stackBytes = 0;       ///< stack of the entry, functions of runtime_symbols.h excepted;
                                 ///< kUnknownStack when the kernel recurses
  std::optional<std::array<uint32_t, 3>> requiredGroupSize;
  uint32_t requiredSubGroupSize = 0; ///< 0 when the kernel requires none
  bool hasBarriers = false;
  KernelEntry entry = nullptr;
};

/// A variable of the program in global memory that has a name for its user: one with the variable
/// attribute "ursa-global".
struct VariableInfo {
  std::string name;
  size_t size = 0;
  std::byte *address = nullptr;
};

/// A specialization constant that a module declares or reads natively.
struct ConstantSlot {
  uint32_t id = 0;
  uint32_t size = 0; ///< bytes of its value
};

using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

} // namespace ursa::jit
