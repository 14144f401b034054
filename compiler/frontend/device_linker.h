// Links device IR with LLVM's IR linker, as a linker of host code links objects: all named units,
// and the members of archives that define undefined symbols. Reports errors that the IR linker does
// not report or reports without file names: duplicate definitions, declarations that do not match
// the definition, and specialization constants that have different types or defaults in two units.
#pragma once

#include "compiler/frontend/inputs.h"

namespace ursa::compiler::frontend {

struct LinkInputs {
  std::vector<DeviceUnit> units;
  std::vector<ArchiveMember> members; ///< the first member that defines a name is used
};

/// Returns one module with all units in order, then the members in the order in which they are
/// needed. Each kernel has a module id (split_module.h): the existing one, else its unit's name.
/// Sets @p linkedUnits to the names of the units that were linked.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkDevice(LinkInputs inputs, llvm::LLVMContext &context, std::vector<std::string> &linkedUnits);

} // namespace ursa::compiler::frontend
