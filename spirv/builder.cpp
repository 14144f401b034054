#include "spirv/builder.h"

#include <algorithm>
#include <utility>

namespace ursa::spirv {
namespace {

template <class Enumerator> uint32_t word(Enumerator enumerator) {
  return static_cast<uint32_t>(enumerator);
}

Words withText(std::initializer_list<uint32_t> words, std::string_view text) {
  Words all = words;
  appendText(all, text);
  return all;
}

} // namespace

Section sectionOf(spv::Op op) {
  switch (op) {
  case spv::Op::OpCapability:
    return Section::Capability;
  case spv::Op::OpExtension:
    return Section::Extension;
  case spv::Op::OpExtInstImport:
    return Section::Import;
  case spv::Op::OpMemoryModel:
    return Section::MemoryModel;
  case spv::Op::OpEntryPoint:
    return Section::EntryPoint;
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId:
    return Section::ExecutionMode;
  case spv::Op::OpString:
  case spv::Op::OpSource:
  case spv::Op::OpSourceExtension:
  case spv::Op::OpSourceContinued:
    return Section::Source;
  case spv::Op::OpName:
  case spv::Op::OpMemberName:
    return Section::Name;
  case spv::Op::OpModuleProcessed:
    return Section::Processed;
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString:
  case spv::Op::OpMemberDecorate:
  case spv::Op::OpMemberDecorateString:
  case spv::Op::OpDecorationGroup:
  case spv::Op::OpGroupDecorate:
  case spv::Op::OpGroupMemberDecorate:
    return Section::Annotation;
  default:
    return Section::Global;
  }
}

Builder::Builder(uint32_t version, spv::AddressingModel addressing, spv::MemoryModel memory)
    : header_{spv::MagicNumber, version, 0, 1, 0} {
  append(section(Section::MemoryModel), spv::Op::OpMemoryModel, {word(addressing), word(memory)});
}

std::optional<Builder> Builder::parse(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords)
    return std::nullopt;
  Builder copy;
  std::copy_n(words.begin(), kHeaderWords, copy.header_.begin());
  copy.isIndexed_ = false;
  bool isInFunctions = false;
  Walker walker(words);
  for (const Instruction &instruction : walker) {
    if (!isComplete(instruction))
      return std::nullopt;
    isInFunctions |= instruction.op == spv::Op::OpFunction;
    const Section section = isInFunctions ? Section::Function : sectionOf(instruction.op);
    if (section == Section::Capability)
      copy.require(static_cast<spv::Capability>(instruction[1]));
    else if (section == Section::Extension)
      copy.requireExtension(textIn(instruction.operands()));
    else
      append(copy.section(section), instruction);
  }
  return walker.isAtEnd() ? std::optional(std::move(copy)) : std::nullopt;
}

size_t Builder::size() const {
  size_t words = kHeaderWords + 2 * capabilities_.size();
  for (const std::string &extension : extensions_)
    words += 2 + extension.size() / sizeof(uint32_t);
  for (const Words &section : sections_)
    words += section.size();
  return words;
}

Id Builder::instructionSet(std::string_view name) {
  for (const Instruction &import : instructions(Section::Import))
    if (textIn(import.words.subspan(2)) == name)
      return import[1];
  const Id id = newId();
  append(section(Section::Import), spv::Op::OpExtInstImport, withText({id}, name));
  return id;
}

Id Builder::intType(unsigned width) {
  if (width == 1)
    return boolType();
  if (width == 8)
    require(spv::Capability::Int8);
  else if (width == 16)
    require(spv::Capability::Int16);
  else if (width == 64)
    require(spv::Capability::Int64);
  return type(spv::Op::OpTypeInt, {width, 0});
}

Id Builder::floatType(unsigned width) {
  if (width == 16)
    require(spv::Capability::Float16);
  else if (width == 64)
    require(spv::Capability::Float64);
  return type(spv::Op::OpTypeFloat, width);
}

