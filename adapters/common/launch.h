// Kernel launches: the checks of sizes, properties and arguments, and the function that enqueues a
// launch. The checks are thread safe and have no side effects.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <string_view>

namespace ursa::adapter {

/// The offset and sizes of a launch, each of workDim numbers.
struct NdRange {
  uint32_t workDim = 1;
  const size_t *offset = nullptr; ///< null for an offset of 0
  const size_t *global = nullptr;
  const size_t *local = nullptr; ///< null: the adapter chooses

  size_t offsetIn(uint32_t dimension) const { return offset ? offset[dimension] : 0; }
};

/// The limits of a device for the sizes of a launch.
struct LaunchLimits {
  std::array<uint64_t, 3> localSizes{}; ///< work-items of a work-group in each dimension
  uint64_t groupSize = 0;               ///< work-items of a work-group
  uint64_t globalOffset = INT64_MAX;
  uint64_t globalEnd = INT64_MAX; ///< global offset plus global size
};

/// Errors: UR_RESULT_ERROR_INVALID_WORK_DIMENSION unless there are 1 to 3 dimensions.
Result<void> checkWorkDim(std::string_view kernel, uint32_t workDim);

/// Checks the number of dimensions, the global sizes and the offset.
/// Errors: UR_RESULT_ERROR_INVALID_WORK_DIMENSION, UR_RESULT_ERROR_INVALID_VALUE.
Result<void> checkGlobalSize(std::string_view kernel, const NdRange &range,
                             const LaunchLimits &limits);

/// Checks a work-group size of 1 to 3 dimensions. Errors: UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
/// UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE.
Result<void> checkLocalSize(std::string_view kernel, std::span<const size_t> local,
                            const LaunchLimits &limits);

/// Checks one dimension of a launch of a kernel that requires a local size: the local size is that
/// one, and divides the global size. Errors: UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE.
Result<void> checkRequiredSize(std::string_view kernel, uint32_t dimension, size_t global,
                               size_t local, size_t required);

/// Checks all dimensions so. Dimensions that the launch does not have have size 1.
/// @param required three numbers
template <class Required>
Result<void> checkRequiredSizes(std::string_view kernel, const NdRange &range,
                                const Required &required) {
  for (uint32_t d = 0; d < 3; ++d) {
    const bool exists = d < range.workDim;
    const size_t local = !exists ? 1 : range.local ? range.local[d] : required[d];
    URSA_CHECK(checkRequiredSize(kernel, d, exists ? range.global[d] : 1, local, required[d]));
  }
  return {};
}

/// Returns the largest divisor of @p size up to @p limit. If it is less than a quarter of the
/// limit, returns the limit; the last work-group is smaller then.
uint64_t suggestedExtent(uint64_t size, uint64_t limit);

/// Properties of a launch beside its sizes and arguments.
struct LaunchProperties {
  bool isCooperative = false;
  /// Work-groups of a cluster in each dimension of the launch, the fastest first; zeros: none
  /// was asked for. They are not checked.
  std::array<uint32_t, 3> cluster{};
  bool hasClusters = false;
  size_t localBytes = 0; ///< local memory before that of the arguments

  bool areAny() const { return isCooperative || hasClusters || localBytes != 0; }
};

/// Reads the properties of a launch. UR has the sizes of a cluster in SYCL's order: the first one
/// is that of the slowest dimension. Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for flags and
/// structures that are not defined, UR_RESULT_ERROR_INVALID_VALUE for one that is there twice,
/// UR_RESULT_ERROR_UNSUPPORTED_FEATURE.
/// @param supported what the adapter can do on some device
Result<LaunchProperties> readLaunchProperties(const ur_kernel_launch_ext_properties_t &properties,
                                              uint32_t workDim,
                                              ur_kernel_launch_properties_flags_t supported);

/// The kinds of parameters, as far as the checks of arguments distinguish them.
enum class ParameterKind : uint8_t {
  Unknown, ///< not analyzed: any argument is accepted
  Value,
  Pointer,
  PointerOrValue, ///< a number of 8 bytes that may be an address
  LocalOrValue,   ///< a number of 4 bytes that may be an offset in local memory
  Local,
  Image,
  Sampler
};

struct KernelParameter {
  ParameterKind kind = ParameterKind::Unknown;
  uint64_t size = 0;                             ///< bytes; 0 if unknown
  ur_mem_type_t imageType = UR_MEM_TYPE_IMAGE2D; ///< of an image
  bool isReadOnly = false;                       ///< an image that the kernel does not write
};

/// A kernel, as far as the checks of arguments know it.
struct KernelSignature {
  std::string_view name;
  size_t parameterCount = 0;
  uint64_t localMemory = 0; ///< bytes that a work-group can have on the device
};

/// The most parameters that a kernel can be launched with.
inline constexpr size_t kMaxParameters = 1024;

/// @name Checks of arguments
/// Errors: UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
/// UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE, UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
/// UR_RESULT_ERROR_INVALID_ENUMERATION, UR_RESULT_ERROR_INVALID_NULL_POINTER,
/// UR_RESULT_ERROR_OUT_OF_RESOURCES.
/// @{
/// Checks kind and size of one argument; its index has been checked.
Result<void> checkArgument(const KernelSignature &kernel, const KernelParameter &parameter,
                           const ur_exp_kernel_arg_properties_t &argument);
/// Checks that a work-group does not need more local memory than there is.
Result<void> checkLocalMemory(const KernelSignature &kernel, uint64_t needed);
/// @}

/// Returns whether an argument is surely right; checkArgument decides about the others. Nearly all
/// arguments of nearly all launches are.
inline bool isUsualArgument(const KernelParameter &parameter,
                            const ur_exp_kernel_arg_properties_t &argument) {
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    return parameter.kind == ParameterKind::Pointer ||
           parameter.kind == ParameterKind::PointerOrValue;
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    return (parameter.kind == ParameterKind::Value ||
            parameter.kind == ParameterKind::PointerOrValue ||
            parameter.kind == ParameterKind::LocalOrValue) &&
           argument.size == parameter.size && argument.value.value;
  default:
    return false;
  }
}

