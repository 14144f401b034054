#include "adapters/opencl/arguments.h"

#include "adapters/common/recorded_launch.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/memory.h"
#include "adapters/opencl/program.h"

#include <bitset>

namespace ursa::opencl {
namespace {

using spirv::ImageShape;
using spirv::Parameter;
using spirv::ParameterKind;

const char *nameOf(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::Value:
    return "a value";
  case ParameterKind::Pointer:
    return "a pointer or memory object";
  case ParameterKind::Local:
    return "local memory";
  case ParameterKind::Image:
    return "an image";
  case ParameterKind::Sampler:
    return "a sampler";
  default:
    return "of unknown kind";
  }
}

const char *nameOf(ur_exp_kernel_arg_type_t type) {
  switch (type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    return "a value";
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    return "a pointer";
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    return "a memory object";
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL:
    return "local memory";
  default:
    return "a sampler";
  }
}

bool fits(ParameterKind kind, ur_exp_kernel_arg_type_t type) {
  switch (kind) {
  case ParameterKind::Value:
    return type == UR_EXP_KERNEL_ARG_TYPE_VALUE;
  case ParameterKind::Pointer:
    return type == UR_EXP_KERNEL_ARG_TYPE_POINTER || type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  case ParameterKind::Local:
    return type == UR_EXP_KERNEL_ARG_TYPE_LOCAL;
  case ParameterKind::Image:
    return type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  case ParameterKind::Sampler:
    return type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER;
  default:
    return true;
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
Result<void> checkMemory(const ur_kernel_handle_t_ &kernel, const Parameter &parameter,
                         const ur_exp_kernel_arg_properties_t &argument) {
  const ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
  if (memory && memory->context != kernel.program->context)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "Argument {} of kernel '{}' is a memory object of another context.",
                     argument.index, kernel.name);
  if (parameter.kind == ParameterKind::Pointer && memory && memory->isImage)
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                     "Argument {} of kernel '{}' is a pointer; an image was given.", argument.index,
                     kernel.name);
  if (parameter.kind != ParameterKind::Image)
    return {};
  if (!memory || !memory->isImage)
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                     "Argument {} of kernel '{}' is {}; {} was given.", argument.index, kernel.name,
                     nameOf(parameter.shape), memory ? "a buffer" : "none");
  URSA_TRY(const ImageShape given, shapeOf(*memory));
  if (!takes(parameter.shape, given))
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                     "Argument {} of kernel '{}' is {}; {} was given.", argument.index, kernel.name,
                     nameOf(parameter.shape), nameOf(given));
  return {};
}

Result<void> checkSampler(const ur_kernel_handle_t_ &kernel,
                          const ur_exp_kernel_arg_properties_t &argument) {
  const ur_sampler_handle_t sampler = argument.value.sampler;
  if (sampler && sampler->context == kernel.program->context)
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_SAMPLER,
                   "Argument {} of kernel '{}' is a sampler; {} was given.", argument.index,
                   kernel.name, sampler ? "one of another context" : "none");
}

Result<void> checkArgument(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                           const ur_exp_kernel_arg_properties_t &argument) {
  const Parameter &parameter = kernel.parameters[argument.index];
  if (argument.type < UR_EXP_KERNEL_ARG_TYPE_VALUE ||
      argument.type > UR_EXP_KERNEL_ARG_TYPE_SAMPLER)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} of kernel '{}' has type {}, which is not defined.",
                     argument.index, kernel.name, static_cast<int>(argument.type));
  if (!fits(parameter.kind, argument.type))
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                     "Argument {} of kernel '{}' is {}; {} was given.", argument.index, kernel.name,
                     nameOf(parameter.kind), nameOf(argument.type));
  if (argument.type == UR_EXP_KERNEL_ARG_TYPE_VALUE) {
    if (parameter.size != 0 && argument.size != parameter.size)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                       "Argument {} of kernel '{}' is {} bytes; {} were given.", argument.index,
                       kernel.name, parameter.size, argument.size);
    if (!argument.value.value)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "The value of argument {} of kernel '{}' is a null pointer.", argument.index,
                       kernel.name);
  }
  if (argument.type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ)
    return checkMemory(kernel, parameter, argument);
  if (argument.type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER)
    return checkSampler(kernel, argument);
  if (argument.type == UR_EXP_KERNEL_ARG_TYPE_LOCAL &&
      (argument.size == 0 || argument.size > device.localBytes))
    return makeError(
        UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
        "Argument {} of kernel '{}' is local memory of {} bytes; 1 to {} are possible.",
        argument.index, kernel.name, argument.size, device.localBytes);
  return {};
}

} // namespace

