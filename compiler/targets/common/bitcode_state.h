// The state of a check of bitcode (bitcode_check.h): what the records so far declare.
#pragma once

#include "compiler/targets/common/bitcode_records.h"
#include "compiler/targets/common/constant_graph.h"

#include "llvm/Support/MathExtras.h"

#include <map>
#include <optional>
#include <vector>

namespace ursa::compiler::targets::bitcode {

using llvm::ArrayRef;
using llvm::BitstreamCursor;
using llvm::BitstreamEntry;
using llvm::Error;

inline constexpr std::uint64_t kPlainBytes = std::uint64_t{32} << 20;
inline constexpr std::uint64_t kBytesOfEach = 128; ///< for each byte of the file

inline constexpr std::uint64_t kInstructionBytes = 128;
inline constexpr std::uint64_t kBlockBytes = 128; ///< a basic block and its place in a list
inline constexpr std::uint64_t kArgumentBytes =
    96; ///< an argument and its place in the list of values
inline constexpr std::uint64_t kElementBytes =
    48; ///< an element of a vector that is a constant each
inline constexpr std::uint64_t kStringBytes = 128; ///< a string of metadata

inline Error malformed(const llvm::Twine &what) { return llvm::createStringError(what); }

/// What a type costs those who use it.
struct TypeFacts {
  std::uint64_t bits = 0;       ///< of an integer, or an integer of a vector
  std::uint64_t elements = 0;   ///< of a vector
  std::uint64_t parameters = 0; ///< of a function, or the function that a pointer points to
  std::uint64_t nodes = 1;      ///< of the type as a tree, which names of intrinsics spell out
  std::uint64_t names = 0;      ///< of named structs in that tree
  bool isSequence = false;      ///< whether it is an array or vector
};

/// A function whose body the file holds.
struct Body {
  std::uint64_t value = 0;                          ///< the number of the function
  std::uint64_t parameters = 0;                     ///< of the function
  std::optional<std::uint64_t> word = std::nullopt; ///< where the body is, from the module's begin
};

/// The state of a module.
struct ModuleFacts {
  explicit ModuleFacts(std::uint64_t begin) : beginBit(begin) {}

  std::uint64_t beginBit;
  bool namesInTable = false; ///< whether names are places in the string table
  bool hasScalable = false, hasTypedPointers = false, hasInlineAsm = false;
  bool hasUntypedAttributes = false; ///< `byval` and its like without the type
  bool fixedAbbreviations = false;   ///< whether abbreviations of blocks may no longer change
  std::vector<TypeFacts> types;
  std::uint64_t longestName = 0, longestCollector = 0, mostElements = 0;
  std::map<std::uint32_t, std::uint64_t> attributeIndices; ///< of groups
  std::uint64_t globals = 0;                               ///< numbers of variables and functions
  std::optional<ConstantGraph> constants;
  std::optional<std::uint64_t> instructionsOfConstant; ///< once the constants are complete
  std::vector<Body> bodies;
  std::size_t bodiesRead = 0;
  std::map<std::uint64_t, std::uint64_t> listedBodies; ///< word of the body by function
  std::vector<std::uint64_t> symbolTableWords;
  std::optional<std::uint64_t> listedSymbolTable;

  std::uint64_t values() const { return constants ? constants->end() : globals; }
  TypeFacts type(std::uint64_t id) const {
    return id < types.size() ? types[id] : TypeFacts{.names = 1}; // a struct that follows
  }
};

/// The state of a function's body.
struct FunctionFacts {
  std::optional<ConstantGraph> constants;
  bool hasBegun = false; ///< whether constants may no longer follow
  std::uint64_t mostInstructions = 0;
  std::uint64_t operands = 0;
};

/// Reads a file of bitcode, and checks each record.
class BitcodeCheck {
public:
  explicit BitcodeCheck(ArrayRef<std::uint8_t> bytes)
      : bound_(llvm::SaturatingMultiplyAdd(std::uint64_t{bytes.size()}, kBytesOfEach, kPlainBytes)),
        record_(bytes, bound_) {}

  Error run();

private:
  BitstreamCursor &stream() { return record_.stream; }
  Error readTop(std::uint64_t begin, BitstreamEntry entry);
  Error readBlock(unsigned block, unsigned parent);
  Error readNested(unsigned block, unsigned parent, std::uint64_t begin);
  Error readFunction(std::uint64_t begin);
  Error endConstants();
  Error endModule();

  Error check(unsigned block, unsigned parent);
  Error checkModule();
  Error checkGlobal(std::size_t shortest, std::size_t partition);
  Error checkFunctionRecord();
  Error checkType();
  Error checkAttributes();
  Error checkAttributeGroup();
  Error checkRange(std::size_t &at, std::uint64_t bits);
  Error checkConstant(ConstantGraph &graph);
  Error checkExpression(ConstantGraph &graph);
  Error checkMetadata(bool isOfModule);
  Error checkInstruction();

  MemoryBound bound_;
  BitcodeRecords record_;
  std::optional<ModuleFacts> module_;
  FunctionFacts function_;
  TypeFacts constantType_;
};

} // namespace ursa::compiler::targets::bitcode
