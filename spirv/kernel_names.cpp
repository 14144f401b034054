#include "spirv/kernel_names.h"

#include "spirv/opcodes.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>
#include <unordered_set>

namespace ursa::spirv {
namespace {

constexpr size_t kEntryPointName = 3; // after the execution model and the function
constexpr size_t kNameName = 2;       // after the target

// Returns the name that begins at a word, or an empty one without its end.
std::string_view nameIn(std::span<const uint32_t> words) {
  const char *text = reinterpret_cast<const char *>(words.data());
  const size_t length = strnlen(text, words.size_bytes());
  return length < words.size_bytes() ? std::string_view(text, length) : std::string_view();
}

void appendName(std::vector<uint32_t> &words, std::string_view name) {
  const size_t at = words.size();
  words.resize(at + name.size() / sizeof(uint32_t) + 1);
  std::memcpy(&words[at], name.data(), name.size());
}

} // namespace

std::string shortKernelName(std::string_view name) {
  if (name.size() <= kLongestKernelName)
    return std::string(name);
  const std::string hash = fmt::format("_{:016x}", XXH3_64bits(name.data(), name.size()));
  return std::string(name.substr(0, kLongestKernelName - hash.size())) + hash;
}

// Translators name a function by OpName or OpEntryPoint, so both change.
std::vector<uint32_t> withShortKernelNames(std::span<const uint32_t> words) {
  std::vector<uint32_t> renamed(words.begin(), words.begin() + kHeaderWords);
  renamed.reserve(words.size());
  std::unordered_set<uint32_t> kernels; // the functions whose names are long
  for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
    const auto instruction = words.subspan(at, words[at] >> 16);
    const uint32_t opcode = instruction[0] & 0xffff;
    size_t nameAt = instruction.size();
    if (opcode == kEntryPoint && instruction.size() > kEntryPointName)
      nameAt = kEntryPointName;
    else if (opcode == kName && instruction.size() > kNameName && kernels.contains(instruction[1]))
      nameAt = kNameName;
    const std::string_view name = nameIn(instruction.subspan(nameAt));
    if (name.size() <= kLongestKernelName) {
      renamed.insert(renamed.end(), instruction.begin(), instruction.end());
      continue;
    }
    if (opcode == kEntryPoint)
      kernels.insert(instruction[2]);
    const size_t start = renamed.size();
    const auto before = instruction.first(nameAt);
    renamed.insert(renamed.end(), before.begin(), before.end());
    appendName(renamed, shortKernelName(name));
    const auto rest = instruction.subspan(nameAt + name.size() / sizeof(uint32_t) + 1);
    renamed.insert(renamed.end(), rest.begin(), rest.end());
    renamed[start] = static_cast<uint32_t>((renamed.size() - start) << 16) | opcode;
  }
  return renamed;
}

} // namespace ursa::spirv
