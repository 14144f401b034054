// Source locations for error messages.
#pragma once

#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace ursa {

/// Returns the prefix of a message about @p instruction, such as "conv.cpp:12:7: "; empty without
/// debug info.
std::string sourceLocation(const llvm::Instruction &instruction);

/// Returns the prefix of a message about @p function, such as "conv.cpp:10: "; empty without debug
/// info.
std::string sourceLocation(const llvm::Function &function);

/// Returns the name of the function in the source: clang outlines the body of a kernel into another
/// function.
std::string sourceName(const llvm::Function &function);

} // namespace ursa
