// Writes the values, variables and the module of a kernel. See kernel_writer.h.
#include "compiler/targets/vulkan/kernel_writer.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/source_location.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/validate.h"
#include "format/vulkan_module.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <utility>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

// More than any driver has. The adapter reads as much.
constexpr unsigned kMaxSubGroupSize = 1024, kMaxLocalSize = 1 << 20;

constexpr std::uint32_t kVersion = 0x00010500;

} // namespace

KernelWriter::KernelWriter(const Function &kernel, const WriterOptions &options)
    : kernel_(kernel), layout_(kernel.getDataLayout()), options_(options),
      module_(kVersion, spv::AddressingModel::PhysicalStorageBuffer64, spv::MemoryModel::Vulkan),
      glsl_(module_.instructionSet("GLSL.std.450")) {
  for (spv::Capability capability :
       {spv::Capability::Shader, spv::Capability::Int64,
        spv::Capability::PhysicalStorageBufferAddresses, spv::Capability::VulkanMemoryModel})
    module_.require(capability);
  // The push constant block ends with the last word that the kernel reads, and has at least the
  // words that are reserved for adapters.
  for (const Instruction &instruction : instructions(kernel))
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      StringRef name = primitiveName(call->getCalledFunction());
      unsigned byte = 0;
      isLinear_ |= name.starts_with("subgroup.") || name.starts_with("group_op.");
      if (name.consume_front("push.") && !name.getAsInteger(10, byte))
        pushWords_ = std::max(pushWords_, byte / 4 + 1);
    }
}

Expected<KernelModule> KernelWriter::write() {
  auto groupSize = passes::requiredWorkGroupSize(kernel_);
  if (!groupSize)
    return groupSize.takeError();
  if (*groupSize)
    result_.localSize = (*groupSize)->sizes;
  for (const unsigned length : result_.localSize.value_or(std::array{1U, 1U, 1U}))
    if (length > kMaxLocalSize)
      return createStringError(passes::sourceLocation(kernel_) + "Kernel '" + kernel_.getName() +
                               "' requires work-groups of " + Twine(length) +
                               " work-items in a dimension; Vulkan images have at most " +
                               Twine(kMaxLocalSize) + ".");
  auto subGroupSize = passes::requiredSubGroupSize(kernel_);
  if (!subGroupSize)
    return subGroupSize.takeError();
  if (*subGroupSize && (!isPowerOf2_32(**subGroupSize) || **subGroupSize > kMaxSubGroupSize))
    return createStringError(passes::sourceLocation(kernel_) + "Kernel '" + kernel_.getName() +
                             "' requires sub-groups of " + Twine(**subGroupSize) +
                             " work-items; those of Vulkan have a power of two, at most " +
                             Twine(kMaxSubGroupSize) + ".");
  result_.subGroupSize = subGroupSize->value_or(0);
  SmallVector<const BasicBlock *, 32> order;
  SmallPtrSet<const BasicBlock *, 32> seen;
  for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&kernel_)) {
    order.push_back(block);
    seen.insert(block);
  }
  for (const BasicBlock &block : kernel_) // merge blocks of infinite loops are unreachable
    if (!seen.contains(&block) && block.hasAddressTaken())
      order.push_back(&block);
  Words body;
  Words entryCode;
  for (const BasicBlock *block : order) {
    code_.clear();
    ursa::spirv::append(body, spv::Op::OpLabel, blockOf(block));
    writeBlock(*block);
    const bool isEntry = block == order.front();
    if (!isEntry) {
      body.insert(body.end(), code_.begin(), code_.end());
      continue;
    }
    entryCode = code_; // written below, behind the function's variables
  }
  if (!error_.empty())
    return createStringError("Kernel '" + kernel_.getName() +
                             "' cannot be translated to SPIR-V: " + error_);
  constexpr std::size_t kLabelWords = 2;
  entryCode.insert(entryCode.begin(), functionVariables_.begin(), functionVariables_.end());
  body.insert(body.begin() + kLabelWords, entryCode.begin(), entryCode.end());

  std::uint32_t size[3] = {1, 1, 1};
  if (result_.localSize) {
    std::copy(result_.localSize->begin(), result_.localSize->end(), size);
    if (isLinear_) {
      size[0] *= std::exchange(size[1], 1);
      size[0] *= std::exchange(size[2], 1);
    }
  } else {
    const Id vector = module_.vectorType(module_.intType(32), 3);
    const Id one = module_.u32(1);
    const Id all = isLinear_
                       ? module_.specComposite(vector, {groupItems(), one, one})
                       : module_.specComposite(vector, {localSize(0), localSize(1), localSize(2)});
    module_.decorate(all, spv::Decoration::BuiltIn,
                     static_cast<std::uint32_t>(spv::BuiltIn::WorkgroupSize));
  }
  pushConstants();
  result_.words = finish(body, size);
  if (Error error = validate(result_.words))
    return createStringError(
        "The SPIR-V module of kernel '" + kernel_.getName() +
        "' is not valid, which is a defect of ursac: " + toString(std::move(error)) + ".");
  result_.capabilities = requiredCapabilities(module_.capabilities());
  llvm::sort(result_.constants);
  return std::move(result_);
}

