// The handles of the loader's own objects. A handle is only a key: it is looked up before anything
// is read through it, so an invalid or released handle gives an error instead of a crash.
#pragma once

#include "support/result.h"
#include "support/state_table.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace ursa::inline support {

/// Thread safe. A lookup writes to no memory that handles share. As everywhere in UR, a thread that
/// uses a handle must own a reference to it.
template <class Handle, class Object> class HandleSet {
public:
  /// @param kind kind of the objects for messages: "set of images"
  explicit HandleSet(const char *kind) : kind_(kind) {}

  /// Returns a new handle with one reference.
  Handle add(std::shared_ptr<Object> object) {
    const auto handle = reinterpret_cast<Handle>(reinterpret_cast<uintptr_t>(object.get()));
    entries_.add(handle, std::make_shared<Entry>(std::move(object)));
    return handle;
  }

  /// Returns the object and shares its ownership. Fails with UR_RESULT_ERROR_INVALID_NULL_HANDLE,
  /// or UR_RESULT_ERROR_INVALID_ARGUMENT for an invalid or released handle.
  Result<std::shared_ptr<Object>> find(const char *parameter, Handle handle) const {
    URSA_TRY(const Entry *entry, entryOf(parameter, handle));
    return entry->object;
  }

  /// @{ Errors as for find.
  Result<void> retain(const char *parameter, Handle handle) {
    URSA_CHECK(entryOf(parameter, handle));
    entries_.retain(handle);
    return {};
  }
  Result<void> release(const char *parameter, Handle handle) {
    URSA_CHECK(entryOf(parameter, handle));
    (void)entries_.release(handle);
    return {};
  }
  /// @}

private:
  struct Entry {
    explicit Entry(std::shared_ptr<Object> owned) : object(std::move(owned)) {}
    const std::shared_ptr<Object> object;
    std::atomic<uint32_t> references{1};
  };

  Result<const Entry *> entryOf(const char *parameter, Handle handle) const {
    if (!handle)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter '{}' is null.",
                       parameter);
    if (const Entry *entry = entries_.find(handle))
      return entry;
    return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                     "The parameter '{}' is {}, which is no {}, or was released.", parameter,
                     static_cast<const void *>(handle), kind_);
  }

  const char *const kind_;
  StateTable<Handle, Entry> entries_;
};

} // namespace ursa::inline support
