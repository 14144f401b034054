// A buffer that a command uses, as the queue sees it.
#pragma once

#include "sycl/runtime/data_region.h"

#include <memory>

namespace sycl::detail {

class QueueImpl;

/// What an accessor asks for. Copies of an accessor share it.
class Requirement {
public:
  Requirement(std::shared_ptr<ursa::runtime::DataRegion> region, ursa::runtime::RegionAccess access,
              size_t offset)
      : region_(std::move(region)), access_(std::move(access)), offset_(offset) {}

  ursa::runtime::DataRegion &region() const { return *region_; }

  /// Called before the command is enqueued, with a RegionLock: makes the memory valid on the
  /// queue's device, and adds what the command must wait for. Throws.
  void begin(QueueImpl &queue, ursa::runtime::Commands &waits);
  /// Called when the command was enqueued, before the lock is released.
  void end(QueueImpl &queue, const ursa::runtime::SharedCommand &command);
  /// Makes the host's memory of the buffer valid. Adds what is enqueued for it. Throws.
  void updateHost(ursa::runtime::Commands &commands);
  /// The address of the memory for the command, after begin().
  void *pointer() const { return pointer_; }

private:
  const std::shared_ptr<ursa::runtime::DataRegion> region_;
  const ursa::runtime::RegionAccess access_;
  const size_t offset_;
  void *pointer_ = nullptr;
};

} // namespace sycl::detail
