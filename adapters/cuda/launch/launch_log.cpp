#include "adapters/cuda/launch/launch_log.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace ursa::cuda {

void LaunchLog::list(uint64_t reached, std::vector<std::string_view> &kernels) const {
  std::vector<std::pair<uint64_t, const char *>> launches;
  for (const Entry &entry : entries_)
    if (const uint64_t command = entry.command.load(std::memory_order_relaxed); command > reached)
      launches.emplace_back(command, entry.kernel.load(std::memory_order_relaxed));
  std::stable_sort(launches.begin(), launches.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const auto &[command, kernel] : launches)
    if (const std::string_view name = kernel;
        std::find(kernels.begin(), kernels.end(), name) == kernels.end())
      kernels.push_back(name);
}

const char *keptName(const std::string &kernel) {
  static std::mutex &mutex = *new std::mutex;
  static auto &names = *new std::unordered_set<std::string>; // their nodes stay where they are
  const std::lock_guard guard(mutex);
  return names.insert(kernel).first->c_str();
}

std::string incompleteKernels(const std::vector<std::string_view> &kernels) {
  if (kernels.empty())
    return "";
  std::string text = kernels.size() == 1 ? " Kernel " : " Kernels ";
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (i != 0)
      text += i + 1 == kernels.size() ? " and " : ", ";
    text += "'" + std::string(kernels[i]) + "'";
  }
  return text + (kernels.size() == 1 ? " was" : " were") + " not known to be complete.";
}

} // namespace ursa::cuda
