#include "core/selection/device_queries.h"

#include "core/dispatch/adapter_calls.h"
#include "format/names.h"
#include "support/image_requirements.h"
#include "support/readable_names.h"

namespace ursa::core::selection {
namespace {

using api::Function;
using dispatch::callAdapter;

constexpr std::string_view kSpirvTarget = format::target::kSpirv; // the ABI's name is "spir64"

ur_platform_handle_t platformOf(ur_device_handle_t device) {
  ur_platform_handle_t platform = nullptr;
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_PLATFORM, sizeof(platform),
                                             &platform, nullptr) != UR_RESULT_SUCCESS)
    return nullptr;
  return platform;
}

ur_backend_t backendOf(ur_device_handle_t device) {
  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  const ur_platform_handle_t platform = platformOf(device);
  if (!platform ||
      callAdapter<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_BACKEND, sizeof(backend),
                                               &backend, nullptr) != UR_RESULT_SUCCESS)
    return UR_BACKEND_UNKNOWN;
  return backend;
}

bool acceptsName(ur_device_handle_t device, const char *target,
                 const ImageRequirements *requirements = nullptr) {
  const ur_device_binary_t binary = {UR_STRUCTURE_TYPE_DEVICE_BINARY, requirements, target};
  uint32_t selected = 0;
  return callAdapter<Function::urDeviceSelectBinary>(device, &binary, 1, &selected) ==
             UR_RESULT_SUCCESS &&
         selected == 0;
}

} // namespace

Error withAdapterReason(Error error, ur_device_handle_t device) {
  const ur_platform_handle_t platform = platformOf(device);
  ur_adapter_handle_t adapter = nullptr;
  const char *message = nullptr;
  int32_t code = 0;
  if (platform &&
      callAdapter<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_ADAPTER, sizeof(adapter),
                                               &adapter, nullptr) == UR_RESULT_SUCCESS &&
      callAdapter<Function::urAdapterGetLastError>(adapter, &message, &code) == UR_RESULT_SUCCESS &&
      message && *message)
    error.message += fmt::format(" {}", message);
  return error;
}

std::string deviceName(ur_device_handle_t device) {
  size_t size = 0;
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_NAME, 0, nullptr, &size) !=
          UR_RESULT_SUCCESS ||
      size == 0)
    return "?";
  std::string name(size, '\0');
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_NAME, size, name.data(),
                                             nullptr) != UR_RESULT_SUCCESS)
    return "?";
  return std::string(trimmedName(name.substr(0, name.find('\0'))));
}

bool deviceTakesSpirv(ur_device_handle_t device) {
  size_t size = 0;
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_IL_VERSION, 0, nullptr,
                                             &size) != UR_RESULT_SUCCESS)
    return true;
  std::string version(size, '\0');
  if (size > 0 &&
      callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_IL_VERSION, size,
                                             version.data(), nullptr) != UR_RESULT_SUCCESS)
    return true;
  return version.find("SPIR-V") != version.npos;
}

bool deviceSpecializesPrograms(ur_device_handle_t device) {
  ur_bool_t answer = false;
  if (callAdapter<Function::urDeviceGetInfo>(
          device, UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS, sizeof(answer), &answer,
          nullptr) != UR_RESULT_SUCCESS ||
      !answer)
    return false;
  return backendOf(device) != UR_BACKEND_OPENCL || deviceTakesSpirv(device);
}

bool deviceAccepts(ur_device_handle_t device, const std::string &target) {
  return acceptsName(device, target.c_str()) ||
         (target == kSpirvTarget && acceptsName(device, UR_DEVICE_BINARY_TARGET_SPIRV64));
}

std::string missingRequirements(ur_device_handle_t device, const std::string &target,
                                const std::string &kernel, const std::string &requirements) {
  ImageRequirements chained;
  chained.kernel = kernel.c_str();
  chained.requirements = requirements.c_str();
  if (acceptsName(device, target.c_str(), &chained))
    return "";
  const std::string reason = withAdapterReason(Error{}, device).message;
  return reason.empty() ? fmt::format(" The device lacks what kernel '{}' requires.", kernel)
                        : reason;
}

size_t preferredTarget(ur_device_handle_t device, const std::vector<std::string> &targets) {
  if (targets.size() < 2)
    return 0;
  std::vector<ur_device_binary_t> binaries;
  for (const std::string &target : targets) {
    const bool isAbiName = target == kSpirvTarget && !acceptsName(device, target.c_str());
    binaries.push_back({UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr,
                        isAbiName ? UR_DEVICE_BINARY_TARGET_SPIRV64 : target.c_str()});
  }
  uint32_t selected = 0;
  if (callAdapter<Function::urDeviceSelectBinary>(device, binaries.data(),
                                                  static_cast<uint32_t>(binaries.size()),
                                                  &selected) != UR_RESULT_SUCCESS ||
      selected >= targets.size())
    return 0;
  return selected;
}

} // namespace ursa::core::selection
