#include "spirv/module.h"

#include <algorithm>
#include <cstring>

namespace ursa::spirv {
namespace {

constexpr uint32_t kMaximumIds = 4194303; ///< the specification's limit

constexpr auto kPhysical64 = static_cast<uint32_t>(spv::AddressingModel::Physical64);
constexpr auto kSpecId = static_cast<uint32_t>(spv::Decoration::SpecId);
constexpr auto kKernel = static_cast<uint32_t>(spv::ExecutionModel::Kernel);

Error wrongLength(const Instruction &instruction) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "The SPIR-V instruction {} at word {} has {} words, which is not its length.",
                   static_cast<uint32_t>(instruction.op), instruction.at, instruction.size());
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
  const auto *first = reinterpret_cast<const uint32_t *>(bytes.data());
  const std::span words(first, bytes.size() / sizeof(uint32_t));
  if (reinterpret_cast<uintptr_t>(first) % alignof(uint32_t) != 0 || words.size() < kHeaderWords ||
      words[0] != spv::MagicNumber)
    return true; // big-endian, or not a module; parse will find out
  Walker walker(words);
  for (const Instruction &instruction : walker)
    if (instruction.op == spv::Op::OpDecorate && instruction.size() > 2 &&
        instruction[2] == kSpecId)
      return true;
  return !walker.isAtEnd();
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
  module.isNativeOrder_ = module.words_[0] != __builtin_bswap32(spv::MagicNumber);
  if (!module.isNativeOrder_)
    for (uint32_t &word : module.words_)
      word = __builtin_bswap32(word);
  URSA_CHECK(module.readHeader());
  Walker walker(module.words_);
  for (const Instruction &instruction : walker)
    URSA_CHECK(module.readInstruction(instruction));
  URSA_CHECK(walker.check());
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
  if (words_[0] != spv::MagicNumber)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program begins with {:#010x}; a SPIR-V module begins with {:#010x}.",
                     words_[0], spv::MagicNumber);
  if (words_[3] == 0 || words_[3] > kMaximumIds)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The SPIR-V module says that its ids are less than {}; 1 to {} is possible.",
                     words_[3], kMaximumIds);
  return {};
}

Result<void> Module::readInstruction(const Instruction &words) {
  switch (words.op) {
  case spv::Op::OpMemoryModel:
    if (words.size() != 3)
      return wrongLength(words);
    if (words[1] != kPhysical64)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The SPIR-V module has addressing model {}; this device takes {}, physical "
                       "addresses of 64 bits.",
                       words[1], kPhysical64);
    hasMemoryModel_ = true;
    return {};
  case spv::Op::OpFunction:
    if (words.size() != 5)
      return wrongLength(words);
    functions_.insert(words[2]);
    isInFunction_ = true;
    return {};
  case spv::Op::OpFunctionEnd:
    isInFunction_ = false;
    return {};
  case spv::Op::OpEntryPoint:
    return readEntryPoint(words);
  case spv::Op::OpTypeBool:
    if (words.size() != 2)
      return wrongLength(words);
    types_[words[1]] = {Scalar::Bool, 1};
    return {};
  case spv::Op::OpTypeInt:
    if (words.size() != 4)
      return wrongLength(words);
    types_[words[1]] = {words[3] ? Scalar::SignedInteger : Scalar::Integer, words[2]};
    return {};
  case spv::Op::OpTypeFloat:
    if (words.size() < 3)
      return wrongLength(words);
    types_[words[1]] = {Scalar::Float, words[2]};
    return {};
  case spv::Op::OpDecorate:
    if (words.size() < 3)
      return wrongLength(words);
    if (words[2] != kSpecId)
      return {};
    if (words.size() != 4)
      return wrongLength(words);
    if (!specIds_.emplace(words[1], words[3]).second)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The SPIR-V module decorates id {} with two SpecIds.", words[1]);
    return {};
  case spv::Op::OpVariable:
    if (words.size() < 4)
      return wrongLength(words);
    hasVariables_ =
        hasVariables_ || words[3] == static_cast<uint32_t>(spv::StorageClass::CrossWorkgroup);
    return {};
  case spv::Op::OpConstantNull:
    if (words.size() != 3)
      return wrongLength(words);
    scalarNulls_ += isScalarNull(words);
    return {};
  default:
    return isSpecConstant(words.op) ? readConstant(words) : Result<void>();
  }
}

