// The kernels that are functions of the program, and where their parameters are in the objects of
// the kernels: command groups set their arguments one by one.
#pragma once

#include <sycl/kernel.hpp>

#include <optional>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

struct FreeFunctionInfo {
  const KernelDescription *description;
  std::vector<FreeParameter> parameters;
};

/// Returns what the program has told of a kernel; nothing for other kernels. Thread safe.
std::optional<FreeFunctionInfo> freeFunction(const KernelKey &key);

} // namespace sycl::detail
} // namespace ursa_sycl
