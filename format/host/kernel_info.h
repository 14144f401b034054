// Interface between the kernel compiler and the adapter: the entry function of a kernel, its
// arguments and resources; the variables and constants of programs. Without LLVM.
#pragma once

#include "format/host/image_argument.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ursa::format::host {

/// The sizes of one launch, shared by all its work-groups. Unused dimensions have size 1, offset 0.
/// The kernel compiler depends on this layout: see kernel_entry.h.
struct LaunchSizes {
  uint64_t globalSize[3] = {1, 1, 1};
  uint64_t globalOffset[3] = {0, 0, 0};
  uint64_t localSize[3] = {1, 1, 1}; ///< of all groups except the last in a dimension
  uint64_t groupCount[3] = {1, 1, 1};
  uint64_t workDim = 1;
};

/// Runs the work-groups groupXBegin <= x < groupXEnd of one row.
/// @param arguments packed arguments with the layout of KernelInfo::arguments
/// @param localMemory static and dynamic local memory of one group, aligned to kMemoryAlignment
/// @param itemMemory  KernelInfo::itemBytes for each work-item of a group, aligned likewise; null
///                    when itemBytes is 0
using KernelEntry = void (*)(const std::byte *arguments, const LaunchSizes *sizes,
                             std::byte *localMemory, std::byte *itemMemory, uint64_t groupXBegin,
                             uint64_t groupXEnd, uint64_t groupY, uint64_t groupZ);

/// Alignment of local memory, of its variables and of item memory: that of the largest OpenCL type.
inline constexpr size_t kMemoryAlignment = 128;

/// Stack usage of a kernel that recurses or calls through a pointer: more than any thread has.
inline constexpr uint64_t kUnknownStack = uint64_t{1} << 30;

/// Maximum known stack usage of a kernel: less than the stack of the adapter's threads.
inline constexpr uint64_t kMaxStackBytes = uint64_t{7} << 20;

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
  uint32_t offset = 0;                      ///< offset of the argument in the block
  ImageType imageType = ImageType::Image1D; ///< type of an image argument
};

/// An argument by value that would pay as a constant (shaping_arguments.h).
struct ShapingArgument {
  uint32_t index = 0;
  bool isLength = false; ///< an integer that decides how long loops are, and nothing else: it pays
                         ///< if they are short
};

struct KernelInfo {
  std::string name;
  std::vector<KernelArgument> arguments;
  uint32_t argumentBytes = 0;    ///< size of the argument block
  uint64_t staticLocalBytes = 0; ///< local variables; dynamic local memory follows, aligned
  uint64_t itemBytes = 0;        ///< coroutine state of a work-item that waits at a barrier
  uint64_t privateBytes = 0;     ///< private arrays that remain in memory
  uint64_t stackBytes = 0;       ///< stack of the entry, functions of runtime_symbols.h excepted;
                                 ///< kUnknownStack when the kernel recurses
  uint64_t itemInstructions = 0; ///< upper bound for a work-item; 0 if unknown: the kernel may run
                                 ///< long, or wait for another one
  std::optional<std::array<uint32_t, 3>> requiredGroupSize;
  uint32_t requiredSubGroupSize = 0; ///< 0 when the kernel requires none
  uint32_t subGroupSize = 1;         ///< work-items of its sub-groups; the last one may have fewer
  bool hasBarriers = false;          ///< or operations of sub-groups
  std::vector<ShapingArgument> shapingArguments; ///< ascending
  uint32_t width = 1;                            ///< work-items of a pack; 1: they run one by one
  /// Other widths that may be faster and give the same results, the most promising first; the code
  /// can be compiled again with them.
  std::vector<uint32_t> rivalWidths;
  KernelEntry entry = nullptr;
};

/// Returns what a kernel of that width does, as "packs of 16".
std::string describeWidth(uint32_t width);

/// A program variable in global memory that the host program can query by name: one with the
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

} // namespace ursa::format::host
