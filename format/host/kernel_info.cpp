#include "format/host/kernel_info.h"

#include <fmt/format.h>

namespace ursa::format::host {

std::string describeWidth(uint32_t width) {
  return width == 1 ? "one work-item at a time" : fmt::format("packs of {}", width);
}

} // namespace ursa::format::host
