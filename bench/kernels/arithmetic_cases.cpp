#include "bench/kernels/arithmetic_cases.h"

#include "bench/kernels/case_parts.h"
#include "bench/kernels/plain.h"

#include <utility>

namespace ursa::bench {

KernelCase blackScholes(bool isTiny) {
  const size_t count = isTiny ? 1000 : 1 << 20;
  KernelCase made;
  made.title = "Black-Scholes, floats";
  made.file = "arithmetic";
  made.kernel = "black_scholes";
  // Prices are far from 0: they are differences of products, whose last places are lost otherwise.
  made.inputs = {floats(count, 80, 120, 1), floats(count, 80, 120, 2), floats(count, 1, 3, 3)};
  made.resultBytes = 2 * count * sizeof(float);
  made.values = {static_cast<uint32_t>(count)};
  made.global[0] = count;
  made.work = {static_cast<double>(count), "Goption/s"};
  made.goal = {Goal::Share, 4};
  made.ulps = 100; // of exp and log, times a price over the least difference of prices
  divide(made, count, 64, [count](const auto &in, void *out, size_t begin, size_t end) {
    plain::blackScholes(as<float>(in[0]), as<float>(in[1]), as<float>(in[2]), as<float>(out),
                        static_cast<int>(count), begin, end);
  });
  return made;
}

KernelCase doubleMix(bool isTiny) {
  const size_t count = isTiny ? 1024 : 1 << 16, rounds = 64;
  constexpr double kOperations = 8; // of a round
  std::vector<double> values(count);
  Random random(1);
  for (double &value : values)
    value = random.between(0, 1);
  KernelCase made;
  made.title = "doubles, square roots and divisions";
  made.file = "arithmetic";
  made.kernel = "double_mix";
  made.inputs = {bytesOf(values)};
  made.resultBytes = made.inputs[0].size();
  made.values = {static_cast<uint32_t>(rounds)};
  made.global[0] = count;
  made.work = {kOperations * static_cast<double>(count * rounds), "GFLOP/s"};
  made.goal = {Goal::Share, 0.95};
  divide(
      made, count, plain::kPointsAtOnce, [](const auto &in, void *out, size_t begin, size_t end) {
        plain::doubleMix(as<double>(in[0]), as<double>(out), static_cast<int>(rounds), begin, end);
      });
  return made;
}

KernelCase collatz(bool isTiny) {
  const size_t count = isTiny ? 1024 : 1 << 17;
  KernelCase made;
  made.title = "Collatz, integers in a loop that diverges";
  made.file = "arithmetic";
  made.kernel = "collatz";
  made.resultBytes = count * sizeof(int);
  made.global[0] = count;
  made.work = {static_cast<double>(count), "Gvalue/s"};
  made.goal = {Goal::Share, 1.1};
  divide(made, count, plain::kPointsAtOnce, [](const auto &, void *out, size_t begin, size_t end) {
    plain::collatz(as<int>(out), begin, end);
  });
  return made;
}

KernelCase raytrace(bool isTiny) {
  const size_t side = isTiny ? 64 : 512, count = 16;
  const auto width = static_cast<int>(side);
  std::vector<float> spheres;
  Random random(1);
  for (size_t i = 0; i < count; ++i)
    for (const auto [low, high] :
         {std::pair(-2.0f, 2.0f), {-2.0f, 2.0f}, {0.0f, 4.0f}, {0.3f, 0.8f}})
      spheres.push_back(random.between(low, high));
  KernelCase made;
  made.title = "ray tracing, spheres with reflections";
  made.file = "arithmetic";
  made.kernel = "raytrace";
  made.inputs = {bytesOf(spheres)};
  made.resultBytes = side * side * sizeof(float);
  made.values = {static_cast<uint32_t>(width), static_cast<uint32_t>(count)};
  made.dimensions = 2;
  made.global = {side, side, 1};
  made.work = {static_cast<double>(side * side), "Gpixel/s"};
  made.goal = {Goal::Share, 1.3};
  divide(made, side, 1, [=](const auto &in, void *out, size_t begin, size_t end) {
    plain::raytrace(as<float>(in[0]), as<float>(out), width, static_cast<int>(count), begin, end);
  });
  return made;
}

} // namespace ursa::bench
