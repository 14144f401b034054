// Fuzzes the lists of adapters in the environment: how they are split and unquoted, which entries
// of UR_ADAPTERS_FORCE_LOAD are taken, and the names that adapters get from their paths.
#include "core/loader/adapter_search.h"

#include "fuzz/require.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>

namespace {

using ursa::core::loader::AdapterCandidate;
using ursa::core::loader::adapterNameOf;
using ursa::core::loader::AdapterSearch;
using ursa::core::loader::adapterSearchFromEnvironment;
using ursa::core::loader::findAdapters;
using ursa::core::loader::RefusedAdapter;
using ursa::fuzz::require;

/// Relative paths are warned about; nobody reads that here.
[[maybe_unused]] const int kQuiet = setenv("UR_LOG_LOADER", "level:quiet", 1);

/// The entries joined again are the variable without its empty entries.
std::string joined(const std::vector<std::string> &entries) {
  std::string text;
  for (const std::string &entry : entries)
    text.append(entry).append(1, ',');
  return text;
}

std::string withoutEmptyEntries(const std::string &list, bool unquote) {
  std::string text;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    std::string entry = list.substr(begin, end - begin);
    begin = end + 1;
    if (entry.empty())
      continue;
    if (unquote && entry.size() >= 2 && entry.front() == '"' && entry.back() == '"')
      entry = entry.substr(1, entry.size() - 2);
    text.append(entry).append(1, ',');
  }
  return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A variable ends at its first zero.
  const std::string list = std::string(reinterpret_cast<const char *>(data), size).c_str();
  setenv("UR_ADAPTERS_FORCE_LOAD", list.c_str(), 1);
  AdapterSearch search = adapterSearchFromEnvironment(false);
  require(joined(search.forceLoad) == withoutEmptyEntries(list, true), "entries are split");
  if (search.forceLoad.empty())
    return 0;

  std::multiset<std::string> absolute;
  std::multiset<std::string> relative;
  for (const std::string &entry : search.forceLoad)
    (entry.starts_with('/') ? absolute : relative).insert(entry);
  std::multiset<std::string> places;
  std::multiset<std::string> refused;
  std::set<std::string> names;
  for (const AdapterCandidate &candidate : findAdapters(search)) {
    require(names.insert(candidate.name).second, "each adapter comes once");
    require(!candidate.places.empty() || !candidate.refused.empty(), "an adapter has a place");
    for (const RefusedAdapter &adapter : candidate.refused)
      refused.insert(adapter.path);
    for (const std::string &place : candidate.places) {
      places.insert(place);
      require(adapterNameOf(place) == candidate.name, "an adapter is named after its path");
      require(candidate.name.find('/') == std::string::npos, "a name is no path");
    }
  }
  require(places == absolute, "the absolute paths are taken, and only they");
  require(refused == relative, "the others are refused");

  search.searchPath.clear();
  search.ownFolder.clear();
  search.mocking = true;
  const std::vector<AdapterCandidate> mock = findAdapters(search);
  require(mock.size() == 1 && mock[0].name == "mock", "mocking looks for the mock alone");
  return 0;
}
