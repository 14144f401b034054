// Lowers printf to writing a record to the printf buffer, whose address is a variable of the data
// segment (docs/formats/vulkan-image.md):
//
//   before:  %r = call i32 @printf(ptr addrspace(2) @format, i32 %x)
//   after:   @ursa.vulkan.printf.buffer = addrspace(1) global i64 0
//            %buffer = load i64, ptr addrspace(1) @ursa.vulkan.printf.buffer
//            ; if it is not 0:
//            %position = atomicrmw add ptr addrspace(1) %used, i32 2 monotonic
//            ; if the record fits:
//            store i32 1, ...                          ; the number of the format, from 1
//            store i32 %x, ...
//            !ursa.vulkan.printf = !{!{!"%d\n", i32 4}}
//
// Vectors are written as their elements. Floats are written in 32 bits, although C promotes them to
// double.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

inline constexpr llvm::StringLiteral kPrintfBuffer = "ursa.vulkan.printf.buffer";
inline constexpr llvm::StringLiteral kPrintfFormats = "ursa.vulkan.printf";
inline constexpr llvm::StringLiteral kPrintfStrings = "ursa.vulkan.printf.strings";
inline constexpr llvm::StringLiteral kPrintfSlot = "ursa.vulkan.printf.slot";

/// The module pass `ursa-vulkan-printf`.
class PrintfPass : public llvm::PassInfoMixin<PrintfPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
