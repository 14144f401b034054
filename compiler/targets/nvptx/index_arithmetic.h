// Keeps LLVM's separation of constant offsets from moving additions that may wrap out of the
// extension of an index. LLVM 22 does so where the address computation is inbounds, although the
// index may be negative, and across truncations:
//
//   before:  %a = add i8 %x, 34
//            %i = sext i8 %a to i64                ; becomes sext(%x) + 34
//   after:   %a = add i8 %x, 34
//            %f = freeze i8 %a
//            %i = sext i8 %f to i64
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Freezes the operands of extensions in indices where the separation would be wrong.
void protectIndices(llvm::Module &module);

} // namespace ursa::compiler::nvptx
