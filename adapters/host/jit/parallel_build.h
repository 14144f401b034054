// Divides the compilation of a program with several kernels between threads. Each thread compiles
// some kernels, with a copy of the functions and constants that they use, to an object of its own.
#pragma once

#include "compiler/targets/host/codegen/intake.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::host::jit {

using compiler::host::KernelNames;

/// Divides the kernels of a module into groups of about the same size, at most @p most. There is
/// one group only if the module has variables, which all kernels share, or no two kernels.
std::vector<KernelNames> divideKernels(llvm::Module &module, size_t most);

/// Returns the number of processors that this process may use, at most 8.
size_t buildThreads();

/// Calls work(i) for 0 <= i < count, in this order, on the calling thread and up to most - 1
/// others, fewer if the system starts no more. Returns when all have returned.
/// @param work must not throw
void forEachOnThreads(size_t count, size_t most, const std::function<void(size_t)> &work);

} // namespace ursa::host::jit
