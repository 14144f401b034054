// Handle data that a context has exported to other processes, with what they refer to.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace ursa::adapter {

/// Thread-safe. The destructor releases handle data that were not removed.
/// @tparam Owner keeps what the data refer to open, for example a file
template <class Owner> class IpcHandles {
public:
  /// Stores handle data and their owner; returns the address of the data.
  void *add(std::unique_ptr<std::byte[]> data, Owner owner) {
    const std::lock_guard guard(mutex_);
    void *const address = data.get();
    handles_.try_emplace(address, std::move(data), std::move(owner));
    return address;
  }

  /// Ends the owner of the data. Returns false if there are no such data.
  bool remove(const void *data) {
    const std::lock_guard guard(mutex_);
    return handles_.erase(data) == 1;
  }

private:
  std::mutex mutex_; ///< guards the members below
  std::map<const void *, std::pair<std::unique_ptr<std::byte[]>, Owner>> handles_;
};

} // namespace ursa::adapter
