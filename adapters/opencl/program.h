// A program: its code, the values of its specialization constants, and the driver's program made of
// them. The constants of SPIR-V are set by the driver where it does that right, else fixed in the
// words before the driver sees them (specialization.h).
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_metadata.h"
#include "adapters/opencl/variables.h"
#include "core/spirv/module.h"
#include "core/spirv/signature.h"

#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace ursa::opencl {

/// The form that a program's code has.
enum class CodeForm : uint8_t {
  Spirv,
  SpirBitcode, ///< LLVM bitcode for the driver's extension cl_khr_spir
  Ptx,         ///< text for NVIDIA's driver
  Binary,      ///< the driver's own
  Linked,      ///< made by the driver, from others or outside
};

/// What a program is made of.
struct Code {
  CodeForm form = CodeForm::Linked;
  /// One, or one a device when it is binaries. None of SPIR-V, which may be huge and is kept once,
  /// as words, unless they had another order of bytes.
  std::vector<std::vector<std::byte>> parts;
  std::optional<spirv::Module> module; ///< of SPIR-V
  spirv::Signatures signatures;        ///< of its kernels, of SPIR-V and PTX

  /// SPIR-V as it came.
  std::span<const std::byte> il() const {
    return parts.empty() ? std::as_bytes(module->words())
                         : std::span<const std::byte>(parts.front());
  }
};

/// A program of the driver, and where its variables lie in the memory that kernels are given.
struct MadeProgram {
  NativeProgram native;
  ProgramMemory::Layout variables; ///< null when it has none there
};

} // namespace ursa::opencl

struct ur_program_handle_t_ : ursa::adapter::HandleBase {
  ur_program_handle_t_(ur_context_handle_t hContext, std::vector<ur_device_handle_t> forDevices,
                       ursa::opencl::Code programCode);
  ~ur_program_handle_t_();

  /// The driver's program with one more reference, made when there is none. Not built then.
  ursa::Result<ursa::opencl::NativeProgram> native();
  /// A new one, of the values now in force.
  ursa::Result<ursa::opencl::MadeProgram> makeNative();
  ursa::Result<void> setNative(ursa::opencl::MadeProgram program);
  /// Of its variables; null when it is not built, or has none in such memory.
  std::shared_ptr<ursa::opencl::ProgramMemory> memory();
  bool hasNative();
  bool hasFailed();
  /// Notes why there is no program of the driver; the one of before, if any, is given up.
  void setFailure(std::string message);
  /// What the driver must be told for this form of code, before the user's options.
  std::string options(const char *userOptions) const;
  /// Notes the options of a build, for its log.
  void noteOptions(const char *userOptions);
  /// Whether the driver takes LLVM bitcode that is made of this program's SPIR-V.
  bool isTranslated() const;
  /// Whether its variables are put into memory, since the driver tells nothing of them.
  bool hasMemory() const;
  /// Whether it is linked before the driver sees it: each module's variables alone are not those of
  /// the whole, and drivers that take bitcode link none.
  bool isLinkedAsWords() const { return isTranslated() || hasMemory(); }

  const ur_context_handle_t context;             ///< a reference is held
  const std::vector<ur_device_handle_t> devices; ///< the context holds references
  const ursa::opencl::Code code;
  ursa::adapter::VariableNames variableNames; ///< of metadata; not changed once it is handed out

  std::mutex mutex; ///< guards the rest
  ursa::spirv::ConstantValues values;
  /// The values of the last compilation of SPIR-V, which are in force where it is linked as words.
  std::optional<ursa::spirv::ConstantValues> compiledValues;
  std::string compileOptions; ///< of that compilation
  /// Of the last build, of which the driver may have refused some; none for the driver's programs.
  std::optional<std::string> givenOptions;
  /// Why the last build or link ended before the driver had a program; it is the log then.
  std::optional<std::string> failure;

private:
  ursa::Result<void> take(ursa::opencl::MadeProgram program);

  ursa::opencl::NativeProgram native_;
  std::shared_ptr<ursa::opencl::ProgramMemory> memory_; ///< of native_
};

namespace ursa::opencl {

/// The driver's handles of devices.
std::vector<cl_device_id> idsOf(const std::vector<ur_device_handle_t> &devices);

/// Names of the kernels of a built program.
Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program);

} // namespace ursa::opencl
