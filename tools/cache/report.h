// The entries of the cache of compiled programs as text and as JSON.
#pragma once

#include "core/cache/disk_store.h"

#include <string>
#include <utility>
#include <vector>

namespace ursa::cache {

/// An entry and what its key tells; no facts for a damaged one.
struct DescribedEntry {
  core::cache::DiskStore::Entry entry;
  std::vector<std::pair<std::string, std::string>> facts; ///< name and value, in the key's order
  bool isIntact = false;
};

/// Reads all entries, the most recently used first.
std::vector<DescribedEntry> describeEntries(const core::cache::DiskStore &store);

/// Returns bytes with a unit: "17 B", "3.2 MiB".
std::string sizeText(uint64_t bytes);

/// Returns a table, one line per entry, with the total at the end.
/// @param withFacts each line is followed by all facts of the entry
std::string listText(const core::cache::DiskStore &store,
                     const std::vector<DescribedEntry> &entries, bool withFacts);

/// Returns a JSON object with the folder, its limit and the entries. Sizes are in bytes, times in
/// seconds since 1970.
std::string listJson(const core::cache::DiskStore &store,
                     const std::vector<DescribedEntry> &entries);

} // namespace ursa::cache
