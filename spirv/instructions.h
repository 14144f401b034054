// SPIR-V modules as instructions: reads the words of one after the other, and appends instructions
// to words. Needs the numbers of the specification only.
#pragma once

#include <spirv/unified1/spirv.hpp11>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ursa::inline support {
template <class T> class Result; // declared only, for files in which an Error is LLVM's
}

namespace ursa::spirv {

using Id = uint32_t;
using Words = std::vector<uint32_t>;

inline constexpr size_t kHeaderWords = 5;
inline constexpr size_t kVersionWord = 1;
inline constexpr size_t kBoundWord = 3; ///< all ids are smaller than it
inline constexpr size_t kMostInstructionWords = 0xffff;

/// An instruction of a module, as a view of its words.
struct Instruction {
  spv::Op op = spv::Op::OpNop;
  size_t at = 0;                        ///< position of the first word in the module
  std::span<const uint32_t> words = {}; ///< the first holds the opcode and their number

  uint32_t operator[](size_t word) const { return words[word]; }
  size_t size() const { return words.size(); }
  bool empty() const { return words.empty(); }
  std::span<const uint32_t> operands() const { return words.subspan(1); }
};

/// Returns whether an instruction is a scalar specialization constant.
constexpr bool isSpecConstant(spv::Op op) {
  return op == spv::Op::OpSpecConstant || op == spv::Op::OpSpecConstantTrue ||
         op == spv::Op::OpSpecConstantFalse;
}

/// Returns whether an instruction has the words that the specification requires of it at least, for
/// those instructions that readers of modules look into.
bool isComplete(const Instruction &instruction);

/// Walks once over the instructions of a module. Ends before the first one whose length is wrong.
/// Allocates nothing.
///
///   Walker walker(words);
///   for (const Instruction &instruction : walker)
///     read(instruction);
///   URSA_CHECK(walker.check());
class Walker {
public:
  /// @param from position of the first instruction
  explicit Walker(std::span<const uint32_t> words, size_t from = kHeaderWords)
      : words_(words), next_(from) {}

  class Iterator {
  public:
    explicit Iterator(Walker &walker) : walker_(&walker) {}
    const Instruction &operator*() const { return walker_->current_; }
    Iterator &operator++() {
      walker_->advance();
      return *this;
    }
    bool operator==(std::default_sentinel_t) const { return walker_->current_.empty(); }

  private:
    Walker *walker_;
  };

  Iterator begin() {
    advance();
    return Iterator(*this);
  }
  std::default_sentinel_t end() const { return {}; }

  /// Returns the position after the last instruction that was read.
  size_t next() const { return next_; }
  /// Returns whether no instruction is left, after a walk to the end: each length was right.
  bool isAtEnd() const { return next_ >= words_.size(); }
  /// Names the instruction whose length is wrong. Fails with UR_RESULT_ERROR_INVALID_BINARY.
  Result<void> check() const;

private:
  void advance() {
    current_.words = {};
    if (isAtEnd())
      return;
    const size_t length = words_[next_] >> spv::WordCountShift;
    if (length == 0 || length > words_.size() - next_)
      return;
    current_ = {static_cast<spv::Op>(words_[next_] & spv::OpCodeMask), next_,
                words_.subspan(next_, length)};
    next_ += length;
  }

  std::span<const uint32_t> words_;
  size_t next_;
  Instruction current_;
};

/// Returns the instructions of a module, or of a part of one that begins at @p from. Nothing if an
/// instruction is not complete or has a wrong length, or if there is no header.
std::optional<std::vector<Instruction>> listInstructions(std::span<const uint32_t> words,
                                                         size_t from = kHeaderWords);

/// Operands that are passed to a function: a list, a range or a single word. A view.
class Operands : public std::span<const uint32_t> {
public:
  Operands(std::initializer_list<uint32_t> list) : span(list.begin(), list.size()) {}
  Operands(const uint32_t &word) : span(&word, 1) {}
  template <std::convertible_to<std::span<const uint32_t>> Range>
  Operands(const Range &range) : span(range) {}
};

/// Returns the first word of an instruction.
constexpr uint32_t firstWord(spv::Op op, size_t length) {
  return static_cast<uint32_t>(length) << spv::WordCountShift | static_cast<uint32_t>(op);
}

/// Appends an instruction, whose operands are given in one or two parts. It must have at most
/// kMostInstructionWords words.
inline void append(Words &words, spv::Op op, Operands operands, Operands rest = {}) {
  words.push_back(firstWord(op, 1 + operands.size() + rest.size()));
  words.insert(words.end(), operands.begin(), operands.end());
  words.insert(words.end(), rest.begin(), rest.end());
}
inline void append(Words &words, const Instruction &instruction) {
  words.insert(words.end(), instruction.words.begin(), instruction.words.end());
}

/// Returns the text that begins with the first word; all bytes if it has no end.
inline std::string_view textIn(std::span<const uint32_t> words) {
  const char *text = reinterpret_cast<const char *>(words.data());
  return {text, strnlen(text, words.size_bytes())};
}
inline void appendText(Words &words, std::string_view text) {
  const size_t at = words.size();
  words.resize(at + text.size() / sizeof(uint32_t) + 1);
  std::memcpy(&words[at], text.data(), text.size());
}

} // namespace ursa::spirv
