// The last launches of each stream, which are named when a context is lost: the driver does not say
// which kernel failed.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::cuda {

/// The last launches of a stream. They are added by one thread at a time, and read by any.
class LaunchLog {
public:
  static constexpr size_t kKept = 8; ///< a power of two

  /// @param kernel a name that is never freed
  /// @param command its number in the stream
  void add(const char *kernel, uint64_t command) {
    Entry &entry = entries_[next_++ % kKept];
    entry.kernel.store(kernel, std::memory_order_relaxed);
    entry.command.store(command, std::memory_order_relaxed);
  }

  /// Appends the kernels of the launches after a command, the first one first, each once.
  void list(uint64_t reached, std::vector<std::string_view> &kernels) const;

private:
  struct Entry {
    std::atomic<const char *> kernel = nullptr;
    std::atomic<uint64_t> command = 0; ///< from 1
  };
  std::array<Entry, kKept> entries_;
  size_t next_ = 0;
};

/// Returns a copy of a kernel's name that is never freed, the same for all kernels of that name.
/// Thread safe.
const char *keptName(const std::string &kernel);

/// Returns a sentence about kernels that were not known to be complete, after a space; empty if
/// there is none.
std::string incompleteKernels(const std::vector<std::string_view> &kernels);

} // namespace ursa::cuda
