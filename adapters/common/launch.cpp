#include "adapters/common/launch.h"

#include <algorithm>

namespace ursa::adapter {
namespace {

const char *nameOf(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::Value:
    return "a value";
  case ParameterKind::Pointer:
  case ParameterKind::PointerOrValue:
    return "a pointer or memory object";
  case ParameterKind::Local:
    return "local memory";
  case ParameterKind::LocalOrValue:
    return "a value or local memory";
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

bool accepts(ParameterKind kind, ur_exp_kernel_arg_type_t type) {
  switch (kind) {
  case ParameterKind::Value:
    return type == UR_EXP_KERNEL_ARG_TYPE_VALUE;
  case ParameterKind::Pointer:
    return type == UR_EXP_KERNEL_ARG_TYPE_POINTER || type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  case ParameterKind::PointerOrValue:
    return type == UR_EXP_KERNEL_ARG_TYPE_VALUE || type == UR_EXP_KERNEL_ARG_TYPE_POINTER ||
           type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  case ParameterKind::Local:
    return type == UR_EXP_KERNEL_ARG_TYPE_LOCAL;
  case ParameterKind::LocalOrValue:
    return type == UR_EXP_KERNEL_ARG_TYPE_LOCAL || type == UR_EXP_KERNEL_ARG_TYPE_VALUE;
  case ParameterKind::Image:
    return type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  case ParameterKind::Sampler:
    return type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER;
  default:
    return true;
  }
}

} // namespace

Result<void> checkWorkDim(std::string_view kernel, uint32_t workDim) {
  if (workDim < 1 || workDim > 3)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_DIMENSION,
                     "A launch has 1 to 3 dimensions; kernel '{}' was launched with {}.", kernel,
                     workDim);
  return {};
}

Result<void> checkGlobalSize(std::string_view kernel, const NdRange &range,
                             const LaunchLimits &limits) {
  URSA_CHECK(checkWorkDim(kernel, range.workDim));
  uint64_t items = 1;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    const size_t offset = range.offsetIn(d);
    if (offset > limits.globalOffset)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The global offset of dimension {} is {} in a launch of kernel '{}'; at "
                       "most {} is possible on this device.",
                       d, offset, kernel, limits.globalOffset);
    uint64_t end = 0;
    if (__builtin_add_overflow(range.global[d], offset, &end) || end > limits.globalEnd)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Global size {} with offset {} in dimension {} is too large in a launch of "
                       "kernel '{}'; their sum may be at most {}.",
                       range.global[d], offset, d, kernel, limits.globalEnd);
    if (__builtin_mul_overflow(items, range.global[d], &items))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Global size {} in dimension {} is too large in a launch of kernel '{}': "
                       "the launch may have at most {} work-items.",
                       range.global[d], d, kernel, UINT64_MAX);
  }
  return {};
}

Result<void> checkLocalSize(std::string_view kernel, std::span<const size_t> local,
                            const LaunchLimits &limits) {
  uint64_t items = 1;
  for (size_t d = 0; d < local.size(); ++d) {
    if (local[d] == 0)
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "The local size of dimension {} is 0 in a launch of kernel '{}'.", d,
                       kernel);
    if (local[d] > limits.localSizes[d])
      return makeError(UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE,
                       "The local size of dimension {} is {} in a launch of kernel '{}'; at most "
                       "{} is possible.",
                       d, local[d], kernel, limits.localSizes[d]);
    if (__builtin_mul_overflow(items, local[d], &items))
      items = UINT64_MAX;
  }
  if (items > limits.groupSize)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                     "A work-group of kernel '{}' would have {} work-items; at most {} are "
                     "possible.",
                     kernel, items, limits.groupSize);
  return {};
}

Result<void> checkRequiredSize(std::string_view kernel, uint32_t dimension, size_t global,
                               size_t local, size_t required) {
  if (local != required)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                     "The local size of dimension {} is {}; kernel '{}' requires {}.", dimension,
                     local, kernel, required);
  if (required == 0 || global % required != 0) // images are untrusted input
    return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                     "Kernel '{}' requires a local size of {} in dimension {}, which does not "
                     "divide the global size {}.",
                     kernel, required, dimension, global);
  return {};
}

uint64_t suggestedExtent(uint64_t size, uint64_t limit) {
  if (size <= limit)
    return std::max<uint64_t>(size, 1);
  for (uint64_t extent = limit; extent > limit / 4; --extent)
    if (size % extent == 0)
      return extent;
  return limit;
}

namespace {

/// The structures that may follow ur_kernel_launch_ext_properties_t begin so.
struct Extension {
  ur_structure_type_t stype;
  const Extension *pNext;
};

Error unsupportedLaunch(const char *what) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "This device does not support {}.", what);
}

