#include "bench/kernels/case_parts.h"

namespace ursa::bench {

std::vector<std::byte> floats(size_t count, float low, float high, uint32_t seed) {
  Random random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = random.between(low, high);
  return bytesOf(values);
}

std::vector<std::byte> bytes(size_t count, uint32_t seed) { return pixels(count / 4, seed); }

std::vector<std::byte> pixels(size_t count, uint32_t seed) {
  Random random(seed);
  std::vector<uint8_t> values(4 * count);
  for (uint8_t &value : values)
    value = static_cast<uint8_t>(random.next() >> 8);
  return bytesOf(values);
}

void divide(KernelCase &made, size_t count, size_t grain,
            const std::function<void(const std::vector<const void *> &in, void *out, size_t begin,
                                     size_t end)> &part) {
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(count, grain, [&](size_t begin, size_t end) { part(in, out, begin, end); });
  };
}

} // namespace ursa::bench
