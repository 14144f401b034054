// Names for messages, and lists in texts of the C ABI.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/backend_enum.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// "opencl", "ext_ursa_vulkan", …
std::string_view name(backend named);

struct NamedAspect {
  aspect value;
  std::string_view name;
};
/// All aspects that SYCL defines.
std::span<const NamedAspect> allAspects();
/// "fp64", …; the number of an aspect that SYCL does not define.
std::string name(aspect named);

/// The words of a list with separators, without empty ones.
std::vector<std::string> words(std::string_view list, std::string_view separators);

} // namespace sycl::detail
} // namespace ursa_sycl
