// Replaces calls of placeholder functions in SPIR-V. See builtin_calls.h.
#include "compiler/targets/spirv/builtin_calls.h"

#include "compiler/targets/spirv/placeholder_names.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstring>
#include <spirv/unified1/OpenCL.std.h>

using namespace llvm;

namespace ursa {
namespace {

/// Returns the literal string that begins at word @p index.
StringRef literalString(const SpirvInstruction &instruction, std::size_t index) {
  if (index >= instruction.words.size())
    return {};
  const auto *begin = reinterpret_cast<const char *>(instruction.words.data() + index);
  return {begin, ::strnlen(begin, (instruction.words.size() - index) * sizeof(std::uint32_t))};
}

class PlaceholderExpansion {
public:
  explicit PlaceholderExpansion(SpirvModule &module) : module_(module) {}

  void run() {
    findPlaceholders();
    if (placeholders_.empty())
      return;
    for (SpirvInstruction &instruction : module_.instructions)
      if (instruction.opcode == spv::Op::OpFunctionCall)
        if (auto found = placeholders_.find(instruction.words[3]); found != placeholders_.end())
          found->second == Kind::Printf ? expandPrintf(instruction)
                                        : expandChannelOrder(instruction);
    eraseDeclarations();
  }

private:
  enum class Kind { Printf, ChannelOrder };

  void findPlaceholders() {
    for (const SpirvInstruction &instruction : module_.instructions) {
      if (instruction.opcode == spv::Op::OpExtInstImport &&
          literalString(instruction, 2) == "OpenCL.std")
        import_ = instruction.result();
      if (instruction.opcode != spv::Op::OpDecorate || instruction.words.size() < 4 ||
          static_cast<spv::Decoration>(instruction.words[2]) != spv::Decoration::LinkageAttributes)
        continue;
      const StringRef name = literalString(instruction, 3);
      if (name.starts_with(kPrintfPrefix))
        placeholders_[instruction.words[1]] = Kind::Printf;
      else if (name.starts_with(kChannelOrderPrefix))
        placeholders_[instruction.words[1]] = Kind::ChannelOrder;
    }
  }

  // OpFunctionCall type result function argument...
  void expandPrintf(SpirvInstruction &call) {
    const std::vector<std::uint32_t> words = call.words;
    call.opcode = spv::Op::OpExtInst;
    call.words = {0, words[1], words[2], openclImport(), OpenCLLIB::Printf};
    call.words.insert(call.words.end(), words.begin() + 4, words.end());
    call.ids = {1, 2, 3};
    for (std::size_t index = 5; index < call.words.size(); ++index)
      call.ids.push_back(static_cast<std::uint16_t>(index));
    setFirstWord(call);
  }

  void expandChannelOrder(SpirvInstruction &call) {
    call.opcode = spv::Op::OpImageQueryOrder;
    call.words = {0, call.words[1], call.words[2], call.words[4]};
    call.ids = {1, 2, 3};
    setFirstWord(call);
  }

  static void setFirstWord(SpirvInstruction &instruction) {
    instruction.words[0] = static_cast<std::uint32_t>(instruction.words.size()) << 16 |
                           static_cast<std::uint32_t>(instruction.opcode);
  }

  std::uint32_t openclImport() {
    if (import_)
      return import_;
    SpirvInstruction import;
    import.opcode = spv::Op::OpExtInstImport;
    import_ = module_.header[SpirvModule::kBoundWord]++;
    import.words = {0, import_, 0, 0, 0};
    std::memcpy(&import.words[2], "OpenCL.std", sizeof("OpenCL.std"));
    import.ids = {1};
    import.resultIndex = 1;
    setFirstWord(import);
    newImports_.push_back(std::move(import));
    return import_;
  }

  void eraseDeclarations() {
    bool inFunction = false;
    bool isLinked = false;
    erase_if(module_.instructions, [&](const SpirvInstruction &instruction) {
      switch (instruction.opcode) {
      case spv::Op::OpFunction:
        inFunction = placeholders_.contains(instruction.words[2]);
        return inFunction;
      case spv::Op::OpFunctionParameter:
        if (inFunction)
          parameters_.insert(instruction.words[2]);
        return inFunction;
      case spv::Op::OpFunctionEnd:
        return std::exchange(inFunction, false);
      default:
        return false;
      }
    });
    erase_if(module_.instructions, [&](const SpirvInstruction &instruction) {
      if (instruction.opcode != spv::Op::OpName && instruction.opcode != spv::Op::OpDecorate)
        return false;
      if (placeholders_.contains(instruction.words[1]) ||
          parameters_.contains(instruction.words[1]))
        return true;
      isLinked |=
          instruction.opcode == spv::Op::OpDecorate &&
          static_cast<spv::Decoration>(instruction.words[2]) == spv::Decoration::LinkageAttributes;
      return false;
    });
    if (!isLinked)
      erase_if(module_.instructions, [](const SpirvInstruction &instruction) {
        return instruction.opcode == spv::Op::OpCapability &&
               static_cast<spv::Capability>(instruction.words[1]) == spv::Capability::Linkage;
      });
    auto memoryModel = find_if(module_.instructions, [](const SpirvInstruction &instruction) {
      return instruction.opcode == spv::Op::OpMemoryModel;
    });
    module_.instructions.insert(memoryModel, newImports_.begin(), newImports_.end());
  }

  SpirvModule &module_;
  std::uint32_t import_ = 0; ///< id of OpenCL's extended instruction set
  std::vector<SpirvInstruction> newImports_;
  DenseMap<std::uint32_t, Kind> placeholders_; ///< by id
  DenseSet<std::uint32_t> parameters_;         ///< of the placeholders
};

} // namespace

void expandPlaceholders(SpirvModule &module) { PlaceholderExpansion(module).run(); }

} // namespace ursa
