// See canonical_order.h.
#include "compiler/targets/spirv/canonical_order.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace ursa {
namespace {

using Instructions = std::vector<SpirvInstruction>;

/// The parts of a module in the order that the specification gives them.
enum class Section {
  Capability,
  Extension,
  Import,
  MemoryModel,
  EntryPoint,
  ExecutionMode,
  Source, // strings and what they are the source of
  Name,
  Processed,
  Annotation,
  Global,
  Function
};
constexpr std::size_t kSections = static_cast<std::size_t>(Section::Function) + 1;

Section sectionOf(const SpirvInstruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpCapability:
    return Section::Capability;
  case spv::Op::OpExtension:
    return Section::Extension;
  case spv::Op::OpExtInstImport:
    return Section::Import;
  case spv::Op::OpMemoryModel:
    return Section::MemoryModel;
  case spv::Op::OpEntryPoint:
    return Section::EntryPoint;
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId:
    return Section::ExecutionMode;
  case spv::Op::OpString:
  case spv::Op::OpSource:
  case spv::Op::OpSourceExtension:
  case spv::Op::OpSourceContinued:
    return Section::Source;
  case spv::Op::OpName:
  case spv::Op::OpMemberName:
    return Section::Name;
  case spv::Op::OpModuleProcessed:
    return Section::Processed;
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString:
  case spv::Op::OpMemberDecorate:
  case spv::Op::OpMemberDecorateString:
  case spv::Op::OpDecorationGroup:
  case spv::Op::OpGroupDecorate:
  case spv::Op::OpGroupMemberDecorate:
    return Section::Annotation;
  default:
    return Section::Global;
  }
}

class Canonical {
public:
  explicit Canonical(SpirvModule &module) : module_(module) {
    bool inFunctions = false;
    for (SpirvInstruction &instruction : module.instructions) {
      inFunctions |= instruction.opcode == spv::Op::OpFunction;
      part(inFunctions ? Section::Function : sectionOf(instruction))
          .push_back(std::move(instruction));
    }
    for (const auto &[index, global] : enumerate(part(Section::Global)))
      if (global.resultPlace)
        globals_[global.result()] = index;
    for (Section section : {Section::Name, Section::Annotation})
      for (const SpirvInstruction &instruction : part(section))
        about_[instruction.words[1]].push_back(&instruction);
  }

  void run() {
    orderGlobals();
    number();
    sort();
    module_.instructions.clear();
    for (Instructions &instructions : sections_)
      for (SpirvInstruction &instruction : instructions)
        module_.instructions.push_back(std::move(instruction));
  }

private:
  Instructions &part(Section section) { return sections_[static_cast<std::size_t>(section)]; }

  void orderGlobals() {
    Instructions &globals = part(Section::Global);
    placed_.assign(globals.size(), false);
    for (const auto &[index, global] : enumerate(globals))
      if (global.opcode == spv::Op::OpTypeForwardPointer)
        place(index);
    for (const SpirvInstruction &instruction : part(Section::Function))
      placeOperands(instruction);
    // What no code uses has no other order than what it says.
    std::vector<std::pair<std::uint64_t, std::size_t>> rest;
    for (std::size_t index = 0; index < globals.size(); ++index)
      if (!placed_[index])
        rest.emplace_back(hashOf(index), index);
    std::stable_sort(rest.begin(), rest.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[hash, index] : rest)
      place(index);
    Instructions ordered;
    for (std::size_t index : order_)
      ordered.push_back(std::move(globals[index]));
    globals = std::move(ordered);
  }

  /// Puts a global behind all that it uses.
  void place(std::size_t index) {
    if (placed_[index])
      return;
    placed_[index] = true;
    const SpirvInstruction &global = part(Section::Global)[index];
    if (global.opcode != spv::Op::OpTypeForwardPointer)
      placeOperands(global);
    order_.push_back(index);
  }

  void placeOperands(const SpirvInstruction &instruction) {
    for (std::uint16_t operand : instruction.ids)
      if (operand != instruction.resultPlace)
        if (auto global = globals_.find(instruction.words[operand]); global != globals_.end())
          place(global->second);
  }

