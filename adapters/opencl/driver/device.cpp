#include "adapters/opencl/driver/device.h"

#include "adapters/common/device_functions.h"
#include "adapters/common/toggles.h"
#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/tables.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace ursa::opencl {

Device::~Device() {
  if (!parent)
    return;
  platform->removeSubDevice(static_cast<ur_device_handle_t>(this));
  clReleaseDevice(id);
  adapter::release(parent);
}

bool Device::has(std::string_view extension) const {
  for (size_t at = extensions.find(extension); at != std::string::npos;
       at = extensions.find(extension, at + 1)) {
    const size_t end = at + extension.size();
    const bool begins = at == 0 || extensions[at - 1] == ' ';
    if (begins && (end == extensions.size() || extensions[end] == ' '))
      return true;
  }
  return false;
}

namespace {

// Queries of cl_nv_device_attribute_query, which the OpenCL headers do not define.
constexpr cl_device_info kNvComputeMajor = 0x4000;
constexpr cl_device_info kNvComputeMinor = 0x4001;

uint32_t versionOf(const std::string &text) {
  unsigned major = 0;
  unsigned minor = 0;
  return std::sscanf(text.c_str(), "OpenCL %u.%u", &major, &minor) == 2 ? major * 10 + minor : 10;
}

IntelUsm intelUsm(const ur_platform_handle_t_ &platform) {
  IntelUsm usm;
  usm.hostAlloc = platform.extension<IntelUsm::HostAlloc>("clHostMemAllocINTEL");
  usm.deviceAlloc = platform.extension<IntelUsm::DeviceAlloc>("clDeviceMemAllocINTEL");
  usm.sharedAlloc = platform.extension<IntelUsm::DeviceAlloc>("clSharedMemAllocINTEL");
  usm.blockingFree = platform.extension<IntelUsm::Free>("clMemBlockingFreeINTEL");
  usm.setArgument = platform.extension<IntelUsm::SetArgument>("clSetKernelArgMemPointerINTEL");
  usm.fill = platform.extension<IntelUsm::Fill>("clEnqueueMemFillINTEL");
  usm.copy = platform.extension<IntelUsm::Copy>("clEnqueueMemcpyINTEL");
  return usm;
}

IntelVariables intelVariables(const ur_platform_handle_t_ &platform) {
  IntelVariables variables;
  variables.address =
      platform.extension<IntelVariables::Address>("clGetDeviceGlobalVariablePointerINTEL");
  variables.read = platform.extension<IntelVariables::Read>("clEnqueueReadGlobalVariableINTEL");
  variables.write = platform.extension<IntelVariables::Write>("clEnqueueWriteGlobalVariableINTEL");
  return variables;
}

UsmSupport usmSupportOf(const ur_device_handle_t_ &device) {
  if (device.intelUsm.isComplete())
    return UsmSupport::Intel;
  if (device.svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
    return UsmSupport::FineSvm;
  return device.svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER ? UsmSupport::CoarseSvm : UsmSupport::None;
}

uint32_t computeCapabilityOf(const ur_device_handle_t_ &device) {
  if (!device.has("cl_nv_device_attribute_query"))
    return 0;
  const auto major = URSA_CL_VALUE(cl_uint, clGetDeviceInfo, kNvComputeMajor, device.id);
  const auto minor = URSA_CL_VALUE(cl_uint, clGetDeviceInfo, kNvComputeMinor, device.id);
  return major && minor ? *major * 10 + *minor : 0;
}

cl_device_type clTypeOf(ur_device_type_t type) {
  switch (type) {
  case UR_DEVICE_TYPE_GPU:
    return CL_DEVICE_TYPE_GPU;
  case UR_DEVICE_TYPE_CPU:
    return CL_DEVICE_TYPE_CPU;
  case UR_DEVICE_TYPE_FPGA:
  case UR_DEVICE_TYPE_MCA:
    return CL_DEVICE_TYPE_ACCELERATOR;
  case UR_DEVICE_TYPE_CUSTOM:
    return CL_DEVICE_TYPE_CUSTOM;
  case UR_DEVICE_TYPE_VPU:
    return 0;
  case UR_DEVICE_TYPE_DEFAULT:
    return CL_DEVICE_TYPE_DEFAULT;
  default:
    return CL_DEVICE_TYPE_ALL;
  }
}

Result<bool> isPocl(const ur_platform_handle_t_ &platform) {
  URSA_TRY(const std::string name,
           URSA_CL_STRING(clGetPlatformInfo, CL_PLATFORM_NAME, platform.id));
  return name == "Portable Computing Language";
}

#ifdef __x86_64__
bool convertsHalves() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __builtin_cpu_supports("avx") && __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 &&
         (ecx & bit_F16C) != 0;
}
#elif defined(__aarch64__)
bool convertsHalves() { return true; }
#else
bool convertsHalves() { return false; }
#endif

// Whether PoCL's compiler computes with halves on this device, a processor of the host. It rounds
// each result from LLVM 15 on; without an instruction, conversions would be functions that kernels
// are not linked with.
bool computesHalves(const ur_device_handle_t_ &device) {
  if (!convertsHalves())
    return false;
  constexpr unsigned kFirstLlvm = 15;
  const auto type = URSA_CL_VALUE(cl_device_type, clGetDeviceInfo, CL_DEVICE_TYPE, device.id);
  const auto version = URSA_CL_STRING(clGetPlatformInfo, CL_PLATFORM_VERSION, device.platform->id);
  if (!type || !(*type & CL_DEVICE_TYPE_CPU) || !version)
    return false;
  unsigned llvm = 0;
  const std::size_t at = (*version).find("LLVM ");
  return at != std::string::npos && std::sscanf(version->c_str() + at, "LLVM %u", &llvm) == 1 &&
         llvm >= kFirstLlvm;
}

void decideToggles(ur_device_handle_t_ &device, bool ofPocl) {
  using format::Toggle;
  device.overrides = adapter::toggleOverrides();
  const auto decide = [&](Toggle toggle, bool isNeeded) {
    device.toggles.set(toggle, device.overrides.decide(toggle, isNeeded));
  };
  decide(Toggle::LimitGlobalOffset, device.computeCapability != 0);
  decide(Toggle::ReplaceFences, ofPocl);
  decide(Toggle::ReplaceHalfFunctions,
         ofPocl && !device.has("cl_khr_fp16") && computesHalves(device));
  decide(Toggle::SeparateHostWaits, device.computeCapability != 0);
  decide(Toggle::SerializeProgramCreation, ofPocl);
  decide(Toggle::ShortenKernelNames, device.spirv == SpirvSupport::Spir);
  decide(Toggle::SkipProgramBinaries, ofPocl);
}

Result<bool> matches(const ur_device_handle_t_ &device, ur_device_type_t type) {
  if (type == UR_DEVICE_TYPE_ALL)
    return true;
  URSA_TRY(const auto own,
           URSA_CL_VALUE(cl_device_type, clGetDeviceInfo, CL_DEVICE_TYPE, device.id));
  return (own & clTypeOf(type)) != 0;
}

Result<std::vector<ur_device_handle_t>> findDevices(const ur_platform_handle_t_ &platform,
                                                    ur_device_type_t type) {
  std::vector<ur_device_handle_t> found;
  for (ur_device_handle_t device : platform.devices) {
    URSA_TRY(const bool isWanted, matches(*device, type));
    if (isWanted)
      found.push_back(device);
  }
  // Not every driver marks one of its devices as the default device.
  if (type == UR_DEVICE_TYPE_DEFAULT && found.empty() && !platform.devices.empty())
    found.push_back(platform.devices.front());
  return found;
}

Result<uint32_t> chooseBinary(const ur_device_handle_t_ &device,
                              std::span<const ur_device_binary_t> binaries) {
  const std::vector<std::string> targets = imageTargets(device);
  auto chosen = adapter::chooseBinary(binaries, targets);
  if (chosen || !targets.empty())
    return chosen;
  Error error = chosen.error();
  error.message += fmt::format(" It takes: {}. SPIR-V for a device of SPIR needs the program "
                               "llvm-spirv-15.",
                               describeCodeForms(device));
  return error;
}

// For drivers without such a timer: a command provides the device's time, and the clock that all
// profiles use the host's.
Result<DeviceClock::Times> readClock(const ur_device_handle_t_ &device, bool needsDeviceTime) {
  cl_ulong ofDevice = 0;
  cl_ulong ofHost = 0;
  const cl_int code = device.version < 21 ? CL_INVALID_OPERATION
                                          : clGetDeviceAndHostTimer(device.id, &ofDevice, &ofHost);
  if (code == CL_INVALID_OPERATION && needsDeviceTime)
    return device.clock.read(device);
  if (code == CL_INVALID_OPERATION)
    return DeviceClock::Times{0, adapter::profileClock()};
  URSA_CHECK(checkCl(code, "clGetDeviceAndHostTimer"));
  return DeviceClock::Times{ofDevice, ofHost};
}

ur_result_t getGlobalTimestamps(ur_device_handle_t hDevice, uint64_t *pDeviceTimestamp,
                                uint64_t *pHostTimestamp) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_TRY(const DeviceClock::Times times, readClock(*hDevice, pDeviceTimestamp != nullptr));
    if (pDeviceTimestamp)
      *pDeviceTimestamp = times.device;
    if (pHostTimestamp)
      *pHostTimestamp = times.host;
    return {};
  });
}

} // namespace

