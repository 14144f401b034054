// Compiles host images to machine code ahead of time: the stages of the JIT, then the linker "ld"
// creates a shared object without undefined symbols. Calls of the runtime go through an array of
// pointers, which the object's loader fills:
//
//   sinf:  jmp *ursa_host_imports+8(%rip)
//
// So the object needs no symbol lookup and no other library.
#pragma once

#include "compiler/targets/host/codegen/cpu_target.h"

#include <string>

namespace ursa::compiler::host {

/// Compiles a module to an image in machine code. The module has the form of host images in
/// docs/formats/host-code.md; its constants are read from the emulation buffer or folded. Modifies
/// the module.
/// @param level optimization level, 0 to 3
Result<std::string> makeMachineImage(llvm::Module &module, const ChosenCpu &cpu, int level);

} // namespace ursa::compiler::host