Id Builder::number(Id type, unsigned width, uint64_t bits) {
  const uint32_t words[] = {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
  return unique(spv::Op::OpConstant, type, std::span(words, width == 64 ? 2 : 1));
}

Id Builder::specConstant(uint32_t specId, Id type, unsigned width, uint64_t bits) {
  const uint32_t words[] = {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
  const Id id =
      width == 1 ? add(bits ? spv::Op::OpSpecConstantTrue : spv::Op::OpSpecConstantFalse, type, {})
                 : add(spv::Op::OpSpecConstant, type, std::span(words, width == 64 ? 2 : 1));
  decorate(id, spv::Decoration::SpecId, specId);
  return id;
}

Id Builder::specOperation(spv::Op op, Id type, Operands operands) {
  Words all{word(op)};
  all.insert(all.end(), operands.begin(), operands.end());
  return add(spv::Op::OpSpecConstantOp, type, all);
}

Id Builder::variable(spv::StorageClass storage, Id pointee) {
  return interface_.emplace_back(
      add(spv::Op::OpVariable, pointerType(storage, pointee), word(storage)));
}

void Builder::decorate(Id id, spv::Decoration decoration, Operands operands) {
  append(section(Section::Annotation), spv::Op::OpDecorate, {id, word(decoration)}, operands);
}

void Builder::decorateMember(Id id, unsigned member, spv::Decoration decoration,
                             Operands operands) {
  append(section(Section::Annotation), spv::Op::OpMemberDecorate, {id, member, word(decoration)},
         operands);
}

void Builder::addEntryPoint(spv::ExecutionModel model, Id function, std::string_view name,
                            Operands interface) {
  append(section(Section::EntryPoint), spv::Op::OpEntryPoint,
         withText({word(model), function}, name), interface);
}

void Builder::addExecutionMode(Id function, spv::ExecutionMode mode, Operands operands) {
  append(section(Section::ExecutionMode), spv::Op::OpExecutionMode, {function, word(mode)},
         operands);
}

Words Builder::finish() const {
  Words words(header_.begin(), header_.end());
  words.reserve(size());
  for (const spv::Capability capability : capabilities_)
    append(words, spv::Op::OpCapability, word(capability));
  for (const std::string &extension : extensions_)
    append(words, spv::Op::OpExtension, withText({}, extension));
  for (size_t i = static_cast<size_t>(Section::Import); i < kSections; ++i)
    if (interface_.empty() || i != static_cast<size_t>(Section::EntryPoint))
      words.insert(words.end(), sections_[i].begin(), sections_[i].end());
    else
      for (const Instruction &entry : Walker(sections_[i], 0))
        append(words, entry.op, entry.operands(), interface_);
  return words;
}

Id Builder::unique(spv::Op op, Id type, Operands operands) {
  findDeclared();
  Words key{word(op)};
  if (type)
    key.push_back(type);
  key.insert(key.end(), operands.begin(), operands.end());
  const auto [entry, isNew] = declared_.try_emplace(std::move(key), 0);
  if (isNew)
    entry->second = add(op, type, operands);
  return entry->second;
}

Id Builder::add(spv::Op op, Id type, Operands operands) {
  const Id id = newId();
  if (type)
    append(section(Section::Global), op, {type, id}, operands);
  else
    append(section(Section::Global), op, id, operands);
  return id;
}

// Leaves out arrays and structs, which decorations may have made different.
void Builder::findDeclared() {
  if (std::exchange(isIndexed_, true))
    return;
  for (const Instruction &instruction : instructions(Section::Global)) {
    size_t result = 1;
    switch (instruction.op) {
    case spv::Op::OpConstantTrue:
    case spv::Op::OpConstantFalse:
    case spv::Op::OpConstant:
      result = 2;
      [[fallthrough]];
    case spv::Op::OpTypeVoid:
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypePointer:
    case spv::Op::OpTypeFunction: {
      Words key(instruction.words.begin(), instruction.words.end());
      key[0] = word(instruction.op);
      key.erase(key.begin() + static_cast<std::ptrdiff_t>(result));
      declared_.emplace(std::move(key), instruction[result]);
      break;
    }
    default:
      break;
    }
  }
}

} // namespace ursa::spirv
