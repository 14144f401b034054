// Lowers printf to CUDA's vprintf, which takes the arguments as a struct in memory:
//
//   before:  call i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) @text, i32 %x, double %y)
//   after:   store i32 %x, ptr %record                   ; then %y, naturally aligned
//            call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr %record)
//
// The device library's message for a failed assertion becomes CUDA's own assertion, which prints
// file, line, function, work-group, work-item and condition, and ends the kernel with
// CUDA_ERROR_ASSERT:
//
//   before:  call i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) @assertion, ptr %file,
//              i32 %line, ptr %function, ..., ptr %condition)
//   after:   call void @__assertfail(ptr %condition, ptr %file, i32 %line, ptr %function, i64 1)
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Defined by the device's linker.
inline constexpr const char *kPrintFunction = "vprintf";

/// The same; of CUDA.
inline constexpr const char *kAssertFunction = "__assertfail";

/// Fails for a vector argument, which vprintf does not support.
/// @param hasAssertions whether the driver has assertions; otherwise they are printed only
llvm::Error definePrintf(llvm::Module &module, bool hasAssertions);

} // namespace ursa::compiler::nvptx
