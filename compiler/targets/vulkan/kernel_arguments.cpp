// See kernel_arguments.h.
#include "compiler/targets/vulkan/kernel_arguments.h"

#include "compiler/targets/vulkan/primitives.h"
#include "format/vulkan_module.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Creates the entry point of one kernel.
class EntryPoint {
public:
  explicit EntryPoint(Function &kernel)
      : kernel_(kernel), module_(*kernel.getParent()), layout_(module_.getDataLayout()),
        name_(kernel.getName().str()) {}

  void create() {
    layOutArguments();
    kernel_.setName(name_ + ".body");
    kernel_.setLinkage(GlobalValue::InternalLinkage);
    kernel_.setComdat(nullptr);
    LLVMContext &context = module_.getContext();
    auto *entry = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                   GlobalValue::ExternalLinkage, name_, module_);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", entry));
    if (usesBuffer_)
      buffer_ =
          builder.CreateIntToPtr(readPushConstant64(builder, format::vulkan::kPushArgumentBuffer),
                                 PointerType::get(context, 1));
    SmallVector<Value *, 8> values;
    for (const Argument &argument : kernel_.args())
      values.push_back(loadArgument(builder, argument));
    kernel_.setCallingConv(CallingConv::C);
    builder.CreateCall(&kernel_, values);
    builder.CreateRetVoid();
    entry->addFnAttr(kKernelAttribute);
    entry->addFnAttr(kArgumentsAttribute, encodeArguments());
    for (const char *required : {"reqd_work_group_size", "intel_reqd_sub_group_size"})
      entry->setMetadata(required, kernel_.getMetadata(required));
  }

