#include "spirv/module.h"

#include "spirv/opcodes.h"

#include <algorithm>
#include <cstring>

namespace ursa::spirv {
namespace {

constexpr uint32_t kMagic = 0x07230203;
constexpr uint32_t kMaximumIds = 4194303; ///< the specification's limit

constexpr uint32_t kPhysical64 = 2;
constexpr uint32_t kDecorationSpecId = 1;

uint32_t opcodeOf(uint32_t word) { return word & 0xffff; }
uint32_t lengthOf(uint32_t word) { return word >> 16; }
uint32_t headOf(uint32_t opcode, size_t length) {
  return static_cast<uint32_t>(length) << 16 | opcode;
}

bool isSpecConstant(uint32_t opcode) {
  return opcode == kSpecConstant || opcode == kSpecConstantTrue || opcode == kSpecConstantFalse;
}

Error tooShort(size_t at, uint32_t opcode, size_t length) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "The SPIR-V instruction {} at word {} has {} words, which is not its length.",
                   opcode, at, length);
}

// Returns the literal of a scalar in SPIR-V form: low word first, narrow signed integers
// sign-extended.
uint64_t literalOf(const std::vector<std::byte> &bytes, bool isSigned) {
  uint64_t bits = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    bits |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  const bool isNegative = (static_cast<uint8_t>(bytes.back()) & 0x80) != 0;
  if (isSigned && isNegative && bytes.size() < sizeof(uint32_t))
    bits |= ~uint64_t{0} << (8 * bytes.size());
  return bits;
}

} // namespace

bool mayHaveConstants(std::span<const std::byte> bytes) {
  const size_t count = bytes.size() / sizeof(uint32_t);
  const auto word = [&](size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at * sizeof(value), sizeof(value));
    return value;
  };
  if (count < kHeaderWords || word(0) != kMagic)
    return true; // big-endian, or not a module; parse will find out
  for (size_t at = kHeaderWords; at < count;) {
    const size_t length = lengthOf(word(at));
    if (length == 0 || length > count - at)
      return true;
    if (opcodeOf(word(at)) == kDecorate && length > 2 && word(at + 2) == kDecorationSpecId)
      return true;
    at += length;
  }
  return false;
}

Result<Module> Module::parse(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeaderWords * sizeof(uint32_t) || bytes.size() % sizeof(uint32_t) != 0)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program of {} bytes is no SPIR-V module, which is made of words of 4 "
                     "bytes and begins with {} of them.",
                     bytes.size(), kHeaderWords);
  Module module;
  module.words_.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(module.words_.data(), bytes.data(), bytes.size());
  module.isNativeOrder_ = module.words_[0] != __builtin_bswap32(kMagic);
  if (!module.isNativeOrder_)
    for (uint32_t &word : module.words_)
      word = __builtin_bswap32(word);
  URSA_CHECK(module.readHeader());
  const std::vector<uint32_t> &words = module.words_;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = lengthOf(words[at]);
    if (length == 0 || length > words.size() - at)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The SPIR-V instruction at word {} of {} has {} words.", at, words.size(),
                       length);
    URSA_CHECK(module.readInstruction(at, length));
    at += length;
  }
  URSA_CHECK(module.checkComplete());
  URSA_CHECK(module.listConstants());
  return module;
}

/// Detects a module that was truncated between two instructions.
Result<void> Module::checkComplete() const {
  if (!hasMemoryModel_)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY, "The SPIR-V module has no memory model.");
  if (isInFunction_)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The last function of the SPIR-V module has no end.");
  for (size_t i = 0; i < kernels_.size(); ++i)
    if (!functions_.contains(kernelIds_[i]))
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "Entry point '{}' of the SPIR-V module names function %{}, which the module "
                       "does not define.",
                       kernels_[i], kernelIds_[i]);
  return {};
}

Result<void> Module::readHeader() {
  if (words_[0] != kMagic)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program begins with {:#010x}; a SPIR-V module begins with {:#010x}.",
                     words_[0], kMagic);
  if (words_[3] == 0 || words_[3] > kMaximumIds)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The SPIR-V module says that its ids are less than {}; 1 to {} is possible.",
                     words_[3], kMaximumIds);
  return {};
}

