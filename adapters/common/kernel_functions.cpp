#include "adapters/common/kernel_functions.h"

#include <fmt/ranges.h>

namespace ursa::adapter {

Error unknownKernel(std::string_view name, const std::vector<std::string> &names) {
  return makeError(UR_RESULT_ERROR_INVALID_KERNEL_NAME,
                   "The program has no kernel '{}'; it has {}.", name,
                   names.empty() ? "none" : fmt::format("'{}'", fmt::join(names, "', '")));
}

Result<void> answerKernelGroup(const InfoWriter &writer, ur_kernel_group_info_t query,
                               const KernelGroupInfo &facts) {
  switch (query) {
  case UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE:
    return writer.value(facts.largestGroup);
  case UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE:
    return writer.value(facts.requiredSize);
  case UR_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE:
    return writer.value(facts.localBytes);
  case UR_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return writer.value(facts.multiple);
  case UR_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE:
    return writer.value(facts.privateBytes);
  case UR_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE:
  case UR_KERNEL_GROUP_INFO_COMPILE_MAX_WORK_GROUP_SIZE:
  case UR_KERNEL_GROUP_INFO_COMPILE_MAX_LINEAR_WORK_GROUP_SIZE:
    return InfoWriter::unsupported("urKernelGetGroupInfo", query);
  default:
    return InfoWriter::unknown("urKernelGetGroupInfo", query);
  }
}

Result<void> answerKernelSubGroup(const InfoWriter &writer, ur_kernel_sub_group_info_t query,
                                  const KernelSubGroupInfo &facts) {
  switch (query) {
  case UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE:
    return writer.value(facts.size);
  case UR_KERNEL_SUB_GROUP_INFO_MAX_NUM_SUB_GROUPS:
    return writer.value<uint32_t>((facts.largestGroup + facts.size - 1) / facts.size);
  case UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL:
    return writer.value(facts.required);
  case UR_KERNEL_SUB_GROUP_INFO_COMPILE_NUM_SUB_GROUPS:
    return writer.value<uint32_t>(0);
  default:
    return InfoWriter::unknown("urKernelGetSubGroupInfo", query);
  }
}

} // namespace ursa::adapter
