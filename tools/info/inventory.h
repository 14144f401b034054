// Asks adapters and devices about themselves through the C ABI.
#pragma once

#include "tools/info/report.h"

namespace ursa::info {

/// Starts the loader, asks, and tears the loader down. Throws client::Failure when the loader
/// itself does not work; what an adapter fails at is its problem.
/// @param isThorough ask as well what devices may take seconds to find out
Inventory takeInventory(bool isThorough);

} // namespace ursa::info
