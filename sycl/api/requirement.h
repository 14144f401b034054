// Requirements of a command besides its arguments: a buffer or a stream, as the queue sees it.
#pragma once

#include "sycl/runtime/data_region.h"

#include <memory>

inline namespace ursa_sycl {
namespace sycl::detail {

class EventImpl;
class QueueImpl;

/// The requirement of an accessor or a stream. Copies of an accessor share it.
class Requirement {
public:
  Requirement() = default;
  Requirement(const Requirement &) = delete;
  Requirement &operator=(const Requirement &) = delete;
  virtual ~Requirement() = default;

  /// The memory of a buffer, of which a RegionLock is held between begin() and end(); null if it is
  /// none.
  virtual ursa::runtime::DataRegion *region() const { return nullptr; }

  /// Called before the command is enqueued: makes the memory valid on the queue's device, and adds
  /// what the command must wait for. Throws.
  virtual void begin(QueueImpl &queue, ursa::runtime::Commands &waits) = 0;
  /// Called when the command was enqueued, before anybody else has its event. Throws.
  virtual void end(QueueImpl &queue, const std::shared_ptr<EventImpl> &command) = 0;
  /// Makes the host's memory of a buffer valid. Adds what is enqueued for it. Throws.
  virtual void updateHost(ursa::runtime::Commands & /*commands*/) {}
  /// The address of the memory for the command, after begin() or record().
  virtual void *pointer() const = 0;

  /// @{ A command that a graph records. Each run of the graph calls begin() and end().
  /// Finds the memory that commands of the queue always use. Throws errc::feature_not_supported if
  /// there is none, as for an accessor for the host, unless it is of a host task.
  virtual void record(QueueImpl &queue, bool isHostTask);
  /// Whether a command with this requirement comes after an earlier one with the other.
  virtual bool comesAfter(const Requirement & /*other*/) const { return false; }
  /// @}
};

/// A part of a buffer.
class BufferRequirement final : public Requirement {
public:
  BufferRequirement(std::shared_ptr<ursa::runtime::DataRegion> region,
                    ursa::runtime::RegionAccess access, size_t offset)
      : region_(std::move(region)), access_(std::move(access)), offset_(offset) {}

  ursa::runtime::DataRegion *region() const override { return region_.get(); }
  void begin(QueueImpl &queue, ursa::runtime::Commands &waits) override;
  void end(QueueImpl &queue, const std::shared_ptr<EventImpl> &command) override;
  void updateHost(ursa::runtime::Commands &commands) override;
  void *pointer() const override { return pointer_; }
  void record(QueueImpl &queue, bool isHostTask) override;
  bool comesAfter(const Requirement &other) const override;

private:
  const std::shared_ptr<ursa::runtime::DataRegion> region_;
  const ursa::runtime::RegionAccess access_;
  const size_t offset_;
  void *pointer_ = nullptr;
};

} // namespace sycl::detail
} // namespace ursa_sycl
