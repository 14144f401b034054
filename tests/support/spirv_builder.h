// Builds small SPIR-V modules from words: OpenCL kernels that read specialization constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace ursa::testing {

class SpirvBuilder {
public:
  enum : uint32_t {
    kBool = 1,
    kChar = 2,
    kUint = 3,
    kUlong = 4,
    kFloat = 5,
    kFirstConstant = 10,
    kFunction = 500,
    kVoid = 502,
    kFunctionType = 503
  };

  SpirvBuilder() {
    add(14, {2, 2}); // OpMemoryModel Physical64 OpenCL
    add(20, {kBool});
    add(21, {kChar, 8, 1});
    add(21, {kUint, 32, 0});
    add(21, {kUlong, 64, 0});
    add(22, {kFloat, 32});
  }

  SpirvBuilder &kernel(std::string_view name) {
    hasKernel_ = true;
    std::vector<uint32_t> operands = {6, kFunction};
    operands.resize(2 + name.size() / 4 + 1);
    std::memcpy(&operands[2], name.data(), name.size());
    return add(15, operands);
  }
  /// Adds OpSpecConstant and its SpecId. The default has one or two words.
  SpirvBuilder &constant(uint32_t id, uint32_t type, const std::vector<uint32_t> &words) {
    std::vector<uint32_t> operands = {type, decorate(id)};
    operands.insert(operands.end(), words.begin(), words.end());
    return add(50, operands);
  }
  SpirvBuilder &boolean(uint32_t id, bool value) {
    return add(value ? 48 : 49, {kBool, decorate(id)});
  }

  /// Adds OpConstantNull.
  SpirvBuilder &null(uint32_t type) { return add(46, {type, next_++}); }

  /// Adds a variable of the program: an unsigned integer in global memory.
  SpirvBuilder &variable() {
    const uint32_t pointer = next_++;
    add(32, {pointer, 5, kUint});
    return add(59, {pointer, next_++, 5});
  }

  /// Returns the module, with one empty function for all kernels.
  std::vector<std::byte> bytes() const {
    std::vector<uint32_t> words = words_;
    if (hasKernel_)
      words.insert(words.end(), {2u << 16 | 19, kVoid,                // OpTypeVoid
                                 3u << 16 | 33, kFunctionType, kVoid, // OpTypeFunction
                                 5u << 16 | 54, kVoid, kFunction, 0, kFunctionType, // OpFunction
                                 2u << 16 | 248, kFunction + 1,                     // OpLabel
                                 1u << 16 | 253,                                    // OpReturn
                                 1u << 16 | 56});                                   // OpFunctionEnd
    std::vector<std::byte> result(words.size() * sizeof(uint32_t));
    std::memcpy(result.data(), words.data(), result.size());
    return result;
  }

private:
  SpirvBuilder &add(uint32_t opcode, const std::vector<uint32_t> &operands) {
    words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words_.insert(words_.end(), operands.begin(), operands.end());
    return *this;
  }
  uint32_t decorate(uint32_t id) {
    add(71, {next_, 1, id});
    return next_++;
  }

  std::vector<uint32_t> words_ = {0x07230203, 0x00010200, 0, 1000, 0};
  uint32_t next_ = kFirstConstant;
  bool hasKernel_ = false;
};

} // namespace ursa::testing
