// Paints a night sky over hills: gradients, discs with edges, fan lines, letters, grain.
#include "examples/demo/synthetic.h"

#include "examples/demo/glyphs.h"

#include <algorithm>
#include <cmath>

namespace ursa::demo {
namespace {

using Color = std::array<float, 3>; // 0 to 1

Color mix(const Color &a, const Color &b, float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t};
}

Pixel toPixel(const Color &color) {
  Pixel pixel{0, 0, 0, 255};
  for (size_t c = 0; c < 3; ++c)
    pixel[c] = static_cast<uint8_t>(std::lround(std::clamp(color[c], 0.0f, 1.0f) * 255));
  return pixel;
}

/// A fixed hash of a position, 0 to 1: grain and stars without a random generator.
float noise(uint32_t x, uint32_t y) {
  uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u;
  h = (h ^ h >> 15) * 0x2C1B3C6Du;
  h = (h ^ h >> 12) * 0x297A2D39u;
  return static_cast<float>((h ^ h >> 15) & 0xFFFF) / 65535.0f;
}

/// Height of the hills' outline, from the bottom, as a part of the picture's height.
float hill(float u, float base, float swing, float waves, float phase) {
  return base + swing * std::sin(u * waves + phase) + 0.4f * swing * std::sin(u * waves * 2.7f);
}

/// Colour at (u, v), both 0 to 1 from the top left; @p aspect is width over height.
Color paint(float u, float v, float aspect) {
  const Color night{0.07f, 0.09f, 0.30f}, dusk{0.95f, 0.45f, 0.35f}, gold{1.0f, 0.84f, 0.35f};
  Color color = v < 0.55f ? mix(night, dusk, v / 0.55f) : mix(dusk, gold, (v - 0.55f) / 0.3f);

  // The sun: rings with sharp edges inside a soft glow.
  const float dx = (u - 0.5f) * aspect, dy = v - 0.46f;
  const float distance = std::sqrt(dx * dx + dy * dy);
  color = mix(color, gold, 0.7f * std::exp(-distance * distance * 14));
  if (distance < 0.20f) {
    const bool ring = static_cast<int>(distance / 0.04f) % 2 == 0;
    color = ring ? Color{0.98f, 0.93f, 0.75f} : Color{0.93f, 0.36f, 0.30f};
    // Rays with straight edges across the rings.
    if (distance > 0.04f && std::fmod(std::atan2(dy, dx) + 3.1416f, 0.3927f) < 0.06f)
      color = {0.30f, 0.10f, 0.35f};
  }

  if (1 - v < hill(u, 0.34f, 0.045f, 7, 0.6f))
    color = mix({0.16f, 0.45f, 0.52f}, {0.10f, 0.30f, 0.45f}, (v - 0.6f) / 0.2f);
  if (1 - v < hill(u, 0.22f, 0.04f, 11, 2.0f))
    color = mix({0.20f, 0.55f, 0.32f}, {0.08f, 0.32f, 0.22f}, (v - 0.74f) / 0.2f);

  // A floor of tiles at the bottom.
  if (v > 0.90f) {
    const bool tile =
        (static_cast<int>(u * aspect * 40) + static_cast<int>((v - 0.90f) * 40)) % 2 == 0;
    color = tile ? Color{0.92f, 0.92f, 0.88f} : Color{0.22f, 0.16f, 0.26f};
  }
  return color;
}

void drawStars(Picture &picture) {
  const auto columns = static_cast<uint32_t>(picture.width / 24);
  const auto rows = static_cast<uint32_t>(picture.height / 3 / 24);
  for (uint32_t j = 0; j < rows; ++j)
    for (uint32_t i = 0; i < columns; ++i) {
      if (noise(i * 7 + 1, j * 13 + 5) < 0.55f)
        continue;
      const size_t x = size_t{i} * 24 + static_cast<size_t>(noise(i, j + 100) * 22);
      const size_t y = size_t{j} * 24 + static_cast<size_t>(noise(i + 100, j) * 22);
      for (size_t d = 0; d < 2; ++d)
        picture.at(x + d, y) = picture.at(x + d, y + 1) = {255, 250, 225, 255};
    }
}

} // namespace

Picture makeSyntheticPicture(size_t width, size_t height) {
  Picture picture(width, height);
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      Color color = paint((static_cast<float>(x) + 0.5f) / static_cast<float>(width),
                          (static_cast<float>(y) + 0.5f) / static_cast<float>(height), aspect);
      const float grain =
          (noise(static_cast<uint32_t>(x), static_cast<uint32_t>(y)) - 0.5f) * 0.008f;
      for (float &channel : color)
        channel += grain;
      picture.at(x, y) = toPixel(color);
    }
  drawStars(picture);
  const size_t scale = std::max<size_t>(1, width / 100);
  const size_t left = (width - std::min(width, textWidth("URSA", scale))) / 2;
  drawText(picture, left + scale / 3, height * 3 / 4 + scale / 3, scale, {10, 20, 30, 255}, "URSA");
  drawText(picture, left, height * 3 / 4, scale, {255, 245, 230, 255}, "URSA");
  return picture;
}

} // namespace ursa::demo
