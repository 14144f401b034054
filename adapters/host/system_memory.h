// How much memory this process may use: the machine's, or what a control group leaves of it.
#pragma once

#include <cstdint>
#include <string>

namespace ursa::host {

struct SystemMemory {
  uint64_t total = 0; ///< bytes
  uint64_t free = 0;  ///< bytes that could be handed out now; never more than there are
};

/// What the system says now. @param root what the paths of /proc and /sys begin with: "" but in
/// tests
SystemMemory systemMemory(const std::string &root = "");

} // namespace ursa::host
