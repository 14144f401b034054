// See opencl_images.h.
#include "compiler/targets/common/opencl_images.h"

#include "compiler/builtins/builtin.h"
#include "compiler/passes/metadata_reader.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

bool isOpaqueType(const Type *type, StringRef name) {
  auto *extension = dyn_cast<TargetExtType>(type);
  return extension && extension->getName() == name;
}

} // namespace

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
    auto spelling = passes::argumentText(device, "kernel_arg_base_type", index);
    if (!spelling)
      return spelling.takeError();
    const StringRef type = *spelling;
    // In older IR, images are pointers to opaque structs, which the argument's type does not show.
    const bool isPointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
    if (isOpaqueType(argument.getType(), "spirv.Sampler") || (isPointer && type == "sampler_t"))
      target.addParamAttr(index, Attribute::get(context, kSamplerAttribute));
    else if (isOpaqueType(argument.getType(), "spirv.Image") ||
             (isPointer && type.starts_with("image") && type.ends_with("_t"))) {
      if (!builtins::isImageType(type))
        return createStringError("Argument " + Twine(index) + " of kernel '" + device.getName() +
                                 "' is of type '" + (type.empty() ? "image" : type) + "', which " +
                                 where + " does not support.");
      target.addParamAttr(index, Attribute::get(context, kImageAttribute, type));
      auto access = passes::argumentText(device, "kernel_arg_access_qual", index);
      if (!access)
        return access.takeError();
      if (*access == "read_only")
        target.addParamAttr(index, Attribute::get(context, kReadOnlyImageAttribute));
    }
  }
  return Error::success();
}

} // namespace ursa::compiler::targets
