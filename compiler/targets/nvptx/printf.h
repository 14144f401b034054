// Lowers printf to CUDA's vprintf, which takes the arguments as a struct in memory:
//
//   before:  call i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) @text, i32 %x, double %y)
//   after:   store i32 %x, ptr %record                   ; then %y, naturally aligned
//            call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr %record)
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace ursa {

/// Defined by the device's linker.
inline constexpr const char *kPrintFunction = "vprintf";

/// Fails for a vector argument, which vprintf does not support.
llvm::Error definePrintf(llvm::Module &module);

} // namespace ursa
