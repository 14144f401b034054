// Device USM, or a buffer object if the device has no USM.
#include "client/device_memory.h"

#include "client/check.h"

namespace ursa::client {
namespace {

bool hasDeviceUsm(ur_device_handle_t device) {
  ur_device_usm_access_capability_flags_t flags = 0;
  return urDeviceGetInfo(device, UR_DEVICE_INFO_USM_DEVICE_SUPPORT, sizeof(flags), &flags,
                         nullptr) == UR_RESULT_SUCCESS &&
         (flags & UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS) != 0;
}

} // namespace

DeviceMemory::DeviceMemory(const Session &session, size_t size) : session_(session), size_(size) {
  const Device &device = session.device;
  const std::string doing = fmt::format("Allocating {} bytes on {}", size, device.selector);
  if (hasDeviceUsm(device.handle))
    check(urUSMDeviceAlloc(session.context.get(), device.handle, nullptr, nullptr, size, &usm_),
          doing, device.adapter);
  else
    check(urMemBufferCreate(session.context.get(), UR_MEM_FLAG_READ_WRITE, size, nullptr,
                            buffer_.out()),
          doing, device.adapter);
}

DeviceMemory::~DeviceMemory() {
  if (usm_)
    urUSMFree(session_.context.get(), usm_);
}

void DeviceMemory::upload(std::span<const std::byte> data) {
  const ur_queue_handle_t queue = session_.queue.get();
  const ur_result_t result =
      usm_ ? urEnqueueUSMMemcpy(queue, true, usm_, data.data(), size_, 0, nullptr, nullptr)
           : urEnqueueMemBufferWrite(queue, buffer_.get(), true, 0, size_, data.data(), 0, nullptr,
                                     nullptr);
  check(result, fmt::format("Copying {} bytes to {}", size_, session_.device.selector),
        session_.device.adapter);
}

void DeviceMemory::download(std::span<std::byte> data) const {
  const ur_queue_handle_t queue = session_.queue.get();
  const ur_result_t result =
      usm_ ? urEnqueueUSMMemcpy(queue, true, data.data(), usm_, size_, 0, nullptr, nullptr)
           : urEnqueueMemBufferRead(queue, buffer_.get(), true, 0, size_, data.data(), 0, nullptr,
                                    nullptr);
  check(result, fmt::format("Copying {} bytes from {}", size_, session_.device.selector),
        session_.device.adapter);
}

ursa_kernel_arg_t DeviceMemory::argument() const {
  if (usm_)
    return {UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), usm_};
  return {UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(ur_mem_handle_t), buffer_.get()};
}

} // namespace ursa::client
