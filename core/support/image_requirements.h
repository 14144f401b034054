// What a kernel of a device image requires of a device, in the chain of a ur_device_binary_t: core
// asks urDeviceSelectBinary with it for images whose property set `Ursa/kernel requirements` has
// the kernel. Adapters that do not know the structure take the target alone.
#pragma once

#include "ur_api.h"

namespace ursa {

inline constexpr auto kImageRequirementsType = static_cast<ur_structure_type_t>(0x55525351);

struct ImageRequirements {
  ur_structure_type_t stype = kImageRequirementsType;
  const void *pNext = nullptr;
  const char *kernel = nullptr;       ///< for the sentence
  const char *requirements = nullptr; ///< the property: one a line
};

} // namespace ursa
