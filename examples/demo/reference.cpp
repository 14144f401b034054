// The reference convolution and the comparison with it.
#include "examples/demo/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ursa::demo {

Picture convolveReference(const Picture &picture, const Filter &filter) {
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  Picture result(picture.width, picture.height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum[3] = {};
      for (int dy = -filter.radius; dy <= filter.radius; ++dy)
        for (int dx = -filter.radius; dx <= filter.radius; ++dx) {
          const Pixel &pixel = picture.at(static_cast<size_t>(std::clamp(x + dx, 0, width - 1)),
                                          static_cast<size_t>(std::clamp(y + dy, 0, height - 1)));
          for (size_t c = 0; c < 3; ++c)
            sum[c] += filter.weight(dx, dy) * static_cast<float>(pixel[c]);
        }
      const size_t index = static_cast<size_t>(y) * picture.width + static_cast<size_t>(x);
      for (size_t c = 0; c < 3; ++c)
        result.pixels[index][c] =
            static_cast<uint8_t>(std::nearbyint(std::clamp(sum[c], 0.0f, 255.0f)));
      result.pixels[index][3] = picture.pixels[index][3];
    }
  return result;
}

Difference compare(const Picture &result, const Picture &reference) {
  Difference difference;
  for (size_t i = 0; i < reference.pixels.size(); ++i) {
    const Pixel &is = result.pixels[i], &should = reference.pixels[i];
    int largest = 0;
    for (size_t c = 0; c < 4; ++c)
      largest = std::max(largest, std::abs(is[c] - should[c]));
    difference.largest = std::max(difference.largest, largest);
    if (largest <= kTolerance || difference.isWrong)
      continue;
    difference.isWrong = true;
    difference.firstWrong =
        fmt::format("pixel ({}, {}) is ({}, {}, {}, {}); the reference has ({}, {}, {}, {}), and "
                    "only {} apart is "
                    "rounding",
                    i % reference.width, i / reference.width, is[0], is[1], is[2], is[3], should[0],
                    should[1], should[2], should[3], kTolerance);
  }
  return difference;
}

} // namespace ursa::demo
