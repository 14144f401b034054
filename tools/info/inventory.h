// Queries adapters and devices through the C ABI.
#pragma once

#include "tools/info/report.h"

namespace ursa::info {

/// Starts the loader, queries everything, and tears the loader down. Throws client::Failure if the
/// loader itself does not work; an adapter's failure is stored as its `problem`.
/// @param isThorough whether to include queries that may take a device seconds
Inventory collectInventory(bool isThorough);

} // namespace ursa::info
