#include "adapters/opencl/driver/driver_code.h"

#include "support/code_identity.h"

namespace ursa::opencl {

std::string driverCode(cl_platform_id platform) {
  // Every driver that an ICD loader opens has this function, and the loader has none of that name.
  const void *function =
      clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR");
  return function ? libraryIdentityAt(function) : "";
}

} // namespace ursa::opencl
