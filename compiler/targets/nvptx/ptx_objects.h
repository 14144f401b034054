// Objects (CUBIN) that CUDA's assembler makes of PTX, behind the PTX (docs/formats/ptx.md).
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::nvptx {

/// How to make objects.
struct PtxObjectOptions {
  std::string assembler;              ///< path of ptxas
  std::vector<unsigned> capabilities; ///< compute capabilities, 10 times major plus minor
  bool optimize = true;
};

/// Returns the path of ptxas: what URSA_PTXAS names, else what the PATH contains, else that of an
/// installed toolkit; empty if there is none.
std::string findPtxAssembler();

/// Appends an object for each capability to PTX. Fails if the assembler fails or makes anything
/// else; the error contains what it reported.
llvm::Expected<std::string> addObjects(const std::string &ptx, const PtxObjectOptions &options);

} // namespace ursa::compiler::nvptx
