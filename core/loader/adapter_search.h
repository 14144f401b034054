// Finds candidate adapter libraries. The search reads the environment and folders and opens no
// library.
//
// UR_ADAPTERS_FORCE_LOAD   comma-separated paths of libraries; disables the search
// UR_ADAPTERS_SEARCH_PATH  colon-separated folders, searched before the loader's own folder; for a
//                          known adapter that is in none of them, the system's search follows
//
// ONEAPI_DEVICE_SELECTOR   adapters none of whose devices it can select are left out, unless
//                          URSA_REPORT_BACKEND changes the backends that they report
//
// Relative paths are rejected: their meaning depends on the working directory, and loading code
// from there is a security risk. A relative forced path counts as an unusable adapter; a relative
// folder is skipped with a warning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ursa::core::loader {

/// A library that was found or requested and cannot be used.
struct RefusedAdapter {
  std::string name;
  std::string path;
  std::string problem; ///< a message with path and reason
};

/// One adapter and the places to try for its library, in order. A place is an absolute path, or a
/// bare file name for the system's search.
struct AdapterCandidate {
  std::string name; ///< "host" for libur_adapter_host.so.0
  std::vector<std::string> places;
  std::vector<RefusedAdapter> refused; ///< places that are rejected without an attempt
};

/// The inputs of the search.
struct AdapterSearch {
  std::vector<std::string> forceLoad;  ///< paths; if not empty, nothing else is searched
  std::vector<std::string> searchPath; ///< folders
  std::string ownFolder;               ///< the folder of the loader, "" if it is unknown
  bool mocking = false;                ///< search for the adapter "mock" only
  std::string deviceSelector;          ///< of ONEAPI_DEVICE_SELECTOR; "" for all devices
};

/// Returns the search that the environment configures.
AdapterSearch adapterSearchFromEnvironment(bool mocking);

/// Returns each adapter once: known ones in a fixed order, then others by name. If no folder
/// contains a known adapter, its place is its bare file name, for the system's search.
std::vector<AdapterCandidate> findAdapters(const AdapterSearch &search);

/// Returns "host" for ".../libur_adapter_host.so.0"; the file name if it does not have this form.
std::string adapterNameOf(std::string_view path);

} // namespace ursa::core::loader
