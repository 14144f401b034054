// Images: memory objects with a pixel format and a shape. Pixels lie in rows, rows in slices or
// layers, as the application would lay them out itself.
#pragma once

#include "adapters/host/memory.h"

namespace ursa::host {

/// Most pixels along an axis of a 1D or 2D image.
inline constexpr size_t kMaxImageExtent = 65536;
/// Most pixels along an axis of a 3D image.
inline constexpr size_t kMaxImage3DExtent = 16384;
inline constexpr size_t kMaxImageLayers = 65536;

void fillImageTable(ur_dditable_t &table);

} // namespace ursa::host
