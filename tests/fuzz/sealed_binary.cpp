// Fuzzes the reader of stored binaries: the input as a file, and as the contents of one whose
// checksum is right.
#include "core/cache/sealed_binary.h"

#include "require.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace {

void check(std::span<const std::byte> sealed) {
  const auto contents = ursa::core::cache::unsealBinary(sealed);
  if (!contents)
    return;
  const auto isInside = [sealed](const void *first, size_t size) {
    const auto *begin = static_cast<const std::byte *>(first);
    return begin >= sealed.data() && size <= sealed.size() &&
           begin + size <= sealed.data() + sealed.size();
  };
  ursa::fuzz::require(isInside(contents->key.data(), contents->key.size()) &&
                          isInside(contents->binary.data(), contents->binary.size()) &&
                          !contents->binary.empty(),
                      "the contents lie in the file");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span input(reinterpret_cast<const std::byte *>(data), size);
  check(input);
  std::vector<std::byte> sealed(input.begin(), input.end());
  const uint64_t checksum = XXH3_64bits(sealed.data(), sealed.size());
  const auto *bytes = reinterpret_cast<const std::byte *>(&checksum);
  sealed.insert(sealed.end(), bytes, bytes + sizeof(checksum));
  check(sealed);
  return 0;
}
