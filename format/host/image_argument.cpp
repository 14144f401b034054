#include "format/host/image_argument.h"

#include <iterator>

namespace ursa::format::host {
namespace {

// Indexed by ImageType.
constexpr const char *kNames[] = {"image1d_t", "image1d_array_t", "image1d_buffer_t",
                                  "image2d_t", "image2d_array_t", "image3d_t"};

} // namespace

const char *nameOf(ImageType type) { return kNames[static_cast<size_t>(type)]; }

std::optional<ImageType> imageTypeNamed(std::string_view name) {
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i])
      return static_cast<ImageType>(i);
  return std::nullopt;
}

} // namespace ursa::format::host
