// Contents of host objects and archives with device code, for the link of SYCL programs.
#pragma once

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
}

namespace ursa::compiler::frontend {

/// Whether an object, or a member of an archive, has device code. False for other files, which are
/// left to the linker.
bool hasDeviceCode(const std::string &path);

/// A member of an archive that the linker of the host takes.
struct UsedMember {
  std::string name; ///< "libk.a(b.o)"
  std::unique_ptr<llvm::MemoryBuffer> object;
};

/// Returns the members with device code that a linker takes from the archives among @p files,
/// objects and archives: those that define undefined symbols of the objects, and of the members
/// taken. Their kernels are used by host code; device code alone does not name them.
llvm::Expected<std::vector<UsedMember>> usedMembers(const std::vector<std::string> &files);

} // namespace ursa::compiler::frontend