Result<void> Module::readInstruction(size_t at, size_t length) {
  const uint32_t opcode = opcodeOf(words_[at]);
  switch (opcode) {
  case kMemoryModel:
    if (length != 3)
      return tooShort(at, opcode, length);
    if (words_[at + 1] != kPhysical64)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The SPIR-V module has addressing model {}; this device takes {}, physical "
                       "addresses of 64 bits.",
                       words_[at + 1], kPhysical64);
    hasMemoryModel_ = true;
    return {};
  case kFunction:
    if (length != 5)
      return tooShort(at, opcode, length);
    functions_.insert(words_[at + 2]);
    isInFunction_ = true;
    return {};
  case kFunctionEnd:
    isInFunction_ = false;
    return {};
  case kEntryPoint:
    return readEntryPoint(at, length);
  case kTypeBool:
    if (length != 2)
      return tooShort(at, opcode, length);
    types_[words_[at + 1]] = {Scalar::Bool, 1};
    return {};
  case kTypeInt:
    if (length != 4)
      return tooShort(at, opcode, length);
    types_[words_[at + 1]] = {words_[at + 3] ? Scalar::SignedInteger : Scalar::Integer,
                              words_[at + 2]};
    return {};
  case kTypeFloat:
    if (length < 3)
      return tooShort(at, opcode, length);
    types_[words_[at + 1]] = {Scalar::Float, words_[at + 2]};
    return {};
  case kDecorate:
    if (length < 3)
      return tooShort(at, opcode, length);
    if (words_[at + 2] != kDecorationSpecId)
      return {};
    if (length != 4)
      return tooShort(at, opcode, length);
    if (!specIds_.emplace(words_[at + 1], words_[at + 3]).second)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The SPIR-V module decorates id {} with two SpecIds.", words_[at + 1]);
    return {};
  case kVariable:
    if (length < 4)
      return tooShort(at, opcode, length);
    hasVariables_ = hasVariables_ || words_[at + 3] == kCrossWorkgroup;
    return {};
  case kConstantNull:
    if (length != 3)
      return tooShort(at, opcode, length);
    scalarNulls_ += isScalarNull(at);
    return {};
  default:
    return isSpecConstant(opcode) ? readConstant(at, length) : Result<void>();
  }
}

Result<void> Module::readEntryPoint(size_t at, size_t length) {
  if (length < 4)
    return tooShort(at, kEntryPoint, length);
  const char *name = reinterpret_cast<const char *>(&words_[at + 3]);
  const size_t remaining = (length - 3) * sizeof(uint32_t);
  const size_t size = strnlen(name, remaining);
  if (size == remaining)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The name of the entry point at word {} of the SPIR-V module has no end.", at);
  if (words_[at + 1] != kModelKernel)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Entry point '{}' of the SPIR-V module has execution model {}; this device "
                     "takes {}, OpenCL kernels.",
                     std::string_view(name, size), words_[at + 1], kModelKernel);
  kernels_.emplace_back(name, size);
  kernelIds_.push_back(words_[at + 2]);
  return {};
}

Result<void> Module::readConstant(size_t at, size_t length) {
  const uint32_t opcode = opcodeOf(words_[at]);
  if (length < 3)
    return tooShort(at, opcode, length);
  const auto type = types_.find(words_[at + 1]);
  const bool isBool = opcode != kSpecConstant;
  if (type == types_.end() || isBool != (type->second.scalar == Scalar::Bool))
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Specialization constant %{} of the SPIR-V module has type %{}, which is not "
                     "a {}.",
                     words_[at + 2], words_[at + 1], isBool ? "bool" : "number");
  const uint32_t bits = type->second.bits;
  if (!isBool && bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Specialization constant %{} of the SPIR-V module has {} bits; 8, 16, 32 and "
                     "64 are possible.",
                     words_[at + 2], bits);
  const size_t expected = isBool ? 3 : bits == 64 ? 5 : 4;
  if (length != expected)
    return tooShort(at, opcode, length);
  defaults_[words_[at + 2]] = {defaultOf(at, type->second), traitsOf(type->second)};
  return {};
}

Traits Module::traitsOf(const Type &type) {
  const bool isFloat = type.scalar == Scalar::Float;
  switch (type.bits) {
  case 1:
    return kTraitBool;
  case 8:
    return kTraitInt8;
  case 16:
    return isFloat ? kTraitHalf : kTraitInt16;
  case 32:
    return isFloat ? kTraitFloat : kTraitInt32;
  default:
    return isFloat ? kTraitDouble : kTraitInt64;
  }
}

