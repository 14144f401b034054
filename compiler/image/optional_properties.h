// Property sets in the form that DPC++'s run time reads. The first two are always written, the
// others on request.
//
//   [SYCL/device requirements]       aspects=2|u32 an aspect, ascending
//                                    fixed_target=2|u32 a target of -fsycl-fixed-targets
//                                    joint_matrix=2|text, joint_matrix_mad=2|text
//                                    reqd_sub_group_size=1|size
//                                    reqd_work_group_size_uint64_t=2|u64 a dimension
//                                    work_group_num_dim=1|number
//                                    compile_target=2|target
//   [SYCL/assert used]               kernel=1|1
//   [SYCL/exported symbols]          function=1|1
//   [SYCL/imported symbols]          function=1|1
//   [SYCL/kernel names]              kernel=1|1
//   [SYCL/device globals]            unique id=2|u32 size of the value,
//                                              u8 device_image_scope, 3 zeros
//   [SYCL/kernel param opt]          kernel=2|one bit an argument, 1 for a removed one
//   [SYCL/program metadata]          kernel@reqd_work_group_size=2|u32 a dimension
#pragma once

#include "format/property_set.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::image {

/// The attribute of functions that may reach an assertion, which is inlined.
inline constexpr llvm::StringLiteral kUsesAssert = "ursa-uses-assert";

/// Returns the functions of @p module that other images may call.
format::PropertySet exportedSymbols(const llvm::Module &module);

/// Returns the functions that @p module uses and another image must define. Excludes intrinsics and
/// functions whose names begin with "__", which a target defines.
format::PropertySet importedSymbols(const llvm::Module &module);

format::PropertySet kernelNames(const llvm::Module &module);

/// Returns the variables of class `device_global`, marked by the attribute
/// "sycl-device-global-size", by their attribute "sycl-unique-id". Fails if an attribute is missing
/// or malformed; the error names the variable.
llvm::Expected<format::PropertySet> deviceGlobals(const llvm::Module &module);

/// Returns the kernel arguments that a front end removed, from the metadata
/// `sycl_kernel_omit_args`, a node of i1. Kernels without it are omitted.
llvm::Expected<format::PropertySet> parameterInfo(const llvm::Module &module);

/// Returns required work-group sizes, in as many dimensions as the metadata has.
llvm::Expected<format::PropertySet> programMetadata(const llvm::Module &module);

/// Returns the device requirements of @p module: always aspects, the others if there are any. If
/// kernels differ, this is the largest work-group size, and no sub-group size.
llvm::Expected<format::PropertySet> deviceRequirements(const llvm::Module &module);

/// Returns the kernels of @p module that may call `__devicelib_assert_fail`.
format::PropertySet assertUsed(const llvm::Module &module);

/// Adds the target of a file table to the device requirements among @p sets.
void addCompileTarget(std::vector<format::PropertySet> &sets, llvm::StringRef target);

} // namespace ursa::compiler::image
