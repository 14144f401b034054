// Images: memory objects with a pixel format and a shape. Pixels are stored linearly in rows, rows
// in slices or layers.
#pragma once

#include "adapters/host/memory/memory.h"

namespace ursa::host {

/// Maximum extent of a 1D or 2D image in pixels.
inline constexpr size_t kMaxImageExtent = 65536;
/// Maximum extent of a 3D image in pixels.
inline constexpr size_t kMaxImage3DExtent = 16384;
inline constexpr size_t kMaxImageLayers = 65536;

void fillImageTable(ur_dditable_t &table);

} // namespace ursa::host
