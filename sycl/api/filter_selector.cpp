// Device selectors from text.
#include "sycl/api/error.h"

#include <sycl/ext/oneapi/filter_selector.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {
namespace {

struct Filter {
  std::optional<backend> wantedBackend;
  std::optional<info::device_type> type;
  std::optional<std::size_t> index; // among the devices of the backend and the type
};

std::optional<backend> backendOf(std::string_view name) {
  static constexpr std::pair<std::string_view, backend> names[] = {
      {"host", backend::ext_ursa_host},
      {"native_cpu", backend::ext_ursa_host},
      {"opencl", backend::opencl},
      {"vulkan", backend::ext_ursa_vulkan},
      {"cuda", backend::cuda},
      {"ext_oneapi_cuda", backend::cuda},
      {"hip", backend::hip},
      {"ext_oneapi_hip", backend::hip},
      {"level_zero", backend::level_zero},
      {"ext_oneapi_level_zero", backend::level_zero}};
  for (const auto &[known, value] : names)
    if (known == name)
      return value;
  return std::nullopt;
}

std::optional<info::device_type> typeOf(std::string_view name) {
  static constexpr std::pair<std::string_view, info::device_type> names[] = {
      {"cpu", info::device_type::cpu},
      {"gpu", info::device_type::gpu},
      {"acc", info::device_type::accelerator},
      {"accelerator", info::device_type::accelerator}};
  for (const auto &[known, value] : names)
    if (known == name)
      return value;
  return std::nullopt;
}

std::optional<std::size_t> indexOf(std::string_view text) {
  std::size_t value = 0;
  const char *end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && behind == end ? std::optional(value) : std::nullopt;
}

/// Takes the text before the separator off @p text.
std::string_view next(std::string_view &text, char separator) {
  const std::size_t length = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return part;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

Filter parse(std::string_view text) {
  Filter filter;
  std::string_view rest = trimmed(text);
  bool isValid = !rest.empty() && rest.back() != ':';
  while (isValid && !rest.empty()) {
    const std::string_view part = next(rest, ':');
    if (part == "*")
      continue;
    if (const auto backend = backendOf(part); backend && !filter.wantedBackend && !filter.type)
      filter.wantedBackend = backend;
    else if (const auto type = typeOf(part); type && !filter.type && !filter.index)
      filter.type = type;
    else if (const auto index = indexOf(part); index && !filter.index)
      filter.index = index;
    else
      isValid = false;
  }
  if (!isValid)
    detail::fail(errc::invalid,
                 "'" + std::string(text) +
                     "' is no filter of devices: BACKEND:TYPE:INDEX was expected, of which parts "
                     "may be left out, such as 'cuda', 'opencl:cpu' or 'gpu:1'.");
  return filter;
}

} // namespace

filter_selector::filter_selector(const std::string &filters) {
  std::string_view rest = filters;
  do {
    const Filter filter = parse(next(rest, ','));
    std::size_t index = 0;
    for (const device &each : device::get_devices(filter.type.value_or(info::device_type::all))) {
      if (filter.wantedBackend && each.get_backend() != *filter.wantedBackend)
        continue;
      if (filter.index.value_or(index) == index &&
          std::find(matching_.begin(), matching_.end(), each) == matching_.end())
        matching_.push_back(each);
      ++index;
    }
  } while (!rest.empty());
}

int filter_selector::operator()(const device &device) const {
  return std::find(matching_.begin(), matching_.end(), device) == matching_.end()
             ? -1
             : default_selector_v(device);
}

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
