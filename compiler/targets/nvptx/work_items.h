// Defines OpenCL's work-item and synchronization functions, which libclc leaves to its targets,
// with special registers and barriers of NVPTX:
//
//   before:  declare i64 @_Z12get_local_idj(i32)
//   after:   define internal i64 @_Z12get_local_idj(i32 %dimension) alwaysinline {
//              ... llvm.nvvm.read.ptx.sreg.tid.x, .y, .z, or 0
//
// The global offset comes from __ursa_implicit_offset (global_offset.h).
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Defines every such function that @p module declares and uses.
void defineWorkItemFunctions(llvm::Module &module);

} // namespace ursa::compiler::nvptx