Result<void> checkArguments(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const size_t count = kernel.parameters.size();
  if (count > kMaxParameters)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Kernel '{}' has {} arguments; at most {} are possible.", kernel.name, count,
                     kMaxParameters);
  ParameterSet given;
  uint64_t localBytes = kernel.staticLocalBytes;
  for (const ur_exp_kernel_arg_properties_t &argument : arguments) {
    if (argument.index >= count)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                       "Kernel '{}' has {} arguments; one with index {} was given.", kernel.name,
                       count, argument.index);
    if (given.test(argument.index))
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                       "Argument {} of kernel '{}' was given twice.", argument.index, kernel.name);
    given.set(argument.index);
    URSA_CHECK(checkArgument(device, kernel, argument));
    if (argument.type == UR_EXP_KERNEL_ARG_TYPE_LOCAL)
      localBytes += argument.size;
  }
  if (arguments.size() != count)
    for (size_t i = 0; i < count; ++i)
      if (!given.test(i))
        return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                         "Argument {} of kernel '{}', {} of {} bytes, is missing: {} of {} were "
                         "given.",
                         i, kernel.name, nameOf(kernel.parameters[i].kind),
                         kernel.parameters[i].size, given.count(), count);
  if (localBytes > device.localBytes)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A work-group of kernel '{}' needs {} bytes of local memory; there are {}.",
                     kernel.name, localBytes, device.localBytes);
  return {};
}

Result<void> checkSizes(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                        uint32_t workDim, const size_t *offset, const size_t *global,
                        const size_t *local) {
  URSA_CHECK(adapter::checkWorkDim(workDim, kernel.name));
  uint64_t items = 1;
  uint64_t groupItems = 1;
  for (uint32_t d = 0; d < workDim; ++d) {
    const size_t begin = offset ? offset[d] : 0;
    uint64_t end = 0;
    // NVIDIA's driver uses only the low 32 bits.
    if (device.computeCapability != 0 && begin > UINT32_MAX)
      return makeError(
          UR_RESULT_ERROR_INVALID_VALUE,
          "The global offset of dimension {} is {} in a launch of kernel '{}'; at most "
          "{} is possible on this device.",
          d, begin, kernel.name, UINT32_MAX);
    if (__builtin_add_overflow(global[d], begin, &end) || end > INT64_MAX ||
        __builtin_mul_overflow(items, global[d], &items))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Global size {} with offset {} in dimension {} is too large in a launch of "
                       "kernel '{}'.",
                       global[d], begin, d, kernel.name);
    if (!local)
      continue;
    if (local[d] == 0)
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "The local size of dimension {} is 0 in a launch of kernel '{}'.", d,
                       kernel.name);
    if (local[d] > device.maxItemSizes[d])
      return makeError(UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE,
                       "The local size of dimension {} is {} in a launch of kernel '{}'; at most "
                       "{} is possible.",
                       d, local[d], kernel.name, device.maxItemSizes[d]);
    groupItems *= local[d];
    if (groupItems > device.maxGroupSize)
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "A work-group of kernel '{}' would have {} work-items; at most {} are "
                       "possible.",
                       kernel.name, groupItems, device.maxGroupSize);
  }
  return {};
}

} // namespace ursa::opencl
