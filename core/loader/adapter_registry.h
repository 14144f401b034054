// The registry of usable adapters: those that the loader found as libraries during initialization
// and opened when they were asked for, and those that a program (usually a test) registered itself.
#pragma once

#include "core/loader/adapter_library.h"
#include "core/loader/adapter_search.h"

#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace ursa::core::loader {

/// Thread safe. One per process, which is never destroyed.
class AdapterRegistry {
public:
  /// Registers a table of the calling program as an adapter, until it is removed, independently of
  /// urLoaderInit and urLoaderTearDown. @p tables is not copied: it must stay valid, and its
  /// Adapter.pfnGet must not change while other threads may call urAdapterGet.
  ///
  /// @return false, without effect, if the table is already registered.
  bool add(std::string name, const ur_dditable_t &tables);

  /// Reverts add. Returns false, without effect, if the table is not registered.
  bool remove(const ur_dditable_t &tables);

  /// Replaces the adapters of the previous search with those that a search finds. Opens no library.
  void find(const AdapterSearch &search);

  /// Opens the libraries of the adapters that find found, or of those with one name, unless it has
  /// tried to already. Logs a warning with path and reason for a file that is not a usable adapter,
  /// and tries the next place. Calls of find, load and forgetFound must not overlap.
  void load(std::optional<std::string_view> name = {});

  /// Removes the adapters that find found. Their libraries stay open.
  void forgetFound();

  /// Returns the names of the adapters that were found, also of those that are not loaded, in
  /// search order, then of those registered by add; each once.
  std::vector<std::string> names() const;

  /// Returns the adapters: loaded ones in search order, then those registered by add.
  std::vector<Adapter> adapters() const;

  /// Removes a loaded adapter that has turned out to be unusable, and adds it to the refused ones.
  void refuse(const Adapter &adapter, std::string problem);

  /// Returns the name of the adapter that created an object, "" if it is not registered.
  ///
  /// @param tables the table that the object's first word points to
  std::string nameOf(const ur_dditable_t &tables) const;

  /// Returns the libraries that load could not use, in the order of the attempts.
  std::vector<RefusedAdapter> refused() const;

  /// Returns true only for the first call for an adapter after find or add.
  bool isFirstFailure(const Adapter &adapter);

  /// Never held during a call of an adapter. For core/dispatch/fork_guard.h.
  std::mutex &mutex() { return mutex_; }

private:
  struct Found {
    AdapterCandidate candidate;
    bool isTried = false; ///< load has tried to open it
    std::optional<Adapter> adapter;
  };

  mutable std::mutex mutex_; ///< guards the members below; no other lock is taken while it is held
  std::vector<Found> found_;
  std::vector<Adapter> added_;
  std::vector<RefusedAdapter> refused_;
  std::vector<const ur_dditable_t *> failed_;
};

/// The registry of the process.
AdapterRegistry &adapterRegistry();

} // namespace ursa::core::loader
