// What NVIDIA's OpenCL gives to a kernel otherwise than CUDA. Its driver cuts a launch into several
// grids where one would be too large, and says in environment registers where in the launch a grid
// lies:
//
//   %envreg0 to 2  number of the grid's first group in each dimension
//   %envreg3 to 5  global id of the grid's first work-item
//   %envreg6 to 8  number of groups of the whole launch
//   %envreg9       dimensions of the launch
//
// So work-item functions that tell of the launch read these, and there is no second form of a
// kernel for a global offset. Pointers to local memory stay arguments: the driver lays the memory
// out, aligned as the parameter says:
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

namespace ursa {

/// Whether a function of that (mangled) name tells of the launch.
bool isOpenclLaunchFunction(llvm::StringRef name);

/// Defines every such function that @p module declares and uses.
void defineOpenclLaunchFunctions(llvm::Module &module);

/// Gives pointers to local memory that say nothing of their alignment the one of the largest load.
void alignLocalArguments(llvm::Module &module);

} // namespace ursa
