#include "format/spec_constants.h"

#include <algorithm>
#include <cstring>

namespace ursa::format {

Property describeConstant(std::string id, std::span<const LeafDescriptor> leaves) {
  return {std::move(id),
          std::string_view(reinterpret_cast<const char *>(leaves.data()), leaves.size_bytes())};
}

std::optional<std::vector<LeafDescriptor>> leavesOf(const Property &property) {
  const size_t size = property.value.size();
  if (property.isNumber || size == 0 || size % sizeof(LeafDescriptor) != 0)
    return std::nullopt;
  std::vector<LeafDescriptor> leaves(size / sizeof(LeafDescriptor));
  std::memcpy(leaves.data(), property.value.data(), size);
  return leaves;
}

ConstantExtent extentOf(std::span<const LeafDescriptor> leaves) {
  ConstantExtent extent;
  for (const LeafDescriptor &leaf : leaves) {
    extent.padding = std::max(extent.padding, leaf.end());
    if (!leaf.isPadding())
      extent.value = std::max(extent.value, leaf.end());
  }
  return extent;
}

} // namespace ursa::format
