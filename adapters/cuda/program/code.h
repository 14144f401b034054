// The code of programs. The driver takes PTX and CUBINs, which are ELF files; it reads a CUBIN
// without knowing where it ends, so its tables are checked here. From bitcode for every device and
// from SPIR-V, code for a device is generated with the values of specialization constants
// (specialized_code.h).
#pragma once

#include "adapters/common/ptx.h"
#include "adapters/cuda/driver/cu.h"
#include "adapters/cuda/program/ptx_objects.h"
#include "spirv/module.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::cuda {

enum class CodeForm : uint8_t { Ptx, Cubin, Bitcode, Spirv };

/// A specialization constant.
struct CodeConstant {
  uint32_t id = 0;
  size_t size = 0; ///< bytes of its value
};

struct Code {
  CodeForm form = CodeForm::Ptx;
  std::vector<std::byte> bytes; ///< of PTX with a terminating zero
  /// The kernels. Their parameters are known of PTX, and of CUBINs that were compiled from it here.
  adapter::ptx::Kernels kernels;
  /// The PTX that a CUBIN was compiled from here, without a terminating zero.
  std::vector<std::byte> ptx = {};
  std::vector<CodeConstant> constants = {}; ///< of bitcode and SPIR-V, ascending by id
  std::optional<spirv::Module> module = {}; ///< of SPIR-V
  std::vector<PtxObject> objects = {};      ///< CUBINs that were made of PTX ahead of time

  /// Returns whether the driver takes the code as it is.
  bool isForDriver() const { return form == CodeForm::Ptx || form == CodeForm::Cubin; }
};

using CodePointer = std::shared_ptr<const Code>;

/// Checks the form and reads the names of the kernels, except those of bitcode. Errors:
/// UR_RESULT_ERROR_INVALID_BINARY.
Result<CodePointer> readCode(std::span<const std::byte> bytes);

/// Reads the kernels and constants of SPIR-V. Errors: UR_RESULT_ERROR_INVALID_BINARY.
Result<CodePointer> readSpirv(std::span<const std::byte> words);

/// Returns the names of the kernels, without the forms with a global offset.
std::vector<std::string> kernelNames(const Code &code);

} // namespace ursa::cuda
