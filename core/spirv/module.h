// A SPIR-V module as words: what an OpenCL program in intermediate language says about itself, and
// its specialization constants made ordinary ones. Nothing is translated here, and no library
// stands between the bytes, which are not trusted, and the checks.
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
#include <vector>

namespace ursa::spirv {

/// A specialization constant that a module declares or reads natively.
struct ConstantSlot {
  uint32_t id = 0;
  uint32_t size = 0; ///< bytes of its value
};

struct ModuleSummary {
  std::vector<std::string> kernels;
  std::vector<ConstantSlot> constants; ///< ascending by id
};

/// Values of specialization constants by id, each as long as its slot says.
using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

class Module {
public:
  /// Checks header, instruction lengths, addressing model and everything that is read below; what
  /// else is wrong with a module, its translation reports. Either byte order is read.
  /// Errors: UR_RESULT_ERROR_INVALID_BINARY.
  static Result<Module> parse(std::span<const std::byte> bytes);

  /// Kernels and constants.
  const ModuleSummary &summary() const { return summary_; }

  /// The module without specialization constants: each is its value, else its default. Scalar null
  /// constants are written as zeros, which readers of old LLVM versions need.
  /// @param values as long as the summary says
  std::vector<uint32_t> specialized(const ConstantValues &values) const;

private:
  enum class Scalar : uint8_t { Bool, Integer, SignedInteger, Float };
  struct Type {
    Scalar scalar;
    uint32_t bits;
  };

  Result<void> readHeader();
  Result<void> readInstruction(size_t at, size_t length);
  Result<void> readEntryPoint(size_t at, size_t length);
  Result<void> readConstant(size_t at, size_t length);
  Result<void> listConstants();
  const std::vector<std::byte> *valueOf(uint32_t result, const ConstantValues &values) const;
  void appendConstant(std::vector<uint32_t> &words, size_t at, const ConstantValues &values) const;

  std::vector<uint32_t> words_;
  std::unordered_map<uint32_t, Type> types_;
  std::unordered_map<uint32_t, uint32_t> typeOfConstant_; ///< of results of OpSpecConstant*
  std::unordered_map<uint32_t, uint32_t> specIds_;        ///< by decorated result
  ModuleSummary summary_;
};

} // namespace ursa::spirv
