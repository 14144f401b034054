// Orders the instructions of a function so that values are used soon after they are computed.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace ursa::compiler::host {

/// Moves pure instructions and loads in their blocks: operands come right before what needs them,
/// and what can use a vector follows it. A value that several rows use is in a register once, and
/// not from its first row's turn to its last row's.
void orderByNeed(llvm::Function &function);

} // namespace ursa::compiler::host