/// Returns the module with @p body as its only function, from the first OpLabel to the last
/// terminator.
Words KernelWriter::finish(const Words &body, ArrayRef<std::uint32_t> localSize) {
  const Id result = module_.voidType();
  const Id function = module_.newId();
  const Id type = module_.functionType(result);
  module_.addEntryPoint(spv::ExecutionModel::GLCompute, function, kernel_.getName());
  module_.addExecutionMode(function, spv::ExecutionMode::LocalSize, localSize);
  Words &code = module_.section(ursa::spirv::Section::Function);
  ursa::spirv::append(code, spv::Op::OpFunction, {result, function, 0, type});
  code.insert(code.end(), body.begin(), body.end());
  ursa::spirv::append(code, spv::Op::OpFunctionEnd, {});
  return module_.finish();
}

void KernelWriter::reportUnsupported(const Value &value, StringRef problem) {
  if (error_.empty())
    error_ = (problem + ": " + textOf(value) + ".").str();
}

Id KernelWriter::typeOf(const Type *type) {
  if (type->isVoidTy())
    return module_.voidType();
  if (type->isFloatTy() || type->isDoubleTy() || type->isHalfTy())
    return module_.floatType(type->getScalarSizeInBits());
  if (type->isIntegerTy() &&
      (type->isIntegerTy(1) || type->isIntegerTy(8) || type->isIntegerTy(16) ||
       type->isIntegerTy(32) || type->isIntegerTy(64)))
    return module_.intType(type->getIntegerBitWidth());
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return module_.vectorType(typeOf(vector->getElementType()), vector->getNumElements());
  if (error_.empty())
    error_ = "it uses a value of type '" + typeName(type) + "', which is not supported.";
  return module_.intType(32);
}

Id KernelWriter::zeroOf(const Type *type) {
  return constantOf(*Constant::getNullValue(const_cast<Type *>(type)));
}

Id KernelWriter::constantOf(const Constant &constant) {
  if (auto *vector = dyn_cast<FixedVectorType>(constant.getType())) {
    SmallVector<Id, 4> elements;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const Constant *element = constant.getAggregateElement(i);
      elements.push_back(element ? constantOf(*element) : zeroOf(vector->getElementType()));
    }
    return module_.composite(typeOf(vector), elements);
  }
  if (isa<UndefValue>(constant))
    return zeroOf(constant.getType());
  if (auto *integer = dyn_cast<ConstantInt>(&constant)) {
    if (integer->getBitWidth() == 1)
      return module_.boolConstant(integer->isOne());
    typeOf(integer->getType());
    return module_.intConstant(integer->getBitWidth(),
                               integer->getValue().zextOrTrunc(64).getZExtValue());
  }
  if (auto *floating = dyn_cast<ConstantFP>(&constant)) {
    typeOf(floating->getType());
    return module_.floatConstant(floating->getType()->getScalarSizeInBits(),
                                 floating->getValueAPF().bitcastToAPInt().getZExtValue());
  }
  reportUnsupported(constant, "it has a constant that is not scalar");
  return module_.u32(0);
}

Id KernelWriter::valueOf(const Value *value) {
  if (auto *constant = dyn_cast<Constant>(value))
    return constantOf(*constant);
  Id &id = values_[value];
  if (!id)
    id = module_.newId();
  return id;
}

Id KernelWriter::blockOf(const BasicBlock *block) {
  Id &id = blocks_[block];
  if (!id)
    id = module_.newId();
  return id;
}

/// Makes @p id the result of @p instruction; emits a copy if another instruction has already used
/// the result's own id.
void KernelWriter::bindResult(const Instruction &instruction, Id id) {
  if (values_.try_emplace(&instruction, id).second)
    return;
  define(instruction, spv::Op::OpCopyObject, id);
}

Id KernelWriter::specConstant(std::uint32_t specId, const Type *type, std::uint64_t bits) {
  if (specId >= format::vulkan::kSpecConstants &&
      !is_contained(result_.constants, specId - format::vulkan::kSpecConstants))
    result_.constants.push_back(specId - format::vulkan::kSpecConstants);
  Id &id = specConstants_[specId];
  if (!id)
    id = module_.specConstant(specId, typeOf(type), type->getScalarSizeInBits(), bits);
  return id;
}

Id KernelWriter::localSize(unsigned dimension) {
  if (result_.localSize)
    return module_.u32((*result_.localSize)[dimension]);
  return specConstant(format::vulkan::kSpecLocalSize + dimension,
                      Type::getInt32Ty(kernel_.getContext()), 1);
}

