// Defines OpenCL's atomic functions as LLVM's atomic instructions:
//
//   before:  declare i32 @_Z10atomic_addPU3AS1Vii(ptr, i32)
//   after:   define internal i32 @_Z10atomic_addPU3AS1Vii(ptr %0, i32 %1) alwaysinline {
//              %2 = atomicrmw add ptr %0, i32 %1 monotonic
//              ret i32 %2
//
// for all widths and address spaces; libclc has only some. The C11 functions are always
// sequentially consistent: that is allowed for every requested order, and a host's
// read-modify-write instructions cost the same.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// Defines every atomic function that @p module declares.
void defineAtomics(llvm::Module &module);

} // namespace ursa
