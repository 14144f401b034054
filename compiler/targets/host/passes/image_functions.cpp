#include "compiler/targets/host/passes/image_functions.h"

#include "compiler/builtins/builtin.h"
#include "compiler/targets/common/opencl_images.h"
#include "format/host/image_argument.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <array>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using builtins::ImageFunction;

// The sampler of reads without a sampler argument.
constexpr uint32_t kNoSampler = format::host::samplerBits(false, UR_SAMPLER_ADDRESSING_MODE_NONE,
                                                          UR_SAMPLER_FILTER_MODE_NEAREST);

// Builds the body of an image function. Member functions return false if the signature differs from
// OpenCL C.
class Body {
public:
  Body(Function &function, const ImageFunction &what)
      : function_(function), what_(what), module_(*function.getParent()),
        builder_(BasicBlock::Create(function.getContext(), "", &function)) {}

  bool define() {
    if (what_.operation == ImageFunction::MakeSampler)
      return makeSampler();
    const auto type = format::host::imageTypeNamed(what_.imageType);
    if (!type || function_.arg_empty() || !function_.getArg(0)->getType()->isPointerTy())
      return false;
    type_ = *type;
    switch (what_.operation) {
    case ImageFunction::Read:
      return read();
    case ImageFunction::Write:
      return write();
    case ImageFunction::Width:
      return giveNumber(extent(0));
    case ImageFunction::Height:
      return giveNumber(extent(1));
    case ImageFunction::Depth:
      return giveNumber(extent(2));
    case ImageFunction::ArraySize:
      return giveNumber(extent(format::host::axesOf(type_)));
    case ImageFunction::ChannelOrder:
      return giveNumber(field(offsetof(format::host::ImageArgument, openclOrder)));
    case ImageFunction::ChannelType:
      return giveNumber(field(offsetof(format::host::ImageArgument, openclType)));
    case ImageFunction::Dimensions:
      return emitDimensions();
    default:
      return false;
    }
  }

private:
  Value *image() { return function_.getArg(0); }

  // The description of an image never changes.
  Value *field(size_t offset) {
    return builder_.CreateLoad(builder_.getInt32Ty(), builder_.CreateConstInBoundsGEP1_64(
                                                          builder_.getInt8Ty(), image(), offset));
  }
  Value *extent(uint32_t axis) {
    return axis < 3 ? field(offsetof(format::host::ImageArgument, extent) + axis * sizeof(uint32_t))
                    : nullptr;
  }

  bool giveNumber(Value *number) {
    if (!number || function_.arg_size() != 1 || !function_.getReturnType()->isIntegerTy())
      return false;
    builder_.CreateRet(builder_.CreateZExtOrTrunc(number, function_.getReturnType()));
    return true;
  }

  // Returns (width, height) of 2D images, (width, height, depth, 0) of 3D images.
  bool emitDimensions() {
    auto *type = dyn_cast<FixedVectorType>(function_.getReturnType());
    if (!type || function_.arg_size() != 1 || !type->getElementType()->isIntegerTy(32))
      return false;
    Value *dimensions = Constant::getNullValue(type);
    for (unsigned axis = 0; axis < std::min(format::host::axesOf(type_), type->getNumElements());
         ++axis)
      dimensions = builder_.CreateInsertElement(dimensions, extent(axis), axis);
    builder_.CreateRet(dimensions);
    return true;
  }

  bool makeSampler() {
    if (function_.arg_size() != 1 || !function_.getArg(0)->getType()->isIntegerTy(32) ||
        !function_.getReturnType()->isPointerTy())
      return false;
    Value *bits = builder_.CreateZExt(function_.getArg(0), builder_.getInt64Ty());
    builder_.CreateRet(builder_.CreateIntToPtr(bits, function_.getReturnType()));
    return true;
  }

