// From SYCL's attributes to metadata of device IR, which the compiler reads
// (device_requirements.h):
//
//   define spir_kernel void @k() !reqd_work_group_size !{i32 8, i32 4, i32 1} ; of (4, 8)
//                                !intel_reqd_sub_group_size !{i32 16}
//                                !sycl_declared_aspects !{i32 5, i32 6}
//                                !sycl_hierarchical_work_group_size !{i32 8, i32 1, i32 1}
//
// Dimension 0 of SYCL varies slowest, that of device IR fastest.
#pragma once

#include "compiler/frontend/sycl/attributes.h"

#include "llvm/IR/Module.h"

#include <map>
#include <string>

namespace ursa::compiler::frontend::sycl {

/// Sets the metadata of functions, by their names.
/// @param defaultSubGroupSize the size that kernels without the attribute require; 0: none
void setAttributeMetadata(llvm::Module &module,
                          const std::map<std::string, FunctionAttributes> &attributes,
                          uint32_t defaultSubGroupSize);

/// Removes annotations, which name functions that nothing else may use.
void removeAnnotations(llvm::Module &module);

} // namespace ursa::compiler::frontend::sycl
