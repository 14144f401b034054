#include "sycl/api/free_functions.h"

#include "sycl/api/command_group.h"

#include <map>
#include <mutex>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

struct Table {
  std::mutex mutex;
  std::map<KernelKey, FreeFunctionInfo> functions;
};

/// Is never destroyed: objects with static storage may launch kernels in their destructors.
Table &table() {
  static auto *const instance = new Table;
  return *instance;
}

} // namespace

std::optional<FreeFunctionInfo> freeFunction(const KernelKey &key) {
  Table &all = table();
  const std::lock_guard lock(all.mutex);
  const auto found = all.functions.find(key);
  return found == all.functions.end() ? std::nullopt : std::optional(found->second);
}

void setFreeFunction(const KernelKey &key, const KernelDescription *description,
                     const FreeParameter *parameters, size_t count) {
  known(description);
  Table &all = table();
  const std::lock_guard lock(all.mutex);
  all.functions.insert_or_assign(key,
                                 FreeFunctionInfo{description, {parameters, parameters + count}});
}

} // namespace sycl::detail
} // namespace ursa_sycl
