// See images.h.
#include "compiler/targets/nvptx/images.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/opencl_images.h"
#include "format/nvptx/image_argument.h"
#include "format/ptx.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

using builtins::ImageFunction;
using format::nvptx::ImageArgument;

/// Bitcode of images.cl, as 32-bit words.
constexpr std::uint32_t kFormats[] = {
#include "images.inc"
};

/// The intrinsics of one kind of image. Those of surfaces are for pixels of 1, 2, 4, 8 and 16
/// bytes.
struct Kind {
  unsigned axes;
  bool isArray;
  Intrinsic::ID sampleFloats, sampleInts, sampleUints;
  Intrinsic::ID load[5];
  Intrinsic::ID store[5];

  /// Returns the number of coordinates, with that of the layer.
  unsigned coordinates() const { return axes + (isArray ? 1 : 0); }
};

#define URSA_KIND(AXES, IS_ARRAY, NAME)                                                            \
  {                                                                                                \
    AXES, IS_ARRAY, Intrinsic::nvvm_tex_unified_##NAME##_v4f32_f32,                                \
        Intrinsic::nvvm_tex_unified_##NAME##_v4s32_f32,                                            \
        Intrinsic::nvvm_tex_unified_##NAME##_v4u32_f32,                                            \
        {Intrinsic::nvvm_suld_##NAME##_i8_zero, Intrinsic::nvvm_suld_##NAME##_i16_zero,            \
         Intrinsic::nvvm_suld_##NAME##_i32_zero, Intrinsic::nvvm_suld_##NAME##_v2i32_zero,         \
         Intrinsic::nvvm_suld_##NAME##_v4i32_zero},                                                \
        {Intrinsic::nvvm_sust_b_##NAME##_i8_zero, Intrinsic::nvvm_sust_b_##NAME##_i16_zero,        \
         Intrinsic::nvvm_sust_b_##NAME##_i32_zero, Intrinsic::nvvm_sust_b_##NAME##_v2i32_zero,     \
         Intrinsic::nvvm_sust_b_##NAME##_v4i32_zero},                                              \
  }
constexpr Kind kKinds[] = {URSA_KIND(1, false, 1d), URSA_KIND(1, true, 1d_array),
                           URSA_KIND(2, false, 2d), URSA_KIND(2, true, 2d_array),
                           URSA_KIND(3, false, 3d)};
#undef URSA_KIND

const Kind &kindOf(StringRef imageType) {
  const unsigned axes = imageType.contains("1d") ? 1 : imageType.contains("2d") ? 2 : 3;
  return *find_if(kKinds, [&](const Kind &kind) {
    return kind.axes == axes && kind.isArray == imageType.contains("array");
  });
}

/// Builds the body of an image function. Member functions return false if the signature differs
/// from OpenCL C.
class Body {
public:
  Body(Function &function, const ImageFunction &what)
      : function_(function), what_(what),
        builder_(BasicBlock::Create(function.getContext(), "", &function)) {}

  bool define() {
    if (what_.operation == ImageFunction::MakeSampler)
      return makeSampler();
    kind_ = &kindOf(what_.imageType);
    if (function_.arg_empty() || !function_.getArg(0)->getType()->isPointerTy())
      return false;
    switch (what_.operation) {
    case ImageFunction::Read:
      return function_.arg_size() == 3 || !what_.isReadWrite ? sample() : load();
    case ImageFunction::Write:
      return store();
    case ImageFunction::Dimensions:
      return giveDimensions();
    case ImageFunction::Width:
      return giveNumber(extent(0));
    case ImageFunction::Height:
      return giveNumber(extent(1));
    case ImageFunction::Depth:
      return giveNumber(extent(2));
    case ImageFunction::ArraySize:
      return giveNumber(extent(kind_->axes));
    case ImageFunction::ChannelOrder:
      return giveNumber(order());
    default:
      return giveNumber(type());
    }
  }

private:
  /// Reads a member of the image, which no kernel changes.
  Value *member(Type *type, Value *offset) {
    LoadInst *load = builder_.CreateLoad(
        type, builder_.CreateInBoundsGEP(builder_.getInt8Ty(), function_.getArg(0), offset));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function_.getContext(), {}));
    return load;
  }
  Value *number(size_t offset) { return member(builder_.getInt32Ty(), builder_.getInt64(offset)); }
  Value *extent(unsigned axis) {
    return axis < 3 ? number(offsetof(ImageArgument, extent) + axis * sizeof(uint32_t)) : nullptr;
  }
  Value *order() { return number(offsetof(ImageArgument, order)); }
  Value *isRgba() { return number(offsetof(ImageArgument, isRgba)); }
  Value *type() { return number(offsetof(ImageArgument, type)); }
  Value *surface() {
    return member(builder_.getInt64Ty(), builder_.getInt64(offsetof(ImageArgument, surface)));
  }

  bool giveNumber(Value *number) {
    if (!number || function_.arg_size() != 1 || !function_.getReturnType()->isIntegerTy())
      return false;
    builder_.CreateRet(builder_.CreateZExtOrTrunc(number, function_.getReturnType()));
    return true;
  }

  /// Returns (width, height) of 2D images, (width, height, depth, 0) of 3D images.
  bool giveDimensions() {
    auto *type = dyn_cast<FixedVectorType>(function_.getReturnType());
    if (!type || function_.arg_size() != 1 || !type->getElementType()->isIntegerTy(32))
      return false;
    Value *dimensions = Constant::getNullValue(type);
    for (unsigned axis = 0; axis < std::min(kind_->axes, type->getNumElements()); ++axis)
      dimensions = builder_.CreateInsertElement(dimensions, extent(axis), axis);
    builder_.CreateRet(dimensions);
    return true;
  }

  bool makeSampler() {
    if (function_.arg_size() != 1 || !function_.getArg(0)->getType()->isIntegerTy(32) ||
        !function_.getReturnType()->isPointerTy())
      return false;
    builder_.CreateRet(
        builder_.CreateIntToPtr(builder_.CreateZExt(function_.getArg(0), builder_.getInt64Ty()),
                                function_.getReturnType()));
    return true;
  }

  FixedVectorType *vectorOf(Type *element) { return FixedVectorType::get(element, 4); }

  /// Returns the vector type in which images.cl has colors: four floats or 32-bit integers; null
  /// for types that are no colors.
  FixedVectorType *formatColor(Type *color) {
    Type *element = color->getScalarType();
    if (color != vectorOf(element))
      return nullptr;
    if (element->isFloatTy() || element->isHalfTy())
      return vectorOf(builder_.getFloatTy());
    return element->isIntegerTy(32) ? vectorOf(element) : nullptr;
  }

  /// Returns the scalars of a coordinate; empty if the type is not that of a coordinate.
  SmallVector<Value *, 3> split(Value *coordinate) {
    Type *number = coordinate->getType()->getScalarType();
    const auto *vector = dyn_cast<FixedVectorType>(coordinate->getType());
    const unsigned count = vector ? vector->getNumElements() : 1;
    if ((!number->isFloatTy() && !number->isIntegerTy(32)) || count < kind_->coordinates() ||
        (!vector && coordinate->getType() != number))
      return {};
    SmallVector<Value *, 3> values;
    for (unsigned axis = 0; axis < kind_->coordinates(); ++axis)
      values.push_back(vector ? builder_.CreateExtractElement(coordinate, axis) : coordinate);
    return values;
  }

  Value *call(StringRef name, Type *result, ArrayRef<Value *> arguments) {
    return builtins::callFunction(builder_, name, result, arguments);
  }

  /// Layers are rounded, and clamped in every addressing mode; the device does so above.
  Value *layerOf(Value *coordinate) {
    if (coordinate->getType()->isFloatTy())
      coordinate = builder_.CreateIntrinsic(Intrinsic::nvvm_f2i_rn, {coordinate});
    return builder_.CreateBinaryIntrinsic(Intrinsic::smax, coordinate, builder_.getInt32(0));
  }

  /// Returns the handle of the texture for a sampler, null for none.
  Value *texture(Value *sampler) {
    if (!sampler)
      return member(builder_.getInt64Ty(),
                    builder_.getInt64(format::nvptx::kPlainTexture * sizeof(uint64_t)));
    Value *bits = builder_.CreatePtrToInt(sampler, builder_.getInt64Ty());
    static_assert(format::nvptx::textureIndex(0x2F) == 0x1F);
    Value *linear =
        builder_.CreateAnd(builder_.CreateLShr(bits, 1), format::nvptx::kFilterLinear >> 1);
    Value *index = builder_.CreateOr(builder_.CreateAnd(bits, 0xF), linear);
    return member(builder_.getInt64Ty(), builder_.CreateMul(index, builder_.getInt64(8)));
  }

  /// Reads from a texture. Pixels have their centers at halves.
  bool sample() {
    const bool hasSampler = function_.arg_size() == 3;
    FixedVectorType *color = formatColor(function_.getReturnType());
    if (!color || (function_.arg_size() != 2 && !hasSampler) ||
        (hasSampler && !function_.getArg(1)->getType()->isPointerTy()))
      return false;
    SmallVector<Value *, 3> at = split(function_.getArg(hasSampler ? 2 : 1));
    if (at.empty())
      return false;
    SmallVector<Value *, 4> arguments = {texture(hasSampler ? function_.getArg(1) : nullptr)};
    if (kind_->isArray)
      arguments.push_back(layerOf(at.pop_back_val()));
    for (Value *coordinate : at) {
      if (coordinate->getType()->isIntegerTy())
        coordinate = builder_.CreateFAdd(builder_.CreateSIToFP(coordinate, builder_.getFloatTy()),
                                         ConstantFP::get(builder_.getFloatTy(), 0.5));
      arguments.push_back(coordinate);
    }
    const bool isFloat = color->getElementType()->isFloatTy();
    Value *texels = gather(builder_.CreateIntrinsic(isFloat            ? kind_->sampleFloats
                                                    : what_.isUnsigned ? kind_->sampleUints
                                                                       : kind_->sampleInts,
                                                    arguments),
                           color);
    return giveColor(texels, color);
  }

  /// Makes a vector of a structure's members.
  Value *gather(Value *members, FixedVectorType *type) {
    Value *vector = PoisonValue::get(type);
    for (unsigned i = 0; i < 4; ++i)
      vector = builder_.CreateInsertElement(vector, builder_.CreateExtractValue(members, i), i);
    return vector;
  }

  bool giveColor(Value *channels, FixedVectorType *color) {
    Value *value = call(color->getElementType()->isFloatTy() ? "ursa_image_color_float4"
                                                             : "ursa_image_color_uint4",
                        color, {isRgba(), order(), channels});
    if (function_.getReturnType() != color)
      value = builder_.CreateFPTrunc(value, function_.getReturnType());
    builder_.CreateRet(value);
    return true;
  }

  /// Returns the arguments of the surface's intrinsics: its first coordinate counts bytes.
  SmallVector<Value *, 8> surfaceArguments(ArrayRef<Value *> at) {
    SmallVector<Value *, 8> arguments = {surface()};
    if (kind_->isArray)
      arguments.push_back(at.back());
    arguments.push_back(
        builder_.CreateMul(at.front(), number(offsetof(ImageArgument, pixelBytes))));
    append_range(arguments, at.slice(1, kind_->axes - 1));
    return arguments;
  }

  /// Makes a block for each size of a pixel, and leaves the builder after them.
  /// @param make (index) makes the code for 1 << index bytes
  void forEachSize(function_ref<void(unsigned)> make) {
    LLVMContext &context = function_.getContext();
    auto *impossible = BasicBlock::Create(context, "", &function_);
    auto *end = BasicBlock::Create(context, "", &function_);
    SwitchInst *sizes =
        builder_.CreateSwitch(number(offsetof(ImageArgument, pixelBytes)), impossible, 5);
    IRBuilder<>(impossible).CreateUnreachable();
    for (unsigned index = 0; index < 5; ++index) {
      auto *block = BasicBlock::Create(context, "", &function_, end);
      sizes->addCase(builder_.getInt32(1U << index), block);
      builder_.SetInsertPoint(block);
      make(index);
      builder_.CreateBr(end);
    }
    builder_.SetInsertPoint(end);
  }

  /// Reads from the surface.
  bool load() {
    FixedVectorType *color = formatColor(function_.getReturnType());
    if (!color || function_.arg_size() != 2)
      return false;
    const SmallVector<Value *, 3> at = split(function_.getArg(1));
    if (at.empty() || !at.front()->getType()->isIntegerTy())
      return false;
    FixedVectorType *words = vectorOf(builder_.getInt32Ty());
    const SmallVector<Value *, 8> arguments = surfaceArguments(at);
    SmallVector<std::pair<Value *, BasicBlock *>, 5> loaded;
    forEachSize([&](unsigned index) {
      Value *raw = builder_.CreateIntrinsic(kind_->load[index], arguments);
      Value *value = Constant::getNullValue(words);
      const unsigned count = index < 3 ? 1 : 1U << (index - 2);
      for (unsigned i = 0; i < count; ++i)
        value = builder_.CreateInsertElement(
            value,
            builder_.CreateZExt(count == 1 ? raw : builder_.CreateExtractValue(raw, i),
                                builder_.getInt32Ty()),
            i);
      loaded.emplace_back(value, builder_.GetInsertBlock());
    });
    PHINode *pixel = builder_.CreatePHI(words, 5);
    for (const auto &[value, block] : loaded)
      pixel->addIncoming(value, block);
    return giveColor(call(color->getElementType()->isFloatTy() ? "ursa_image_decode_float"
                                                               : "ursa_image_decode_int",
                          color, {type(), pixel}),
                     color);
  }

  bool store() {
    if (function_.arg_size() != 3 || !function_.getReturnType()->isVoidTy())
      return false;
    Value *value = function_.getArg(2);
    FixedVectorType *color = formatColor(value->getType());
    const SmallVector<Value *, 3> at = split(function_.getArg(1));
    if (!color || at.empty() || !at.front()->getType()->isIntegerTy())
      return false;
    if (value->getType() != color)
      value = builder_.CreateFPExt(value, color);
    Value *words = call(color->getElementType()->isFloatTy() ? "ursa_image_encode_float"
                        : what_.isUnsigned                   ? "ursa_image_encode_uint"
                                                             : "ursa_image_encode_int",
                        vectorOf(builder_.getInt32Ty()), {isRgba(), order(), type(), value});
    const SmallVector<Value *, 8> place = surfaceArguments(at);
    forEachSize([&](unsigned index) {
      SmallVector<Value *, 8> arguments = place;
      for (unsigned i = 0; i < (index < 3 ? 1 : 1U << (index - 2)); ++i) {
        Value *word = builder_.CreateExtractElement(words, i);
        arguments.push_back(index < 2 ? builder_.CreateTrunc(word, builder_.getInt16Ty()) : word);
      }
      builder_.CreateIntrinsic(kind_->store[index], arguments);
    });
    builder_.CreateRetVoid();
    return true;
  }

  Function &function_;
  const ImageFunction &what_;
  const Kind *kind_ = nullptr;
  IRBuilder<> builder_;
};