  // Returns the coordinate as three scalars, padded with 0; empty if the type is not a coordinate
  // type.
  std::vector<Value *> coordinates(Value *coordinate) {
    Type *number = coordinate->getType()->getScalarType();
    const auto *vector = dyn_cast<FixedVectorType>(coordinate->getType());
    const unsigned count = vector ? vector->getNumElements() : 1;
    const unsigned needed = format::host::axesOf(type_) + (format::host::isArray(type_) ? 1 : 0);
    if ((!number->isFloatTy() && !number->isIntegerTy(32)) || count < needed ||
        (!vector && coordinate->getType() != number))
      return {};
    std::vector<Value *> values;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (axis >= needed)
        values.push_back(Constant::getNullValue(number));
      else
        values.push_back(vector ? builder_.CreateExtractElement(coordinate, axis) : coordinate);
    }
    return values;
  }

  FixedVectorType *colorType(Type *element) { return FixedVectorType::get(element, 4); }

  // Returns the runtime's vector type for colors: four floats or 32-bit integers; null for other
  // types.
  FixedVectorType *runtimeColor(Type *color) {
    Type *element = color->getScalarType();
    if (color != colorType(element))
      return nullptr;
    if (element->isFloatTy() || element->isHalfTy())
      return colorType(builder_.getFloatTy());
    return element->isIntegerTy(32) ? colorType(element) : nullptr;
  }

  CallInst *callRuntime(const char *name, Type *result, const std::vector<Value *> &arguments) {
    std::vector<Type *> types;
    types.reserve(arguments.size());
    for (const Value *argument : arguments)
      types.push_back(argument->getType());
    auto callee = module_.getOrInsertFunction(name, FunctionType::get(result, types, false));
    auto *function = cast<Function>(callee.getCallee());
    function->addFnAttr(Attribute::NoUnwind);
    function->addFnAttr(Attribute::WillReturn);
    if (!result->isVoidTy())
      function->setMemoryEffects(MemoryEffects::readOnly());
    return builder_.CreateCall(callee, arguments);
  }

  bool read() {
    const bool hasSampler = function_.arg_size() == 3;
    FixedVectorType *color = runtimeColor(function_.getReturnType());
    if (!color || (function_.arg_size() != 2 && !hasSampler) ||
        (hasSampler && !function_.getArg(1)->getType()->isPointerTy()))
      return false;
    const std::vector<Value *> at = coordinates(function_.getArg(hasSampler ? 2 : 1));
    if (at.empty())
      return false;
    Value *bits = hasSampler ? builder_.CreatePtrToInt(function_.getArg(1), builder_.getInt32Ty())
                             : builder_.getInt32(kNoSampler);
    const bool isFloat = color->getElementType()->isFloatTy();
    const bool isPixel = at[0]->getType()->isIntegerTy();
    const char *name = isFloat ? (isPixel ? "ursa.image.read.float.pixel" : "ursa.image.read.float")
                               : (isPixel ? "ursa.image.read.int.pixel" : "ursa.image.read.int");
    Value *value = callRuntime(name, color, {image(), bits, at[0], at[1], at[2]});
    if (function_.getReturnType() != color)
      value = builder_.CreateFPTrunc(value, function_.getReturnType());
    builder_.CreateRet(value);
    return true;
  }

  bool write() {
    if (function_.arg_size() != 3 || !function_.getReturnType()->isVoidTy())
      return false;
    Value *value = function_.getArg(2);
    FixedVectorType *color = runtimeColor(value->getType());
    const std::vector<Value *> at = coordinates(function_.getArg(1));
    if (!color || at.empty() || !at[0]->getType()->isIntegerTy())
      return false;
    if (value->getType() != color)
      value = builder_.CreateFPExt(value, color);
    const char *name = color->getElementType()->isFloatTy() ? "ursa.image.write.float"
                       : what_.isUnsigned                   ? "ursa.image.write.uint"
                                                            : "ursa.image.write.int";
    callRuntime(name, builder_.getVoidTy(), {image(), at[0], at[1], at[2], value});
    builder_.CreateRetVoid();
    return true;
  }

  Function &function_;
  const ImageFunction &what_;
  Module &module_;
  IRBuilder<> builder_;
  format::host::ImageType type_ = format::host::ImageType::Image1D;
};

// Sets linkage and attributes of a defined function: the declaration may promise that no memory is
// read, but the body reads it.
void setDefinitionAttributes(Function &function, ImageFunction::Operation operation) {
  const MemoryEffects effects = operation == ImageFunction::Write ? MemoryEffects::unknown()
                                : operation == ImageFunction::MakeSampler
                                    ? MemoryEffects::none()
                                    : MemoryEffects::readOnly();
  function.setMemoryEffects(effects);
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallBase>(user))
      call->setMemoryEffects(effects);
  function.removeFnAttr(Attribute::Convergent);
  function.removeFnAttr(Attribute::NoInline);
  function.removeFnAttr(Attribute::OptimizeNone);
  function.addFnAttr(Attribute::AlwaysInline);
  function.setLinkage(GlobalValue::InternalLinkage);
}

} // namespace

void defineImageFunctions(Module &module) {
  for (Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    const auto what = builtins::describeAs<ImageFunction>(function.getName());
    if (!what)
      continue;
    if (Body(function, *what).define())
      setDefinitionAttributes(function, what->operation);
    else
      function.deleteBody();
  }
}

} // namespace ursa::compiler::host
