// Links device IR with LLVM's IR linker, as a linker of host code links objects: all units that are
// named, and those members of archives that define what is undefined. Says what the IR linker does
// not say, or not by the names of files: what is defined twice, what is declared otherwise than it
// is defined, and specialization constants that two units have with different types or defaults.
#pragma once

#include "compiler/frontend/inputs.h"

namespace ursa {

struct LinkInputs {
  std::vector<DeviceUnit> units;
  std::vector<ArchiveMember> members; ///< the first that defines a name is taken for it
};

/// One module with everything, in the order of the units, then of the members as they are needed.
/// Each kernel has a module id (split_module.h), its unit's unless it had one before. Fails with a
/// sentence. Names in @p linkedUnits the units that were linked.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkDevice(LinkInputs inputs, llvm::LLVMContext &context, std::vector<std::string> &linkedUnits);

} // namespace ursa
