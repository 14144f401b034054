// See canonical_order.h.
#include "compiler/targets/spirv/canonical_order.h"

#include "spirv/builder.h"
#include "spirv/grammar.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using ursa::spirv::ParsedInstruction;
using ursa::spirv::Section;
using Instructions = std::vector<const ParsedInstruction *>;

ArrayRef<std::uint32_t> wordsOf(const ParsedInstruction *instruction) {
  return {instruction->words.data(), instruction->words.size()};
}

class Canonicalizer {
public:
  explicit Canonicalizer(ursa::spirv::Words words)
      : words_(std::move(words)), instructions_(words_) {
    bool inFunctions = false;
    for (const ParsedInstruction &instruction : instructions_) {
      inFunctions |= instruction.op == spv::Op::OpFunction;
      part(inFunctions ? Section::Function : ursa::spirv::sectionOf(instruction.op))
          .push_back(&instruction);
    }
    for (const auto &[index, global] : enumerate(part(Section::Global)))
      if (global->result)
        globals_[global->result] = index;
    for (Section section : {Section::Name, Section::Annotation})
      for (const ParsedInstruction *instruction : part(section))
        annotations_[(*instruction)[1]].push_back(instruction);
  }

  ursa::spirv::Words run() {
    orderGlobals();
    numberIds();
    sortSections();
    ursa::spirv::Words result(words_.begin(), words_.begin() + ursa::spirv::kHeaderWords);
    result.reserve(words_.size());
    for (const Instructions &instructions : sections_)
      for (const ParsedInstruction *instruction : instructions)
        append(result, *instruction);
    return result;
  }

private:
  Instructions &part(Section section) { return sections_[static_cast<std::size_t>(section)]; }

  void orderGlobals() {
    Instructions &globals = part(Section::Global);
    placed_.assign(globals.size(), false);
    for (const auto &[index, global] : enumerate(globals))
      if (global->op == spv::Op::OpTypeForwardPointer)
        place(index);
    for (const ParsedInstruction *instruction : part(Section::Function))
      placeOperands(*instruction);
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
      ordered.push_back(globals[index]);
    globals = std::move(ordered);
  }

  /// Appends a global to the order, after all globals that it uses.
  void place(std::size_t index) {
    if (placed_[index])
      return;
    placed_[index] = true;
    const ParsedInstruction &global = *part(Section::Global)[index];
    if (global.op != spv::Op::OpTypeForwardPointer)
      placeOperands(global);
    order_.push_back(index);
  }

  void placeOperands(const ParsedInstruction &instruction) {
    for (std::uint16_t operand : instruction.ids)
      if (operand != instruction.resultAt())
        if (auto global = globals_.find(instruction[operand]); global != globals_.end())
          place(global->second);
  }

  /// Returns a hash of a global's words, names, decorations and used globals, without ids.
  std::uint64_t hashOf(std::size_t index) {
    if (auto known = hashes_.find(index); known != hashes_.end())
      return known->second;
    hashes_[index] = 0; // ends the recursion for cyclic types
    const ParsedInstruction &global = *part(Section::Global)[index];
    std::vector<std::uint32_t> text = withoutIds(global);
    std::vector<std::uint64_t> annotations;
    for (const ParsedInstruction *annotation : annotations_.lookup(global.result))
      annotations.push_back(hash(withoutIds(*annotation)));
    llvm::sort(annotations);
    for (std::uint64_t annotation : annotations)
      addNumber(text, annotation);
    for (std::uint16_t operand : global.ids)
      if (auto used = globals_.find(global[operand]);
          used != globals_.end() && operand != global.resultAt())
        addNumber(text, hashOf(used->second));
    return hashes_[index] = hash(text);
  }

  static std::vector<std::uint32_t> withoutIds(const ParsedInstruction &instruction) {
    std::vector<std::uint32_t> text(instruction.words.begin(), instruction.words.end());
    for (std::uint16_t index : instruction.ids)
      text[index] = 0;
    return text;
  }

