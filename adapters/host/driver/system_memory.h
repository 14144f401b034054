// Memory that this process may use: the machine's, or the limit of its control group.
#pragma once

#include <cstdint>
#include <string>

namespace ursa::host {

struct SystemMemory {
  uint64_t total = 0; ///< bytes
  uint64_t free = 0;  ///< bytes that could be allocated now; at most `total`
};

/// Queries the system. @param root prefix of the paths of /proc and /sys, for tests
SystemMemory systemMemory(const std::string &root = "");

} // namespace ursa::host
