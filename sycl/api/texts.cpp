#include "sycl/api/texts.h"

#include <sycl/backend.hpp>

#include <algorithm>
#include <ostream>

inline namespace ursa_sycl {
namespace sycl::detail {

std::string_view name(backend named) {
  switch (named) {
  case backend::host:
    return "host";
  case backend::opencl:
    return "opencl";
  case backend::level_zero:
    return "level_zero";
  case backend::cuda:
    return "cuda";
  case backend::hip:
    return "hip";
  case backend::ext_ursa_host:
    return "ext_ursa_host";
  case backend::ext_ursa_vulkan:
    return "ext_ursa_vulkan";
  case backend::ext_ursa_other:
    return "ext_ursa_other";
  }
  return "unknown";
}

std::span<const NamedAspect> allAspects() {
  static constexpr NamedAspect kAll[] = {
#define __SYCL_ASPECT(NAME, NUMBER) {aspect::NAME, #NAME},
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
  };
  return kAll;
}

std::string name(aspect named) {
  for (const NamedAspect &each : allAspects())
    if (each.value == named)
      return std::string(each.name);
  return std::to_string(static_cast<int>(named));
}

std::vector<std::string> words(std::string_view list, std::string_view separators) {
  std::vector<std::string> all;
  while (!list.empty()) {
    const size_t end = std::min(list.find_first_of(separators), list.size());
    if (end > 0)
      all.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return all;
}

} // namespace sycl::detail
} // namespace ursa_sycl

inline namespace ursa_sycl {
namespace sycl {

std::ostream &operator<<(std::ostream &stream, backend written) {
  return stream << detail::name(written);
}

} // namespace sycl
} // namespace ursa_sycl
