// Fuzzes stored programs of the Vulkan adapter as bytes. Their checksums are made right, so that
// what they guard is reached.
#include "adapters/vulkan/program/program_binary.h"

#include "fuzz/require.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace {

using ursa::fuzz::require;

constexpr size_t kSizesAt = 8;
constexpr size_t kSumsAt = 32;
constexpr size_t kContentAt = 48;

// As program_binary.h describes it.
void setChecksums(std::vector<std::byte> &bytes) {
  if (bytes.size() < kContentAt)
    return;
  uint64_t sizes[3] = {};
  std::memcpy(sizes, bytes.data() + kSizesAt, sizeof(sizes));
  const uint64_t all = bytes.size() - kContentAt;
  const uint64_t cache = std::min(sizes[2], all);
  const std::byte *content = bytes.data() + kContentAt;
  const uint64_t sums[2] = {XXH3_64bits(content, all - cache),
                            XXH3_64bits(content + (all - cache), cache)};
  std::memcpy(bytes.data() + kSumsAt, sums, sizeof(sums));
}

void check(std::span<const std::byte> bytes) {
  const auto binary = ursa::vulkan::readProgramBinary(bytes);
  if (!binary) {
    require(!binary.error().message.empty(), "an error has a sentence");
    return;
  }
  require(binary->image.size() <= bytes.size() && binary->cacheData.size() <= bytes.size(),
          "its parts are of the bytes");
  const auto again = ursa::vulkan::readProgramBinary(ursa::vulkan::writeProgramBinary(*binary));
  require(again && again->image == binary->image && again->values == binary->values &&
              again->cacheData == binary->cacheData,
          "what is written is read again");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *first = reinterpret_cast<const std::byte *>(data);
  std::vector<std::byte> bytes(first, first + size);
  check(bytes);
  setChecksums(bytes);
  check(bytes);
  return 0;
}
