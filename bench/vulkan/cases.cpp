// Defines the cases. See cases.h.
#include "bench/vulkan/cases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace ursa::bench {
namespace {

constexpr size_t kGroup = 256;
constexpr size_t kTile = 16;
constexpr double kFloat = sizeof(float);

// The same numbers as in cuda_peer.cu.
std::vector<float> numbers(size_t count) {
  std::vector<float> values(count);
  uint32_t state = 1;
  for (float &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / static_cast<float>(1u << 24);
  }
  return values;
}

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
uint32_t bits(size_t value) { return static_cast<uint32_t>(value); }

VulkanCase vectorAdd(bool isLarge) {
  const size_t count = size_t{1} << (isLarge ? 27 : 20);
  VulkanCase made;
  made.inputs = {numbers(count), numbers(count)};
  made.result.resize(count);
  made.global[0] = count;
  made.local[0] = kGroup;
  made.work = 3 * kFloat * static_cast<double>(count);
  made.unit = "GB/s";
  made.expected = [a = made.inputs[0], b = made.inputs[1]](size_t i) { return a[i] + b[i]; };
  return made;
}

VulkanCase saxpy(bool isLarge) {
  const size_t count = size_t{1} << (isLarge ? 27 : 20);
  constexpr float kFactor = 0.5f;
  VulkanCase made;
  made.inputs = {numbers(count)};
  made.result = numbers(count);
  made.values = {bits(kFactor)};
  made.global[0] = count;
  made.local[0] = kGroup;
  made.work = 3 * kFloat * static_cast<double>(count);
  made.unit = "GB/s";
  made.expected = [x = made.inputs[0], y = made.result](size_t i) { return kFactor * x[i] + y[i]; };
  return made;
}

VulkanCase mandelbrot(bool isLarge) {
  const size_t side = isLarge ? 4096 : 256;
  const int limit = isLarge ? 1024 : 256;
  const float step = 3.0f / static_cast<float>(side);
  const auto count = [=](size_t at) {
    const float x0 = -2.0f + static_cast<float>(at % side) * step;
    const float y0 = -1.5f + static_cast<float>(at / side) * step;
    float x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4) {
      const float next = x * x - y * y + x0;
      y = 2 * x * y + y0;
      x = next;
      ++n;
    }
    return n;
  };
  VulkanCase made;
  made.result.resize(side * side);
  made.values = {bits(side), bits(step), bits(size_t(limit))};
  made.global = {side, side, 1};
  made.local = {kTile, kTile, 1};
  constexpr double kOperations = 10; // per iteration of the loop
  constexpr size_t kStep = 61;       // iterations are counted on every 61st point
  double turns = 0;
  for (size_t at = 0; at < made.result.size(); at += kStep)
    turns += count(at);
  made.work = kOperations * turns * kStep;
  made.unit = "GFLOP/s";
  made.expected = count;
  made.mayDiffer = 20;
  return made;
}

VulkanCase convolution(bool isLarge) {
  constexpr int kReach = 2;
  constexpr int kWidth = 2 * kReach + 1;
  const int side = isLarge ? 8192 : 256;
  const size_t count = static_cast<size_t>(side) * static_cast<size_t>(side);
  VulkanCase made;
  made.inputs = {numbers(count), numbers(kWidth * kWidth)};
  made.result.resize(count);
  made.values = {bits(size_t(side)), bits(size_t(side))};
  made.global = {size_t(side), size_t(side), 1};
  made.local = {kTile, kTile, 1};
  made.work = 2.0 * kWidth * kWidth * static_cast<double>(count);
  made.unit = "GFLOP/s";
  made.expected = [side, in = made.inputs[0], weights = made.inputs[1]](size_t at) {
    const int row = static_cast<int>(at) / side, column = static_cast<int>(at) % side;
    double sum = 0;
    for (int dy = -kReach; dy <= kReach; ++dy)
      for (int dx = -kReach; dx <= kReach; ++dx) {
        const int y = std::clamp(row + dy, 0, side - 1), x = std::clamp(column + dx, 0, side - 1);
        sum += double{weights[size_t((dy + kReach) * kWidth + dx + kReach)]} *
               in[size_t(y) * size_t(side) + size_t(x)];
      }
    return sum;
  };
  return made;
}