Result<void> Module::readEntryPoint(const Instruction &entry) {
  if (entry.size() < 4)
    return wrongLength(entry);
  const std::string_view name = textIn(entry.words.subspan(3));
  if (name.size() == entry.words.subspan(3).size_bytes())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The name of the entry point at word {} of the SPIR-V module has no end.",
                     entry.at);
  if (entry[1] != kKernel)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Entry point '{}' of the SPIR-V module has execution model {}; this device "
                     "takes {}, OpenCL kernels.",
                     name, entry[1], kKernel);
  kernels_.emplace_back(name);
  kernelIds_.push_back(entry[2]);
  return {};
}

Result<void> Module::readConstant(const Instruction &constant) {
  if (constant.size() < 3)
    return wrongLength(constant);
  const auto type = types_.find(constant[1]);
  const bool isBool = constant.op != spv::Op::OpSpecConstant;
  if (type == types_.end() || isBool != (type->second.scalar == Scalar::Bool))
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Specialization constant %{} of the SPIR-V module has type %{}, which is not "
                     "a {}.",
                     constant[2], constant[1], isBool ? "bool" : "number");
  const uint32_t bits = type->second.bits;
  if (!isBool && bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Specialization constant %{} of the SPIR-V module has {} bits; 8, 16, 32 and "
                     "64 are possible.",
                     constant[2], bits);
  const size_t expected = isBool ? 3 : bits == 64 ? 5 : 4;
  if (constant.size() != expected)
    return wrongLength(constant);
  defaults_[constant[2]] = {defaultOf(constant, type->second), traitsOf(type->second)};
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

std::vector<std::byte> Module::defaultOf(const Instruction &constant, const Type &type) {
  if (type.scalar == Scalar::Bool)
    return {std::byte{constant.op == spv::Op::OpSpecConstantTrue}};
  const uint64_t bits = constant[3] | (type.bits == 64 ? uint64_t{constant[4]} << 32 : 0);
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

void Module::appendConstant(std::vector<uint32_t> &words, const Instruction &constant,
                            const ConstantValues &values) const {
  const uint32_t typeId = constant[1];
  const uint32_t result = constant[2];
  const Type &type = types_.at(typeId);
  const std::vector<std::byte> *value = valueOf(result, values);
  if (type.scalar == Scalar::Bool) {
    const bool isTrue =
        value ? literalOf(*value, false) != 0 : constant.op == spv::Op::OpSpecConstantTrue;
    append(words, isTrue ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, {typeId, result});
    return;
  }
  uint64_t bits = 0; // the value of a null constant
  if (value)
    bits = literalOf(*value, type.scalar == Scalar::SignedInteger);
  else if (constant.op == spv::Op::OpSpecConstant)
    bits = constant[3] | (type.bits == 64 ? uint64_t{constant[4]} << 32 : 0);
  const auto low = static_cast<uint32_t>(bits), high = static_cast<uint32_t>(bits >> 32);
  if (type.bits == 64)
    append(words, spv::Op::OpConstant, {typeId, result, low, high});
  else
    append(words, spv::Op::OpConstant, {typeId, result, low});
}

bool Module::isScalarNull(const Instruction &instruction) const {
  if (instruction.op != spv::Op::OpConstantNull)
    return false;
  const auto type = types_.find(instruction[1]);
  return type != types_.end() && type->second.bits <= 64;
}

// Without values, the specialization constants stay.
std::vector<uint32_t> Module::rewritten(const ConstantValues *values) const {
  std::vector<uint32_t> words;
  words.reserve(words_.size() + 2 * scalarNulls_);
  const ConstantValues none;
  words.assign(words_.begin(), words_.begin() + kHeaderWords);
  for (const Instruction &instruction : Walker(words_)) {
    if (values && instruction.op == spv::Op::OpDecorate && instruction[2] == kSpecId)
      continue;
    if (isScalarNull(instruction) || (values && isSpecConstant(instruction.op)))
      appendConstant(words, instruction, values ? *values : none);
    else
      append(words, instruction);
  }
  return words;
}

std::vector<uint32_t> Module::specialized(const ConstantValues &values) const {
  return rewritten(&values);
}

std::vector<uint32_t> Module::specializable() const { return rewritten(nullptr); }

} // namespace ursa::spirv
