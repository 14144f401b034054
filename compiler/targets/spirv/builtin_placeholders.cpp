// The half of builtin_calls.h that works on SPIR-V.
#include "compiler/targets/spirv/builtin_calls.h"

#include "compiler/targets/spirv/builtin_names.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstring>
#include <spirv/unified1/OpenCL.std.h>

using namespace llvm;

namespace ursa {
namespace {

/// The string that begins at a word.
StringRef text(const SpirvInstruction &instruction, std::size_t place) {
  if (place >= instruction.words.size())
    return {};
  const auto *begin = reinterpret_cast<const char *>(instruction.words.data() + place);
  return {begin, ::strnlen(begin, (instruction.words.size() - place) * sizeof(std::uint32_t))};
}

class Writing {
public:
  explicit Writing(SpirvModule &module) : module_(module) {}

  void run() {
    findFunctions();
    if (functions_.empty())
      return;
    for (SpirvInstruction &instruction : module_.instructions)
      if (instruction.opcode == spv::Op::OpFunctionCall)
        if (auto found = functions_.find(instruction.words[3]); found != functions_.end())
          found->second == Kind::Printf ? writePrintf(instruction) : writeOrder(instruction);
    eraseDeclarations();
  }

private:
  enum class Kind { Printf, ChannelOrder };

  void findFunctions() {
    for (const SpirvInstruction &instruction : module_.instructions) {
      if (instruction.opcode == spv::Op::OpExtInstImport && text(instruction, 2) == "OpenCL.std")
        import_ = instruction.result();
      if (instruction.opcode != spv::Op::OpDecorate || instruction.words.size() < 4 ||
          static_cast<spv::Decoration>(instruction.words[2]) != spv::Decoration::LinkageAttributes)
        continue;
      const StringRef name = text(instruction, 3);
      if (name.starts_with(kPrintfPrefix))
        functions_[instruction.words[1]] = Kind::Printf;
      else if (name.starts_with(kChannelOrderPrefix))
        functions_[instruction.words[1]] = Kind::ChannelOrder;
    }
  }

  // OpFunctionCall type result function argument...
  void writePrintf(SpirvInstruction &call) {
    const std::vector<std::uint32_t> words = call.words;
    call.opcode = spv::Op::OpExtInst;
    call.words = {0, words[1], words[2], importOfOpencl(), OpenCLLIB::Printf};
    call.words.insert(call.words.end(), words.begin() + 4, words.end());
    call.ids = {1, 2, 3};
    for (std::size_t place = 5; place < call.words.size(); ++place)
      call.ids.push_back(static_cast<std::uint16_t>(place));
    setHead(call);
  }

  void writeOrder(SpirvInstruction &call) {
    call.opcode = spv::Op::OpImageQueryOrder;
    call.words = {0, call.words[1], call.words[2], call.words[4]};
    call.ids = {1, 2, 3};
    setHead(call);
  }

  static void setHead(SpirvInstruction &instruction) {
    instruction.words[0] = static_cast<std::uint32_t>(instruction.words.size()) << 16 |
                           static_cast<std::uint32_t>(instruction.opcode);
  }

  std::uint32_t importOfOpencl() {
    if (import_)
      return import_;
    SpirvInstruction import;
    import.opcode = spv::Op::OpExtInstImport;
    import_ = module_.header[SpirvModule::kBoundWord]++;
    import.words = {0, import_, 0, 0, 0};
    std::memcpy(&import.words[2], "OpenCL.std", sizeof("OpenCL.std"));
    import.ids = {1};
    import.resultPlace = 1;
    setHead(import);
    newImports_.push_back(std::move(import));
    return import_;
  }

  void eraseDeclarations() {
    bool inFunction = false;
    bool isLinked = false;
    erase_if(module_.instructions, [&](const SpirvInstruction &instruction) {
      switch (instruction.opcode) {
      case spv::Op::OpFunction:
        inFunction = functions_.contains(instruction.words[2]);
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
      if (functions_.contains(instruction.words[1]) || parameters_.contains(instruction.words[1]))
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
    auto place = find_if(module_.instructions, [](const SpirvInstruction &instruction) {
      return instruction.opcode == spv::Op::OpMemoryModel;
    });
    module_.instructions.insert(place, newImports_.begin(), newImports_.end());
  }

  SpirvModule &module_;
  std::uint32_t import_ = 0; ///< of OpenCL's extended instructions
  std::vector<SpirvInstruction> newImports_;
  DenseMap<std::uint32_t, Kind> functions_; ///< by id
  DenseSet<std::uint32_t> parameters_;      ///< theirs
};

} // namespace

void writeBuiltinCalls(SpirvModule &module) { Writing(module).run(); }

} // namespace ursa
