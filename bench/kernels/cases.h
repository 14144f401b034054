// The kernels that the host device is measured by: inputs, sizes, the same work in plain C++, and
// how exactly results must agree.
#pragma once

#include "bench/kernels/threads.h"
#include "bench/paired.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ursa::bench {

struct KernelConstant {
  std::string name;
  std::vector<std::byte> value;
  std::string text; ///< as an expression in OpenCL C, for a compiler without such constants
};

/// A kernel in FILE.cl, whose arguments are the inputs, the result and the values.
struct KernelCase {
  std::string name;   ///< of the benchmark, "convolution_7x7"
  std::string title;  ///< for readers
  std::string file;   ///< without .cl
  std::string kernel; ///< the function
  std::vector<KernelConstant> constants;
  std::vector<std::vector<std::byte>> inputs;
  size_t resultBytes = 0;
  std::vector<uint32_t> values;
  uint32_t dimensions = 1;
  std::array<size_t, 3> global{1, 1, 1};
  std::array<size_t, 3> local{0, 0, 0}; ///< 0: the device's choice
  Work work;
  Goal goal; ///< with plain C++ as the peer
  /// Floats may be so many units in the last place apart; 0: all bytes are the same.
  uint32_t ulps = 0;
  /// Does the work of one launch on @p inputs into @p result.
  std::function<void(Threads &, const std::vector<const void *> &inputs, void *result)> plain;
};

const std::vector<std::string> &kernelCaseNames();

/// @param isTiny sizes for a test of the results
KernelCase makeKernelCase(const std::string &name, bool isTiny);

/// A vector add of so many floats, for the cost by size.
KernelCase makeSizeCase(size_t count);

} // namespace ursa::bench
