// Answers what kernels ask of generic pointers:
//
//   before:  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
//            %l = call ptr addrspace(3) @__to_local(ptr addrspace(4) %g)
//            %f = call i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %g)
//   after:   %p for %l, CLK_LOCAL_MEM_FENCE for %f
//
// Where a function chooses between pointers of several spaces, the answer is chosen along with
// them. What cannot be known stays a call.
#pragma once

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// Brings pointers to their address spaces and answers the queries, where there are any.
void answerPointerQueries(llvm::Module &module);

/// The same for a target that has no address spaces any more: a clone of @p device with answers, or
/// null where there is nothing to answer. Functions of the clone that are no kernels are internal,
/// unless @p isObject is true.
std::unique_ptr<llvm::Module> withPointerQueriesAnswered(const llvm::Module &device, bool isObject);

} // namespace ursa
