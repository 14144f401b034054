// The handles of the loader's own objects. A handle is only a name: it is looked up before anything
// is read through it, so that one that was released, or never was one, is an error and not a crash.
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace ursa {

/// Thread safe.
template <class Handle, class Object> class HandleSet {
public:
  /// @param kind what the objects are, for sentences: "set of images"
  explicit HandleSet(const char *kind) : kind_(kind) {}

  /// A handle with one reference.
  Handle add(std::shared_ptr<Object> object) {
    const auto handle = reinterpret_cast<Handle>(reinterpret_cast<uintptr_t>(object.get()));
    const std::lock_guard lock(mutex_);
    entries_.insert_or_assign(handle, Entry{std::move(object), 1});
    return handle;
  }

  /// The object, which the caller then owns as well. UR_RESULT_ERROR_INVALID_NULL_HANDLE;
  /// UR_RESULT_ERROR_INVALID_ARGUMENT for a handle that is none or was released.
  Result<std::shared_ptr<Object>> find(const char *parameter, Handle handle) const {
    const std::lock_guard lock(mutex_);
    URSA_TRY(const Entry *entry, entryOf(parameter, handle));
    return entry->object;
  }

  /// @{ Errors as find.
  Result<void> retain(const char *parameter, Handle handle) {
    const std::lock_guard lock(mutex_);
    URSA_TRY(const Entry *entry, entryOf(parameter, handle));
    ++const_cast<Entry *>(entry)->references;
    return {};
  }
  Result<void> release(const char *parameter, Handle handle) {
    std::shared_ptr<Object> last; // ends without the lock
    const std::lock_guard lock(mutex_);
    URSA_TRY(const Entry *entry, entryOf(parameter, handle));
    if (--const_cast<Entry *>(entry)->references == 0) {
      const auto found = entries_.find(handle);
      last = std::move(found->second.object);
      entries_.erase(found);
    }
    return {};
  }
  /// @}

  std::mutex &mutex() { return mutex_; }

private:
  struct Entry {
    std::shared_ptr<Object> object;
    uint32_t references;
  };

  /// The caller holds the lock.
  Result<const Entry *> entryOf(const char *parameter, Handle handle) const {
    if (!handle)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter '{}' is null.",
                       parameter);
    const auto found = entries_.find(handle);
    if (found == entries_.end())
      return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                       "The parameter '{}' is {}, which is no {}, or was released.", parameter,
                       static_cast<const void *>(handle), kind_);
    return &found->second;
  }

  const char *const kind_;
  mutable std::mutex mutex_; ///< guards entries_; no other lock is taken under it
  std::unordered_map<Handle, Entry> entries_;
};

} // namespace ursa