Result<std::unique_ptr<ur_device_handle_t_>> openDevice(ur_platform_handle_t_ &platform,
                                                        cl_device_id id) {
  auto device = std::make_unique<ur_device_handle_t_>(&platform, id);
  URSA_TRY(device->extensions, URSA_CL_STRING(clGetDeviceInfo, CL_DEVICE_EXTENSIONS, id));
  URSA_TRY(const std::string version, URSA_CL_STRING(clGetDeviceInfo, CL_DEVICE_VERSION, id));
  device->version = versionOf(version);
  if (device->version >= 20)
    if (const auto svm = URSA_CL_VALUE(cl_device_svm_capabilities, clGetDeviceInfo,
                                       CL_DEVICE_SVM_CAPABILITIES, id))
      device->svm = *svm;
  // A device may have more dimensions than UR, never fewer.
  URSA_TRY(const auto items, URSA_CL_BYTES(clGetDeviceInfo, CL_DEVICE_MAX_WORK_ITEM_SIZES, id));
  if (items.size() < sizeof(device->maxItemSizes))
    return makeError(UR_RESULT_ERROR_UNKNOWN, "The device has work-groups of {} dimensions, not 3.",
                     items.size() / sizeof(size_t));
  std::memcpy(device->maxItemSizes.data(), items.data(), sizeof(device->maxItemSizes));
  URSA_TRY(device->maxGroupSize,
           URSA_CL_VALUE(size_t, clGetDeviceInfo, CL_DEVICE_MAX_WORK_GROUP_SIZE, id));
  URSA_TRY(device->localBytes,
           URSA_CL_VALUE(cl_ulong, clGetDeviceInfo, CL_DEVICE_LOCAL_MEM_SIZE, id));
  URSA_TRY(device->maxAllocation,
           URSA_CL_VALUE(cl_ulong, clGetDeviceInfo, CL_DEVICE_MAX_MEM_ALLOC_SIZE, id));
  if (device->has("cl_intel_unified_shared_memory"))
    device->intelUsm = intelUsm(platform);
  device->usm = usmSupportOf(*device);
  device->intelVariables = intelVariables(platform);
  device->commandBuffers = commandBufferExtension(*device);
  device->spirv = spirvSupportOf(*device);
  device->computeCapability = computeCapabilityOf(*device);
  URSA_TRY(const bool ofPocl, isPocl(platform));
  decideToggles(*device, ofPocl);
  return device;
}

void fillDeviceTable(ur_dditable_t &table) {
  adapter::fillDeviceFunctions<ur_platform_handle_t_, ur_device_handle_t_, findDevices,
                               chooseBinary>(table);
  table.Device.pfnGetInfo = getDeviceInfo;
  table.Device.pfnPartition = partitionDevice;
  table.Device.pfnGetGlobalTimestamps = getGlobalTimestamps;
}

} // namespace ursa::opencl
