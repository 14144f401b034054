// Where adapters may be. Finding looks at the environment and at folders and opens nothing.
//
// UR_ADAPTERS_FORCE_LOAD   comma-separated paths of libraries; then only these
// UR_ADAPTERS_SEARCH_PATH  colon-separated folders; then the folder of the loader itself; for a
// known
//                          name that none of them holds, the system's search
//
// A relative path is refused: what it means depends on where the program was started, and loading
// code from there is how programs are tricked. A forced one counts as an adapter that cannot be
// used; a folder is left out with a warning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ursa {

/// A library that was found or asked for, and cannot be used.
struct RefusedAdapter {
  std::string name;
  std::string path;
  std::string problem; ///< a sentence with path and reason
};

/// One adapter and the places where its library may be, the first to be tried first. A place is an
/// absolute path, or a bare file name for the system's search.
struct AdapterCandidate {
  std::string name; ///< "host" for libur_adapter_host.so.0
  std::vector<std::string> places;
  std::vector<RefusedAdapter> refused; ///< places that are not even tried
};

/// What decides where adapters are looked for.
struct AdapterSearch {
  std::vector<std::string> forceLoad;  ///< paths; if there are any, nothing else is looked at
  std::vector<std::string> searchPath; ///< folders
  std::string ownFolder;               ///< the loader's, "" when it is not known
  bool mocking = false;                ///< look for the adapter "mock" and for nothing else
};

/// The search that the environment asks for.
AdapterSearch adapterSearchFromEnvironment(bool mocking);

/// Each adapter once: the known ones in their fixed order, then others by name. A known one that no
/// folder holds has its bare file name as its place, for the system's search.
std::vector<AdapterCandidate> findAdapters(const AdapterSearch &search);

/// "host" of ".../libur_adapter_host.so.0"; the file name itself when it has not that form.
std::string adapterNameOf(std::string_view path);

} // namespace ursa
