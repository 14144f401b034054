// printf by CUDA's vprintf, which takes the arguments as a record in memory:
//
//   before:  call i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) @text, i32 %x, double %y)
//   after:   store i32 %x, ptr %record                   ; and %y behind it, as aligned as it is
//            call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr %record)
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace ursa {

/// What the device's linker defines.
inline constexpr const char *kPrintFunction = "vprintf";

/// Fails with a sentence for a vector, which vprintf does not print.
llvm::Error definePrintf(llvm::Module &module);

} // namespace ursa
