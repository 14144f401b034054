// Handle data that a context has exported to other processes, with the files that they refer to.
#pragma once

#include "adapters/host/memory_file.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace ursa::host {

/// Thread-safe. The destructor releases handle data that were not removed.
class IpcTickets {
public:
  /// Stores handle data and the open file; returns the address of the data.
  void *add(std::unique_ptr<std::byte[]> data, MemoryFile file) {
    const std::lock_guard guard(mutex_);
    void *const address = data.get();
    tickets_.try_emplace(address, std::move(data), std::move(file));
    return address;
  }

  /// Closes the file of the data. Returns false if there are no such data.
  bool remove(const void *data) {
    const std::lock_guard guard(mutex_);
    return tickets_.erase(data) == 1;
  }

private:
  std::mutex mutex_; ///< guards the members below
  std::map<const void *, std::pair<std::unique_ptr<std::byte[]>, MemoryFile>> tickets_;
};

} // namespace ursa::host
