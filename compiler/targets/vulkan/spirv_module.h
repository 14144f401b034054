// Builds one SPIR-V 1.5 module for a compute shader: types and constants once each, words in the
// order that the specification asks for.
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
  void extension(std::string name) { extensions_.insert(std::move(name)); }
  const std::set<spv::Capability> &capabilities() const { return capabilities_; }

  // Types; those of integers and floats require what they need.
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
  Id composite(Id type, llvm::ArrayRef<Id> parts) {
    return constant(spv::Op::OpConstantComposite, type, parts);
  }
  /// One for each SpecId; @p bits as wide as the type of @p width says.
  Id specConstant(std::uint32_t specId, Id type, unsigned width, std::uint64_t bits);
  Id specOperation(spv::Op op, Id type, llvm::ArrayRef<Id> operands);
  Id specComposite(Id type, llvm::ArrayRef<Id> parts);

  /// A variable of the module, which is one of the entry point's interface.
  Id variable(spv::StorageClass storage, Id pointee);
  void decorate(Id id, spv::Decoration decoration, llvm::ArrayRef<std::uint32_t> operands = {});
  void decorateMember(Id id, unsigned member, spv::Decoration decoration,
                      llvm::ArrayRef<std::uint32_t> operands);
  Id glslInstructions() const { return glsl_; }

  /// The words, with @p body as the one function (from its first label to its last terminator) and
  /// @p name as its entry point.
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
  std::map<Words, Id> known_; ///< type or constant, without its id
  std::map<std::uint32_t, Id> specConstants_;
};

} // namespace ursa::vulkan
