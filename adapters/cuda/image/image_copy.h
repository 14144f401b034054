// Copies between images and memory. The driver copies boxes; a box of an array begins at a pixel,
// one of memory at an address.
#pragma once

#include "adapters/cuda/image/images.h"
#include "adapters/cuda/memory/transfer.h"

namespace ursa::cuda {

/// The source or the destination of a copy.
struct CopySide {
  ImageMemoryPointer image; ///< null for memory
  uint64_t x = 0;           ///< bytes; of an image, as are y and z
  uint64_t y = 0;
  uint64_t z = 0;
  Rows rows; ///< of memory; the first begins where the copy does
  bool isPageable = false;

  CUcontext context(const NativeContext &queues) const {
    return image ? image->native.native : queues.native;
  }
};

struct ImageCopy {
  CopySide to;
  CopySide from;
  Extent extent;

  bool usesPageableMemory() const { return to.isPageable || from.isPageable; }
};

/// The work of a copy, which keeps the images.
WorkResult makeImageCopy(NativeContext &native, ImageCopy copy);

} // namespace ursa::cuda
