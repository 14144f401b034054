// What definitions of cases share: numbers that are the same in each run, and bytes of them.
#pragma once

#include "bench/kernels/cases.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ursa::bench {

inline constexpr double kFloat = sizeof(float);

template <class T> std::vector<std::byte> bytesOf(const std::vector<T> &values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

template <class T> const T *as(const void *memory) { return static_cast<const T *>(memory); }
template <class T> T *as(void *memory) { return static_cast<T *>(memory); }

/// The same numbers in each run.
class Random {
public:
  explicit Random(uint32_t seed) : state_(seed) {}
  uint32_t next() { return (state_ = state_ * 1664525u + 1013904223u) >> 8; }
  float between(float low, float high) {
    return low + (high - low) * static_cast<float>(next()) / static_cast<float>(1u << 24);
  }

private:
  uint32_t state_;
};

std::vector<std::byte> floats(size_t count, float low = 0, float high = 1, uint32_t seed = 1);
std::vector<std::byte> bytes(size_t count, uint32_t seed);
std::vector<std::byte> pixels(size_t count, uint32_t seed);

/// What each of @p count parts of a case does in plain C++.
void divide(KernelCase &made, size_t count, size_t grain,
            const std::function<void(const std::vector<const void *> &in, void *out, size_t begin,
                                     size_t end)> &part);

} // namespace ursa::bench
