// See spirv_module.h.
#include "compiler/targets/vulkan/spirv_module.h"

#include <cstring>

using namespace llvm;

namespace ursa::vulkan {
namespace {

constexpr std::uint32_t kVersion = 0x00010500;

template <typename T> std::uint32_t word(T enumerator) {
  return static_cast<std::uint32_t>(enumerator);
}

void appendString(Words &words, StringRef text) {
  const std::size_t position = words.size();
  words.resize(position + text.size() / 4 + 1, 0);
  std::memcpy(&words[position], text.data(), text.size());
}

Words concat(ArrayRef<std::uint32_t> first, ArrayRef<std::uint32_t> second) {
  Words words(first.begin(), first.end());
  words.insert(words.end(), second.begin(), second.end());
  return words;
}

} // namespace

void append(Words &section, spv::Op op, ArrayRef<std::uint32_t> operands) {
  section.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | word(op));
  section.insert(section.end(), operands.begin(), operands.end());
}

SpirvModule::SpirvModule() : glsl_(newId()) {
  require(spv::Capability::Shader);
  require(spv::Capability::Int64);
  require(spv::Capability::PhysicalStorageBufferAddresses);
  require(spv::Capability::VulkanMemoryModel);
}

Id SpirvModule::type(spv::Op op, ArrayRef<std::uint32_t> operands) {
  Words key = concat({word(op)}, operands);
  auto [entry, isNew] = uniqued_.try_emplace(std::move(key), 0);
  if (isNew) {
    entry->second = newId();
    append(globals_, op, concat({entry->second}, operands));
  }
  return entry->second;
}

Id SpirvModule::constant(spv::Op op, Id type, ArrayRef<std::uint32_t> operands) {
  Words key = concat({word(op), type}, operands);
  auto [entry, isNew] = uniqued_.try_emplace(std::move(key), 0);
  if (isNew) {
    entry->second = newId();
    append(globals_, op, concat({type, entry->second}, operands));
  }
  return entry->second;
}

Id SpirvModule::intType(unsigned width) {
  if (width == 1)
    return boolType();
  if (width == 8)
    require(spv::Capability::Int8);
  else if (width == 16)
    require(spv::Capability::Int16);
  return type(spv::Op::OpTypeInt, {width, 0});
}

Id SpirvModule::floatType(unsigned width) {
  if (width == 16)
    require(spv::Capability::Float16);
  else if (width == 64)
    require(spv::Capability::Float64);
  return type(spv::Op::OpTypeFloat, width);
}

Id SpirvModule::intConstant(unsigned width, std::uint64_t value) {
  const Id type = intType(width);
  const auto low = static_cast<std::uint32_t>(value);
  if (width == 64)
    return constant(spv::Op::OpConstant, type, {low, static_cast<std::uint32_t>(value >> 32)});
  return constant(spv::Op::OpConstant, type, low);
}

Id SpirvModule::floatConstant(unsigned width, std::uint64_t bits) {
  const Id type = floatType(width);
  const auto low = static_cast<std::uint32_t>(bits);
  if (width == 64)
    return constant(spv::Op::OpConstant, type, {low, static_cast<std::uint32_t>(bits >> 32)});
  return constant(spv::Op::OpConstant, type, low);
}

Id SpirvModule::boolConstant(bool value) {
  return constant(value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, boolType(), {});
}

Id SpirvModule::specConstant(std::uint32_t specId, Id type, unsigned width, std::uint64_t bits) {
  auto [entry, isNew] = specConstants_.try_emplace(specId, 0);
  if (!isNew)
    return entry->second;
  const Id id = entry->second = newId();
  Words operands{type, id, static_cast<std::uint32_t>(bits)};
  if (width == 64)
    operands.push_back(static_cast<std::uint32_t>(bits >> 32));
  append(globals_, spv::Op::OpSpecConstant, operands);
  decorate(id, spv::Decoration::SpecId, specId);
  return id;
}

Id SpirvModule::specOperation(spv::Op op, Id type, ArrayRef<Id> operands) {
  const Id id = newId();
  append(globals_, spv::Op::OpSpecConstantOp, concat({type, id, word(op)}, operands));
  return id;
}

Id SpirvModule::specComposite(Id type, ArrayRef<Id> constituents) {
  const Id id = newId();
  append(globals_, spv::Op::OpSpecConstantComposite, concat({type, id}, constituents));
  return id;
}

Id SpirvModule::variable(spv::StorageClass storage, Id pointee) {
  const Id type = pointerType(storage, pointee);
  const Id id = newId();
  append(globals_, spv::Op::OpVariable, {type, id, word(storage)});
  interface_.push_back(id);
  return id;
}

void SpirvModule::decorate(Id id, spv::Decoration decoration, ArrayRef<std::uint32_t> operands) {
  append(decorations_, spv::Op::OpDecorate, concat({id, word(decoration)}, operands));
}

void SpirvModule::decorateMember(Id id, unsigned member, spv::Decoration decoration,
                                 ArrayRef<std::uint32_t> operands) {
  append(decorations_, spv::Op::OpMemberDecorate, concat({id, member, word(decoration)}, operands));
}

Words SpirvModule::finish(StringRef name, const Words &body, const std::uint32_t localSize[3]) {
  const Id voidId = voidType();
  const Id functionId = newId();
  const Id functionTypeId = functionType(voidId);
  Words words{spv::MagicNumber, kVersion, 0, nextId_, 0};
  for (spv::Capability capability : capabilities_)
    append(words, spv::Op::OpCapability, word(capability));
  for (const std::string &extension : extensions_) {
    Words operands;
    appendString(operands, extension);
    append(words, spv::Op::OpExtension, operands);
  }
  Words import{glsl_};
  appendString(import, "GLSL.std.450");
  append(words, spv::Op::OpExtInstImport, import);
  append(words, spv::Op::OpMemoryModel,
         {word(spv::AddressingModel::PhysicalStorageBuffer64), word(spv::MemoryModel::Vulkan)});
  Words entry{word(spv::ExecutionModel::GLCompute), functionId};
  appendString(entry, name);
  entry.insert(entry.end(), interface_.begin(), interface_.end());
  append(words, spv::Op::OpEntryPoint, entry);
  append(
      words, spv::Op::OpExecutionMode,
      {functionId, word(spv::ExecutionMode::LocalSize), localSize[0], localSize[1], localSize[2]});
  words.insert(words.end(), decorations_.begin(), decorations_.end());
  words.insert(words.end(), globals_.begin(), globals_.end());
  append(words, spv::Op::OpFunction, {voidId, functionId, 0, functionTypeId});
  words.insert(words.end(), body.begin(), body.end());
  append(words, spv::Op::OpFunctionEnd, {});
  return words;
}

} // namespace ursa::vulkan
