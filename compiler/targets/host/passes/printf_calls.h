// Has kernels print through the runtime, which takes the arguments as a record:
//
//   before:  call i32 (ptr, ...) @printf(ptr @format, <2 x i32> %x, double %y)
//   after:   ; %record: { header of %x, 2 values, header of %y, 1 value }, all of them 64 bits wide
//            call i32 @ursa.printf(ptr @format, ptr %record, i32 2)
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::host {

void lowerPrintf(llvm::Module &module);

} // namespace ursa::compiler::host