  static void addNumber(std::vector<std::uint32_t> &text, std::uint64_t value) {
    text.push_back(static_cast<std::uint32_t>(value));
    text.push_back(static_cast<std::uint32_t>(value >> 32));
  }

  static std::uint64_t hash(const std::vector<std::uint32_t> &text) {
    return xxh3_64bits(ArrayRef(reinterpret_cast<const std::uint8_t *>(text.data()),
                                text.size() * sizeof(std::uint32_t)));
  }

  void numberIds() {
    llvm::sort(part(Section::Import), [](const auto *a, const auto *b) {
      return wordsOf(a).drop_front(2) < wordsOf(b).drop_front(2);
    });
    for (Section section : {Section::Import, Section::Source, Section::Annotation, Section::Global,
                            Section::Function})
      for (const ParsedInstruction *instruction : part(section))
        if (instruction->result)
          numberOf(instruction->result);
    for (const Instructions &instructions : sections_)
      for (const ParsedInstruction *instruction : instructions)
        for (std::uint16_t index : instruction->ids)
          words_[instruction->at + index] = numberOf((*instruction)[index]);
    words_[ursa::spirv::kBoundWord] = static_cast<std::uint32_t>(numbers_.size()) + 1;
  }

  std::uint32_t numberOf(std::uint32_t id) {
    return numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size()) + 1).first->second;
  }

  void sortSections() {
    for (const ParsedInstruction *entry : part(Section::EntryPoint))
      sortInterface(*entry);
    const auto byWords = [](const auto *a, const auto *b) {
      return wordsOf(a).drop_front() < wordsOf(b).drop_front();
    };
    for (Section section : {Section::Capability, Section::Extension})
      sortAndDeduplicate(section, byWords);
    const auto byFunction = [](const auto *a, const auto *b) {
      return std::tuple((*a)[2], wordsOf(a)) < std::tuple((*b)[2], wordsOf(b));
    };
    sortAndDeduplicate(Section::EntryPoint, byFunction);
    sortAndDeduplicate(Section::ExecutionMode, byWords);
    for (Section section : {Section::Name, Section::Annotation})
      if (none_of(part(section), [](const auto *one) { return one->result != 0; }))
        sortAndDeduplicate(section, byWords);
  }

  /// Sorts the interface ids of an entry point, whose order has no meaning.
  void sortInterface(const ParsedInstruction &entry) {
    constexpr std::size_t kBeforeInterface = 1; // the id of the function
    const std::size_t first =
        entry.ids.size() > kBeforeInterface ? entry.ids[kBeforeInterface] : entry.size();
    std::sort(words_.begin() + static_cast<std::ptrdiff_t>(entry.at + first),
              words_.begin() + static_cast<std::ptrdiff_t>(entry.at + entry.size()));
  }

  template <class Less> void sortAndDeduplicate(Section section, Less less) {
    Instructions &instructions = part(section);
    std::stable_sort(instructions.begin(), instructions.end(), less);
    const auto isSame = [](const auto *a, const auto *b) { return wordsOf(a) == wordsOf(b); };
    instructions.erase(std::unique(instructions.begin(), instructions.end(), isSame),
                       instructions.end());
  }

  ursa::spirv::Words words_;
  const ursa::spirv::ParsedInstructions instructions_; ///< views of words_
  std::array<Instructions, ursa::spirv::kSections> sections_;
  DenseMap<std::uint32_t, std::size_t> globals_; ///< id to index in the section
  DenseMap<std::uint32_t, SmallVector<const ParsedInstruction *, 2>>
      annotations_; ///< names and decorations by id
  std::vector<bool> placed_;
  std::vector<std::size_t> order_;
  DenseMap<std::size_t, std::uint64_t> hashes_;
  DenseMap<std::uint32_t, std::uint32_t> numbers_; ///< original id to canonical id
};

} // namespace

ursa::spirv::Words inCanonicalOrder(ursa::spirv::Words words) {
  return Canonicalizer(std::move(words)).run();
}

} // namespace ursa::compiler::spirv
