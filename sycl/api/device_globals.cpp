#include "sycl/api/device_globals.h"

#include "sycl/api/command_group.h"
#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/host_task_scope.h"
#include "sycl/api/libraries.h"
#include "sycl/api/live_queues.h"
#include "sycl/api/queue_impl.h"
#include "sycl/api/runtime.h"

#include <sycl/ext/oneapi/experimental/device_global.hpp>
#include <sycl/handler.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

DeviceGlobals &DeviceGlobals::ofProcess() {
  static auto *const all = new DeviceGlobals; // variables of libraries leave late
  return *all;
}

void DeviceGlobals::add(DeviceGlobal global) {
  const std::lock_guard lock(mutex_);
  auto &[variable, count] = byName_[global.name][global.library];
  variable = global.variable;
  ++count;
  Entry &entry = byAddress_[global.variable];
  if (++entry.count > 1)
    return;
  entry.global = std::make_shared<const DeviceGlobal>(std::move(global));
}

void DeviceGlobals::remove(const void *variable, uint64_t library) {
  const std::lock_guard lock(mutex_);
  const auto known = byAddress_.find(variable);
  if (known == byAddress_.end())
    return;
  const auto named = byName_.find(known->second.global->name);
  const auto ofLibrary = named->second.find(library);
  if (ofLibrary != named->second.end() && --ofLibrary->second.second == 0)
    named->second.erase(ofLibrary);
  if (named->second.empty())
    byName_.erase(named);
  if (--known->second.count == 0)
    byAddress_.erase(known);
}

std::shared_ptr<const DeviceGlobal> DeviceGlobals::at(const void *variable) const {
  const std::lock_guard lock(mutex_);
  const auto known = byAddress_.find(variable);
  if (known == byAddress_.end())
    fail(errc::invalid, "A command uses a device_global that is no variable of a namespace or "
                        "class, or before its translation unit is initialized.");
  return known->second.global;
}

std::shared_ptr<const DeviceGlobal> DeviceGlobals::named(uint64_t library,
                                                         const std::string &name) const {
  const std::lock_guard lock(mutex_);
  const auto known = byName_.find(name);
  if (known == byName_.end())
    fail(errc::invalid, "A kernel uses the device_global '" + name +
                            "', which no loaded library of the program defines.");
  const auto &libraries = known->second;
  const auto own = libraries.find(library);
  return byAddress_.at((own == libraries.end() ? libraries.begin() : own)->second.first).global;
}

const DeviceGlobal &rootBarrier() {
  static constexpr uint32_t kStart[2] = {0, 0};
  static const auto *const barrier =
      new DeviceGlobal{kStart, 0, "ursa.root_barrier", sizeof(kStart), alignof(uint32_t)};
  return *barrier;
}

DeviceGlobalMemory::~DeviceGlobalMemory() {
  if (memory_.empty() || HostTaskScope::isExiting()) // commands that never end may use it
    return;
  context_.runtime().queues().finishRetired(context_.handle());
  for (const auto &[key, memory] : memory_)
    (void)urUSMFree(context_.handle(), memory);
}

void *DeviceGlobalMemory::on(const DeviceImpl &device, const DeviceGlobal &global) {
  const std::lock_guard lock(mutex_);
  const auto [known, isNew] = memory_.try_emplace({&device, global.library, global.name}, nullptr);
  if (!isNew)
    return known->second;
  try {
    known->second = allocate(device, global);
  } catch (...) {
    memory_.erase(known);
    throw;
  }
  return known->second;
}

ur_result_t DeviceGlobalMemory::write(const DeviceImpl &device, const DeviceGlobal &global,
                                      void *memory) {
  ursa::client::QueueHandle &queue = queues_[&device];
  if (!queue.get())
    if (const ur_result_t result =
            urQueueCreate(context_.handle(), device.handle(), nullptr, queue.out());
        result != UR_RESULT_SUCCESS)
      return result;
  return urEnqueueUSMMemcpy(queue.get(), /*blocking=*/true, memory, global.variable, global.size, 0,
                            nullptr, nullptr);
}

void *DeviceGlobalMemory::allocate(const DeviceImpl &device, const DeviceGlobal &global) {
  const std::string what =
      "the device_global '" + global.name + "' on '" + device.entry().name + "'";
  const ur_usm_desc_t description{UR_STRUCTURE_TYPE_USM_DESC, nullptr, 0,
                                  static_cast<uint32_t>(global.alignment)};
  void *memory = nullptr;
  check(urUSMDeviceAlloc(context_.handle(), device.handle(), &description, nullptr, global.size,
                         &memory),
        "Allocating " + std::to_string(global.size) + " bytes for " + what,
        errc::memory_allocation);
  if (const ur_result_t result = write(device, global, memory); result != UR_RESULT_SUCCESS) {
    (void)urUSMFree(context_.handle(), memory);
    throw makeException(result, "Writing the initial value of " + what, errc::runtime);
  }
  return memory;
}

void refuseGlobalOnHost() {
  fail(errc::invalid,
       "The host uses the value of a device_global, which only device code can; copy "
       "it by queue::copy or queue::memcpy.");
}

DeviceGlobalRegistration::DeviceGlobalRegistration(const void *variable, const char *id,
                                                   size_t size, size_t alignment)
    : variable_(variable), library_(libraryOf(this)) {
  DeviceGlobals::ofProcess().add({variable, library_, id, size, alignment});
}

DeviceGlobalRegistration::~DeviceGlobalRegistration() {
  DeviceGlobals::ofProcess().remove(variable_, library_);
}

} // namespace detail

void *handler::globalMemory(const void *variable, size_t size, size_t offset) {
  const auto global = detail::DeviceGlobals::ofProcess().at(variable);
  if (offset > global->size || size > global->size - offset)
    detail::fail(errc::invalid, "A copy of " + std::to_string(size) + " bytes at offset " +
                                    std::to_string(offset) + " is not within the " +
                                    std::to_string(global->size) + " bytes of the device_global '" +
                                    global->name + "'.");
  detail::QueueImpl &queue = impl_->queue();
  return static_cast<std::byte *>(queue.context().globals().on(queue.device(), *global)) + offset;
}

} // namespace sycl
} // namespace ursa_sycl
