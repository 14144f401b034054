// The filters that the demo sets as specialization constants, one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ursa::demo {

/// The constant `coefficients` of the kernel, byte for byte. The weight of the pixel at (dx, dy)
/// from the centre is values[dy + radius][dx + radius].
struct Coefficients {
  float values[7][7] = {};
};
static_assert(sizeof(Coefficients) == 7 * 7 * sizeof(float));

struct Filter {
  std::string name;
  int radius = 1; ///< the constant `radius`, 1 to 3
  Coefficients coefficients;

  float weight(int dx, int dy) const { return coefficients.values[dy + radius][dx + radius]; }
};

/// Blur (Gaussian, radius 3), sharpen (radius 1), edges (Laplacian of Gaussian, radius 2).
std::vector<Filter> demoFilters();

} // namespace ursa::demo
