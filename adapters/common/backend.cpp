#include "adapters/common/backend.h"

#include "support/environment.h"

#include <string_view>
#include <utility>

namespace ursa::adapter {

ur_backend_t reportedBackend(ur_backend_t actual) {
  constexpr std::pair<std::string_view, ur_backend_t> kNames[] = {
      {"unknown", UR_BACKEND_UNKNOWN}, {"level_zero", UR_BACKEND_LEVEL_ZERO},
      {"opencl", UR_BACKEND_OPENCL},   {"cuda", UR_BACKEND_CUDA},
      {"hip", UR_BACKEND_HIP},         {"native_cpu", UR_BACKEND_NATIVE_CPU},
      {"offload", UR_BACKEND_OFFLOAD}};
  const auto wanted = environmentVariable("URSA_REPORT_BACKEND");
  for (const auto &[name, backend] : kNames)
    if (wanted == name)
      return backend;
  return actual;
}

} // namespace ursa::adapter
