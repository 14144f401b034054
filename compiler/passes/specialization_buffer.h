// Gives every kernel that reads specialization constants its implicit last argument, the
// specialization buffer, and passes it on to the functions that want it:
//
//   before:  define spir_func i32 @helper() {
//              %buf = call ptr addrspace(1) @__ursa_specialization_buffer()
//              ...
//            define spir_kernel void @kernel(i32 %n) {
//              call i32 @helper()
//
//   after:   define spir_func i32 @helper(ptr addrspace(1) %ursa.buffer) {
//              ...
//            define spir_kernel void @kernel(i32 %n, ptr addrspace(1) %ursa.buffer) #0 {
//              call i32 @helper(ptr addrspace(1) %ursa.buffer)
//            attributes #0 = { "ursa-specialization-buffer"="1" }
//
// A function that other images may call keeps its signature, which they declare. Where it does not
// use the buffer, as in native images, it passes a null pointer on. Where it does, nobody can give
// it the buffer: it becomes internal.
//
// The attribute holds the argument's index. Runs after the specialization constants pass, in native
// and emulated images alike, so that their signatures do not differ.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// The attribute of kernels that end with the buffer argument; its value is the argument's index.
inline constexpr llvm::StringLiteral kBufferAttribute = "ursa-specialization-buffer";

/// Adds the argument where it is needed. Returns the names of functions that other images can no
/// longer call. Fails with a sentence that names the function when one that needs the buffer is
/// called indirectly.
llvm::Expected<std::vector<std::string>> addSpecializationBuffer(llvm::Module &module);

/// The pass `ursa-specialization-buffer`.
class SpecializationBufferArgumentPass
    : public llvm::PassInfoMixin<SpecializationBufferArgumentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa
