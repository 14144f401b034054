// Source locations for error messages.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace ursa::compiler::passes {

/// An attribute of kernels and variables of SYCL sources, for messages: where the program launches
/// the kernel or defines the variable, such as "conv.cpp:12:7".
inline constexpr llvm::StringLiteral kSourceAttribute = "ursa-source";

/// Removes the attribute from all kernels and variables.
void eraseSourceAttributes(llvm::Module &module);

/// Returns the prefix of a message about @p instruction, such as "conv.cpp:12:7: "; empty without
/// debug info.
std::string sourceLocation(const llvm::Instruction &instruction);

/// Returns the prefix of a message about @p function, such as "conv.cpp:10: "; empty without debug
/// info and attribute.
std::string sourceLocation(const llvm::Function &function);

/// Returns the name of the function in the source: clang outlines the body of a kernel into another
/// function.
std::string sourceName(const llvm::Function &function);

/// Demangles the name of a function: "scale(float)" for "_Z5scalef"; of a kernel of SYCL, which is
/// that of a type; of the function that clang outlines a kernel's body into, which is the kernel's.
/// Knows more names than the demangler of the standard library. Returns other names as they are.
std::string readableFunctionName(llvm::StringRef name);

} // namespace ursa::compiler::passes
