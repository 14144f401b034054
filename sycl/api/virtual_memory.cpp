// Physical memory and ranges of addresses (sycl_ext_oneapi_virtual_mem) over the C ABI.
#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"

#include <sycl/ext/oneapi/experimental/ipc_physical_memory.hpp>

#include <algorithm>
#include <numeric>
#include <span>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

void checkSupport(const DeviceImpl &device) {
  if (!device.flag(UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT))
    fail(errc::feature_not_supported,
         "The device '" + device.entry().name +
             "' has no virtual memory (aspect ext_oneapi_virtual_mem).");
}

void checkShares(const DeviceImpl &device) {
  if (!device.flag(UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP))
    fail(errc::feature_not_supported,
         "The device '" + device.entry().name +
             "' shares no physical memory with other processes (aspect "
             "ext_oneapi_ipc_physical_memory).");
}

ur_context_handle_t supportingContext(const context &context) {
  for (const auto &device : implOf(context)->devices())
    checkSupport(*device);
  return implOf(context)->handle();
}

size_t granularity(const ContextImpl &context, const DeviceImpl &device,
                   ext::oneapi::experimental::granularity_mode mode) {
  checkSupport(device);
  const bool isMinimum = mode == ext::oneapi::experimental::granularity_mode::minimum;
  size_t bytes = 0;
  check(urVirtualMemGranularityGetInfo(context.handle(), device.handle(), 1,
                                       isMinimum ? UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM
                                                 : UR_VIRTUAL_MEM_GRANULARITY_INFO_RECOMMENDED,
                                       sizeof(bytes), &bytes, nullptr),
        "Asking for the granularity of virtual memory");
  return bytes;
}

ur_virtual_mem_access_flag_t toFlag(ext::oneapi::experimental::address_access_mode mode) {
  using mode_t = ext::oneapi::experimental::address_access_mode;
  return mode == mode_t::read_write ? UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE
         : mode == mode_t::read     ? UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY
                                    : UR_VIRTUAL_MEM_ACCESS_FLAG_NONE;
}

const void *toPointer(uintptr_t address) {
  return reinterpret_cast<const void *>(address); // NOLINT(performance-no-int-to-ptr)
}

} // namespace

class PhysicalMemoryImpl {
public:
  PhysicalMemoryImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
                     size_t size, bool isShared)
      : context_(std::move(context)), device_(std::move(device)), size_(size) {
    checkSupport(*device_);
    if (isShared)
      checkShares(*device_);
    if (!context_->covers(*device_))
      fail(errc::invalid, "The device '" + device_->entry().name + "' is not in the context.");
    const ur_physical_mem_properties_t properties{
        UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, nullptr,
        isShared ? ur_physical_mem_flags_t{UR_PHYSICAL_MEM_FLAG_ENABLE_IPC} : 0};
    check(urPhysicalMemCreate(context_->handle(), device_->handle(), size,
                              isShared ? &properties : nullptr, memory_.out()),
          "The allocation of physical memory", errc::memory_allocation);
  }
  /// Opens memory of another process.
  PhysicalMemoryImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
                     std::span<const std::byte> data)
      : context_(std::move(context)), device_(std::move(device)) {
    checkShares(*device_);
    check(urIPCOpenPhysMemHandleExp(context_->handle(), device_->handle(), data.data(), data.size(),
                                    memory_.out()),
          "Opening memory of another process", errc::invalid);
    check(urPhysicalMemGetInfo(handle(), UR_PHYSICAL_MEM_INFO_SIZE, sizeof(size_), &size_, nullptr),
          "Asking for the size of physical memory");
  }

  const std::shared_ptr<ContextImpl> &context() const { return context_; }
  const std::shared_ptr<DeviceImpl> &device() const { return device_; }
  size_t size() const { return size_; }
  ur_physical_mem_handle_t handle() const { return memory_.get(); }

private:
  const std::shared_ptr<ContextImpl> context_;
  const std::shared_ptr<DeviceImpl> device_;
  size_t size_ = 0;
  ursa::client::Handle<ur_physical_mem_handle_t, urPhysicalMemRelease> memory_;
};

} // namespace detail

