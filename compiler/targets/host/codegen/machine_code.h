// Host images in machine code, ahead of time: the same stages as in the JIT, then a shared object
// of the linker "ld" with nothing undefined in it. Calls of the runtime go through an array of
// pointers that the object's loader fills:
//
//   sinf:  jmp *ursa_host_imports+8(%rip)
//
// so that no name of the process is looked up and no library is needed beside it.
#pragma once

#include "compiler/targets/host/codegen/cpu_target.h"

#include <string>

namespace ursa::jit {

/// The image of a module in the form of ARCHITECTURE.md's host images, whose constants are read
/// from the buffer or folded. Changes the module. Fails with a sentence.
/// @param level of optimization, 0 to 3
Result<std::string> makeMachineImage(llvm::Module &module, const ChosenCpu &cpu, int level);

} // namespace ursa::jit
