// A SPIR-V module: its specialization constants and kernels, and a copy with the constants folded.
// This code translates nothing and uses no library, because the bytes are untrusted and must be
// checked first. The loader, which tracks specialization constants, and the host's kernel compiler
// both read modules with it.
//
//   before:  OpDecorate %c SpecId 3         after, with the value 5 for id 3:
//            %c = OpSpecConstant %uint 2           %c = OpConstant %uint 5
//            %n = OpConstantNull %uint             %n = OpConstant %uint 0
#pragma once

#include "spirv/instructions.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ursa::spirv {

/// Requirements for setting a constant in the module itself: the type of its values, and that all
/// instructions with its SpecId change. A constant has a set of these.
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
  std::vector<std::byte> defaultValue; ///< every value has this size; a bool is one byte
  Traits traits = 0;
};

/// Values of specialization constants by SpecId.
using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

/// Returns whether a module may have specialization constants, without copying it: large modules
/// usually have none.
bool mayHaveConstants(std::span<const std::byte> bytes);

class Module {
public:
  /// Checks header, instruction lengths, addressing model and everything that is read below; the
  /// module's translation reports other errors. Accepts either byte order. Fails with
  /// UR_RESULT_ERROR_INVALID_BINARY.
  static Result<Module> parse(std::span<const std::byte> bytes);

  const std::vector<std::string> &kernels() const { return kernels_; }
  /// In the byte order of this machine.
  std::span<const uint32_t> words() const { return words_; }
  /// Ascending by id.
  const std::vector<Constant> &constants() const { return constants_; }

  /// Returns the module with constants folded: each becomes its value, or its default. Writes
  /// scalar null constants as zeros, which consumers based on old LLVM versions need.
  /// @param values must have the sizes of the constants
  std::vector<uint32_t> specialized(const ConstantValues &values) const;

  /// Returns the module with its specialization constants, for callers that set them natively, but
  /// also without scalar null constants.
  std::vector<uint32_t> specializable() const;

  /// Returns whether the module has variables in global memory.
  bool hasVariables() const { return hasVariables_; }

  /// Returns whether specialized() and specializable() would return unchanged words, so that no
  /// copy is needed.
  bool isFixed() const { return specIds_.empty() && defaults_.empty() && scalarNulls_ == 0; }
  /// Returns whether the bytes had the byte order of this machine.
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
  Result<void> readInstruction(const Instruction &instruction);
  Result<void> readEntryPoint(const Instruction &entry);
  Result<void> readConstant(const Instruction &constant);
  Result<void> listConstants();
  static std::vector<std::byte> defaultOf(const Instruction &constant, const Type &type);
  const std::vector<std::byte> *valueOf(uint32_t result, const ConstantValues &values) const;
  bool isScalarNull(const Instruction &instruction) const;
  std::vector<uint32_t> rewritten(const ConstantValues *values) const;
  void appendConstant(std::vector<uint32_t> &words, const Instruction &constant,
                      const ConstantValues &values) const;

  std::vector<uint32_t> words_;
  std::unordered_map<uint32_t, Type> types_;
  std::unordered_map<uint32_t, Default> defaults_; ///< by results of OpSpecConstant*
  std::map<uint32_t, uint32_t> specIds_;           ///< by decorated result
  std::vector<std::string> kernels_;
  std::vector<uint32_t> kernelIds_; ///< ids of the functions of kernels_
  std::unordered_set<uint32_t> functions_;
  bool hasMemoryModel_ = false;
  bool isInFunction_ = false;
  std::vector<Constant> constants_;
  size_t scalarNulls_ = 0;
  bool hasVariables_ = false;
  bool isNativeOrder_ = true;
};

} // namespace ursa::spirv