/// Returns the error for an argument that is not of the parameter's kind.
/// @param given what the application passed
Error wrongArgument(const KernelSignature &kernel, uint32_t index, std::string_view wanted,
                    std::string_view given);
Error wrongArgumentIndex(const KernelSignature &kernel, uint32_t index);
Error missingArgument(const KernelSignature &kernel, size_t index, const KernelParameter &parameter,
                      size_t given);
Error tooManyParameters(const KernelSignature &kernel);
Error memoryOfOtherContext(const KernelSignature &kernel, uint32_t index);
Error wrongSampler(const KernelSignature &kernel, uint32_t index, bool isNull);

/// Checks that each parameter has exactly one argument of its kind and size.
/// @param parameterOf (index) -> KernelParameter
/// @param accept (argument) -> Result<void>: called for each argument after its checks
template <class ParameterOf, class Accept>
Result<void> checkArguments(const KernelSignature &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments,
                            ParameterOf &&parameterOf, Accept &&accept) {
  if (kernel.parameterCount > kMaxParameters)
    return tooManyParameters(kernel);
  const auto check = [&](const ur_exp_kernel_arg_properties_t &argument) -> Result<void> {
    if (const auto parameter = parameterOf(argument.index); !isUsualArgument(parameter, argument))
      URSA_CHECK(checkArgument(kernel, parameter, argument));
    return accept(argument);
  };
  // Nearly always all of them come in order.
  const size_t count = arguments.size();
  size_t inOrder = 0;
  for (; inOrder < std::min(count, kernel.parameterCount); ++inOrder) {
    if (arguments[inOrder].index != inOrder)
      break;
    URSA_CHECK(check(arguments[inOrder]));
  }
  if (inOrder == count && inOrder == kernel.parameterCount)
    return {};
  std::bitset<kMaxParameters> given;
  for (size_t i = 0; i < inOrder; ++i)
    given.set(i);
  for (const ur_exp_kernel_arg_properties_t &argument : arguments.subspan(inOrder)) {
    if (argument.index >= kernel.parameterCount || given.test(argument.index))
      return wrongArgumentIndex(kernel, argument.index);
    given.set(argument.index);
    URSA_CHECK(check(argument));
  }
  if (count != kernel.parameterCount)
    for (size_t i = 0; i < kernel.parameterCount; ++i)
      if (!given.test(i))
        return missingArgument(kernel, i, parameterOf(i), arguments.size());
  return {};
}

/// Checks the memory object of an argument, which may be null.
/// Errors: UR_RESULT_ERROR_INVALID_MEM_OBJECT.
template <class Memory, class Context>
Result<void> checkMemoryContext(const KernelSignature &kernel, uint32_t index, const Memory *memory,
                                const Context *context) {
  if (memory && memory->context != context)
    return memoryOfOtherContext(kernel, index);
  return {};
}

/// Errors: UR_RESULT_ERROR_INVALID_SAMPLER.
template <class Sampler, class Context>
Result<void> checkSampler(const KernelSignature &kernel, uint32_t index, const Sampler *sampler,
                          const Context *context) {
  if (!sampler || sampler->context != context)
    return wrongSampler(kernel, index, !sampler);
  return {};
}

/// kLaunchCapabilities is what the adapter can do on some device. launch checks sizes and
/// arguments, and enqueues.
template <class Traits>
concept LaunchTraits = HasHandleTypes<Traits> &&
    requires(const EnqueueParameters &parameters, typename Traits::Kernel &kernel,
             const NdRange &range, std::span<const ur_exp_kernel_arg_properties_t> arguments,
             const LaunchProperties &properties) {
  { Traits::kLaunchCapabilities } -> std::convertible_to<ur_kernel_launch_properties_flags_t>;
  { Traits::nameOf(kernel) } -> std::convertible_to<std::string_view>;
  { Traits::launch(parameters, kernel, range, arguments, properties) } -> ResultOfNothing;
};

/// Implements pfnKernelLaunchWithArgsExp.
template <LaunchTraits Adapter>
ur_result_t launchWithArgs(ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
                           const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize,
                           const size_t *pLocalWorkSize, uint32_t numArgs,
                           const ur_exp_kernel_arg_properties_t *pArgs,
                           const ur_kernel_launch_ext_properties_t *launchPropList,
                           uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                           ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_POINTER(pGlobalWorkSize);
    const EnqueueParameters parameters{hQueue, UR_COMMAND_KERNEL_LAUNCH, numEventsInWaitList,
                                       phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    if (numArgs != 0)
      URSA_POINTER(pArgs);
    const typename Adapter::Queue &queue = *hQueue;
    typename Adapter::Kernel &kernel = *hKernel;
    if (kernel.program->context != queue.context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "Kernel '{}' and the queue are of different contexts.",
                       Adapter::nameOf(kernel));
    LaunchProperties properties;
    if (launchPropList) {
      URSA_TRY(properties,
               readLaunchProperties(*launchPropList, workDim, Adapter::kLaunchCapabilities));
    }
    return Adapter::launch(parameters, kernel,
                           NdRange{workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize},
                           std::span(pArgs, numArgs), properties);
  });
}

} // namespace ursa::adapter
