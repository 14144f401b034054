// Adds the specialization buffer as the implicit last argument of every kernel that reads
// specialization constants, and passes it to the functions that need it:
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
// Functions that do not use the buffer keep their signatures. After the specialization constants
// pass in native mode these are all, so that a native kernel has no implicit argument.
//
// A function that other images may call cannot have the argument, because they declare it without.
// If it uses the buffer, no caller in another image could pass it, so the function becomes
// internal.
//
// The attribute holds the argument's index. The pass runs after the specialization constants pass.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::passes {

/// The attribute of kernels that end with the buffer argument; its value is the argument's index.
inline constexpr llvm::StringLiteral kBufferAttribute = "ursa-specialization-buffer";

/// Adds the argument where it is needed. Returns the names of functions that other images can no
/// longer call. Fails if a function that needs the buffer is called indirectly; the error names it.
llvm::Expected<std::vector<std::string>> addSpecializationBuffer(llvm::Module &module);

/// The pass `ursa-specialization-buffer`.
class SpecializationBufferArgumentPass
    : public llvm::PassInfoMixin<SpecializationBufferArgumentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::passes
