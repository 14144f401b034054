// The adapters that calls can go to: those found as libraries while the loader is initialized, and
// those that a program (a test, mostly) registered from inside.
#pragma once

#include "core/loader/adapter_library.h"
#include "core/loader/adapter_search.h"

#include <mutex>
#include <vector>

namespace ursa {

/// Thread safe. One per process, which is never destroyed.
class AdapterRegistry {
public:
  /// Makes the calling program's own table an adapter, at once and until it is removed, across
  /// urLoaderInit and urLoaderTearDown. @p tables is referred to, not copied: it must stay in place
  /// and its Adapter.pfnGet must not change while other threads may call urAdapterGet.
  ///
  /// @return false, with nothing done, when the table is an adapter already.
  bool add(std::string name, const ur_dditable_t &tables);

  /// Takes back what add was given. False, with nothing done, when it is not there.
  bool remove(const ur_dditable_t &tables);

  /// Opens what a search finds. A file that is no usable adapter is reported at warning level with
  /// path and reason, and the next place is tried. Replaces what was loaded before.
  void load(const AdapterSearch &search);

  /// Forgets the adapters that load brought. Their libraries stay open.
  void forgetLoaded();

  /// The adapters in order: loaded ones as found, then those added.
  std::vector<Adapter> adapters() const;

  /// Forgets one adapter that load brought, which has turned out to be unusable, and counts it
  /// among the refused ones.
  void refuse(const Adapter &adapter, std::string problem);

  /// The name of the adapter that made an object, "" when none of the registered ones did.
  ///
  /// @param tables what the object's first word points to
  std::string nameOf(const ur_dditable_t &tables) const;

  /// The libraries that the last load could not use, in the order in which they were tried.
  std::vector<RefusedAdapter> refused() const;

  /// Whether this is the first failure of an adapter that anyone asks about since load or add.
  bool firstFailureOf(const Adapter &adapter);

  /// Never held while an adapter is called. For core/dispatch/fork_guard.h.
  std::mutex &mutex() { return mutex_; }

private:
  mutable std::mutex mutex_; ///< guards the four below; no other lock is taken under it
  std::vector<Adapter> loaded_;
  std::vector<Adapter> added_;
  std::vector<RefusedAdapter> refused_;
  std::vector<const ur_dditable_t *> failed_;
};

/// The registry of the process.
AdapterRegistry &adapterRegistry();

} // namespace ursa