Id KernelWriter::groupItems() {
  const Id word = module_.intType(32);
  const Id plane = module_.specOperation(spv::Op::OpIMul, word, {localSize(0), localSize(1)});
  return module_.specOperation(spv::Op::OpIMul, word, {plane, localSize(2)});
}

Id KernelWriter::linearLocalId(unsigned dimension) {
  const Id word = module_.intType(32);
  const Id all = emitValue(spv::Op::OpLoad, module_.vectorType(word, 3),
                           builtinVariable(spv::BuiltIn::LocalInvocationId, true));
  Id rest = emitValue(spv::Op::OpCompositeExtract, word, {all, 0});
  for (unsigned i = 0; i < dimension; ++i)
    rest = emitValue(spv::Op::OpUDiv, word, {rest, localSize(i)});
  return dimension == 2 ? rest : emitValue(spv::Op::OpUMod, word, {rest, localSize(dimension)});
}

Id KernelWriter::launchSize(unsigned dimension) {
  if (result_.localSize)
    return module_.u32((*result_.localSize)[dimension]);
  return specConstant(format::vulkan::kSpecLaunchSize + dimension,
                      Type::getInt32Ty(kernel_.getContext()), 1);
}

Id KernelWriter::builtinVariable(spv::BuiltIn builtin, bool isVector) {
  Id &id = variables_["builtin " + utostr(static_cast<unsigned>(builtin))];
  if (!id) {
    const Id word = module_.intType(32);
    id = module_.variable(spv::StorageClass::Input, isVector ? module_.vectorType(word, 3) : word);
    module_.decorate(id, spv::Decoration::BuiltIn, static_cast<std::uint32_t>(builtin));
  }
  return id;
}

Id KernelWriter::pushConstants() {
  Id &id = variables_["push constants"];
  if (!id) {
    const Id array = module_.arrayType(module_.intType(32), module_.u32(pushWords_));
    module_.decorate(array, spv::Decoration::ArrayStride, 4);
    const Id block = module_.structType(array);
    module_.decorate(block, spv::Decoration::Block);
    module_.decorateMember(block, 0, spv::Decoration::Offset, 0);
    id = module_.variable(spv::StorageClass::PushConstant, block);
  }
  return id;
}

/// Returns the number of elements of a variable: those of its type, and those that fit into the
/// sizes that its attribute describes.
Id KernelWriter::arrayLengthOf(const GlobalVariable &variable) {
  auto *array = cast<ArrayType>(variable.getValueType());
  const auto count = static_cast<std::uint32_t>(array->getNumElements());
  if (!variable.hasAttribute(kSpecSizeAttribute))
    return module_.u32(count);
  const auto size = static_cast<std::uint32_t>(layout_.getTypeStoreSize(array->getElementType()));
  const Id word = module_.intType(32);
  Id bytes = module_.u32(count * size);
  SmallVector<StringRef, 4> specIds;
  variable.getAttribute(kSpecSizeAttribute).getValueAsString().split(specIds, ',');
  for (StringRef text : specIds) {
    std::uint32_t specId = 0;
    Id more = module_.u32(8);
    if (text == kGroupSizeToken) {
      for (unsigned i = 0; i < 3; ++i)
        more = module_.specOperation(spv::Op::OpIMul, word, {more, localSize(i)});
      more = module_.specOperation(spv::Op::OpIAdd, word,
                                   {more, module_.u32(8)}); // leaves space to align to 16 bytes
    } else if (!text.getAsInteger(10, specId))
      more = specConstant(specId, Type::getInt32Ty(kernel_.getContext()), 16);
    bytes = module_.specOperation(spv::Op::OpIAdd, word, {bytes, more});
  }
  return module_.specOperation(spv::Op::OpUDiv, word, {bytes, module_.u32(size)});
}

Id KernelWriter::variableOf(const GlobalVariable &variable) {
  Id &id = values_[&variable];
  if (id)
    return id;
  auto *array = cast<ArrayType>(variable.getValueType());
  const Id type = module_.arrayType(typeOf(array->getElementType()), arrayLengthOf(variable));
  if (variable.getAddressSpace() == 3) {
    result_.localBytes += layout_.getTypeAllocSize(array);
    const Id shared = module_.variable(spv::StorageClass::Workgroup, type);
    return values_[&variable] = shared;
  }
  const Id pointer = module_.pointerType(spv::StorageClass::Function, type);
  const Id result = module_.newId();
  ursa::spirv::append(functionVariables_, spv::Op::OpVariable,
                      {pointer, result, static_cast<std::uint32_t>(spv::StorageClass::Function)});
  return values_[&variable] = result;
}

Expected<KernelModule> writeKernel(const Function &kernel, const WriterOptions &options) {
  return KernelWriter(kernel, options).write();
}

} // namespace ursa::compiler::vulkan
