// Makes SPIR-V modules and changes them: gives ids, has the sections that the specification orders,
// and declares types and constants once.
#pragma once

#include "spirv/instructions.h"

#include <array>
#include <map>
#include <set>
#include <string>

namespace ursa::spirv {

/// The sections of a module, in the order of the specification.
enum class Section : uint8_t {
  Capability,
  Extension,
  Import,
  MemoryModel,
  EntryPoint,
  ExecutionMode,
  Source, ///< OpString, OpSource and the like
  Name,
  Processed,
  Annotation,
  Global, ///< types, constants, variables
  Function
};
inline constexpr size_t kSections = static_cast<size_t>(Section::Function) + 1;

/// Returns the section of an instruction outside of functions.
Section sectionOf(spv::Op op);

class Builder {
public:
  /// @param version as in the header of modules, 0x00010500 for 1.5
  Builder(uint32_t version, spv::AddressingModel addressing, spv::MemoryModel memory);
  /// Returns a copy of a module, to be changed. Nothing if the words are not a module, or an
  /// instruction is not complete.
  static std::optional<Builder> parse(std::span<const uint32_t> words);

  Id newId() { return header_[kBoundWord]++; }
  /// Returns the instructions of a section, without those that the functions below count.
  Words &section(Section section) { return sections_[static_cast<size_t>(section)]; }
  Walker instructions(Section section) { return Walker(this->section(section), 0); }
  /// Returns the number of words of the module, without new variables in interfaces.
  size_t size() const;

  void require(spv::Capability capability) { capabilities_.insert(capability); }
  void remove(spv::Capability capability) { capabilities_.erase(capability); }
  void requireExtension(std::string_view name) { extensions_.emplace(name); }
  const std::set<spv::Capability> &capabilities() const { return capabilities_; }
  /// Returns the id of an extended instruction set.
  Id instructionSet(std::string_view name);

  /// @name Types, declared once. Those of integers and floats require their capabilities.
  /// @{
  Id voidType() { return type(spv::Op::OpTypeVoid, {}); }
  Id boolType() { return type(spv::Op::OpTypeBool, {}); }
  Id intType(unsigned width);
  Id floatType(unsigned width);
  Id vectorType(Id element, unsigned count) {
    return type(spv::Op::OpTypeVector, {element, count});
  }
  Id pointerType(spv::StorageClass storage, Id pointee) {
    return type(spv::Op::OpTypePointer, {static_cast<uint32_t>(storage), pointee});
  }
  Id arrayType(Id element, Id length) { return type(spv::Op::OpTypeArray, {element, length}); }
  Id structType(Operands members) { return type(spv::Op::OpTypeStruct, members); }
  /// @param types that of the result, then those of the parameters
  Id functionType(Operands types) { return type(spv::Op::OpTypeFunction, types); }
  /// @}

  /// @name Constants, declared once.
  /// @{
  Id intConstant(unsigned width, uint64_t value) { return number(intType(width), width, value); }
  Id floatConstant(unsigned width, uint64_t bits) { return number(floatType(width), width, bits); }
  Id u32(uint32_t value) { return intConstant(32, value); }
  Id boolConstant(bool value) {
    return unique(value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, boolType(), {});
  }
  Id composite(Id type, Operands constituents) {
    return unique(spv::Op::OpConstantComposite, type, constituents);
  }
  /// @}

  /// Adds a specialization constant; @p bits is its default, of @p width bits, 1 for a boolean.
  Id specConstant(uint32_t specId, Id type, unsigned width, uint64_t bits);
  Id specOperation(spv::Op op, Id type, Operands operands);
  Id specComposite(Id type, Operands constituents) {
    return add(spv::Op::OpSpecConstantComposite, type, constituents);
  }

  /// Adds a module-scope variable, which is part of the interface of all entry points.
  Id variable(spv::StorageClass storage, Id pointee);
  void decorate(Id id, spv::Decoration decoration, Operands operands = {});
  void decorateMember(Id id, unsigned member, spv::Decoration decoration, Operands operands);
  void addEntryPoint(spv::ExecutionModel model, Id function, std::string_view name,
                     Operands interface = {});
  void addExecutionMode(Id function, spv::ExecutionMode mode, Operands operands);

  Words finish() const;

private:
  Builder() = default;
  Id type(spv::Op op, Operands operands) { return unique(op, 0, operands); }
  Id number(Id type, unsigned width, uint64_t bits);
  Id unique(spv::Op op, Id type, Operands operands);
  Id add(spv::Op op, Id type, Operands operands);
  void findDeclared();

  std::array<uint32_t, kHeaderWords> header_{};
  std::array<Words, kSections> sections_;
  std::set<spv::Capability> capabilities_;
  std::set<std::string, std::less<>> extensions_;
  std::vector<Id> interface_; ///< the new variables
  bool isIndexed_ = true;     ///< whether declared_ has what a copied module declares
  /// Ids of types and constants, by their words without the id.
  std::map<Words, Id> declared_;
};

} // namespace ursa::spirv