bool defineImageFunction(Function &function) {
  const auto what = builtins::describeAs<ImageFunction>(function.getName());
  if (!what)
    return false;
  if (!Body(function, *what).define()) {
    function.deleteBody();
    return false;
  }
  builtins::setDefinitionAttributes(function);
  // Calls may promise that no memory is read, but the body reads it.
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallBase>(user))
      call->setMemoryEffects(MemoryEffects::unknown());
  return true;
}

} // namespace

Type *nvptxTypeOfImage(Type *device) {
  auto *opaque = dyn_cast<TargetExtType>(device);
  if (!opaque)
    return nullptr;
  if (opaque->getName() == "spirv.Image")
    return PointerType::get(device->getContext(), 1);
  return opaque->getName() == "spirv.Sampler" ? PointerType::get(device->getContext(), 0) : nullptr;
}

Error markImageArguments(const Module &device, Module &module) {
  for (const Function &kernel : device)
    if (kernel.getCallingConv() == CallingConv::SPIR_KERNEL && !kernel.isDeclaration())
      if (Error error = targets::markImageParameters(kernel, *module.getFunction(kernel.getName()),
                                                     "this target"))
        return error;
  return Error::success();
}

ArrayRef<std::uint32_t> defineImageFunctions(Module &module) {
  bool usesFormats = false;
  for (Function *function : builtins::usedDeclarations(module))
    usesFormats |= defineImageFunction(*function);
  return usesFormats ? ArrayRef(kFormats) : ArrayRef<std::uint32_t>();
}

std::string describeImageArguments(const Module &module) {
  std::string lines;
  for (const Function &kernel : module) {
    if (kernel.getCallingConv() != CallingConv::PTX_Kernel || kernel.isDeclaration())
      continue;
    for (const Argument &argument : kernel.args()) {
      const AttributeSet attributes = kernel.getAttributes().getParamAttrs(argument.getArgNo());
      StringRef type = attributes.getAttribute(targets::kImageAttribute).getValueAsString();
      if (attributes.hasAttribute(targets::kSamplerAttribute))
        type = "sampler_t";
      const StringRef access =
          attributes.hasAttribute(targets::kReadOnlyImageAttribute) ? " read_only" : "";
      if (!type.empty())
        lines += (format::ptx::kArgumentLine + kernel.getName() + " " + Twine(argument.getArgNo()) +
                  " " + type + access + "\n")
                     .str();
    }
  }
  return lines;
}

} // namespace ursa::compiler::nvptx
