// The demo's filters.
#include "examples/demo/filters.h"

#include <cmath>

namespace ursa::demo {
namespace {

Filter blur() {
  Filter filter{.name = "blur", .radius = 3};
  constexpr double sigma = 1.8;
  double sum = 0;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx)
      sum += std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx)
      filter.coefficients.values[dy + 3][dx + 3] =
          static_cast<float>(std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma)) / sum);
  return filter;
}

Filter sharpen() {
  Filter filter{.name = "sharpen", .radius = 1};
  constexpr float weights[3][3] = {{-0.5f, -1, -0.5f}, {-1, 7, -1}, {-0.5f, -1, -0.5f}};
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      filter.coefficients.values[y][x] = weights[y][x];
  return filter;
}

Filter edges() {
  Filter filter{.name = "edges", .radius = 2};
  constexpr float weights[5][5] = {{0, 0, -1, 0, 0},
                                   {0, -1, -2, -1, 0},
                                   {-1, -2, 16, -2, -1},
                                   {0, -1, -2, -1, 0},
                                   {0, 0, -1, 0, 0}};
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x)
      filter.coefficients.values[y][x] = weights[y][x];
  return filter;
}

} // namespace

std::vector<Filter> demoFilters() { return {blur(), sharpen(), edges()}; }

} // namespace ursa::demo
