// Folds queries of the address space of generic pointers:
//
//   before:  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
//            %l = call ptr addrspace(3) @__to_local(ptr addrspace(4) %g)
//            %f = call i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %g)
//   after:   %p for %l, CLK_LOCAL_MEM_FENCE for %f
//
// If a function selects between pointers of several spaces, the result is selected along with them;
// it is inlined if it asks about such pointers of its callers. Queries of unknown pointers stay
// calls.
#pragma once

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Infers address spaces and folds the queries, if there are any.
void resolvePointerQueries(llvm::Module &module);

/// As above, for a target without address spaces: returns a clone of @p device with folded queries,
/// or null if there are none. Functions of the clone that are not kernels are internal, unless @p
/// isObject is true.
std::unique_ptr<llvm::Module> cloneWithPointerQueriesResolved(const llvm::Module &device,
                                                              bool isObject);

} // namespace ursa::compiler::targets
