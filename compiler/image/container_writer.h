// Writes device images as one file: LLVM OffloadBinary objects one after the other, which
// llvm-offload-binary lists (docs/formats/container.md).
#pragma once

#include "llvm/Object/OffloadBinary.h"

#include <string>
#include <vector>

namespace ursa {

/// Code for one target, with its description.
struct ContainerImage {
  llvm::object::ImageKind kind; ///< bitcode, SPIR-V, ...
  std::string code;
  std::string triple;
  std::string target;     ///< "host-x86_64+emulated", ...
  std::string properties; ///< property sets in text form
  std::string symbols;    ///< kernel names, one a line
};

/// Returns the bytes of a container.
std::string writeContainer(const std::vector<ContainerImage> &images);

} // namespace ursa
