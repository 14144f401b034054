// The letters that the demo writes into pictures.
#pragma once

#include "examples/demo/picture.h"

#include <string_view>

namespace ursa::demo {

/// Writes @p text with its top left corner at (x, y); a dot of a letter is a square of @p scale
/// pixels. Letters that are not in the font, and pixels outside the picture, are skipped.
void drawText(Picture &picture, size_t x, size_t y, size_t scale, Pixel color,
              std::string_view text);

/// Width in pixels of @p text at @p scale.
size_t textWidth(std::string_view text, size_t scale);

} // namespace ursa::demo
