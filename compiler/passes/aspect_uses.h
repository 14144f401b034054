// What in a kernel uses an aspect, as text for messages: "double in function 'scale(double)'
// at a.cpp:7". Optimizations put functions together, so that front ends note it before them, in
// metadata of kernels:
//
//   !ursa_aspect_uses   pairs of an aspect's number and text
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ursa::compiler::passes {

class ReferenceGraph;

/// Returns the use of an aspect that is the fewest calls away from a kernel, in the function
/// of the program that leads to it if it is in SYCL's headers; that of the metadata if it has one.
/// Empty if nothing uses the aspect.
std::string aspectUse(const llvm::Function &kernel, std::int64_t aspect,
                      const ReferenceGraph &references);

/// Sets the metadata of a kernel.
void setAspectUses(llvm::Function &kernel, const std::map<std::int64_t, std::string> &uses);

/// Notes the uses of all kernels of a module in their metadata, where it does not have them.
void noteAspectUses(llvm::Module &module);

} // namespace ursa::compiler::passes
