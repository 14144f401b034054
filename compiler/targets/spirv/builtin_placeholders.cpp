// Replaces calls of placeholder functions in SPIR-V. See builtin_calls.h.
#include "compiler/targets/spirv/builtin_calls.h"

#include "compiler/targets/spirv/placeholder_names.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include <spirv/unified1/OpenCL.std.h>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using ursa::spirv::append;
using ursa::spirv::Section;

class PlaceholderExpansion {
public:
  explicit PlaceholderExpansion(ursa::spirv::Builder &module) : module_(module) {}

  void run() {
    findPlaceholders();
    if (placeholders_.empty())
      return;
    rewriteFunctions();
    for (Section section : {Section::Name, Section::Annotation})
      eraseAnnotations(section);
    if (!isLinked_)
      module_.remove(spv::Capability::Linkage);
  }

private:
  enum class Kind { Printf, ChannelOrder };

  static bool isLinkage(const ursa::spirv::Instruction &instruction) {
    return instruction.op == spv::Op::OpDecorate && instruction.size() > 3 &&
           static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::LinkageAttributes;
  }

  void findPlaceholders() {
    for (const ursa::spirv::Instruction &instruction : module_.instructions(Section::Annotation)) {
      if (!isLinkage(instruction))
        continue;
      const StringRef name = ursa::spirv::textIn(instruction.words.subspan(3));
      if (name.starts_with(kPrintfPrefix))
        placeholders_[instruction[1]] = Kind::Printf;
      else if (name.starts_with(kChannelOrderPrefix))
        placeholders_[instruction[1]] = Kind::ChannelOrder;
    }
  }

  /// Replaces calls, and erases the declarations of placeholders.
  void rewriteFunctions() {
    const ursa::spirv::Words code = std::exchange(module_.section(Section::Function), {});
    ursa::spirv::Words &result = module_.section(Section::Function);
    bool isPlaceholder = false;
    for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(code, 0)) {
      if (instruction.op == spv::Op::OpFunction)
        isPlaceholder = placeholders_.contains(instruction[2]);
      if (isPlaceholder) {
        if (instruction.op == spv::Op::OpFunctionParameter)
          parameters_.insert(instruction[2]);
        continue;
      }
      const auto called = instruction.op == spv::Op::OpFunctionCall
                              ? placeholders_.find(instruction[3])
                              : placeholders_.end();
      if (called == placeholders_.end())
        append(result, instruction);
      else if (called->second == Kind::Printf)
        append(result, spv::Op::OpExtInst,
               {instruction[1], instruction[2], module_.instructionSet("OpenCL.std"),
                OpenCLLIB::Printf},
               instruction.words.subspan(4));
      else
        append(result, spv::Op::OpImageQueryOrder,
               {instruction[1], instruction[2], instruction[4]});
    }
  }

  /// Erases names and decorations of placeholders and their parameters.
  void eraseAnnotations(Section section) {
    const ursa::spirv::Words words = std::exchange(module_.section(section), {});
    for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(words, 0)) {
      if ((instruction.op == spv::Op::OpName || instruction.op == spv::Op::OpDecorate) &&
          (placeholders_.contains(instruction[1]) || parameters_.contains(instruction[1])))
        continue;
      isLinked_ |= isLinkage(instruction);
      append(module_.section(section), instruction);
    }
  }

  ursa::spirv::Builder &module_;
  bool isLinked_ = false;                      ///< whether other functions are imported or exported
  DenseMap<std::uint32_t, Kind> placeholders_; ///< by id
  DenseSet<std::uint32_t> parameters_;         ///< of the placeholders
};

} // namespace

void expandPlaceholders(ursa::spirv::Builder &module) { PlaceholderExpansion(module).run(); }

} // namespace ursa::compiler::spirv