  /// Of what a global says, with names and decorations, and of all that it uses; ids have no part.
  std::uint64_t hashOf(std::size_t index) {
    if (auto known = hashes_.find(index); known != hashes_.end())
      return known->second;
    hashes_[index] = 0; // where a type reaches itself
    const SpirvInstruction &global = part(Section::Global)[index];
    std::vector<std::uint32_t> text = withoutIds(global);
    std::vector<std::uint64_t> sentences;
    for (const SpirvInstruction *sentence : about_.lookup(global.result()))
      sentences.push_back(hash(withoutIds(*sentence)));
    llvm::sort(sentences);
    for (std::uint64_t sentence : sentences)
      append(text, sentence);
    for (std::uint16_t operand : global.ids)
      if (auto used = globals_.find(global.words[operand]);
          used != globals_.end() && operand != global.resultPlace)
        append(text, hashOf(used->second));
    return hashes_[index] = hash(text);
  }

  static std::vector<std::uint32_t> withoutIds(const SpirvInstruction &instruction) {
    std::vector<std::uint32_t> text = instruction.words;
    for (std::uint16_t place : instruction.ids)
      text[place] = 0;
    return text;
  }

  static void append(std::vector<std::uint32_t> &text, std::uint64_t value) {
    text.push_back(static_cast<std::uint32_t>(value));
    text.push_back(static_cast<std::uint32_t>(value >> 32));
  }

  static std::uint64_t hash(const std::vector<std::uint32_t> &text) {
    return xxh3_64bits(ArrayRef(reinterpret_cast<const std::uint8_t *>(text.data()),
                                text.size() * sizeof(std::uint32_t)));
  }

  void number() {
    llvm::sort(part(Section::Import), [](const SpirvInstruction &a, const SpirvInstruction &b) {
      return ArrayRef(a.words).drop_front(2) < ArrayRef(b.words).drop_front(2);
    });
    for (Section section : {Section::Import, Section::Source, Section::Annotation, Section::Global,
                            Section::Function})
      for (const SpirvInstruction &instruction : part(section))
        if (instruction.resultPlace)
          numberOf(instruction.result());
    for (Instructions &instructions : sections_)
      for (SpirvInstruction &instruction : instructions)
        for (std::uint16_t place : instruction.ids)
          instruction.words[place] = numberOf(instruction.words[place]);
    module_.header[SpirvModule::kBoundWord] = static_cast<std::uint32_t>(numbers_.size()) + 1;
  }

  std::uint32_t numberOf(std::uint32_t id) {
    return numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size()) + 1).first->second;
  }

  void sort() {
    for (SpirvInstruction &entry : part(Section::EntryPoint))
      sortInterface(entry);
    const auto byWords = [](const SpirvInstruction &a, const SpirvInstruction &b) {
      return ArrayRef(a.words).drop_front() < ArrayRef(b.words).drop_front();
    };
    for (Section section : {Section::Capability, Section::Extension})
      sortOnce(section, byWords);
    const auto byFunction = [](const SpirvInstruction &a, const SpirvInstruction &b) {
      return std::tuple(a.words[2], ArrayRef(a.words)) < std::tuple(b.words[2], ArrayRef(b.words));
    };
    sortOnce(Section::EntryPoint, byFunction);
    sortOnce(Section::ExecutionMode, byWords);
    for (Section section : {Section::Name, Section::Annotation})
      if (none_of(part(section), [](const SpirvInstruction &i) { return i.resultPlace != 0; }))
        sortOnce(section, byWords);
  }

  /// The ids behind the name are a set.
  static void sortInterface(SpirvInstruction &entry) {
    constexpr std::size_t kBeforeInterface = 1; // the function
    const std::size_t first =
        entry.ids.size() > kBeforeInterface ? entry.ids[kBeforeInterface] : entry.words.size();
    std::sort(entry.words.begin() + static_cast<std::ptrdiff_t>(first), entry.words.end());
  }

  template <class Less> void sortOnce(Section section, Less less) {
    Instructions &instructions = part(section);
    std::stable_sort(instructions.begin(), instructions.end(), less);
    instructions.erase(std::unique(instructions.begin(), instructions.end()), instructions.end());
  }

  SpirvModule &module_;
  std::array<Instructions, kSections> sections_;
  DenseMap<std::uint32_t, std::size_t> globals_; ///< id to place among the globals
  DenseMap<std::uint32_t, SmallVector<const SpirvInstruction *, 2>> about_; ///< names, decorations
  std::vector<bool> placed_;
  std::vector<std::size_t> order_;
  DenseMap<std::size_t, std::uint64_t> hashes_;
  DenseMap<std::uint32_t, std::uint32_t> numbers_; ///< id before to id after
};

} // namespace

void makeCanonical(SpirvModule &module) { Canonical(module).run(); }

} // namespace ursa