VulkanCase matmul(bool isLarge) {
  const size_t side = isLarge ? 4096 : 128;
  VulkanCase made;
  made.inputs = {numbers(side * side), numbers(side * side)};
  made.result.resize(side * side);
  made.values = {bits(side)};
  made.global = {side, side, 1};
  made.local = {kTile, kTile, 1};
  made.work = 2.0 * static_cast<double>(side * side * side);
  made.unit = "GFLOP/s";
  made.expected = [side, a = made.inputs[0], b = made.inputs[1]](size_t at) {
    double sum = 0;
    for (size_t k = 0; k < side; ++k)
      sum += double{a[at / side * side + k]} * b[k * side + at % side];
    return sum;
  };
  return made;
}

VulkanCase reduction(bool isLarge) {
  const size_t count = size_t{1} << (isLarge ? 28 : 21);
  const size_t groups = isLarge ? 2048 : 64;
  VulkanCase made;
  made.inputs = {numbers(count)};
  made.result.resize(groups);
  made.values = {bits(count)};
  made.global[0] = groups * kGroup;
  made.local[0] = kGroup;
  made.work = kFloat * static_cast<double>(count);
  made.unit = "GB/s";
  made.expected = [=, in = made.inputs[0]](size_t group) {
    double sum = 0;
    for (size_t start = group * kGroup; start < count; start += groups * kGroup)
      for (size_t i = 0; i < kGroup; ++i)
        sum += double{in[start + i]};
    return sum;
  };
  return made;
}

VulkanCase nbody(bool isLarge) {
  constexpr double kOperations = 20; // per pair, the customary count
  constexpr size_t kParts = 4;
  const size_t bodies = isLarge ? 1 << 16 : 1 << 10;
  VulkanCase made;
  made.inputs = {numbers(kParts * bodies)};
  made.result.resize(kParts * bodies);
  made.values = {bits(bodies)};
  made.global[0] = bodies;
  made.local[0] = kGroup;
  made.work = kOperations * static_cast<double>(bodies) * static_cast<double>(bodies);
  made.unit = "GFLOP/s";
  made.expected = [all = made.inputs[0]](size_t at) {
    const size_t own = at / kParts * kParts, part = at % kParts;
    if (part == kParts - 1)
      return 0.0;
    double sum = 0;
    for (size_t other = 0; other < all.size(); other += kParts) {
      double square = 1e-3;
      for (size_t i = 0; i < kParts - 1; ++i)
        square += std::pow(double{all[other + i]} - all[own + i], 2);
      sum += (double{all[other + part]} - all[own + part]) * all[other + kParts - 1] /
             std::pow(square, 1.5);
    }
    return sum;
  };
  made.tolerance = 1e-2; // the terms of the sums have both signs
  return made;
}

const std::map<std::string, VulkanCase (*)(bool)> &makers() {
  static const auto *all = new std::map<std::string, VulkanCase (*)(bool)>{
      {"vector_add", vectorAdd},    {"saxpy", saxpy},   {"mandelbrot", mandelbrot},
      {"convolution", convolution}, {"matmul", matmul}, {"matmul_tiled", matmul},
      {"reduction", reduction},     {"nbody", nbody}};
  return *all;
}

} // namespace

std::vector<std::string> vulkanCaseNames() {
  std::vector<std::string> names;
  for (const auto &[name, maker] : makers())
    names.push_back(name);
  return names;
}

VulkanCase makeVulkanCase(const std::string &name, bool isLarge) {
  VulkanCase made = makers().at(name)(isLarge);
  made.name = name;
  return made;
}

} // namespace ursa::bench
