// A font of 5 by 7 dots with the letters that the demo needs.
#include "examples/demo/glyphs.h"

#include <array>

namespace ursa::demo {
namespace {

constexpr size_t kWidth = 5;
constexpr size_t kHeight = 7;

struct Glyph {
  char letter;
  std::array<uint8_t, kHeight> rows; ///< the leftmost dot is bit 4
};

constexpr std::array<Glyph, 14> kFont = {{
    {'A', {0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001}},
    {'B', {0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110}},
    {'D', {0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110}},
    {'E', {0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111}},
    {'F', {0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000}},
    {'G', {0b01111, 0b10000, 0b10000, 0b10011, 0b10001, 0b10001, 0b01111}},
    {'H', {0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001}},
    {'L', {0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111}},
    {'N', {0b10001, 0b11001, 0b10101, 0b10101, 0b10101, 0b10011, 0b10001}},
    {'O', {0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110}},
    {'P', {0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000}},
    {'R', {0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001}},
    {'S', {0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110}},
    {'U', {0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110}},
}};

void fillSquare(Picture &picture, size_t x, size_t y, size_t side, Pixel color) {
  for (size_t dy = 0; dy < side && y + dy < picture.height; ++dy)
    for (size_t dx = 0; dx < side && x + dx < picture.width; ++dx)
      picture.at(x + dx, y + dy) = color;
}

} // namespace

void drawText(Picture &picture, size_t x, size_t y, size_t scale, Pixel color,
              std::string_view text) {
  for (char letter : text) {
    for (const Glyph &glyph : kFont) {
      if (glyph.letter != letter)
        continue;
      for (size_t row = 0; row < kHeight; ++row)
        for (size_t column = 0; column < kWidth; ++column)
          if (glyph.rows[row] >> (kWidth - 1 - column) & 1)
            fillSquare(picture, x + column * scale, y + row * scale, scale, color);
    }
    x += (kWidth + 1) * scale;
  }
}

size_t textWidth(std::string_view text, size_t scale) {
  return text.empty() ? 0 : (text.size() * (kWidth + 1) - 1) * scale;
}

} // namespace ursa::demo
