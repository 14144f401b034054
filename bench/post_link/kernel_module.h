// A module of many kernels in text form, like the input of post-link for a large program.
#pragma once

#include <cstddef>
#include <string>

namespace ursa::bench {

/// Returns LLVM IR of @p kernels kernels that together read @p constants specialization constants.
///
/// A kernel is a loop of some 100 instructions, reads three constants, and calls two of 50 helper
/// functions of 20 instructions each. Ten sources share the kernels.
std::string kernelModule(std::size_t kernels, std::size_t constants);

} // namespace ursa::bench
