// A picture of 8-bit RGBA pixels, and PNG files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace ursa::demo {

using Pixel = std::array<uint8_t, 4>; // red, green, blue, alpha

struct Picture {
  Picture() = default;
  Picture(size_t ofWidth, size_t ofHeight, Pixel fill = {0, 0, 0, 255})
      : width(ofWidth), height(ofHeight), pixels(ofWidth * ofHeight, fill) {}

  Pixel &at(size_t x, size_t y) { return pixels[y * width + x]; }
  const Pixel &at(size_t x, size_t y) const { return pixels[y * width + x]; }

  size_t width = 0;
  size_t height = 0;
  std::vector<Pixel> pixels; ///< row by row, top left first
};

/// Reads a PNG file of any colour type and depth; throws a client::Failure that names the file.
Picture readPng(const std::filesystem::path &path);

/// Writes a PNG file, RGB when every pixel is opaque, else RGBA; throws client::Failure.
void writePng(const std::filesystem::path &path, const Picture &picture);

} // namespace ursa::demo
