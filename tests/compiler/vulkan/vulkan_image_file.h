// Reads the code of a Vulkan image as an adapter would (docs/formats/vulkan-image.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::test {

struct KernelArgument {
  bool isLocal = false;
  unsigned specId = 0; ///< of a local argument's size
  unsigned offset = 0;
  unsigned size = 0;
};

struct ImageKernel {
  std::string name;
  std::vector<std::uint32_t> words;
  std::vector<KernelArgument> arguments;
  unsigned argumentBytes = 0;
  bool argumentBuffer = false;
  std::optional<std::array<unsigned, 3>> localSize;
  std::vector<unsigned> constants;
  std::vector<std::string> capabilities;
};

struct PrintfFormat {
  std::string text;
  std::vector<unsigned> arguments;
};

struct VulkanImage {
  std::vector<ImageKernel> kernels;
  std::vector<std::byte> data; ///< the data segment
  std::vector<unsigned> relocations;
  std::optional<unsigned> printfSlot;
  std::vector<PrintfFormat> formats;
  std::vector<std::string> strings;

  /// Returns the kernel @p name. Throws std::runtime_error if there is none.
  const ImageKernel &kernel(const std::string &name) const;
};

/// Reads the code of an image. Throws std::runtime_error if it is not a Vulkan image.
VulkanImage readVulkanImage(std::span<const std::byte> code);

} // namespace ursa::test