namespace ext::oneapi::experimental {

using sycl::detail::check;
using sycl::detail::implOf;

physical_mem::physical_mem(const device &device, const context &context, size_t size,
                           const property_list &)
    : physical_mem(/*isShared=*/false, device, context, size) {}
physical_mem::physical_mem(bool isShared, const device &device, const context &context, size_t size)
    : Shared(std::make_shared<sycl::detail::PhysicalMemoryImpl>(implOf(context), implOf(device),
                                                                size, isShared)) {}

void *physical_mem::map(uintptr_t address, size_t size, address_access_mode mode,
                        size_t offset) const {
  const void *const start = sycl::detail::toPointer(address);
  check(urVirtualMemMap(impl_->context()->handle(), start, size, impl_->handle(), offset,
                        sycl::detail::toFlag(mode)),
        "Mapping physical memory", errc::invalid);
  return const_cast<void *>(start);
}

context physical_mem::get_context() const {
  return sycl::detail::Access::make<context>(impl_->context());
}
device physical_mem::get_device() const {
  return sycl::detail::Access::make<device>(impl_->device());
}
size_t physical_mem::size() const noexcept { return impl_->size(); }

size_t get_mem_granularity(const device &device, const context &context, granularity_mode mode) {
  return sycl::detail::granularity(*implOf(context), *implOf(device), mode);
}

size_t get_mem_granularity(const context &context, granularity_mode mode) {
  size_t common = 1;
  for (const auto &device : implOf(context)->devices())
    common = std::lcm(common, sycl::detail::granularity(*implOf(context), *device, mode));
  return common;
}

uintptr_t reserve_virtual_mem(uintptr_t start, size_t size, const context &context) {
  void *reserved = nullptr;
  check(urVirtualMemReserve(sycl::detail::supportingContext(context),
                            sycl::detail::toPointer(start), size, &reserved),
        "Reserving a range of addresses", errc::memory_allocation);
  return reinterpret_cast<uintptr_t>(reserved);
}

void free_virtual_mem(uintptr_t start, size_t size, const context &context) {
  check(urVirtualMemFree(sycl::detail::supportingContext(context), sycl::detail::toPointer(start),
                         size),
        "Giving back a range of addresses", errc::invalid);
}

void set_access_mode(const void *start, size_t size, address_access_mode mode,
                     const context &context) {
  check(urVirtualMemSetAccess(sycl::detail::supportingContext(context), start, size,
                              sycl::detail::toFlag(mode)),
        "Changing the access to virtual memory", errc::invalid);
}

address_access_mode get_access_mode(const void *start, size_t size, const context &context) {
  ur_virtual_mem_access_flags_t flags = 0;
  check(urVirtualMemGetInfo(sycl::detail::supportingContext(context), start, size,
                            UR_VIRTUAL_MEM_INFO_ACCESS_MODE, sizeof(flags), &flags, nullptr),
        "Asking for the access to virtual memory", errc::invalid);
  return flags & UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE  ? address_access_mode::read_write
         : flags & UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY ? address_access_mode::read
                                                        : address_access_mode::none;
}

void unmap(const void *start, size_t size, const context &context) {
  check(urVirtualMemUnmap(sycl::detail::supportingContext(context), start, size),
        "Unmapping physical memory", errc::invalid);
}

namespace ipc::physical_memory {

handle get(physical_mem &memory) {
  void *data = nullptr;
  size_t size = 0;
  check(urIPCGetPhysMemHandleExp(implOf(memory)->context()->handle(), implOf(memory)->handle(),
                                 &data, &size),
        "Sharing physical memory with other processes", errc::invalid);
  return {static_cast<std::byte *>(data), size};
}

void put(handle &given, const context &of) {
  check(urIPCPutPhysMemHandleExp(implOf(of)->handle(), given.data_),
        "Giving back a handle of physical memory", errc::invalid);
}

physical_mem open(const std::byte *data, std::size_t size, const context &in, const device &on) {
  return sycl::detail::Access::make<physical_mem>(
      std::make_shared<sycl::detail::PhysicalMemoryImpl>(implOf(in), implOf(on),
                                                         std::span(data, size)));
}

} // namespace ipc::physical_memory
} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
