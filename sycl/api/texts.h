// Names for messages, and lists in texts of the C ABI.
#pragma once

#include <sycl/detail/backend_enum.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sycl::detail {

/// "opencl", "ext_ursa_vulkan", …
std::string_view name(backend named);

/// The words of a list with separators, without empty ones.
std::vector<std::string> words(std::string_view list, std::string_view separators);

} // namespace sycl::detail
