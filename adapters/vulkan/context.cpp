#include "adapters/vulkan/context.h"

#include "adapters/common/info.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/release.h"
#include "adapters/vulkan/tables.h"
#include "core/support/last_error.h"

#include <span>

ur_context_handle_t_::~ur_context_handle_t_() {
  for (auto deleter = deleters_.rbegin(); deleter != deleters_.rend(); ++deleter)
    deleter->function(deleter->userData);
}

ursa::Result<void> ur_context_handle_t_::checkHas(ur_device_handle_t hDevice) const {
  if (hDevice != device)
    return ursa::makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                           "The device is not the context's, which is '{}'.",
                           device->properties.deviceName);
  return {};
}

void ur_context_handle_t_::addDeleter(ur_context_extended_deleter_t function, void *userData) {
  const std::lock_guard guard(mutex_);
  deleters_.push_back({function, userData});
}

void ur_context_handle_t_::addUsm(const ursa::adapter::UsmAllocation &allocation,
                                  std::shared_ptr<ursa::vulkan::Block> block) {
  const std::lock_guard guard(mutex_);
  usm_.emplace(allocation.base, UsmMemory{allocation, std::move(block)});
}

std::optional<ur_context_handle_t_::UsmMemory> ur_context_handle_t_::removeUsm(void *base) {
  const std::lock_guard guard(mutex_);
  auto node = usm_.extract(base);
  if (node.empty())
    return std::nullopt;
  return std::move(node.mapped());
}

std::optional<ur_context_handle_t_::UsmMemory>
ur_context_handle_t_::findUsm(const void *address) const {
  const std::lock_guard guard(mutex_);
  const auto next = usm_.upper_bound(address);
  if (next == usm_.begin())
    return std::nullopt;
  const UsmMemory &candidate = std::prev(next)->second;
  if (static_cast<const char *>(address) >=
      static_cast<char *>(candidate.allocation.base) + candidate.allocation.size)
    return std::nullopt;
  return candidate;
}

namespace ursa::vulkan {

ur_device_handle_t_ &deviceOf(const ur_context_handle_t_ &context) { return *context.device; }

namespace {

ur_result_t create(uint32_t DeviceCount, const ur_device_handle_t *phDevices,
                   const ur_context_properties_t *pProperties, ur_context_handle_t *phContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_POINTER(phDevices);
    URSA_POINTER(phContext);
    if (DeviceCount == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A context has a device; 0 were given.");
    for (ur_device_handle_t device : std::span(phDevices, DeviceCount)) {
      URSA_CHECK(adapter::checkHandle(device, "in phDevices"));
      if (device->ddiTable != &adapter::table() || device != phDevices[0])
        return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                         "A context of Vulkan has one device, of one platform; another was given.");
    }
    if (pProperties && (pProperties->flags & UR_CONTEXT_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The context flags {:#x} are not defined.", pProperties->flags);
    URSA_CHECK(openDevice(*phDevices[0]));
    *phContext = new ur_context_handle_t_(phDevices[0]);
    return {};
  });
}

ur_result_t getInfo(ur_context_handle_t hContext, ur_context_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_CONTEXT_INFO_NUM_DEVICES:
      return writer.value<uint32_t>(1);
    case UR_CONTEXT_INFO_DEVICES:
      return writer.value(hContext->device);
    case UR_CONTEXT_INFO_REFERENCE_COUNT:
      return writer.value(hContext->references.load());
    case UR_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT:
    case UR_CONTEXT_INFO_USM_FILL2D_SUPPORT:
      return writer.value<ur_bool_t>(true);
    default:
      return adapter::InfoWriter::unknown("urContextGetInfo", propName);
    }
  });
}

ur_result_t setExtendedDeleter(ur_context_handle_t hContext,
                               ur_context_extended_deleter_t pfnDeleter, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(reinterpret_cast<const void *>(pfnDeleter));
    hContext->addDeleter(pfnDeleter, pUserData);
    return {};
  });
}

} // namespace

void fillContextTable(ur_dditable_t &table) {
  table.Context.pfnCreate = create;
  table.Context.pfnRetain = adapter::retainHandle<ur_context_handle_t_>;
  table.Context.pfnRelease = releaseSoon<ur_context_handle_t_>;
  table.Context.pfnGetInfo = getInfo;
  table.Context.pfnSetExtendedDeleter = setExtendedDeleter;
}

} // namespace ursa::vulkan
