// The code of programs: PTX, or an object of the driver's compiler (CUBIN), which is an ELF file.
// The driver reads objects without knowing where they end, so their tables are checked here.
#pragma once

#include "adapters/common/ptx.h"
#include "adapters/cuda/cu.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ursa::cuda {

enum class CodeForm : uint8_t { Ptx, Cubin };

struct Code {
  CodeForm form = CodeForm::Ptx;
  std::vector<std::byte> bytes; ///< of PTX with a terminating zero
  /// The kernels. Parameters of those in objects are not known.
  adapter::ptx::Kernels kernels;
};

using CodePointer = std::shared_ptr<const Code>;

/// Checks the form and reads the names of the kernels. Errors: UR_RESULT_ERROR_INVALID_BINARY.
Result<CodePointer> readCode(std::span<const std::byte> bytes);

/// The name suffix of a kernel's form with a global offset as additional last argument.
inline constexpr std::string_view kWithOffsetSuffix = "_with_offset";

/// Returns the names of the kernels, without the forms with a global offset.
std::vector<std::string> kernelNames(const Code &code);

} // namespace ursa::cuda
