// Builds Vulkan images by hand, as docs/formats/vulkan-image.md describes them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ursa::vulkan_test {

/// Builds an image from a reflection and a body.
inline std::vector<uint8_t> makeImage(const std::string &reflection,
                                      const std::vector<uint8_t> &body) {
  constexpr size_t kHeader = 16;
  const size_t bodyAt = kHeader + (reflection.size() + 7) / 8 * 8;
  std::vector<uint8_t> image(bodyAt + body.size());
  std::memcpy(image.data(), "URSAVK1", 8);
  const auto length = static_cast<uint32_t>(reflection.size());
  std::memcpy(image.data() + 8, &length, sizeof(length));
  std::copy(reflection.begin(), reflection.end(), image.begin() + kHeader);
  std::copy(body.begin(), body.end(), image.begin() + static_cast<ptrdiff_t>(bodyAt));
  return image;
}

inline std::vector<uint8_t> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace ursa::vulkan_test
