// Makes variables of class device_global memory that the run time owns, which kernels get as
// implicit arguments: no device needs variables that the host can reach.
//
//   before:  @counter = addrspace(1) global %device_global zeroinitializer #0
//            define spir_kernel void @kernel(i32 %n) {
//              store i32 %n, ptr addrspace(1) @counter
//            attributes #0 = { "ursa-device-global"="counter" }
//
//   after:   define spir_kernel void @kernel(i32 %n,
//                ptr addrspace(1) align 4 dereferenceable(4) "ursa-device-global"="counter" %0) {
//              store i32 %n, ptr addrspace(1) %0
//
// Functions between a kernel and the use of a variable get the argument as well. The run time
// allocates the memory for each device and gives it the initial value that the host has.
//
// Calls of __ursa_root_barrier() return such memory of the run time itself, two numbers that are 0
// at first: the barrier of all work-groups of a launch (sycl_ext_oneapi_root_group).
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::passes {

/// The attribute of such variables, and of the kernels' arguments. Its value is the name by which
/// the program finds the variable.
inline constexpr llvm::StringLiteral kDeviceGlobalAttribute = "ursa-device-global";

/// The function, and the name by which the run time knows the memory.
inline constexpr llvm::StringLiteral kRootBarrierFunction = "__ursa_root_barrier";
inline constexpr llvm::StringLiteral kRootBarrierId = "ursa.root_barrier";

/// Replaces all variables with the attribute. Arguments follow those of kernels, in the order of
/// the variables. Returns the names of functions that other images can no longer call. Fails if a
/// function that needs a variable is called indirectly, or if the initial value of another variable
/// holds the address; the error names them.
llvm::Expected<std::vector<std::string>> lowerDeviceGlobals(llvm::Module &module);

/// The pass `ursa-device-globals`.
class DeviceGlobalsPass : public llvm::PassInfoMixin<DeviceGlobalsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::passes