std::vector<std::byte> Module::defaultOf(size_t at, const Type &type) const {
  const uint32_t opcode = opcodeOf(words_[at]);
  if (type.scalar == Scalar::Bool)
    return {std::byte{opcode == kSpecConstantTrue}};
  const uint64_t bits = words_[at + 3] | (type.bits == 64 ? uint64_t{words_[at + 4]} << 32 : 0);
  std::vector<std::byte> value(type.bits / 8);
  for (size_t i = 0; i < value.size(); ++i)
    value[i] = static_cast<std::byte>(bits >> (8 * i));
  return value;
}

Result<void> Module::listConstants() {
  std::map<uint32_t, Constant> constants;
  for (const auto &[result, id] : specIds_) {
    const auto constant = defaults_.find(result);
    if (constant == defaults_.end())
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "SpecId {} of the SPIR-V module is that of %{}, which is no scalar "
                       "specialization constant.",
                       id, result);
    // Compilers emit one instruction for each use of a constant: one SpecId, several results.
    const auto &[value, traits] = constant->second;
    const auto [entry, isNew] = constants.emplace(id, Constant{id, value, traits});
    if (isNew)
      continue;
    if (const size_t known = entry->second.defaultValue.size(); known != value.size())
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "Specialization constant {} of the SPIR-V module has {} and also {} bytes.",
                       id, std::min(known, value.size()), std::max(known, value.size()));
    entry->second.traits |= traits | kTraitRepeated;
  }
  for (auto &[id, constant] : constants)
    constants_.push_back(std::move(constant));
  return {};
}

const std::vector<std::byte> *Module::valueOf(uint32_t result, const ConstantValues &values) const {
  const auto id = specIds_.find(result);
  if (id == specIds_.end())
    return nullptr;
  const auto value = values.find(id->second);
  return value == values.end() ? nullptr : &value->second;
}

void Module::appendConstant(std::vector<uint32_t> &words, size_t at,
                            const ConstantValues &values) const {
  const uint32_t opcode = opcodeOf(words_[at]);
  const uint32_t typeId = words_[at + 1];
  const uint32_t result = words_[at + 2];
  const Type &type = types_.at(typeId);
  const std::vector<std::byte> *value = valueOf(result, values);
  if (type.scalar == Scalar::Bool) {
    const bool isTrue = value ? literalOf(*value, false) != 0 : opcode == kSpecConstantTrue;
    words.insert(words.end(), {headOf(isTrue ? kConstantTrue : kConstantFalse, 3), typeId, result});
    return;
  }
  const size_t literals = type.bits == 64 ? 2 : 1;
  words.insert(words.end(), {headOf(kConstant, 3 + literals), typeId, result});
  uint64_t bits = 0; // the value of a null constant
  if (value)
    bits = literalOf(*value, type.scalar == Scalar::SignedInteger);
  else if (opcode == kSpecConstant)
    bits = words_[at + 3] | (literals == 2 ? uint64_t{words_[at + 4]} << 32 : 0);
  words.push_back(static_cast<uint32_t>(bits));
  if (literals == 2)
    words.push_back(static_cast<uint32_t>(bits >> 32));
}

bool Module::isScalarNull(size_t at) const {
  if (opcodeOf(words_[at]) != kConstantNull)
    return false;
  const auto type = types_.find(words_[at + 1]);
  return type != types_.end() && type->second.bits <= 64;
}

// Without values, the specialization constants stay.
std::vector<uint32_t> Module::rewritten(const ConstantValues *values) const {
  std::vector<uint32_t> words;
  words.reserve(words_.size() + 2 * scalarNulls_);
  const ConstantValues none;
  words.assign(words_.begin(), words_.begin() + kHeaderWords);
  for (size_t at = kHeaderWords; at < words_.size(); at += lengthOf(words_[at])) {
    const uint32_t opcode = opcodeOf(words_[at]);
    if (values && opcode == kDecorate && words_[at + 2] == kDecorationSpecId)
      continue;
    if (isScalarNull(at) || (values && isSpecConstant(opcode)))
      appendConstant(words, at, values ? *values : none);
    else
      words.insert(words.end(), words_.begin() + static_cast<ptrdiff_t>(at),
                   words_.begin() + static_cast<ptrdiff_t>(at + lengthOf(words_[at])));
  }
  return words;
}

std::vector<uint32_t> Module::specialized(const ConstantValues &values) const {
  return rewritten(&values);
}

std::vector<uint32_t> Module::specializable() const { return rewritten(nullptr); }

} // namespace ursa::spirv
