// Lays out the contact sheet.
#include "examples/demo/contact_sheet.h"

#include "examples/demo/glyphs.h"

#include <algorithm>

namespace ursa::demo {
namespace {

constexpr size_t kPanelWidth = 240;
constexpr size_t kGap = 8;
constexpr size_t kTitleHeight = 28;
constexpr size_t kTitleScale = 2;
constexpr size_t kZoom = 2;
constexpr Pixel kPaper = {24, 26, 32, 255};
constexpr Pixel kInk = {235, 235, 235, 255};

/// The mean colour of the source pixels that fall into (x, y) of a picture of the panel's size.
Pixel shrunkPixel(const Picture &picture, size_t x, size_t y, size_t width, size_t height) {
  const size_t left = x * picture.width / width, top = y * picture.height / height;
  const size_t right = std::max(left + 1, (x + 1) * picture.width / width);
  const size_t bottom = std::max(top + 1, (y + 1) * picture.height / height);
  std::array<size_t, 4> sum = {};
  for (size_t j = top; j < bottom; ++j)
    for (size_t i = left; i < right; ++i)
      for (size_t c = 0; c < 4; ++c)
        sum[c] += picture.at(i, j)[c];
  const size_t count = (right - left) * (bottom - top);
  Pixel pixel;
  for (size_t c = 0; c < 4; ++c)
    pixel[c] = static_cast<uint8_t>((sum[c] + count / 2) / count);
  return pixel;
}

/// Pixel (x, y) of the enlarged centre.
Pixel zoomedPixel(const Picture &picture, size_t x, size_t y, size_t width, size_t height) {
  const size_t cropWidth = width / kZoom, cropHeight = height / kZoom;
  const size_t left = (picture.width - std::min(picture.width, cropWidth)) / 2;
  const size_t top = (picture.height - std::min(picture.height, cropHeight)) / 2;
  return picture.at(std::min(left + x / kZoom, picture.width - 1),
                    std::min(top + y / kZoom, picture.height - 1));
}

} // namespace

Picture makeContactSheet(const std::vector<Named> &pictures) {
  const Picture &first = pictures.front().picture;
  // Very tall or flat pictures still get a visible panel.
  const size_t panelHeight =
      std::clamp(kPanelWidth * first.height / first.width, kPanelWidth / 4, kPanelWidth * 2);
  Picture sheet(kGap + pictures.size() * (kPanelWidth + kGap),
                kTitleHeight + 2 * (panelHeight + kGap), kPaper);
  for (size_t i = 0; i < pictures.size(); ++i) {
    const auto &[name, picture] = pictures[i];
    const size_t left = kGap + i * (kPanelWidth + kGap);
    const size_t indent = (kPanelWidth - std::min(kPanelWidth, textWidth(name, kTitleScale))) / 2;
    drawText(sheet, left + indent, 7, kTitleScale, kInk, name);
    for (size_t y = 0; y < panelHeight; ++y)
      for (size_t x = 0; x < kPanelWidth; ++x) {
        sheet.at(left + x, kTitleHeight + y) = shrunkPixel(picture, x, y, kPanelWidth, panelHeight);
        sheet.at(left + x, kTitleHeight + panelHeight + kGap + y) =
            zoomedPixel(picture, x, y, kPanelWidth, panelHeight);
      }
  }
  return sheet;
}

} // namespace ursa::demo
