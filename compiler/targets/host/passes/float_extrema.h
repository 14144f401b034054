// Expansion of the scalar minimum and maximum of numbers, which LLVM's code generator gets wrong.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::host {

/// Replaces scalar `llvm.minimumnum` and `llvm.maximumnum` by `llvm.minimum` and `llvm.maximum` and
/// selections of the operand that is a number. LLVM 22 returns NaN on AVX-512 if it knows that only
/// one operand may be NaN. Vectors are not affected. Must run last, so that no pass undoes it.
void expandScalarExtrema(llvm::Module &module);

} // namespace ursa::compiler::host
