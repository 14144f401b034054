// Ordinary images, made by urMemImageCreate: an array of the driver, and what kernels get instead
// of it: a table in memory of the device with a surface, a texture for each kind of sampler, the
// extents and the format (compiler/targets/nvptx/runtime/image_argument.h).
#pragma once

#include "adapters/common/launch.h"
#include "adapters/cuda/images.h"
#include "adapters/cuda/memory.h"

#include <vector>

namespace ursa::cuda {

/// Bytes between rows, and between slices or layers.
struct ImagePitches {
  size_t row = 0;
  size_t slice = 0; ///< 0 without slices and layers
};

/// The state that only images have. It lies on one device, the first of its context.
struct MemImage {
  ImageMemoryPointer pixels;
  ImagePitches pitches;             ///< for queries only
  std::vector<ImageObject> objects; ///< what the table names

  MemImage() = default;
  MemImage(const MemImage &) = delete;
  MemImage &operator=(const MemImage &) = delete;
  ~MemImage();
};

/// Returns how the driver stores pixels of an ordinary image.
/// Errors: UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT.
Result<PixelFormat> memPixelFormat(const ur_image_format_t &format);

/// Makes an image over pixels that exist. The driver's context is current.
/// @param given what queries return; null for packed pixels
Result<ur_mem_handle_t> makeMemImage(ur_context_handle_t_ &context, ur_mem_flags_t flags,
                                     ImageMemoryPointer pixels,
                                     const ImagePitches *given = nullptr);

/// Fills the table's commands that copy pixels.
void fillMemImageCommands(ur_dditable_t &table);

/// Checks a memory object that is given to a parameter, of which the kernel's context is checked.
/// Errors: UR_RESULT_ERROR_INVALID_KERNEL_ARGS; UR_RESULT_ERROR_UNSUPPORTED_FEATURE for an image of
/// another device.
Result<void> checkImageArgument(const adapter::KernelSignature &kernel, uint32_t index,
                                const adapter::KernelParameter &parameter,
                                const ur_mem_handle_t_ *memory, const ur_device_handle_t_ &device);

} // namespace ursa::cuda
