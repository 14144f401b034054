// Builds one SPIR-V 1.5 module for a compute shader: each type and constant once, and sections in
// the order that the specification requires.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

namespace ursa::vulkan {

using Id = std::uint32_t;
using Words = std::vector<std::uint32_t>;

/// Appends one instruction to @p section.
void append(Words &section, spv::Op op, llvm::ArrayRef<std::uint32_t> operands);

class SpirvModule {
public:
  SpirvModule();

  Id newId() { return nextId_++; }

  void require(spv::Capability capability) { capabilities_.insert(capability); }
  void requireExtension(std::string name) { extensions_.insert(std::move(name)); }
  const std::set<spv::Capability> &capabilities() const { return capabilities_; }

  // Types. Those of integers and floats require their capabilities.
  Id voidType() { return type(spv::Op::OpTypeVoid, {}); }
  Id boolType() { return type(spv::Op::OpTypeBool, {}); }
  Id intType(unsigned width);
  Id floatType(unsigned width);
  Id vectorType(Id element, unsigned count) {
    return type(spv::Op::OpTypeVector, {element, count});
  }
  Id pointerType(spv::StorageClass storage, Id pointee) {
    return type(spv::Op::OpTypePointer, {static_cast<std::uint32_t>(storage), pointee});
  }
  Id arrayType(Id element, Id length) { return type(spv::Op::OpTypeArray, {element, length}); }
  Id structType(llvm::ArrayRef<Id> members) { return type(spv::Op::OpTypeStruct, members); }
  Id functionType(Id result) { return type(spv::Op::OpTypeFunction, {result}); }

  // Constants.
  Id intConstant(unsigned width, std::uint64_t value);
  Id u32(std::uint32_t value) { return intConstant(32, value); }
  Id floatConstant(unsigned width, std::uint64_t bits);
  Id boolConstant(bool value);
  Id composite(Id type, llvm::ArrayRef<Id> constituents) {
    return constant(spv::Op::OpConstantComposite, type, constituents);
  }
  /// Returns the only constant with @p specId; @p bits is its default, of @p width bits.
  Id specConstant(std::uint32_t specId, Id type, unsigned width, std::uint64_t bits);
  Id specOperation(spv::Op op, Id type, llvm::ArrayRef<Id> operands);
  Id specComposite(Id type, llvm::ArrayRef<Id> constituents);

  /// Adds a module-scope variable, which is part of the entry point's interface.
  Id variable(spv::StorageClass storage, Id pointee);
  void decorate(Id id, spv::Decoration decoration, llvm::ArrayRef<std::uint32_t> operands = {});
  void decorateMember(Id id, unsigned member, spv::Decoration decoration,
                      llvm::ArrayRef<std::uint32_t> operands);
  Id glslInstructionSet() const { return glsl_; }

  /// Returns the module with @p body as its only function, from the first OpLabel to the last
  /// terminator, and @p name as the name of the entry point.
  Words finish(llvm::StringRef name, const Words &body, const std::uint32_t localSize[3]);

private:
  Id type(spv::Op op, llvm::ArrayRef<std::uint32_t> operands);
  Id constant(spv::Op op, Id type, llvm::ArrayRef<std::uint32_t> operands);

  Id nextId_ = 1;
  Id glsl_;
  std::set<spv::Capability> capabilities_;
  std::set<std::string> extensions_;
  Words decorations_;
  Words globals_; ///< types, constants, variables
  std::vector<Id> interface_;
  std::map<Words, Id> uniqued_; ///< ids of types and constants, by instruction without the id
  std::map<std::uint32_t, Id> specConstants_;
};

} // namespace ursa::vulkan
