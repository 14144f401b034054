#include "adapters/opencl/launch/arguments.h"

#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/memory/memory.h"
#include "adapters/opencl/program/program.h"

namespace ursa::opencl {
namespace {

using spirv::ImageShape;
using spirv::Parameter;
using spirv::ParameterKind;

adapter::KernelParameter parameterOf(const Parameter &parameter) {
  using enum adapter::ParameterKind;
  switch (parameter.kind) {
  case ParameterKind::Value:
    return {Value, parameter.size};
  case ParameterKind::Pointer:
    return {Pointer, parameter.size};
  case ParameterKind::Local:
    return {Local, parameter.size};
  case ParameterKind::Image:
    return {Image, parameter.size};
  case ParameterKind::Sampler:
    return {Sampler, parameter.size};
  default:
    return {Unknown, parameter.size};
  }
}

const char *nameOf(ImageShape shape) {
  switch (shape) {
  case ImageShape::Image1D:
    return "an image1d_t";
  case ImageShape::Array1D:
    return "an image1d_array_t";
  case ImageShape::Buffer:
    return "an image1d_buffer_t";
  case ImageShape::Image2D:
    return "an image2d_t";
  case ImageShape::Array2D:
    return "an image2d_array_t";
  case ImageShape::Image3D:
    return "an image3d_t";
  default:
    return "an image of an unknown kind";
  }
}

Result<ImageShape> shapeOf(const ur_mem_handle_t_ &image) {
  URSA_TRY(const auto type,
           URSA_CL_VALUE(cl_mem_object_type, clGetMemObjectInfo, CL_MEM_TYPE, image.id));
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D:
    return ImageShape::Image1D;
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return ImageShape::Array1D;
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    return ImageShape::Buffer;
  case CL_MEM_OBJECT_IMAGE2D:
    return ImageShape::Image2D;
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return ImageShape::Array2D;
  case CL_MEM_OBJECT_IMAGE3D:
    return ImageShape::Image3D;
  default:
    return ImageShape::Unknown;
  }
}

// UR has no images of buffers, so a 1D image is accepted in place of one.
bool takes(ImageShape wanted, ImageShape given) {
  return wanted == ImageShape::Unknown || given == ImageShape::Unknown || wanted == given ||
         (wanted == ImageShape::Buffer && given == ImageShape::Image1D);
}

// Some drivers accept any value as a memory object without a check, some also an image of another
// kind.
Result<void> checkMemory(const ur_kernel_handle_t_ &kernel,
                         const adapter::KernelSignature &signature,
                         const ur_exp_kernel_arg_properties_t &argument) {
  const Parameter &parameter = kernel.parameters[argument.index];
  const ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
  URSA_CHECK(
      adapter::checkMemoryContext(signature, argument.index, memory, kernel.program->context));
  if (parameter.kind == ParameterKind::Pointer && memory && memory->isImage)
    return adapter::wrongArgument(signature, argument.index, "a pointer", "an image");
  if (parameter.kind != ParameterKind::Image)
    return {};
  if (!memory || !memory->isImage)
    return adapter::wrongArgument(signature, argument.index, nameOf(parameter.shape),
                                  memory ? "a buffer" : "none");
  URSA_TRY(const ImageShape given, shapeOf(*memory));
  if (!takes(parameter.shape, given))
    return adapter::wrongArgument(signature, argument.index, nameOf(parameter.shape),
                                  nameOf(given));
  return {};
}

} // namespace

Result<void> checkArguments(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const adapter::KernelSignature signature{kernel.name, kernel.parameters.size(),
                                           device.localBytes};
  uint64_t localBytes = kernel.staticLocalBytes;
  URSA_CHECK(adapter::checkArguments(
      signature, arguments, [&](size_t i) { return parameterOf(kernel.parameters[i]); },
      [&](const ur_exp_kernel_arg_properties_t &argument) -> Result<void> {
        if (argument.type == UR_EXP_KERNEL_ARG_TYPE_LOCAL)
          localBytes += argument.size;
        if (argument.type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ)
          return checkMemory(kernel, signature, argument);
        if (argument.type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER)
          return adapter::checkSampler(signature, argument.index, argument.value.sampler,
                                       kernel.program->context);
        return {};
      }));
  return adapter::checkLocalMemory(signature, localBytes);
}

Result<void> checkSizes(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                        const adapter::NdRange &range) {
  const adapter::LaunchLimits limits{
      .localSizes = {device.maxItemSizes[0], device.maxItemSizes[1], device.maxItemSizes[2]},
      .groupSize = device.maxGroupSize,
      .globalOffset =
          device.toggles.has(format::Toggle::LimitGlobalOffset) ? UINT32_MAX : uint64_t{INT64_MAX}};
  URSA_CHECK(adapter::checkGlobalSize(kernel.name, range, limits));
  if (kernel.requiredGroupSize[0] != 0)
    URSA_CHECK(adapter::checkRequiredSizes(kernel.name, range, kernel.requiredGroupSize));
  if (!range.local)
    return {};
  return adapter::checkLocalSize(kernel.name, std::span(range.local, range.workDim), limits);
}

} // namespace ursa::opencl
