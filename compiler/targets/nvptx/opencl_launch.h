// Launch information of NVIDIA's OpenCL, where it differs from CUDA's. The driver splits a launch
// into several grids if one would be too large, and passes the position of a grid in environment
// registers:
//
//   %envreg0 to 2  number of the grid's first group in each dimension
//   %envreg3 to 5  global id of the grid's first work-item
//   %envreg6 to 8  number of groups of the whole launch
//   %envreg9       dimensions of the launch
//
// Work-item functions that depend on the launch read these registers, and kernels need no variant
// with a global offset. Pointers to local memory stay arguments: the driver lays out the memory
// with the alignment of the parameter:
//
//   before:  declare i64 @_Z12get_group_idj(i32)
//            define ptx_kernel void @k(ptr addrspace(3) %tile)
//   after:   define internal i64 @_Z12get_group_idj(i32 %dimension) alwaysinline {
//              ... llvm.nvvm.read.ptx.sreg.ctaid.x + llvm.nvvm.read.ptx.sreg.envreg0, .y, .z, or 0
//            define ptx_kernel void @k(ptr addrspace(3) align 16 %tile)
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Returns whether the function of that (mangled) name depends on the launch.
bool isOpenclLaunchFunction(llvm::StringRef name);

/// Defines every such function that @p module declares and uses.
void defineOpenclLaunchFunctions(llvm::Module &module);

/// Sets the alignment of local memory arguments without one to that of the largest load.
void alignLocalArguments(llvm::Module &module);

} // namespace ursa::compiler::nvptx
