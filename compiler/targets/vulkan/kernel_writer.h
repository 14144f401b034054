// The implementation of kernel_module.h. kernel_writer.cpp writes values, variables and the module,
// write_instruction.cpp instructions, write_memory.cpp memory accesses and barriers.
#pragma once

#include "compiler/targets/vulkan/kernel_module.h"
#include "compiler/targets/vulkan/primitives.h"
#include "format/vulkan_module.h"
#include "spirv/builder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace ursa::compiler::vulkan {

using ursa::spirv::Id;
using ursa::spirv::Words;

class KernelWriter {
public:
  KernelWriter(const llvm::Function &kernel, const WriterOptions &options);
  llvm::Expected<KernelModule> write();

private:
  /// A SPIR-V pointer and its storage class.
  struct Pointer {
    Id id = 0;
    spv::StorageClass storage = spv::StorageClass::Function;
  };

  Words finish(const Words &body, llvm::ArrayRef<std::uint32_t> localSize);

  // Values.
  Id typeOf(const llvm::Type *type);
  Id valueOf(const llvm::Value *value);
  Id constantOf(const llvm::Constant &constant);
  Id blockOf(const llvm::BasicBlock *block);
  Id zeroOf(const llvm::Type *type);
  void bindResult(const llvm::Instruction &instruction, Id id);

  // Variables.
  Id localSize(unsigned dimension);
  /// The number of work-items of a work-group.
  Id groupItems();
  /// The local id of a dimension in a work-group that is launched with one dimension.
  Id linearLocalId(unsigned dimension);
  Id launchSize(unsigned dimension);
  Id builtinVariable(spv::BuiltIn builtin, bool isVector);
  Id pushConstants();
  Id variableOf(const llvm::GlobalVariable &variable);
  Id arrayLengthOf(const llvm::GlobalVariable &variable);
  Id specConstant(std::uint32_t specId, const llvm::Type *type, std::uint64_t bits);

  // Instructions.
  void emit(spv::Op op, llvm::ArrayRef<std::uint32_t> operands) {
    ursa::spirv::append(code_, op, operands);
  }
  Id emitValue(spv::Op op, Id type, llvm::ArrayRef<Id> operands);
  void define(const llvm::Instruction &instruction, spv::Op op, llvm::ArrayRef<Id> operands);
  void writeBlock(const llvm::BasicBlock &block);
  void writeInstruction(const llvm::Instruction &instruction);
  bool writeBinary(const llvm::BinaryOperator &operation);
  bool writeBooleanBinary(const llvm::BinaryOperator &operation);
  bool writeIntegerCompare(const llvm::ICmpInst &compare);
  void writeFloatCompare(const llvm::FCmpInst &compare);
  bool writeCast(const llvm::CastInst &cast);
  void writeFloatBits(const llvm::CastInst &cast);
  void writePhi(const llvm::PHINode &phi);
  void writeBranch(const llvm::BranchInst &branch);
  bool writeCall(const llvm::CallInst &call);
  bool writeNumberedCall(const llvm::CallInst &call, llvm::StringRef name);
  bool writeGroupOperation(const llvm::CallInst &call, spv::Op op, llvm::StringRef tail,
                           llvm::SmallVectorImpl<Id> &operands);
  bool writeWorkItemCall(const llvm::CallInst &call, llvm::StringRef name);

  // Memory.
  Pointer pointerOf(const llvm::Value &pointer, const llvm::Type *type);
  void addMemoryOperands(Words &operands, const Pointer &pointer, bool isVolatile,
                         llvm::Align align, bool isInvariant);
  /// Requires the capability of atomics of integers of this type.
  void requireAtomics(const llvm::Type &type);
  Id scopeOf(const Pointer &pointer);
  Id semanticsOf(llvm::AtomicOrdering order, const Pointer &pointer);
  void writeLoad(const llvm::LoadInst &load);
  void writeStore(const llvm::StoreInst &store);
  bool writeAtomicUpdate(const llvm::AtomicRMWInst &update);
  void writeCompareExchange(const llvm::AtomicCmpXchgInst &exchange);
  bool writeExtractValue(const llvm::ExtractValueInst &extract);
  bool writeExtractElement(const llvm::ExtractElementInst &extract);
  void writeInsertElement(const llvm::InsertElementInst &insert);
  Id vectorOf(const llvm::Value &vector);
  void writeBarrier(const llvm::Value &flags);
  void writeSubgroupBarrier();
  void writeFence();

  void reportUnsupported(const llvm::Value &value, llvm::StringRef problem);

  const llvm::Function &kernel_;
  const llvm::DataLayout &layout_;
  const WriterOptions options_;
  ursa::spirv::Builder module_;
  const Id glsl_; ///< the extended instruction set
  KernelModule result_;
  /// Whether work-groups are launched with one dimension: SYCL and OpenCL number the work-items of
  /// sub-groups linearly, and Vulkan leaves open which work-items form one.
  bool isLinear_ = false;
  std::string error_; ///< the first error
  Words code_;
  Words functionVariables_;
  llvm::DenseMap<const llvm::Value *, Id> values_;
  llvm::DenseMap<const llvm::BasicBlock *, Id> blocks_;
  std::map<std::uint32_t, Id> specConstants_; ///< by SpecId
  std::map<std::string, Id> variables_; ///< built-ins and push constants, which are no LLVM values
  unsigned pushWords_ = format::vulkan::kPushLaunchWord / 4 + 1;
};

} // namespace ursa::compiler::vulkan