Result<void> readExtension(const Extension &extension, uint32_t workDim,
                           ur_kernel_launch_properties_flags_t supported,
                           LaunchProperties &properties) {
  switch (extension.stype) {
  case UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY: {
    if (!(supported & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION))
      return unsupportedLaunch("launches with clusters");
    const auto &given = reinterpret_cast<const ur_kernel_launch_cluster_property_t &>(extension);
    std::copy_n(given.clusterDim, 3, properties.cluster.begin());
    std::reverse(properties.cluster.begin(),
                 properties.cluster.begin() + std::min<uint32_t>(workDim, 3));
    properties.hasClusters = true;
    return {};
  }
  case UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY:
    if (!(supported & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY))
      return unsupportedLaunch("work-group memory as a property of a launch");
    properties.localBytes =
        reinterpret_cast<const ur_kernel_launch_workgroup_property_t &>(extension)
            .workgroup_mem_size;
    return {};
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "A structure of type {} is no property of a launch.",
                     static_cast<int>(extension.stype));
  }
}

} // namespace

Result<LaunchProperties> readLaunchProperties(const ur_kernel_launch_ext_properties_t &given,
                                              uint32_t workDim,
                                              ur_kernel_launch_properties_flags_t supported) {
  if (given.flags & UR_KERNEL_LAUNCH_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The launch flags {:#x} are not defined.",
                     given.flags);
  LaunchProperties properties;
  properties.isCooperative = given.flags & UR_KERNEL_LAUNCH_FLAG_COOPERATIVE;
  if (properties.isCooperative && !(supported & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE))
    return unsupportedLaunch("cooperative launches");
  const auto *const first = static_cast<const Extension *>(given.pNext);
  for (const Extension *next = first; next; next = next->pNext) {
    for (const Extension *other = first; other != next; other = other->pNext)
      if (other->stype == next->stype)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "The properties of a launch have two structures of type {}.",
                         static_cast<int>(next->stype));
    URSA_CHECK(readExtension(*next, workDim, supported, properties));
  }
  return properties;
}

Result<void> checkArgument(const KernelSignature &kernel, const KernelParameter &parameter,
                           const ur_exp_kernel_arg_properties_t &argument) {
  if (argument.type < UR_EXP_KERNEL_ARG_TYPE_VALUE ||
      argument.type > UR_EXP_KERNEL_ARG_TYPE_SAMPLER)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} of kernel '{}' has type {}, which is not defined.",
                     argument.index, kernel.name, static_cast<int>(argument.type));
  if (!accepts(parameter.kind, argument.type))
    return wrongArgument(kernel, argument.index, nameOf(parameter.kind), nameOf(argument.type));
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
  if (argument.type == UR_EXP_KERNEL_ARG_TYPE_LOCAL &&
      (argument.size == 0 || argument.size > kernel.localMemory))
    return makeError(
        UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
        "Argument {} of kernel '{}' is local memory of {} bytes; 1 to {} are possible.",
        argument.index, kernel.name, argument.size, kernel.localMemory);
  return {};
}

Result<void> checkLocalMemory(const KernelSignature &kernel, uint64_t needed) {
  if (needed > kernel.localMemory)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A work-group of kernel '{}' needs {} bytes of local memory; there are {}.",
                     kernel.name, needed, kernel.localMemory);
  return {};
}

Error wrongArgument(const KernelSignature &kernel, uint32_t index, std::string_view wanted,
                    std::string_view given) {
  return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                   "Argument {} of kernel '{}' is {}; {} was given.", index, kernel.name, wanted,
                   given);
}

Error wrongArgumentIndex(const KernelSignature &kernel, uint32_t index) {
  if (index >= kernel.parameterCount)
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                     "Kernel '{}' has {} arguments; one with index {} was given.", kernel.name,
                     kernel.parameterCount, index);
  return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                   "Argument {} of kernel '{}' was given twice.", index, kernel.name);
}

Error missingArgument(const KernelSignature &kernel, size_t index, const KernelParameter &parameter,
                      size_t given) {
  return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                   "Argument {} of kernel '{}', {} of {} bytes, is missing: {} of {} were given.",
                   index, kernel.name, nameOf(parameter.kind), parameter.size, given,
                   kernel.parameterCount);
}

Error tooManyParameters(const KernelSignature &kernel) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "Kernel '{}' has {} arguments; at most {} are possible.", kernel.name,
                   kernel.parameterCount, kMaxParameters);
}

Error memoryOfOtherContext(const KernelSignature &kernel, uint32_t index) {
  return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                   "Argument {} of kernel '{}' is a memory object of another context.", index,
                   kernel.name);
}

Error wrongSampler(const KernelSignature &kernel, uint32_t index, bool isNull) {
  return makeError(UR_RESULT_ERROR_INVALID_SAMPLER,
                   "Argument {} of kernel '{}' is a sampler; {} was given.", index, kernel.name,
                   isNull ? "none" : "one of another context");
}

} // namespace ursa::adapter
