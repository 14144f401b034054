#include "sycl/api/texts.h"

#include <algorithm>

namespace sycl::detail {

std::string_view name(backend named) {
  switch (named) {
  case backend::host:
    return "host";
  case backend::opencl:
    return "opencl";
  case backend::level_zero:
    return "level_zero";
  case backend::cuda:
    return "cuda";
  case backend::hip:
    return "hip";
  case backend::ext_ursa_host:
    return "ext_ursa_host";
  case backend::ext_ursa_vulkan:
    return "ext_ursa_vulkan";
  case backend::ext_ursa_other:
    return "ext_ursa_other";
  }
  return "unknown";
}

std::span<const NamedAspect> allAspects() {
#define NAMED(NAME)                                                                                \
  { aspect::NAME, #NAME }
  static constexpr NamedAspect kAll[] = {NAMED(cpu),
                                         NAMED(gpu),
                                         NAMED(accelerator),
                                         NAMED(custom),
                                         NAMED(emulated),
                                         NAMED(host_debuggable),
                                         NAMED(fp16),
                                         NAMED(fp64),
                                         NAMED(atomic64),
                                         NAMED(image),
                                         NAMED(online_compiler),
                                         NAMED(online_linker),
                                         NAMED(queue_profiling),
                                         NAMED(usm_device_allocations),
                                         NAMED(usm_host_allocations),
                                         NAMED(usm_atomic_host_allocations),
                                         NAMED(usm_shared_allocations),
                                         NAMED(usm_atomic_shared_allocations),
                                         NAMED(usm_system_allocations),
                                         NAMED(ext_oneapi_cuda_cluster_group)};
#undef NAMED
  return kAll;
}

std::string name(aspect named) {
  for (const NamedAspect &each : allAspects())
    if (each.value == named)
      return std::string(each.name);
  return std::to_string(static_cast<int>(named));
}

std::vector<std::string> words(std::string_view list, std::string_view separators) {
  std::vector<std::string> all;
  while (!list.empty()) {
    const size_t end = std::min(list.find_first_of(separators), list.size());
    if (end > 0)
      all.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return all;
}

} // namespace sycl::detail
