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

/// The sections of a module, in the order that the specification requires.
enum class Section {
  Capability,
  Extension,
  Import,
  MemoryModel,
  EntryPoint,
  ExecutionMode,
  Source, // OpString, OpSource and the like
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

class Canonicalizer {
public:
  explicit Canonicalizer(SpirvModule &module) : module_(module) {
    bool inFunctions = false;
    for (SpirvInstruction &instruction : module.instructions) {
      inFunctions |= instruction.opcode == spv::Op::OpFunction;
      part(inFunctions ? Section::Function : sectionOf(instruction))
          .push_back(std::move(instruction));
    }
    for (const auto &[index, global] : enumerate(part(Section::Global)))
      if (global.resultIndex)
        globals_[global.result()] = index;
    for (Section section : {Section::Name, Section::Annotation})
      for (const SpirvInstruction &instruction : part(section))
        annotations_[instruction.words[1]].push_back(&instruction);
  }

  void run() {
    orderGlobals();
    numberIds();
    sortSections();
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
    // Sorts globals that no code uses by their contents.
    std::vector<std::pair<std::uint64_t, std::size_t>> unused;
    for (std::size_t index = 0; index < globals.size(); ++index)
      if (!placed_[index])
        unused.emplace_back(hashOf(index), index);
    std::stable_sort(unused.begin(), unused.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[hash, index] : unused)
      place(index);
    Instructions ordered;
    for (std::size_t index : order_)
      ordered.push_back(std::move(globals[index]));
    globals = std::move(ordered);
  }

  /// Appends a global to the order, after all globals that it uses.
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
      if (operand != instruction.resultIndex)
        if (auto global = globals_.find(instruction.words[operand]); global != globals_.end())
          place(global->second);
  }

  /// Returns a hash of a global's words, names, decorations and used globals, without ids.
  std::uint64_t hashOf(std::size_t index) {
    if (auto known = hashes_.find(index); known != hashes_.end())
      return known->second;
    hashes_[index] = 0; // ends the recursion for cyclic types
    const SpirvInstruction &global = part(Section::Global)[index];
    std::vector<std::uint32_t> text = withoutIds(global);
    std::vector<std::uint64_t> annotations;
    for (const SpirvInstruction *annotation : annotations_.lookup(global.result()))
      annotations.push_back(hash(withoutIds(*annotation)));
    llvm::sort(annotations);
    for (std::uint64_t annotation : annotations)
      append(text, annotation);
    for (std::uint16_t operand : global.ids)
      if (auto used = globals_.find(global.words[operand]);
          used != globals_.end() && operand != global.resultIndex)
        append(text, hashOf(used->second));
    return hashes_[index] = hash(text);
  }

  static std::vector<std::uint32_t> withoutIds(const SpirvInstruction &instruction) {
    std::vector<std::uint32_t> text = instruction.words;
    for (std::uint16_t index : instruction.ids)
      text[index] = 0;
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

  void numberIds() {
    llvm::sort(part(Section::Import), [](const SpirvInstruction &a, const SpirvInstruction &b) {
      return ArrayRef(a.words).drop_front(2) < ArrayRef(b.words).drop_front(2);
    });
    for (Section section : {Section::Import, Section::Source, Section::Annotation, Section::Global,
                            Section::Function})
      for (const SpirvInstruction &instruction : part(section))
        if (instruction.resultIndex)
          numberOf(instruction.result());
    for (Instructions &instructions : sections_)
      for (SpirvInstruction &instruction : instructions)
        for (std::uint16_t index : instruction.ids)
          instruction.words[index] = numberOf(instruction.words[index]);
    module_.header[SpirvModule::kBoundWord] = static_cast<std::uint32_t>(numbers_.size()) + 1;
  }

  std::uint32_t numberOf(std::uint32_t id) {
    return numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size()) + 1).first->second;
  }

  void sortSections() {
    for (SpirvInstruction &entry : part(Section::EntryPoint))
      sortInterface(entry);
    const auto byWords = [](const SpirvInstruction &a, const SpirvInstruction &b) {
      return ArrayRef(a.words).drop_front() < ArrayRef(b.words).drop_front();
    };
    for (Section section : {Section::Capability, Section::Extension})
      sortAndDeduplicate(section, byWords);
    const auto byFunction = [](const SpirvInstruction &a, const SpirvInstruction &b) {
      return std::tuple(a.words[2], ArrayRef(a.words)) < std::tuple(b.words[2], ArrayRef(b.words));
    };
    sortAndDeduplicate(Section::EntryPoint, byFunction);
    sortAndDeduplicate(Section::ExecutionMode, byWords);
    for (Section section : {Section::Name, Section::Annotation})
      if (none_of(part(section), [](const SpirvInstruction &i) { return i.resultIndex != 0; }))
        sortAndDeduplicate(section, byWords);
  }

  /// Sorts the interface ids of an entry point, whose order has no meaning.
  static void sortInterface(SpirvInstruction &entry) {
    constexpr std::size_t kBeforeInterface = 1; // the id of the function
    const std::size_t first =
        entry.ids.size() > kBeforeInterface ? entry.ids[kBeforeInterface] : entry.words.size();
    std::sort(entry.words.begin() + static_cast<std::ptrdiff_t>(first), entry.words.end());
  }

  template <class Less> void sortAndDeduplicate(Section section, Less less) {
    Instructions &instructions = part(section);
    std::stable_sort(instructions.begin(), instructions.end(), less);
    instructions.erase(std::unique(instructions.begin(), instructions.end()), instructions.end());
  }

  SpirvModule &module_;
  std::array<Instructions, kSections> sections_;
  DenseMap<std::uint32_t, std::size_t> globals_; ///< id to index in the section
  DenseMap<std::uint32_t, SmallVector<const SpirvInstruction *, 2>>
      annotations_; ///< names and decorations by id
  std::vector<bool> placed_;
  std::vector<std::size_t> order_;
  DenseMap<std::size_t, std::uint64_t> hashes_;
  DenseMap<std::uint32_t, std::uint32_t> numbers_; ///< original id to canonical id
};

} // namespace

void canonicalizeModule(SpirvModule &module) { Canonicalizer(module).run(); }

} // namespace ursa
