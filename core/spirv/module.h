// A SPIR-V module as words: what an OpenCL program in intermediate language says about itself, and
// its specialization constants made ordinary ones. Nothing is translated here, and no library
// stands between the bytes, which are not trusted, and the checks. Both the loader, which looks
// after specialization constants, and the host's kernel compiler read modules by this.
//
//   before:  OpDecorate %c SpecId 3         after, with the value 5 for id 3:
//            %c = OpSpecConstant %uint 2           %c = OpConstant %uint 5
//            %n = OpConstantNull %uint             %n = OpConstant %uint 0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ursa::spirv {

/// What somebody must get right who sets a constant in the module itself: the type of its values,
/// and that all instructions change which have its SpecId. A constant has a set of these.
enum Trait : uint32_t {
  kTraitBool = 1,
  kTraitInt8 = 2,
  kTraitInt16 = 4,
  kTraitInt32 = 8,
  kTraitInt64 = 16,
  kTraitHalf = 32,
  kTraitFloat = 64,
  kTraitDouble = 128,
  kTraitRepeated = 256,
};
using Traits = uint32_t;

/// A specialization constant of a module.
struct Constant {
  uint32_t id = 0;                     ///< the SpecId
  std::vector<std::byte> defaultValue; ///< as long as every value of it; a bool is one byte
  Traits traits = 0;
};

/// Values of specialization constants by SpecId.
using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

/// Whether a module may have specialization constants, told without a copy of it: huge ones have
/// none as a rule.
bool mayHaveConstants(std::span<const std::byte> bytes);

class Module {
public:
  /// Checks header, instruction lengths, addressing model and everything that is read below; what
  /// else is wrong with a module, its translation reports. Either byte order is read.
  /// Errors: UR_RESULT_ERROR_INVALID_BINARY.
  static Result<Module> parse(std::span<const std::byte> bytes);

  const std::vector<std::string> &kernels() const { return kernels_; }
  /// In the order of this machine's bytes.
  std::span<const uint32_t> words() const { return words_; }
  /// Ascending by id.
  const std::vector<Constant> &constants() const { return constants_; }

  /// The module without specialization constants: each is its value, else its default. Scalar null
  /// constants are written as zeros, which readers of old LLVM versions need.
  /// @param values as long as the constants
  std::vector<uint32_t> specialized(const ConstantValues &values) const;

  /// The module with its specialization constants, for those who set them themselves, but likewise
  /// without scalar null constants.
  std::vector<uint32_t> specializable() const;

  /// Whether there are variables in global memory.
  bool hasVariables() const { return hasVariables_; }

  /// Whether both are the words as they are, so that nobody needs a copy.
  bool isFixed() const { return specIds_.empty() && defaults_.empty() && scalarNulls_ == 0; }
  /// Whether the bytes had the order of this machine's words.
  bool isNativeOrder() const { return isNativeOrder_; }

private:
  enum class Scalar : uint8_t { Bool, Integer, SignedInteger, Float };
  struct Type {
    Scalar scalar;
    uint32_t bits;
  };
  struct Default {
    std::vector<std::byte> value;
    Traits traits;
  };

  static Traits traitsOf(const Type &type);
  Result<void> readHeader();
  Result<void> checkComplete() const;
  Result<void> readInstruction(size_t at, size_t length);
  Result<void> readEntryPoint(size_t at, size_t length);
  Result<void> readConstant(size_t at, size_t length);
  Result<void> listConstants();
  std::vector<std::byte> defaultOf(size_t at, const Type &type) const;
  const std::vector<std::byte> *valueOf(uint32_t result, const ConstantValues &values) const;
  bool isScalarNull(size_t at) const;
  std::vector<uint32_t> rewritten(const ConstantValues *values) const;
  void appendConstant(std::vector<uint32_t> &words, size_t at, const ConstantValues &values) const;

  std::vector<uint32_t> words_;
  std::unordered_map<uint32_t, Type> types_;
  std::unordered_map<uint32_t, Default> defaults_; ///< of results of OpSpecConstant*
  std::map<uint32_t, uint32_t> specIds_;           ///< by decorated result
  std::vector<std::string> kernels_;
  std::vector<uint32_t> kernelIds_; ///< of the functions of kernels_
  std::unordered_set<uint32_t> functions_;
  bool hasMemoryModel_ = false;
  bool isInFunction_ = false;
  std::vector<Constant> constants_;
  size_t scalarNulls_ = 0;
  bool hasVariables_ = false;
  bool isNativeOrder_ = true;
};

} // namespace ursa::spirv
