// See kernel_arguments.h.
#include "compiler/targets/vulkan/kernel_arguments.h"

#include "compiler/targets/vulkan/primitives.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

class EntryPoint {
public:
  explicit EntryPoint(Function &kernel)
      : kernel_(kernel), module_(*kernel.getParent()), layout_(module_.getDataLayout()),
        name_(kernel.getName().str()) {}

  void make() {
    placeArguments();
    kernel_.setName(name_ + ".body");
    kernel_.setLinkage(GlobalValue::InternalLinkage);
    kernel_.setComdat(nullptr);
    LLVMContext &context = module_.getContext();
    auto *entry = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                   GlobalValue::ExternalLinkage, name_, module_);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", entry));
    if (inBuffer_)
      buffer_ = builder.CreateIntToPtr(pushAddress(builder, kPushArgumentBuffer),
                                       PointerType::get(context, 1));
    SmallVector<Value *, 8> values;
    for (const Argument &argument : kernel_.args())
      values.push_back(read(builder, argument));
    kernel_.setCallingConv(CallingConv::C);
    builder.CreateCall(&kernel_, values);
    builder.CreateRetVoid();
    entry->addFnAttr(kKernelAttribute);
    entry->addFnAttr(kArgumentsAttribute, description());
    for (const char *required : {"reqd_work_group_size", "intel_reqd_sub_group_size"})
      entry->setMetadata(required, kernel_.getMetadata(required));
  }

