// Estimates what a work-item costs, before anything runs. The adapter runs a launch in the thread
// that enqueues it only if the launch is known to be short.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace ursa::compiler::host {

/// Returns an upper bound of the instructions that one work-item executes, where an access to
/// memory and a call of a function outside of the module count as several. Returns 0 if the bound
/// is unknown or large: for loops of unknown length, for loops that read what other threads may
/// change (volatile and atomic accesses), for output, recursion and calls through pointers.
/// @param item the work-item function after simplification
uint64_t itemInstructions(llvm::Function &item);

} // namespace ursa::compiler::host
