// Device selectors.
#include "client/selector.h"

#include "client/failure.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace ursa::client {

std::string_view backendName(ur_backend_t backend) {
  switch (backend) {
  case UR_BACKEND_LEVEL_ZERO:
    return "level_zero";
  case UR_BACKEND_OPENCL:
    return "opencl";
  case UR_BACKEND_CUDA:
    return "cuda";
  case UR_BACKEND_HIP:
    return "hip";
  case UR_BACKEND_NATIVE_CPU:
    return "native_cpu";
  case UR_BACKEND_OFFLOAD:
    return "offload";
  default:
    return "unknown";
  }
}

size_t selectDevice(std::span<const std::string> selectors, std::string_view wanted) {
  if (selectors.empty())
    fail("No device was found; an adapter must be beside libur_loader.so.0 or be named in "
         "UR_ADAPTERS_FORCE_LOAD.");
  if (wanted.empty())
    return 0;

  size_t number = 0;
  const char *end = wanted.data() + wanted.size();
  auto [stop, error] = std::from_chars(wanted.data(), end, number);
  if (error == std::errc() && stop == end && number < selectors.size())
    return number;

  for (size_t i = 0; i < selectors.size(); ++i) {
    std::string_view selector = selectors[i];
    if (selector == wanted || selector.substr(0, selector.rfind(':')) == wanted)
      return i;
  }
  fail("No device is called '{}'; there are {}.", wanted, fmt::join(selectors, ", "));
}

} // namespace ursa::client
