// Values that both sides of a branch compute in the same way are computed once, where the sides
// meet. Passes that sink a store below a branch leave its address as such a value, whose stride
// would be lost:
//
//   then:  %a = sext i32 %i to i64                     then:
//   else:  %b = sext i32 %i to i64            ->       else:
//   join:  %c = phi i64 [ %a, %then ], [ %b, %else ]   join:  %c = sext i32 %i to i64
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace ursa::compiler::host {

/// Replaces phis whose incoming values are such computations.
void joinEqualValues(llvm::Function &function);

} // namespace ursa::compiler::host
