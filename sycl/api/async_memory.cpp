// Memory pools, and allocations in the order of commands (sycl_ext_oneapi_async_memory_alloc). They
// are ordinary device memory; a host task releases it.
#include "sycl/api/command_group.h"
#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"

#include <sycl/ext/oneapi/experimental/async_alloc/async_alloc.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

namespace pools = ext::oneapi::experimental::property::memory_pool;

void checkKind(usm::alloc kind) {
  if (kind != usm::alloc::device)
    fail(errc::feature_not_supported,
         "Memory that is allocated in the order of commands is device memory; host and shared "
         "memory is allocated by malloc_host and malloc_shared.");
}

} // namespace

class MemoryPoolImpl {
public:
  MemoryPoolImpl(context context, device device, property_list properties)
      : context_(std::move(context)), device_(std::move(device)),
        properties_(std::move(properties)) {
    if (!implOf(context_)->covers(*implOf(device_)))
      fail(errc::invalid,
           "The device '" + implOf(device_)->entry().name + "' is not in the context.");
    if (properties_.has_property<pools::initial_threshold>())
      threshold_ = properties_.get_property<pools::initial_threshold>().get_initial_threshold();
    if (properties_.has_property<pools::maximum_size>())
      most_ = properties_.get_property<pools::maximum_size>().get_maximum_size();
  }

  const context &ofContext() const { return context_; }
  const device &ofDevice() const { return device_; }
  const property_list &properties() const { return properties_; }

  size_t threshold() const {
    const std::lock_guard lock(mutex_);
    return threshold_;
  }
  void raiseThreshold(size_t bytes) {
    const std::lock_guard lock(mutex_);
    threshold_ = std::max(threshold_, bytes);
  }
  size_t used() const {
    const std::lock_guard lock(mutex_);
    return used_;
  }
  void take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (most_ && (bytes > *most_ || used_ > *most_ - bytes))
      fail(errc::memory_allocation, "A memory pool of at most " + std::to_string(*most_) +
                                        " bytes has " + std::to_string(used_) +
                                        " bytes in use; it cannot have " + std::to_string(bytes) +
                                        " more.");
    used_ += bytes;
  }
  void giveBack(size_t bytes) {
    const std::lock_guard lock(mutex_);
    used_ -= bytes;
  }

private:
  const context context_;
  const device device_;
  const property_list properties_;
  std::optional<size_t> most_;
  mutable std::mutex mutex_; ///< guards the members below
  size_t threshold_ = 0;
  size_t used_ = 0;
};

namespace {

using Pool = std::shared_ptr<MemoryPoolImpl>;

/// What async_malloc returned and async_free has not yet got.
class AsyncMemory {
public:
  struct Block {
    Pool pool; ///< null: of none
    size_t bytes;
  };

  /// Is never destroyed: host tasks may end after objects with static storage.
  static AsyncMemory &ofProcess() {
    static auto *const instance = new AsyncMemory;
    return *instance;
  }
  void add(void *pointer, Block block) {
    const std::lock_guard lock(mutex_);
    blocks_.insert_or_assign(pointer, std::move(block));
  }
  Block remove(void *pointer) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(pointer);
    if (found == blocks_.end())
      fail(errc::invalid, "async_free got memory that async_malloc has not allocated, or that is "
                          "released already.");
    Block block = std::move(found->second);
    blocks_.erase(found);
    return block;
  }

private:
  std::mutex mutex_; ///< guards the member below
  std::map<void *, Block> blocks_;
};

void checkNotRecorded(QueueImpl &queue) {
  if (queue.recording())
    fail(errc::feature_not_supported,
         "A graph owns no memory: allocate what it uses before it is recorded, and release it when "
         "the graph is no more.");
}

void *allocate(QueueImpl &queue, size_t size, const Pool &pool) {
  checkNotRecorded(queue);
  const auto device = Access::make<sycl::device>(queue.sharedDevice());
  const auto context = Access::make<sycl::context>(queue.sharedContext());
  if (pool && (pool->ofContext() != context || pool->ofDevice() != device))
    fail(errc::invalid, "The memory pool is of another context or device than the queue.");
  if (pool)
    pool->take(size);
  void *const pointer = sycl::malloc(size, device, context, usm::alloc::device);
  if (!pointer) {
    if (pool)
      pool->giveBack(size);
    fail(errc::memory_allocation, "Allocating " + std::to_string(size) + " bytes on '" +
                                      queue.device().entry().name + "' failed.");
  }
  AsyncMemory::ofProcess().add(pointer, {pool, size});
  return pointer;
}

HostTask releasing(void *pointer, AsyncMemory::Block block,
                   const std::shared_ptr<ContextImpl> &of) {
  return [pointer, block = std::move(block), of](interop_handle &) {
    if (block.pool)
      block.pool->giveBack(block.bytes);
    check(urUSMFree(of->handle(), pointer), "Releasing memory");
  };
}

bool isZeroed(const Pool &pool) { return pool->properties().has_property<pools::zero_init>(); }

} // namespace
} // namespace detail

namespace ext::oneapi::experimental {

using sycl::detail::implOf;

memory_pool::memory_pool(const context &context, const device &device, usm::alloc kind,
                         const property_list &properties) {
  sycl::detail::checkKind(kind);
  impl_ = std::make_shared<sycl::detail::MemoryPoolImpl>(context, device, properties);
}
context memory_pool::get_context() const { return impl_->ofContext(); }
device memory_pool::get_device() const { return impl_->ofDevice(); }
size_t memory_pool::get_threshold() const { return impl_->threshold(); }
size_t memory_pool::get_used_size_current() const { return impl_->used(); }
void memory_pool::increase_threshold_to(size_t bytes) { impl_->raiseThreshold(bytes); }
const property_list &memory_pool::properties() const noexcept { return impl_->properties(); }

void *async_malloc(const queue &queue, usm::alloc kind, size_t size) {
  sycl::detail::checkKind(kind);
  return sycl::detail::allocate(*implOf(queue), size, nullptr);
}
void *async_malloc(handler &group, usm::alloc kind, size_t size) {
  sycl::detail::checkKind(kind);
  return sycl::detail::allocate(implOf(group)->queue(), size, nullptr);
}
void *async_malloc_from_pool(const queue &queue, size_t size, const memory_pool &pool) {
  void *const pointer = sycl::detail::allocate(*implOf(queue), size, implOf(pool));
  if (sycl::detail::isZeroed(implOf(pool)))
    sycl::queue(queue).memset(pointer, 0, size).wait();
  return pointer;
}
void *async_malloc_from_pool(handler &group, size_t size, const memory_pool &pool) {
  void *const pointer = sycl::detail::allocate(implOf(group)->queue(), size, implOf(pool));
  if (sycl::detail::isZeroed(implOf(pool)))
    group.memset(pointer, 0, size);
  return pointer;
}

void async_free(const queue &queue, void *pointer) {
  if (!pointer)
    return;
  sycl::detail::checkNotRecorded(*implOf(queue));
  sycl::queue to = queue;
  const std::vector<event> before =
      queue.is_in_order() ? std::vector<event>() : std::vector{to.ext_oneapi_submit_barrier()};
  to.submit([&](handler &group) {
    group.depends_on(before);
    async_free(group, pointer);
  });
}
void async_free(handler &group, void *pointer) {
  if (!pointer)
    return;
  sycl::detail::CommandGroup &commands = *implOf(group);
  sycl::detail::checkNotRecorded(commands.queue());
  commands.setHostTask(
      sycl::detail::releasing(pointer, sycl::detail::AsyncMemory::ofProcess().remove(pointer),
                              commands.queue().sharedContext()));
}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
