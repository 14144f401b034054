#include "spirv/kernel_names.h"

#include "spirv/instructions.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <unordered_set>

namespace ursa::spirv {
namespace {

constexpr size_t kEntryPointName = 3; // after the execution model and the function
constexpr size_t kNameName = 2;       // after the target

// Returns the name that begins at a word, or an empty one without its end.
std::string_view nameIn(std::span<const uint32_t> words) {
  const std::string_view text = textIn(words);
  return text.size() < words.size_bytes() ? text : std::string_view();
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
  for (const Instruction &instruction : Walker(words)) {
    size_t nameAt = instruction.size();
    if (instruction.op == spv::Op::OpEntryPoint && instruction.size() > kEntryPointName)
      nameAt = kEntryPointName;
    else if (instruction.op == spv::Op::OpName && instruction.size() > kNameName &&
             kernels.contains(instruction[1]))
      nameAt = kNameName;
    const std::string_view name = nameIn(instruction.words.subspan(nameAt));
    if (name.size() <= kLongestKernelName) {
      append(renamed, instruction);
      continue;
    }
    if (instruction.op == spv::Op::OpEntryPoint)
      kernels.insert(instruction[2]);
    Words operands(instruction.words.begin() + 1, instruction.words.begin() + nameAt);
    appendText(operands, shortKernelName(name));
    append(renamed, instruction.op, operands,
           instruction.words.subspan(nameAt + name.size() / sizeof(uint32_t) + 1));
  }
  return renamed;
}

} // namespace ursa::spirv
