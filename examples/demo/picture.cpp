// PNG files through libpng's simplified interface, which converts every colour type to RGBA.
#include "examples/demo/picture.h"

#include "client/failure.h"
#include "client/files.h"

#include <png.h>

#include <algorithm>
#include <cstring>

namespace ursa::demo {

using client::fail;

namespace {

/// Larger pictures are refused, so that the demo does not run out of memory.
constexpr uint64_t kMaxPixels = uint64_t{1} << 28;

/// Frees libpng's memory on every path out of the function.
struct PngImage {
  PngImage() {
    std::memset(&image, 0, sizeof(image));
    image.version = PNG_IMAGE_VERSION;
  }
  ~PngImage() { png_image_free(&image); }
  png_image image;
};

} // namespace

Picture readPng(const std::filesystem::path &path) {
  const std::vector<std::byte> file = client::readFile(path);
  constexpr unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  if (file.size() < sizeof(signature) ||
      std::memcmp(file.data(), signature, sizeof(signature)) != 0)
    fail("'{}' is not a PNG picture.", path.string());

  PngImage png;
  if (!png_image_begin_read_from_memory(&png.image, file.data(), file.size()))
    fail("'{}' cannot be read as PNG: {}.", path.string(), png.image.message);
  if (uint64_t{png.image.width} * png.image.height > kMaxPixels)
    fail("'{}' has {} x {} pixels; at most {} in all are possible.", path.string(), png.image.width,
         png.image.height, kMaxPixels);
  png.image.format = PNG_FORMAT_RGBA;
  // 16-bit pictures without a gamma chunk hold display values, as 8-bit ones do.
  png.image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  Picture picture(png.image.width, png.image.height);
  if (!png_image_finish_read(&png.image, nullptr, picture.pixels.data(), 0, nullptr))
    fail("'{}' cannot be read as PNG: {}.", path.string(), png.image.message);
  return picture;
}

void writePng(const std::filesystem::path &path, const Picture &picture) {
  PngImage png;
  png.image.width = static_cast<png_uint_32>(picture.width);
  png.image.height = static_cast<png_uint_32>(picture.height);
  const bool opaque = std::all_of(picture.pixels.begin(), picture.pixels.end(),
                                  [](const Pixel &pixel) { return pixel[3] == 255; });
  std::vector<uint8_t> bytes;
  for (const Pixel &pixel : picture.pixels)
    bytes.insert(bytes.end(), pixel.begin(), pixel.begin() + (opaque ? 3 : 4));
  png.image.format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&png.image, path.c_str(), 0, bytes.data(), 0, nullptr))
    fail("'{}' cannot be written: {}.", path.string(), png.image.message);
}

} // namespace ursa::demo
