#include "spirv/linker.h"

#include "spirv/grammar.h"

#include <spirv-tools/linker.hpp>

#include <map>

namespace ursa::spirv {
namespace {

constexpr auto kBuiltIn = static_cast<uint32_t>(spv::Decoration::BuiltIn);

// Merges duplicate built-in variables. Each module brings its own variable, for example for the
// global id; the linker retains them all, but translators identify such variables by names, which
// are unique.
//
//   before:  OpDecorate %a BuiltIn GlobalInvocationId     after:  OpDecorate %a ...
//            OpDecorate %b BuiltIn GlobalInvocationId
//            %x = OpLoad %v3ulong %b                              %x = OpLoad %v3ulong %a
std::vector<uint32_t> withUniqueBuiltIns(std::vector<uint32_t> words) {
  const ParsedInstructions parsed(words);
  std::map<uint32_t, Id> firsts; // the variable that stays, by built-in
  std::map<Id, Id> replaced;     // the variable that stays, by the variable that it replaces
  for (const ParsedInstruction &instruction : parsed)
    if (instruction.op == spv::Op::OpDecorate && instruction.size() == 4 &&
        instruction[2] == kBuiltIn) {
      const auto [first, isNew] = firsts.emplace(instruction[3], instruction[1]);
      if (!isNew && first->second != instruction[1])
        replaced.emplace(instruction[1], first->second);
    }
  if (replaced.empty())
    return words;
  Words merged(words.begin(), words.begin() + kHeaderWords);
  for (const ParsedInstruction &instruction : parsed) {
    const bool isAboutReplaced =
        ((instruction.op == spv::Op::OpName || instruction.op == spv::Op::OpDecorate) &&
         replaced.contains(instruction[1])) ||
        (instruction.op == spv::Op::OpVariable && replaced.contains(instruction.result));
    if (isAboutReplaced)
      continue;
    const size_t begin = merged.size();
    append(merged, instruction);
    for (const uint16_t use : instruction.uses())
      if (const auto other = replaced.find(instruction[use]); other != replaced.end())
        merged[begin + use] = other->second;
  }
  return merged;
}

} // namespace

Result<std::vector<uint32_t>> linkModules(const std::vector<std::vector<uint32_t>> &modules) {
  std::string messages;
  spvtools::Context context(SPV_ENV_OPENCL_2_2);
  context.SetMessageConsumer(
      [&](spv_message_level_t level, const char *, const spv_position_t &, const char *message) {
        if (level <= SPV_MSG_ERROR)
          messages += fmt::format("{}{}", messages.empty() ? "" : "; ", message);
      });
  spvtools::LinkerOptions options;
  options.SetCreateLibrary(false);
  std::vector<uint32_t> linked;
  if (spvtools::Link(context, modules, &linked, options) != SPV_SUCCESS)
    return makeError(UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, "{} SPIR-V modules were not linked: {}.",
                     modules.size(), messages.empty() ? "no reason was given" : messages);
  return withUniqueBuiltIns(std::move(linked));
}

} // namespace ursa::spirv
