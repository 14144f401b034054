#include "adapters/host/driver/system_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace ursa::host {
namespace {

uint64_t pagesOf(int name) {
  return static_cast<uint64_t>(std::max(0L, sysconf(name))) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

SystemMemory machineMemory(const std::string &root) {
  SystemMemory memory;
  std::ifstream file(root + "/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    uint64_t kibibytes = 0;
    if (!(words >> key >> kibibytes) || kibibytes > std::numeric_limits<uint64_t>::max() >> 10)
      continue;
    if (key == "MemTotal:")
      memory.total = kibibytes << 10;
    else if (key == "MemAvailable:")
      memory.free = kibibytes << 10;
  }
  if (memory.total == 0)
    memory.total = pagesOf(_SC_PHYS_PAGES);
  if (memory.free == 0)
    memory.free = pagesOf(_SC_AVPHYS_PAGES);
  return memory;
}

// Returns the control group of this process in the unified hierarchy, as "/user.slice/x"; empty if
// there is none.
std::string controlGroup(const std::string &root) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::/"))
      return line.substr(line.size() > 4 ? 3 : 4);
  return "";
}

// Reads a file that holds one number; nullopt for "max".
std::optional<uint64_t> numberIn(const std::string &path) {
  uint64_t number = 0;
  if (std::ifstream(path) >> number)
    return number;
  return std::nullopt;
}

} // namespace

SystemMemory systemMemory(const std::string &root) {
  SystemMemory memory = machineMemory(root);
  // The limits of all ancestor groups apply, up to the topmost visible one.
  for (std::string group = controlGroup(root);; group.resize(group.find_last_of('/'))) {
    const std::string folder = root + "/sys/fs/cgroup" + group;
    if (const auto limit = numberIn(folder + "/memory.max"); limit && *limit != 0) {
      const uint64_t used = numberIn(folder + "/memory.current").value_or(0);
      memory.total = std::min(memory.total, *limit);
      memory.free = std::min(memory.free, *limit - std::min(*limit, used));
    }
    if (group.empty())
      break;
  }
  memory.free = std::min(memory.free, memory.total);
  return memory;
}

} // namespace ursa::host
