// A module of many kernels, as text: what a linked program of that size hands to post-link.
#pragma once

#include <cstddef>
#include <string>

namespace ursa::bench {

/// LLVM IR of @p kernels kernels that read @p constants specialization constants between them.
///
/// A kernel is a loop of some 100 instructions, reads three constants, and calls two of 50 helper
/// functions of 20 instructions each. Ten sources share the kernels.
std::string kernelModule(std::size_t kernels, std::size_t constants);

} // namespace ursa::bench
