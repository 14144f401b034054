// How buffers begin and end as their properties say, and their memory on devices, as AdaptiveCpp's
// extensions have them.
#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/runtime/error.h"

#include <sycl/buffer_policies.hpp>
#include <sycl/queue.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

inline namespace ursa_sycl {
namespace sycl::detail {

using ursa::runtime::DataRegion;

/// The end of a buffer that does not block.
struct BufferEnd {
  /// Enqueues the transfers that the end needs. Returns what must be complete before the end does
  /// not block; nothing if the end must block.
  static std::optional<Commands> begin(const BufferImpl &buffer) {
    const bool isWritten = buffer.isWrittenBack_;
    const bool isToFunction = isWritten && buffer.write_;
    if (isToFunction && !buffer.region_->keepsStorage())
      return std::nullopt;
    return buffer.region_->finish(isToFunction ||
                                      (isWritten && buffer.hasStorage_ && !buffer.hasFinalData_),
                                  isWritten && buffer.isAdoptedUpdated_);
  }
};

namespace {

namespace policy = property::buffer;

/// The value of a policy, or @p otherwise without the property.
template <class Policy> bool hasPolicy(const property_list &properties, bool otherwise) {
  return properties.has_property<Policy>() ? properties.get_property<Policy>().toggle : otherwise;
}

/// Deletes a buffer by a host task that waits for its commands; at once where nobody uses it.
/// @param by the queue of the host task; null: one of the commands'
void deleteLater(BufferImpl *buffer, const std::shared_ptr<QueueImpl> &by) noexcept {
  auto owner = std::shared_ptr<BufferImpl>(buffer);
  try {
    const std::optional<Commands> commands = BufferEnd::begin(*buffer);
    if (!commands || std::all_of(commands->begin(), commands->end(),
                                 [](const SharedCommand &each) { return each->isComplete(); }))
      return;
    const std::shared_ptr<QueueImpl> &user = by ? by : eventOf(commands->front()).queue();
    if (!user)
      return;
    const auto queue = by ? by : transferQueue(user->sharedContext(), user->sharedDevice());
    enqueueHostTask(
        *queue, [owner = std::move(owner)](interop_handle &) {}, *commands);
  } catch (...) { // the end blocks
  }
}

DeviceImpl *find(const ContextImpl &context, ur_device_handle_t device) {
  for (const auto &each : context.devices())
    if (each->handle() == device)
      return each.get();
  return nullptr;
}

} // namespace

std::shared_ptr<BufferImpl> makeBuffer(const BufferShape &shape, const property_list &properties,
                                       void *storage, const void *initial,
                                       std::shared_ptr<void> keepAlive) {
  const bool usesStorage =
      hasPolicy<policy::AdaptiveCpp_buffer_uses_external_storage>(properties, true);
  const bool isUsedByDevices =
      properties.has_property<policy::use_host_ptr>() ||
      hasPolicy<policy::AdaptiveCpp_buffer_uses_external_storage>(properties, false);
  void *const memory = usesStorage ? storage : nullptr;
  if (!initial && !usesStorage)
    initial = storage;
  const auto make = [&](auto maker) {
    auto made = maker(shape, memory, isUsedByDevices, memory ? nullptr : initial, keepAlive);
    if (!hasPolicy<policy::AdaptiveCpp_buffer_writes_back>(properties, true))
      made->setFinalData(nullptr); // buffer::set_final_data may name another destination
    else if (storage && !memory)
      made->setFinalData([storage, bytes = made->region()->grid().bytes(), keepAlive](
                             const void *contents) { std::memcpy(storage, contents, bytes); });
    return made;
  };
  if (hasPolicy<policy::AdaptiveCpp_buffer_destructor_blocks>(properties, true))
    return make([](auto &&...arguments) { return std::make_shared<BufferImpl>(arguments...); });
  std::shared_ptr<QueueImpl> by;
  if (properties.has_property<policy::AdaptiveCpp_write_back_queue>())
    by = implOf(properties.get_property<policy::AdaptiveCpp_write_back_queue>().get_queue());
  auto made = make([](auto &&...arguments) { return std::make_unique<BufferImpl>(arguments...); });
  return {made.release(), [by = std::move(by)](BufferImpl *buffer) { deleteLater(buffer, by); }};
}

void BufferImpl::adopt(const buffer_allocation::descriptor<void> &memory, bool hasContents) {
  if (!memory.ptr && region_->grid().bytes() > 0)
    fail(errc::invalid, "A buffer was given a null pointer as its memory.");
  isAdoptedUpdated_ = false;
  try {
    region_->adopt(implOf(queue(memory.dev)), memory.ptr, hasContents, memory.is_owned);
  } catch (const ursa::runtime::Error &error) {
    throw makeException(error);
  }
}

std::vector<buffer_allocation::descriptor<void>> BufferImpl::allocations() const {
  std::vector<buffer_allocation::descriptor<void>> all;
  for (const DataRegion::AllocationInfo &each : region_->allocations()) {
    const auto &context = *static_cast<const ContextImpl *>(each.place.owner.get());
    if (DeviceImpl *const found = find(context, each.place.device))
      all.push_back({each.memory, Access::make<device>(found->shared_from_this()), each.isOwned});
  }
  return all;
}

buffer_allocation::descriptor<void> BufferImpl::allocation(const void *memory) const {
  for (const buffer_allocation::descriptor<void> &each : allocations())
    if (memory && each.ptr == memory)
      return each;
  fail(errc::invalid, "A buffer of " + std::to_string(region_->grid().bytes()) +
                          " bytes was asked for memory that it does not use.");
}

void BufferImpl::setOwned(const void *memory, bool isOwned) {
  try {
    region_->setOwned(memory, isOwned);
  } catch (const ursa::runtime::Error &error) {
    throw makeException(error);
  }
}

} // namespace sycl::detail
} // namespace ursa_sycl
