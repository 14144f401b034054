// The handles of the loader's own objects. A handle is only a key: it is looked up before anything
// is read through it, so an invalid or released handle gives an error instead of a crash.
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace ursa {

/// Thread safe.
template <class Handle, class Object> class HandleSet {
public:
  /// @param kind kind of the objects for messages: "set of images"
  explicit HandleSet(const char *kind) : kind_(kind) {}

  /// Returns a new handle with one reference.
  Handle add(std::shared_ptr<Object> object) {
    const auto handle = reinterpret_cast<Handle>(reinterpret_cast<uintptr_t>(object.get()));
    const std::lock_guard lock(mutex_);
    entries_.insert_or_assign(handle, Entry{std::move(object), 1});
    return handle;
  }

  /// Returns the object and shares its ownership. Fails with UR_RESULT_ERROR_INVALID_NULL_HANDLE,
  /// or UR_RESULT_ERROR_INVALID_ARGUMENT for an invalid or released handle.
  Result<std::shared_ptr<Object>> find(const char *parameter, Handle handle) const {
    const std::shared_lock lock(mutex_); // threads that use different objects do not wait here
    URSA_TRY(const Entry *entry, entryOf(parameter, handle));
    return entry->object;
  }

  /// @{ Errors as for find.
  Result<void> retain(const char *parameter, Handle handle) {
    const std::lock_guard lock(mutex_);
    URSA_TRY(const Entry *entry, entryOf(parameter, handle));
    ++const_cast<Entry *>(entry)->references;
    return {};
  }
  Result<void> release(const char *parameter, Handle handle) {
    std::shared_ptr<Object> last; // destroyed after the lock is released
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

private:
  struct Entry {
    std::shared_ptr<Object> object;
    uint32_t references;
  };

  /// The caller must hold the lock.
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
  mutable std::shared_mutex mutex_; ///< guards entries_; no other lock is taken while it is held
  std::unordered_map<Handle, Entry> entries_;
};

} // namespace ursa
