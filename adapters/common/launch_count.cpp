#include "adapters/common/launch_count.h"

#include "support/environment.h"

#include <fmt/format.h>

#include <charconv>

namespace ursa::adapter {

std::optional<uint32_t> launchCountOf(const char *variable, std::string &problem) {
  constexpr uint32_t kMostLaunches = 1u << 20;
  const std::optional<std::string> text = environmentVariable(variable);
  if (!text)
    return std::nullopt;
  if (*text == "off")
    return 0;
  uint32_t launches = 0;
  const char *const end = text->data() + text->size();
  const auto [rest, code] = std::from_chars(text->data(), end, launches);
  if (code == std::errc() && rest == end && launches <= kMostLaunches)
    return launches;
  problem = fmt::format("{} is '{}'; it is 'off' or a number of launches up to {}.", variable,
                        *text, kMostLaunches);
  return std::nullopt;
}

} // namespace ursa::adapter
