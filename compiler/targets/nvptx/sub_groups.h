// Defines OpenCL's sub-group functions: a sub-group is a warp, 32 work-items in the order of their
// local linear ids; the last one of a work-group may have fewer.
//
//   before:  declare i32 @_Z20sub_group_reduce_addi(i32)
//   after:   define internal i32 @_Z20sub_group_reduce_addi(i32 %0) {
//              ... llvm.nvvm.shfl.sync.up.i32 over distances 1, 2, 4, 8, 16
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

inline constexpr unsigned kNvptxSubGroupSize = 32;

/// Defines every such function that @p module declares and uses. The definitions call work-item
/// functions, which must be defined afterwards.
void defineSubGroupFunctions(llvm::Module &module);

} // namespace ursa::compiler::nvptx