private:
  struct Place {
    unsigned offset = 0;
    unsigned size = 0;
    unsigned specId = 0; ///< of a local argument; else 0
    bool isPointer = false;
    SmallVector<std::uint64_t, 2> pointers; ///< offsets of those inside of a value
  };

  static bool isLocal(const Argument &argument) {
    auto *pointer = dyn_cast<PointerType>(argument.getType());
    return pointer && pointer->getAddressSpace() == 3;
  }

  /// Where @p type, at @p offset, holds pointers to global memory.
  void findPointers(Type *type, std::uint64_t offset, SmallVectorImpl<std::uint64_t> &places) {
    if (auto *pointer = dyn_cast<PointerType>(type)) {
      const unsigned space = pointer->getAddressSpace();
      if (space == 1 || space == 2 || space == 4)
        places.push_back(offset);
    } else if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout &members = *layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        findPointers(structure->getElementType(i),
                     offset + members.getElementOffset(i).getFixedValue(), places);
    } else if (type->isArrayTy() || type->isVectorTy()) {
      Type *element = type->getContainedType(0);
      const auto count = type->isArrayTy() ? type->getArrayNumElements()
                                           : cast<FixedVectorType>(type)->getNumElements();
      const std::uint64_t size = layout_.getTypeAllocSize(element).getFixedValue();
      for (std::uint64_t i = 0; i < count; ++i)
        findPointers(element, offset + i * size, places);
    }
  }

  void placeArguments() {
    unsigned end = 0;
    unsigned specId = kSpecLocalArguments;
    for (const Argument &argument : kernel_.args()) {
      if (isLocal(argument)) {
        places_.emplace_back().specId = specId++;
        continue;
      }
      const bool byValue = argument.hasByValAttr();
      Type *type = byValue ? argument.getParamByValType() : argument.getType();
      if (!type->isSized() || type->isTargetExtTy()) {
        reportError(kernel_, "argument " + Twine(argument.getArgNo()) +
                                 " is an image or sampler, which Vulkan images do not have.");
        type = Type::getInt32Ty(module_.getContext());
      }
      const Align align =
          byValue ? argument.getParamAlign().valueOrOne() : layout_.getABITypeAlign(type);
      const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(type).getFixedValue());
      const auto offset = static_cast<unsigned>(alignTo(end, align));
      Place &place = places_.emplace_back();
      place.offset = offset;
      place.size = size;
      place.isPointer = type->isPointerTy();
      if (!place.isPointer)
        findPointers(type, 0, place.pointers);
      end = offset + size;
    }
    inBuffer_ = end > kPushBytes - kPushArguments;
    if (specId > kSpecConstants)
      reportError(kernel_, "has more than 250 arguments in local memory.");
  }

  std::string description() const {
    std::string text;
    for (const Place &place : places_) {
      if (!text.empty())
        text += ",";
      if (place.specId)
        text += "l" + std::to_string(place.specId);
      else
        text += (inBuffer_ ? "b" : "v") + std::to_string(place.offset) + "+" +
                std::to_string(place.size);
      if (place.isPointer)
        text += "*";
      for (std::uint64_t pointer : place.pointers)
        text += "@" + std::to_string(pointer);
    }
    return text;
  }

  Value *read(IRBuilder<> &builder, const Argument &argument) {
    const Place &place = places_[argument.getArgNo()];
    if (place.specId) {
      auto *variable = new GlobalVariable(
          module_, ArrayType::get(builder.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage,
          nullptr, (kPrefix + "local." + name_ + "." + Twine(place.specId)).str(), nullptr,
          GlobalValue::NotThreadLocal, 3);
      variable->setAlignment(Align(16));
      variable->addAttribute(kSpecSizeAttribute, std::to_string(place.specId));
      return variable;
    }
    if (argument.hasByValAttr())
      return copyStruct(builder, argument, place);
    if (argument.getType()->isTargetExtTy())
      return PoisonValue::get(argument.getType());
    return readValue(builder, argument.getType(), place.offset);
  }

  Value *copyStruct(IRBuilder<> &builder, const Argument &argument, const Place &place) {
    AllocaInst *copy = builder.CreateAlloca(argument.getParamByValType());
    copy->setAlignment(std::max(argument.getParamAlign().valueOrOne(), Align(4)));
    for (unsigned byte = 0; byte < place.size; byte += 4) {
      const unsigned rest = std::min(place.size - byte, 4U);
      auto piece = [&](unsigned offset, unsigned size) {
        Value *value = readValue(builder, builder.getIntNTy(8 * size), place.offset + offset);
        builder.CreateAlignedStore(
            value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), copy, offset),
            Align(size));
      };
      if (rest == 4) {
        piece(byte, 4);
        continue;
      }
      for (unsigned i = 0; i < rest; ++i)
        piece(byte + i, 1);
    }
    return copy;
  }

  Value *readValue(IRBuilder<> &builder, Type *type, unsigned offset) {
    if (inBuffer_)
      return readFromBuffer(builder, type, offset);
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      Type *element = vector->getElementType();
      const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(element).getFixedValue());
      Value *result = PoisonValue::get(type);
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        result =
            builder.CreateInsertElement(result, readValue(builder, element, offset + i * size), i);
      return result;
    }
    if (type->isPointerTy())
      return builder.CreateIntToPtr(readValue(builder, builder.getInt64Ty(), offset), type);
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(type).getFixedValue());
    const unsigned byte = kPushArguments + offset;
    Value *value = nullptr;
    if (bits == 64) {
      value = pushAddress(builder, byte);
    } else {
      value = pushWord(builder, byte & ~3U);
      if (byte % 4)
        value = builder.CreateLShr(value, (byte % 4) * 8);
    }
    if (type->isIntegerTy())
      return builder.CreateTrunc(value, type);
    return builder.CreateBitCast(builder.CreateTrunc(value, builder.getIntNTy(bits)), type);
  }

  Value *readFromBuffer(IRBuilder<> &builder, Type *type, unsigned offset) {
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), buffer_, offset);
    LoadInst *load = builder.CreateAlignedLoad(type, place, commonAlignment(Align(16), offset));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module_.getContext(), {}));
    return load;
  }

  Function &kernel_;
  Module &module_;
  const DataLayout &layout_;
  const std::string name_;
  SmallVector<Place, 8> places_;
  bool inBuffer_ = false;
  Value *buffer_ = nullptr;
};

} // namespace

PreservedAnalyses KernelArgumentsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> kernels;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
      kernels.push_back(&function);
  for (Function *kernel : kernels)
    EntryPoint(*kernel).make();
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
