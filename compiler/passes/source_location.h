// Where in the source something comes from, for the sentences of errors.
#pragma once

#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace ursa {

/// "conv.cpp:12:7: ", what a sentence about @p instruction begins with; empty without debug info.
std::string sourceLocation(const llvm::Instruction &instruction);

/// "conv.cpp:10: ", for a function.
std::string sourceLocation(const llvm::Function &function);

/// The function's name as its author knows it: clang keeps the body of a kernel in another
/// function.
std::string sourceName(const llvm::Function &function);

} // namespace ursa
