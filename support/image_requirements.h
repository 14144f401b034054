// The requirements of a kernel of a device image, in the pNext chain of a ur_device_binary_t. Core
// passes them to urDeviceSelectBinary for images whose property set `Ursa/kernel requirements` has
// the kernel. Adapters that do not know the structure consider only the target.
#pragma once

#include "ur_api.h"

namespace ursa::inline support {

inline constexpr auto kImageRequirementsType = static_cast<ur_structure_type_t>(0x55525351);

struct ImageRequirements {
  ur_structure_type_t stype = kImageRequirementsType;
  const void *pNext = nullptr;
  const char *kernel = nullptr;       ///< name, for messages
  const char *requirements = nullptr; ///< the property: one requirement per line
};

} // namespace ursa::inline support
