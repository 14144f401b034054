// Formats the records that a kernel wrote to its printf buffer (docs/formats/vulkan-image.md).
#pragma once

#include "compiler/vulkan/vulkan_device.h"

namespace ursa::test {

/// Returns the text of all records of @p buffer, in their order.
std::string printfText(const VulkanImage &image, const DeviceBuffer &buffer);

} // namespace ursa::test
