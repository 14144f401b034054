// See opencl_images.h.
#include "compiler/targets/common/opencl_images.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/opencl_names.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace ursa {
namespace {

constexpr StringLiteral kImageTypes[] = {"image1d_t", "image1d_array_t", "image1d_buffer_t",
                                         "image2d_t", "image2d_array_t", "image3d_t"};

std::optional<ImageFunction::Operation> imageOperation(StringRef name) {
  return StringSwitch<std::optional<ImageFunction::Operation>>(name)
      .Cases({"read_imagef", "read_imagei", "read_imageui", "read_imageh"}, ImageFunction::Read)
      .Cases({"write_imagef", "write_imagei", "write_imageui", "write_imageh"},
             ImageFunction::Write)
      .Case("get_image_width", ImageFunction::Width)
      .Case("get_image_height", ImageFunction::Height)
      .Case("get_image_depth", ImageFunction::Depth)
      .Case("get_image_array_size", ImageFunction::ArraySize)
      .Case("get_image_dim", ImageFunction::Dimensions)
      .Case("get_image_channel_order", ImageFunction::ChannelOrder)
      .Case("get_image_channel_data_type", ImageFunction::ChannelType)
      .Default(std::nullopt);
}

/// Returns whether a function has a level-of-detail parameter: more parameters than image, optional
/// sampler, coordinate and color.
bool hasLodParameter(ImageFunction::Operation operation, StringRef parameters) {
  const bool hasSampler = parameters.contains("ocl_sampler");
  const size_t count = parameters.count(", ") + 1;
  if (operation == ImageFunction::Read)
    return count > (hasSampler ? 3U : 2U);
  return operation == ImageFunction::Write && count > 3;
}

bool isOpaqueType(const Type *type, StringRef name) {
  auto *extension = dyn_cast<TargetExtType>(type);
  return extension && extension->getName() == name;
}

} // namespace

std::optional<ImageFunction> imageFunction(StringRef name) {
  if (name == "__translate_sampler_initializer")
    return ImageFunction{ImageFunction::MakeSampler, "", false};
  const auto operation = imageOperation(openclBaseName(name));
  if (!operation)
    return std::nullopt;
  // "read_imagef(ocl_image2d_ro, ocl_sampler, int vector[2])"
  const std::string signature = openclSignature(name);
  StringRef parameters = StringRef(signature).split('(').second;
  if (!parameters.consume_back(")") || hasLodParameter(*operation, parameters))
    return std::nullopt;
  StringRef image = parameters.split(", ").first;
  const bool isReadWrite = image.ends_with("_rw");
  if (!image.consume_front("ocl_") ||
      !(image.consume_back("_ro") || image.consume_back("_wo") || image.consume_back("_rw")))
    return std::nullopt;
  std::string type = (image + "_t").str();
  if (!is_contained(kImageTypes, type))
    return std::nullopt;
  return ImageFunction{*operation, std::move(type), isReadWrite};
}

Type *pointerTypeOfImage(Type *device) {
  if (isOpaqueType(device, "spirv.Image") || isOpaqueType(device, "spirv.Sampler") ||
      isOpaqueType(device, "spirv.Event"))
    return PointerType::getUnqual(device->getContext());
  return nullptr;
}

Error markImageParameters(const Function &device, Function &target, StringRef where) {
  LLVMContext &context = target.getContext();
  for (const Argument &argument : device.args()) {
    const unsigned index = argument.getArgNo();
    auto spelling = argumentText(device, "kernel_arg_base_type", index);
    if (!spelling)
      return spelling.takeError();
    const StringRef type = *spelling;
    // In older IR, images are pointers to opaque structs, which the argument's type does not show.
    const bool isPointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
    if (isOpaqueType(argument.getType(), "spirv.Sampler") || (isPointer && type == "sampler_t"))
      target.addParamAttr(index, Attribute::get(context, kSamplerAttribute));
    else if (isOpaqueType(argument.getType(), "spirv.Image") ||
             (isPointer && type.starts_with("image") && type.ends_with("_t"))) {
      if (!is_contained(kImageTypes, type))
        return createStringError("Argument " + Twine(index) + " of kernel '" + device.getName() +
                                 "' is of type '" + (type.empty() ? "image" : type) + "', which " +
                                 where + " does not support.");
      target.addParamAttr(index, Attribute::get(context, kImageAttribute, type));
      auto access = argumentText(device, "kernel_arg_access_qual", index);
      if (!access)
        return access.takeError();
      if (*access == "read_only")
        target.addParamAttr(index, Attribute::get(context, kReadOnlyImageAttribute));
    }
  }
  return Error::success();
}

} // namespace ursa
