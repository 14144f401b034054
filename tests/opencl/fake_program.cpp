#include "opencl/fake_program.h"

#include <map>

namespace ursa::testing {

std::vector<FakeConstant> constantsOf(std::span<const uint32_t> words) {
  constexpr uint32_t kTypeInt = 21, kTypeFloat = 22, kTrue = 48, kFalse = 49, kConstant = 50,
                     kDecorate = 71, kSpecId = 1;
  std::map<uint32_t, uint32_t> bits, ids;
  std::vector<FakeConstant> constants;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16)
    switch (words[at] & 0xffff) {
    case kTypeInt:
    case kTypeFloat:
      bits[words[at + 1]] = words[at + 2];
      break;
    case kDecorate:
      if (words[at + 2] == kSpecId)
        ids[words[at + 1]] = words[at + 3];
      break;
    case kTrue:
    case kFalse:
      constants.push_back({ids[words[at + 2]], 1, (words[at] & 0xffff) == kTrue});
      break;
    case kConstant: {
      const uint32_t size = bits[words[at + 1]] / 8;
      const uint64_t high = size == 8 ? uint64_t{words[at + 4]} << 32 : 0;
      constants.push_back({ids[words[at + 2]], size, words[at + 3] | high});
      break;
    }
    default:
      break;
    }
  return constants;
}

} // namespace ursa::testing
