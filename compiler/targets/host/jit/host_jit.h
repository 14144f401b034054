// The kernel compiler of the host: takes a host image (LLVM bitcode, see ARCHITECTURE.md) and
// values of specialization constants, and gives functions that run work-groups on this CPU. No LLVM
// type is visible here. The stages, one file each, in order:
//
//   intake               bitcode -> verified module for this CPU
//   image_functions      read_imagef and the like get bodies
//   specialize           constants become values
//   inline_calls         what needs to know its work-item is inlined into the kernels
//   work_item_functions  get_global_id and the like become values
//   local_memory         local variables get their place in the work-group's memory
//   work_group_*         a work-item becomes a loop nest, or phases between barriers
//   optimize             for this CPU, then machine code
//   linker               machine code -> addresses
#pragma once

#include "compiler/targets/host/jit/image.h"
#include "core/support/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

struct ModuleSummary {
  std::vector<std::string> kernels;
  std::vector<ConstantSlot> constants; ///< ascending by id
};

/// Reads and verifies a module without compiling it. The bytes are not trusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a sentence.
Result<ModuleSummary> inspectModule(std::span<const std::byte> bitcode);

using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

/// Machine code of a module. Thread safe after it was built; destroying it frees the code, which
/// must not be running then.
class Program {
public:
  /// Compiles every kernel, or those that the option "--ursa-kernels=NAME[,NAME...]" names. May be
  /// called from several threads at once; nothing is shared.
  /// @param options of the build, as "-O1"; words that are not understood are noted in the log
  /// @param log     receives warnings and errors, a line each
  /// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
  static Result<std::unique_ptr<Program>> build(std::span<const std::byte> bitcode,
                                                const ConstantValues &constants,
                                                std::string_view options, std::string &log);

  virtual ~Program() = default;
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  const std::vector<KernelInfo> &kernels() const { return kernels_; }
  /// The kernel of that name, or null.
  const KernelInfo *kernel(std::string_view name) const;
  /// The variable of that name, or null. Its memory lives as long as the program.
  const VariableInfo *variable(std::string_view name) const;

protected:
  Program() = default;

  std::vector<KernelInfo> kernels_; ///< ascending by name
  std::vector<VariableInfo> variables_;
};

/// The name of this machine's architecture in image targets: "x86_64" of "host-x86_64".
const char *hostArchitecture();

/// Widest vector of this CPU in bytes.
uint32_t hostVectorBytes();

} // namespace ursa::jit
