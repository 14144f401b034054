// What an ELF file tells of itself and of the libraries that it needs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::inline support {

struct ElfFacts {
  std::string buildId;             ///< in hex digits; empty if the linker wrote none
  std::vector<std::string> needed; ///< names of libraries
  std::string runPath;             ///< folders to search for them, with colons between them
};

/// Returns the facts of a program or library for this machine. None for other files. The file is
/// untrusted; facts that it does not hold completely are left out.
std::optional<ElfFacts> readElfFacts(const std::string &path);

/// Returns the build id in notes, as they are in files and in memory; empty if there is none.
std::string buildIdIn(std::span<const std::byte> notes);

} // namespace ursa::inline support