private:
  struct ArgumentLocation {
    unsigned offset = 0;
    unsigned size = 0;
    unsigned specId = 0; ///< of the size of a local argument, or 0
    bool isPointer = false;
    SmallVector<std::uint64_t, 2> pointers; ///< offsets of pointers in a value
  };

  static bool isLocal(const Argument &argument) {
    auto *pointer = dyn_cast<PointerType>(argument.getType());
    return pointer && pointer->getAddressSpace() == 3;
  }

  /// Collects the offsets of pointers to global memory in @p type, which is at @p offset.
  void collectPointerOffsets(Type *type, std::uint64_t offset,
                             SmallVectorImpl<std::uint64_t> &offsets) {
    if (auto *pointer = dyn_cast<PointerType>(type)) {
      const unsigned space = pointer->getAddressSpace();
      if (space == 1 || space == 2 || space == 4)
        offsets.push_back(offset);
    } else if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout &members = *layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        collectPointerOffsets(structure->getElementType(i),
                              offset + members.getElementOffset(i).getFixedValue(), offsets);
    } else if (type->isArrayTy() || type->isVectorTy()) {
      Type *element = type->getContainedType(0);
      const auto count = type->isArrayTy() ? type->getArrayNumElements()
                                           : cast<FixedVectorType>(type)->getNumElements();
      const std::uint64_t size = layout_.getTypeAllocSize(element).getFixedValue();
      for (std::uint64_t i = 0; i < count; ++i)
        collectPointerOffsets(element, offset + i * size, offsets);
    }
  }

  void layOutArguments() {
    unsigned end = 0;
    unsigned specId = format::vulkan::kSpecLocalArguments;
    for (const Argument &argument : kernel_.args()) {
      if (isLocal(argument)) {
        locations_.emplace_back().specId = specId++;
        continue;
      }
      const bool byValue = argument.hasByValAttr();
      Type *type = byValue ? argument.getParamByValType() : argument.getType();
      if (!type->isSized() || type->isTargetExtTy()) {
        reportError(kernel_, "has an image or sampler as argument " + Twine(argument.getArgNo()) +
                                 ", which the target 'vulkan1.2' does not support.");
        type = Type::getInt32Ty(module_.getContext());
      }
      const Align align =
          byValue ? argument.getParamAlign().valueOrOne() : layout_.getABITypeAlign(type);
      const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(type).getFixedValue());
      const auto offset = static_cast<unsigned>(alignTo(end, align));
      ArgumentLocation &location = locations_.emplace_back();
      location.offset = offset;
      location.size = size;
      location.isPointer = type->isPointerTy();
      if (!location.isPointer)
        collectPointerOffsets(type, 0, location.pointers);
      end = offset + size;
    }
    usesBuffer_ = end > format::vulkan::kPushBytes - format::vulkan::kPushArguments;
    if (specId > format::vulkan::kSpecOffsetMask)
      reportError(kernel_,
                  "has more than 249 arguments in local memory; at most 249 are supported.");
  }

  std::string encodeArguments() const {
    std::string text;
    for (const ArgumentLocation &location : locations_) {
      if (!text.empty())
        text += ",";
      if (location.specId)
        text += "l" + std::to_string(location.specId);
      else
        text += (usesBuffer_ ? "b" : "v") + std::to_string(location.offset) + "+" +
                std::to_string(location.size);
      if (location.isPointer)
        text += "*";
      for (std::uint64_t pointer : location.pointers)
        text += "@" + std::to_string(pointer);
    }
    return text;
  }

  Value *loadArgument(IRBuilder<> &builder, const Argument &argument) {
    const ArgumentLocation &location = locations_[argument.getArgNo()];
    if (location.specId) {
      auto *variable = new GlobalVariable(
          module_, ArrayType::get(builder.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage,
          nullptr, (kPrefix + "local." + name_ + "." + Twine(location.specId)).str(), nullptr,
          GlobalValue::NotThreadLocal, 3);
      variable->setAlignment(Align(16));
      variable->addAttribute(kSpecSizeAttribute, std::to_string(location.specId));
      return variable;
    }
    if (argument.hasByValAttr())
      return copyStruct(builder, argument, location);
    if (argument.getType()->isTargetExtTy())
      return PoisonValue::get(argument.getType());
    return loadValue(builder, argument.getType(), location.offset);
  }

  Value *copyStruct(IRBuilder<> &builder, const Argument &argument,
                    const ArgumentLocation &location) {
    AllocaInst *copy = builder.CreateAlloca(argument.getParamByValType());
    copy->setAlignment(std::max(argument.getParamAlign().valueOrOne(), Align(4)));
    for (unsigned byte = 0; byte < location.size; byte += 4) {
      const unsigned remaining = std::min(location.size - byte, 4U);
      auto copyBytes = [&](unsigned offset, unsigned size) {
        Value *value = loadValue(builder, builder.getIntNTy(8 * size), location.offset + offset);
        builder.CreateAlignedStore(
            value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), copy, offset),
            Align(size));
      };
      if (remaining == 4) {
        copyBytes(byte, 4);
        continue;
      }
      for (unsigned i = 0; i < remaining; ++i)
        copyBytes(byte + i, 1);
    }
    return copy;
  }

  Value *loadValue(IRBuilder<> &builder, Type *type, unsigned offset) {
    if (usesBuffer_)
      return loadFromBuffer(builder, type, offset);
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      Type *element = vector->getElementType();
      const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(element).getFixedValue());
      Value *result = PoisonValue::get(type);
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        result =
            builder.CreateInsertElement(result, loadValue(builder, element, offset + i * size), i);
      return result;
    }
    if (type->isPointerTy())
      return builder.CreateIntToPtr(loadValue(builder, builder.getInt64Ty(), offset), type);
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(type).getFixedValue());
    const unsigned byte = format::vulkan::kPushArguments + offset;
    Value *value = nullptr;
    if (bits == 64) {
      value = readPushConstant64(builder, byte);
    } else {
      value = readPushConstant32(builder, byte & ~3U);
      if (byte % 4)
        value = builder.CreateLShr(value, uint64_t{byte % 4} * 8);
    }
    if (type->isIntegerTy())
      return builder.CreateTrunc(value, type);
    return builder.CreateBitCast(builder.CreateTrunc(value, builder.getIntNTy(bits)), type);
  }

  Value *loadFromBuffer(IRBuilder<> &builder, Type *type, unsigned offset) {
    Value *location = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), buffer_, offset);
    LoadInst *load = builder.CreateAlignedLoad(type, location, commonAlignment(Align(16), offset));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module_.getContext(), {}));
    return load;
  }

  Function &kernel_;
  Module &module_;
  const DataLayout &layout_;
  const std::string name_;
  SmallVector<ArgumentLocation, 8> locations_;
  bool usesBuffer_ = false;
  Value *buffer_ = nullptr;
};

} // namespace

PreservedAnalyses KernelArgumentsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> kernels;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
      kernels.push_back(&function);
  for (Function *kernel : kernels)
    EntryPoint(*kernel).create();
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
