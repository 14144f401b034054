// The identity of this CPU, for keys of machine code that was compiled for it.
#pragma once

#include <string>

namespace ursa::compiler::host {

/// Returns text that differs between CPUs for which LLVM generates different code: what the CPU
/// tells of its model and features. Empty if that is unknown.
const std::string &cpuIdentity();

} // namespace ursa::compiler::host
