// A program: its code, the values of its specialization constants, and the driver's program. The
// driver sets the constants of SPIR-V if it does so correctly; otherwise they are folded in SPIR-V
// before the driver sees it (specialization.h).
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_functions.h"
#include "adapters/opencl/program/variables.h"
#include "spirv/module.h"
#include "spirv/signature.h"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

namespace ursa::opencl {

/// The form of a program's code.
enum class CodeForm : uint8_t {
  Spirv,
  SpirBitcode, ///< LLVM bitcode for the driver's extension cl_khr_spir
  Ptx,         ///< text for NVIDIA's driver
  Binary,      ///< the driver's own format
  Linked,      ///< the driver linked it, or it came from a native handle
};

/// The code of a program.
struct Code {
  CodeForm form = CodeForm::Linked;
  /// One part, or one binary per device. Empty for SPIR-V, which may be huge and is stored only
  /// once, in `module`, unless its byte order differs.
  std::vector<std::vector<std::byte>> parts;
  std::optional<spirv::Module> module; ///< of SPIR-V
  spirv::Signatures signatures;        ///< of the kernels of SPIR-V and PTX
  /// By short name, the names of SPIR-V's kernels that have one.
  std::unordered_map<std::string, std::string> longNames;

  /// Returns the SPIR-V as the application passed it.
  std::span<const std::byte> il() const {
    return parts.empty() ? std::as_bytes(module->words())
                         : std::span<const std::byte>(parts.front());
  }
};

/// A driver's program and the layout of its variables in memory.
struct CreatedProgram {
  NativeProgram native;
  ProgramMemory::Layout variables; ///< null when it has no variables in memory
};

struct Program : adapter::HandleBase {
  Program(ur_context_handle_t hContext, std::vector<ur_device_handle_t> forDevices,
          Code programCode);
  ~Program();

  /// Returns the driver's program with one more reference. Creates it, unbuilt, if there is none.
  Result<NativeProgram> native();
  /// Creates a driver's program with the present values of the constants.
  Result<CreatedProgram> createNative();
  Result<void> setNative(CreatedProgram program);
  /// Returns the memory of the variables; null if the program is not built, or has none in memory.
  std::shared_ptr<ProgramMemory> memory();
  bool hasNative();
  bool hasFailed();
  /// Records why there is no driver's program, and releases the previous one.
  void setFailure(std::string message);
  /// Returns the options that this form of code requires, followed by the user's options.
  std::string options(const char *userOptions) const;
  /// Records the options of a build, for its log.
  void recordOptions(const char *userOptions);
  /// Returns whether the driver gets LLVM bitcode that was translated from this program's SPIR-V.
  bool isTranslated() const;
  /// Returns whether kernels with long names may have short ones in the driver's program.
  bool hasShortNames() const;
  /// Returns a kernel's name in this program's SPIR-V for its name in the driver's program.
  std::string kernelName(std::string native) const;
  /// Returns whether the adapter puts its variables into memory, since the driver cannot access
  /// them.
  bool hasMemory() const;
  /// Returns whether the adapter links its SPIR-V before the driver sees it. Variables in memory
  /// must be laid out for the whole program, and drivers that get bitcode cannot link.
  bool isLinkedAsSpirv() const { return isTranslated() || hasMemory(); }

  const ur_context_handle_t context;             ///< holds a reference
  const std::vector<ur_device_handle_t> devices; ///< the context holds references
  const Code code;
  adapter::VariableNames variableNames; ///< from the metadata

  std::mutex mutex; ///< guards the members below
  spirv::ConstantValues values;
  /// The values of the last compilation of SPIR-V. Linking SPIR-V uses them.
  std::optional<spirv::ConstantValues> compiledValues;
  std::string compileOptions; ///< of that compilation
  /// The options of the last build, some of which the driver may have rejected; none for programs
  /// that the driver linked.
  std::optional<std::string> givenOptions;
  /// Why the last build or link failed without a driver's program. It replaces the driver's log.
  std::optional<std::string> failure;

private:
  Result<void> take(CreatedProgram program);

  NativeProgram native_;
  std::shared_ptr<ProgramMemory> memory_; ///< of native_
};

/// Returns the driver's handles of devices.
std::vector<cl_device_id> idsOf(adapter::DeviceList devices);

/// Returns whether the device is one of the program's context.
Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device);

/// Returns the names of the kernels of a built program.
Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program);

} // namespace ursa::opencl

struct ur_program_handle_t_ : ursa::opencl::Program {
  using Program::Program;
};
