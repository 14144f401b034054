// Loads images and copies their properties out of the C ABI.
#include "tools/run/images.h"

#include "client/check.h"

namespace ursa::run {

using client::check;

client::ImagesHandle loadImages(const std::string &path) {
  client::ImagesHandle images;
  // The library's message names the file.
  if (ur_result_t result = ursaImagesLoad(path.c_str(), images.out()); result != UR_RESULT_SUCCESS)
    throw client::Failure(client::describeResult(result));
  return images;
}

std::vector<ImageProperties> readProperties(ursa_images_handle_t images) {
  uint32_t count = 0;
  check(ursaImagesGetCount(images, &count), "Counting the images");
  std::vector<ImageProperties> result(count);
  for (uint32_t i = 0; i < count; ++i) {
    ursa_image_info_t info = {};
    check(ursaImagesGetInfo(images, i, &info), fmt::format("Describing image {}", i));
    result[i].target = info.target;
    for (uint32_t p = 0; p < info.propertyCount; ++p) {
      ursa_property_t property = {};
      check(ursaImagesGetProperty(images, i, p, &property),
            fmt::format("Reading property {} of image {}", p, i));
      auto *bytes = static_cast<const std::byte *>(property.value);
      result[i].properties.push_back(
          {property.set, property.name, std::vector<std::byte>(bytes, bytes + property.size)});
    }
  }
  return result;
}

} // namespace ursa::run
