// The one platform, "Ursa host".
#pragma once

#include "adapters/common/handle.h"

struct ur_platform_handle_t_ : ursa::adapter::HandleBase {};

namespace ursa::host {

void fillPlatformTable(ur_dditable_t &table);

} // namespace ursa::host
