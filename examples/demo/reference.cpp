// The reference convolution and the comparison with it.
#include "examples/demo/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <vector>

// GCC makes a function for each kind of processor and chooses when the program starts; what chooses
// runs before sanitizers do.
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                \
    !defined(__SANITIZE_THREAD__)
#define URSA_FOR_EACH_PROCESSOR                                                                    \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define URSA_FOR_EACH_PROCESSOR
#endif

namespace ursa::demo {
namespace {

URSA_FOR_EACH_PROCESSOR
void convolveRows(const Picture &picture, const Filter &filter, Picture &result, int begin,
                  int end) {
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  for (int y = begin; y < end; ++y)
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
}

} // namespace

Picture convolveReference(const Picture &picture, const Filter &filter) {
  Picture result(picture.width, picture.height);
  convolveRows(picture, filter, result, 0, static_cast<int>(picture.height));
  return result;
}

void convolveOnThreads(const Picture &picture, const Filter &filter, Picture &result,
                       unsigned threads) {
  const size_t rows = (picture.height + threads - 1) / threads;
  std::vector<std::thread> started;
  for (size_t begin = 0; begin < picture.height; begin += rows)
    started.emplace_back([&, begin] {
      convolveRows(picture, filter, result, static_cast<int>(begin),
                   static_cast<int>(std::min(begin + rows, picture.height)));
    });
  for (std::thread &thread : started)
    thread.join();
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
